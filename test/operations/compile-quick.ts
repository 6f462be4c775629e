// A program that compiles a release into a directory, for tests that stop or kill it. Arguments: the directory, and the release's files.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { releaseOf } from '../compiler/spine-releases.ts';
import { compileInto, quickSpine, second } from './held-releases.ts';

const [directory = '', from = ''] = process.argv.slice(2);
const files = readdirSync(from).map((name) => ({ name, bytes: readFileSync(join(from, name)) }));
await compileInto(directory, [releaseOf(quickSpine[0], second, files)], { sources: quickSpine });
