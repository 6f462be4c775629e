// What takes long to make and is always the same, made once and kept on disk: the samples, and the
// rows that are parsed from files. The names of the kept files change with the code that makes
// them.
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import glob from 'fast-glob';
import {
  type Lookup,
  isRecordedInFull,
  recordLookups,
  recordLookup,
} from '#sources/kit/lookups.ts';
import type { Release } from '#sources/kit/release.ts';
import type { SampleRelease, Source } from '#sources/kit/source.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** LMI_TEST_DATA names another folder in which all is kept. */
export const keptFolder =
  process.env['LMI_TEST_DATA'] ?? join(root, 'node_modules/.cache/lmi-test');
/** Of each kind so many are kept: beside those of this code those of another branch. */
export const mostKept = 3;

export function keptOf(kind: string): string[] {
  return readdirSync(keptFolder)
    .filter((name) => name.startsWith(`${kind}-`) && !name.endsWith('.making'))
    .map((name) => ({
      path: join(keptFolder, name),
      made: statSync(join(keptFolder, name)).mtimeMs,
    }))
    .sort((a, b) => b.made - a.made)
    .map(({ path }) => path);
}

export function digestOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of glob.sync([...patterns], { cwd: root }).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

let folder: string | null = null;

function folderOfToday(): string {
  if (folder !== null) return folder;
  const today = join(
    keptFolder,
    `made-${digestOf(['{schemas,sources}/**/*', 'package-lock.json']).slice(0, 16)}`,
  );
  mkdirSync(today, { recursive: true });
  const others = keptOf('made').filter((path) => path !== today);
  for (const path of others.slice(mostKept - 1)) rmSync(path, { recursive: true, force: true });
  folder = today;
  return today;
}

/**
 * The value that `make` makes of `key`: from disk if it was made before. Two that begin at once
 * both make it.
 */
async function kept<Value>(key: unknown, make: () => Promise<Value>): Promise<Value> {
  // A parser must not depend on them, and the tests that prove so must not be given what another
  // zone made.
  const { TZ, LANG, LC_ALL } = process.env;
  const name = createHash('sha256')
    .update(JSON.stringify([key, process.version, TZ, LANG, LC_ALL]))
    .digest('hex');
  const path = join(folderOfToday(), name);
  if (existsSync(path)) return deserialize(readFileSync(path)) as Value;
  const made = await make();
  const unfinished = `${path}.${randomUUID()}.making`;
  writeFileSync(unfinished, serialize(made));
  renameSync(unfinished, path);
  return made;
}

/** All that a parser is told of a release, in one order. */
function nameOf({ name, order, year, provisional, released, sample }: Release): unknown[] {
  return [name, order, year, provisional, released, sample];
}

/** The releases of a source's sample, oldest first. Tests of the sample itself make it anew. */
export function keptSamples(
  source: Pick<Source, 'key' | 'sample'>,
): Promise<readonly SampleRelease[]> {
  return kept(['sample', source.key], () => source.sample());
}

export async function keptSample(
  source: Pick<Source, 'key' | 'sample'>,
): Promise<readonly SampleRelease[]> {
  return (await keptSamples(source)).filter(({ isHeld }) => isHeld === undefined).slice(-1);
}

/** The source with a memory on disk: equal files of a release are parsed once. */
export function keepingRows<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
): Source<Rows, Observations> {
  return {
    ...source,
    async parse(release, files) {
      const digests = files.map(({ name, bytes }) => [
        name,
        createHash('sha256').update(bytes).digest('hex'),
      ]);
      let isKept = true;
      const { rows, lookups } = await kept(
        ['rows', source.key, ...nameOf(release), digests, isRecordedInFull()],
        async () => {
          isKept = false;
          const recorded: Lookup[] = [];
          return {
            rows: await recordLookups(recorded, () => source.parse(release, files), {
              isThorough: false,
            }),
            lookups: recorded,
          };
        },
      );
      if (isKept) for (const lookup of lookups) recordLookup(lookup);
      return rows;
    },
  };
}
