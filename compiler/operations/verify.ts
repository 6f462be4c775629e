// Compares a data directory with its catalogue, byte for byte: every edition, every file, every snapshot.
import { type EditionFolder, folderOf, repairOfEdition } from '../edition/data-directory.ts';
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { faultOfFormat } from '#schemas/document-formats.ts';
import { latestFile } from '#schemas/stored-files.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { BundleError, type Latest } from '../bundle/format.ts';
import { bundlesFolder, readLatest } from '../bundle/latest.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { sha256 } from '../edition/digest.ts';
import { type Extent, faultOfEdition, placeOfTitleModel } from '../edition/edition-record.ts';
import { pinnableEditions } from '../edition/editions-in-use.ts';
import { sources } from '#sources/index.ts';
import { filesBeneath, readWhole } from '../edition/files.ts';
import { originalOf } from '../release/stored-snapshot.ts';
import { formatProblem, readOrNull, readOrTell } from '#sources/kit/problem.ts';
import { parseSidecar } from '../release/snapshots.ts';
import { readOrigin } from '../store/origin.ts';

export interface Verification {
  /** What is wrong, each with its file; only the first fault of each edition. */
  readonly faults: readonly string[];
  /** What is not wrong but worth a look. */
  readonly remarks: readonly string[];
  readonly editions: number;
  readonly files: number;
}

export function verifyDirectory(directory: string): Verification {
  const catalogue = requireCatalogue(directory);
  const origin = readOrigin(directory);
  const recordsOnly = new Set(origin?.recordsOnly ?? []);
  const faults: string[] = [];
  let files = 0;
  for (const edition of catalogue.editions) {
    const extent: Extent = edition.pruned || recordsOnly.has(edition.id) ? 'record' : 'whole';
    const fault = faultOfEdition(directory, edition, extent);
    if (fault !== null) faults.push(`${fault}\n  ${repairOfEdition(edition)}`);
    files += extent === 'whole' ? edition.files + 1 : 1;
  }
  faults.push(
    ...faultsOfServed(catalogue),
    ...faultsOfShelves(directory, catalogue),
    ...faultOfTitleModel(directory, catalogue),
    ...faultsOfBundle(directory),
    ...faultsOfSnapshots(directory, catalogue, new Set(origin?.snapshotsLeft ?? [])),
  );
  const orphans = orphansOf(directory, catalogue);
  const remarks = elsewhere(catalogue, recordsOnly);
  remarks.push(...orphans.map((path) => `${path}: not in the catalogue; lmi prune removes it`));
  return { faults, remarks, editions: catalogue.editions.length, files };
}

/** The editions that a caller can pin and whose documents are only in the store. `recordsOnly`: ids of editions with nothing but a record here. */
export function elsewhere({ editions }: Catalogue, recordsOnly: ReadonlySet<string>): string[] {
  return pinnableEditions(sources, editions)
    .filter(({ id }) => recordsOnly.has(id))
    .map(
      ({ id, source, release }) =>
        `editions/${id}: ${source} ${release} is only in the store, so a request that pins it gets 503; lmi pull STORE fetches it`,
    );
}

/** Directories on the shelves that the catalogue does not name. A killed run leaves them if the next run makes something else. */
export function orphansOf(
  directory: string,
  {
    editions,
    titleModel,
  }: { readonly editions: readonly { readonly id: string }[]; readonly titleModel?: { readonly id: string } | null | undefined },
): string[] {
  const known = new Set([...editions.map((edition) => edition.id), titleModel?.id]);
  return (['editions', 'quarantine'] satisfies EditionFolder[]).flatMap((shelf) =>
    namesIn(join(directory, shelf))
      .filter((name) => !known.has(name))
      .map((name) => `${shelf}/${name}`),
  );
}

