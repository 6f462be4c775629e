// Real releases as parsed rows, kept in node_modules/.cache/lmi-rows: parsing takes a minute, and mutants need the rows only.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import glob from 'fast-glob';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { ownFiles } from '#sources/kit/named-files.ts';
import type { PublishedFile, Release, Source } from '#sources/kit/source.ts';
import { keepingRows, keptSample } from '../../test/kept.ts';
import { publisherFiles } from '../../test/publisher-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = join(root, 'node_modules/.cache/lmi-rows');

export interface ParsedRows {
  readonly release: Release;
  readonly rows: readonly unknown[];
}

/** The rows of a release in the folder of published files. */
export async function realRows(source: Source, name: string): Promise<ParsedRows> {
  const folder = join(publisherFiles, source.key, name);
  const names = readdirSync(folder).filter((file) => statSync(join(folder, file)).isFile());
  const sizes = names.map((file) => `${file} ${statSync(join(folder, file)).size} ${statSync(join(folder, file)).mtimeMs}`);
  const release = releaseOf(source, name);
  const path = join(kept, `${source.key}-${name}-${digestOf(source, sizes)}`);
  if (existsSync(path)) return { release, rows: deserialize(readFileSync(path)) as readonly unknown[] };
  const rows = await keepingRows(source).parse(release, ownFiles(source.files, realFiles(source, name)));
  mkdirSync(kept, { recursive: true });
  writeFileSync(`${path}.new`, serialize(rows));
  renameSync(`${path}.new`, path);
  return { release, rows };
}

/** The files of a release in the folder of published files. */
function realFiles(source: Source, name: string): PublishedFile[] {
  const folder = join(publisherFiles, source.key, name);
  const names = readdirSync(folder).filter((file) => statSync(join(folder, file)).isFile());
  return names.map((file) => ({ name: file, bytes: readFileSync(join(folder, file)) }));
}

/** The rows of each release of the plain sample, oldest first. */
export async function sampleRows(source: Source): Promise<ParsedRows[]> {
  const parsed: ParsedRows[] = [];
  for (const { release: name, files } of await keptSample(source)) {
    const release = releaseOf(source, name);
    parsed.push({ release, rows: await keepingRows(source).parse(release, files) });
  }
  return parsed;
}

/** A release of a source by its name. */
export function releaseOf(source: Source, name: string): Release {
  const release = parseRelease(source, name, null);
  if (release === null) throw new Error(`"${name}" is no release of ${source.key}`);
  return release;
}

/** What decides the rows: the files and the code that reads them. */
function digestOf(source: Source, sizes: readonly string[]): string {
  const hash = createHash('sha256');
  const code = glob.sync([`sources/${source.key}/{parse,release-name}.ts`, 'sources/kit/read/*.ts'], { cwd: root });
  for (const file of code.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.update(sizes.join('\n')).digest('hex').slice(0, 16);
}
