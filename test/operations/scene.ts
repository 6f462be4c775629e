// A small data directory in which there is something to decide: the spine published, and of each of
// its sources a newer release that a check holds back.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { requireCatalogue as catalogueOf } from '#compiler/edition/catalogue.ts';
import { filesBeneath } from '#compiler/edition/files.ts';
import { accept } from '#compiler/operations/accept.ts';
import { withdraw } from '#compiler/operations/withdraw.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import { noteReviewed } from '#compiler/review/review.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { Source } from '#sources/kit/source.ts';
import { compileSample, sampleOf, socIndex, socStructure } from '../compiler/spine-releases.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';
import { lastingDirectory, temporaryDirectory } from '../temporary-directory.ts';
import {
  compileInto,
  quiet,
  releases,
  releasesOf,
  second,
  sources,
  suspicious,
} from './held-releases.ts';

export * from './held-releases.ts';
export { catalogueOf };

const made = new Map<boolean, Promise<string>>();

/**
 * A directory with both first releases served and both second ones held: compiled once in a
 * process, and copied. `ofWorkbooks`: of files that the commands' own sources read.
 */
export async function directoryWithHeld(ofWorkbooks = false): Promise<string> {
  const whole = made.get(ofWorkbooks) ?? compileHeld(ofWorkbooks);
  made.set(ofWorkbooks, whole);
  return copyOf(await whole);
}

async function compileHeld(ofWorkbooks: boolean): Promise<string> {
  const directory = lastingDirectory();
  const both = ofWorkbooks ? ([suspicious(socStructure), suspicious(socIndex)] as const) : sources;
  const workbooks = async (source: Source) => (await sampleOf(source)).published;
  const all = ofWorkbooks
    ? await releasesOf(both, [await workbooks(socStructure), await workbooks(socIndex)])
    : await releases();
  await compileInto(directory, [all.structure, all.index], { sources: both });
  await compileInto(directory, [all.structure2, all.index2], { sources: both });
  return directory;
}

export function copyOf(directory: string): string {
  const copy = join(temporaryDirectory(), 'data');
  cpSync(directory, copy, { recursive: true });
  return copy;
}

/** A directory in which the samples of the spine are published. */
export async function published(): Promise<string> {
  const directory = temporaryDirectory();
  await publishInto(directory);
  return directory;
}

/** Publishes the samples of the spine. */
export async function publishInto(directory: string): Promise<void> {
  await compileSample(directory, [await sampleOf(socStructure), await sampleOf(socIndex)]);
}

/** The bytes of the files of a folder whose paths match, by path. */
export function contentsOf(directory: string, match = /./): Record<string, string> {
  const paths = filesBeneath(directory).flatMap(({ path }) => (match.test(path) ? [path] : []));
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(directory, path), 'latin1')]),
  );
}

export const bytesOf = (directory: string) => contentsOf(directory, /^(editions|quarantine)\//);

/** The last edition of a source and release in the catalogue's order. */
export function editionOf(directory: string, source: string, release: string): CatalogueEdition {
  const found = catalogueOf(directory).editions.findLast(
    (edition) => edition.source === source && edition.release === release,
  );
  if (found === undefined) throw new Error(`${directory} has no edition of ${source} ${release}`);
  return found;
}

export function servedIn(directory: string): Record<string, string[]> {
  const { sources: described, editions } = catalogueOf(directory);
  return Object.fromEntries(
    described.map(({ key, served }) => [
      key,
      served.map((id) => editions.find((edition) => edition.id === id)?.release ?? 'unlisted'),
    ]),
  );
}

export const fresh = (): string => join(temporaryDirectory(), 'data');

export const publishTo = (
  store: string,
  directory: string,
  more: Partial<Parameters<typeof publish>[0]> = {},
) =>
  publish({
    store: openDirectoryStore(store, directory, quiet.say),
    directory,
    sample: true,
    newStore: !existsSync(join(store, 'store.json')),
    ...quiet,
    ...more,
  });

export const pullFrom = (
  store: string,
  directory: string,
  more: Partial<Parameters<typeof pull>[0]> = {},
) =>
  pull({
    store: openDirectoryStore(store, directory, quiet.say),
    directory,
    sources,
    all: false,
    ...quiet,
    ...more,
  });

/**
 * Accepts the second release of a source, or another edition that is named, as a person does who
 * has seen its review.
 */
export async function acceptIn(
  directory: string,
  source: string,
  {
    id = editionOf(directory, source, second).id,
    ...more
  }: Partial<Parameters<typeof accept>[0]> & { readonly id?: string } = {},
) {
  const { editions, ...decided } = await acceptAll(directory, [id], more);
  return { edition: editions[0] ?? expect.fail(), ...decided };
}

export function acceptAll(
  directory: string,
  ids: readonly string[],
  more: Partial<Parameters<typeof accept>[0]> = {},
) {
  const found = catalogueOf(directory).editions.filter((edition) => ids.includes(edition.id));
  for (const { id } of found) noteReviewed(directory, id);
  const overrides = found.flatMap(({ checks }) =>
    checks.filter(({ severity }) => severity === 'block').map(({ check }) => check),
  );
  return accept({ directory, sources, ids, overrides, reason: 'because', ...quiet, ...more });
}

export const withdrawIn = (
  directory: string,
  id: string,
  more: Partial<Parameters<typeof withdraw>[0]> = {},
) =>
  withdraw({
    directory,
    sources,
    id,
    reason: 'it was wrong',
    replaceWith: null,
    ...quiet,
    ...more,
  });

/** Daily publishes no sample, so the data call themselves real. */
export function callReal(directory: string): string {
  rewriteCatalogue(directory, (catalogue) => ({ ...catalogue, sample: false }));
  return directory;
}

/** As after a change of our code: everything is compiled again. */
export function forgetCode(directory: string): void {
  rewriteCatalogue(directory, (catalogue) => ({
    ...catalogue,
    editions: catalogue.editions.map((edition) => ({ ...edition, code: null })),
  }));
}

/** Another byte in the middle of a file; its size stays. */
export function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

export function under(directory: string, match: RegExp): string {
  const [found] = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => match.test(path))
    .sort();
  if (found === undefined) throw new Error(`${directory} has nothing like ${match}`);
  return join(directory, found);
}
