// make check: prints the lines of program of each top folder and the words of its pages. It fails
// on nothing.
import { readFileSync } from 'node:fs';
import glob from 'fast-glob';

const count = (kind: RegExp, ...patterns: string[]) =>
  glob
    .sync(patterns)
    .reduce((sum, path) => sum + (readFileSync(path, 'utf8').match(kind)?.length ?? 0), 0);
const folders = ['sources', 'compiler', 'server', 'schemas', 'client', 'bench', 'build', 'test'];
const lines = folders.map((folder) => `${folder} ${count(/\n/g, `${folder}/**/*.{ts,css}`)}`);
console.log(
  `lines of TypeScript and CSS: ${lines.join(', ')}; words of README and docs: ${count(/\S+/g, 'README.md', 'docs/*.md')}`,
);