/** Whether the bundle in bundles/ is the one that latest.json names. lmi verify of the bundle itself checks what is in it. */
function faultsOfBundle(directory: string): string[] {
  const folder = join(directory, bundlesFolder);
  let latest: Latest | null;
  try {
    latest = readLatest(folder);
  } catch (error) {
    if (error instanceof BundleError) return [error.message];
    throw error;
  }
  if (latest === null) return [];
  const place = `${bundlesFolder}/${latest.file}`;
  if (lstatSync(join(directory, place), { throwIfNoEntry: false })?.isFile() !== true)
    return [`${place}: is missing, but ${bundlesFolder}/${latestFile} names it\n  make it again with lmi bundle`];
  return sha256(readFileSync(join(directory, place))) === latest.sha256
    ? []
    : [`${place}: its hash differs from ${bundlesFolder}/${latestFile}\n  make it again with lmi bundle`];
}

function faultOfTitleModel(directory: string, { titleModel }: Catalogue): string[] {
  if (titleModel === null) return [];
  const place = placeOfTitleModel(titleModel);
  const bytes = readOrNull(() => readWhole(join(directory, place)));
  if (bytes !== null && sha256(bytes) === titleModel.sha256) return [];
  return [`${place}: ${bytes === null ? 'is missing' : 'its hash differs from the catalogue'}\n  lmi compile learns it again`];
}

function faultsOfServed({ sources, editions }: Catalogue): string[] {
  return sources.flatMap(({ key, served }) =>
    served.flatMap((id) => {
      const edition = editions.find((candidate) => candidate.id === id);
      if (edition === undefined) return [`catalogue.json: serves ${key} ${id} but does not list it`];
      if (edition.state !== 'served') return [`catalogue.json: serves ${key} ${id} but calls it ${edition.state}`];
      if (edition.pruned) return [`catalogue.json: serves ${key} ${id} but calls it pruned`];
      const fault = faultOfFormat(edition);
      return fault === null ? [] : [`${fault.message}\n  ${fault.repair}`];
    }),
  );
}

function faultsOfShelves(directory: string, { editions }: Catalogue): string[] {
  return editions.flatMap((edition) => {
    const wrong: EditionFolder = folderOf(edition) === 'editions' ? 'quarantine' : 'editions';
    return existsSync(join(directory, wrong, edition.id))
      ? [`${wrong}/${edition.id}: is ${edition.state}, so it should not be here; the next lmi compile moves it`]
      : [];
  });
}

/** `left`: the snapshots that a pull has left in the store, because compiling does not need them. */
function faultsOfSnapshots(directory: string, { editions }: Catalogue, left: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const kept = new Set<string>();
  for (const source of namesIn(join(directory, 'snapshots'))) {
    for (const { path, isFile } of filesBeneath(join(directory, 'snapshots', source))) {
      const place = `snapshots/${source}/${path}`;
      if (!isFile) faults.push(`${place}: is not a plain file`);
      else if (isSnapshot(path.replace(/\.json$/, '')) && path.endsWith('.json'))
        readOrTell(
          (problem) => faults.push(formatProblem(problem)),
          null,
          () => parseSidecar(readWhole(join(directory, place)), place, path.slice(0, -'.json'.length)),
        );
      else if (!path.endsWith('.json') && isSnapshot(path)) {
        kept.add(`${source}/${path}`);
        if (originalOf(readFileSync(join(directory, place)), path) === null)
          faults.push(`${place}: its hash differs from its name\n  ${repairOfSnapshot(source)}`);
      }
    }
  }
  for (const { source, inputs, pruned, dismissed } of editions) {
    // Pruning removes the snapshots of such an edition, unless another needs them.
    if (pruned || dismissed !== undefined) continue;
    for (const input of inputs) {
      if (kept.has(`${source}/${input.sha256}`) || left.has(`${source}/${input.sha256}`)) continue;
      kept.add(`${source}/${input.sha256}`);
      faults.push(
        `snapshots/${source}/${input.sha256}: is missing, and ${source} cannot be compiled again without it\n  ${repairOfSnapshot(source)}`,
      );
    }
  }
  return faults;
}

function repairOfSnapshot(source: string): string {
  return `lmi pull --all fetches it from a store; lmi update --source ${source} downloads it if the publisher still has it; else lmi compile --from its files`;
}

function isSnapshot(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/** Names in a folder; none if there is no such folder. */
function namesIn(directory: string): string[] {
  return existsSync(directory) && lstatSync(directory).isDirectory() ? readdirSync(directory).sort(byCodeUnit) : [];
}
