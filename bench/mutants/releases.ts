// Real releases as parsed rows, kept in node_modules/.cache/lmi-rows: parsing takes a minute, and mutants need the rows only.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import glob from 'fast-glob';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { writeAtomically } from '#compiler/edition/files.ts';
import { releasesIn } from '#compiler/release/releases.ts';
import { ownFiles } from '#sources/kit/named-files.ts';
import type { PublishedFile, Release, Source } from '#sources/kit/source.ts';
import { keepingRows, keptSample } from '../../test/kept.ts';
import { publisherFiles } from '../../test/publisher-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = join(root, 'node_modules/.cache/lmi-rows');

interface ParsedRows {
  readonly release: Release;
  readonly rows: readonly unknown[];
}

/** The rows of a release in the folder of published files. */
export async function realRows(source: Source, name: string): Promise<ParsedRows> {
  const found = releasesIn(publisherFiles, [source]).releases.find((one) => one.release.name === name);
  if (found === undefined) throw new Error(`${publisherFiles} has no ${source.key} ${name}`);
  const { release } = found;
  const files = ownFiles(source.files, found.files());
  const path = join(kept, `${source.key}-${name}-${digestOf(source, files)}`);
  if (existsSync(path)) return { release, rows: deserialize(readFileSync(path)) as readonly unknown[] };
  const rows = await keepingRows(source).parse(release, files);
  mkdirSync(kept, { recursive: true });
  writeAtomically(path, serialize(rows));
  return { release, rows };
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
function digestOf(source: Source, files: readonly PublishedFile[]): string {
  const hash = createHash('sha256');
  const code = glob.sync([`sources/${source.key}/{layout,release-name}.ts`, 'sources/kit/{table,read/*}.ts'], { cwd: root });
  for (const file of code.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  for (const { name, bytes } of files) hash.update(`${name}\0`).update(bytes);
  return hash.digest('hex').slice(0, 16);
}
