// Compares a data directory with its catalogue, byte for byte: every edition, every file, every
// snapshot.
import { repairOfEdition } from '../edition/data-directory.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { type StoredFault, faultOfFormat } from '#schemas/document-formats.ts';
import { latestFile } from '#schemas/stored-files.ts';
import { sources } from '#sources/index.ts';
import { type Problem, formatProblem, readOrReport } from '#sources/kit/problem.ts';
import { BundleError } from '../bundle/format.ts';
import { type Latest, bundlesFolder, readLatest } from '../bundle/latest.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { digestOfFile } from '../edition/digest.ts';
import { pinnableEditions } from '../edition/editions-in-use.ts';
import { faultOfEdition, faultOfTitleModel } from '../edition/edition-record.ts';
import { filesBeneath, namesIn, readWhole } from '../edition/files.ts';
import { listedEditions, snapshotsOf } from '../edition/listed-files.ts';
import { parseManifest, parseSnapshotPath } from '../release/manifests.ts';
import type { ShowProgress } from '../release/run.ts';
import { originalOf } from '../release/snapshots.ts';
import { readOrigin } from '../edition/origin.ts';
import { wordOf } from '../release/outcome.ts';

export type Verification = Awaited<ReturnType<typeof verifyDirectory>>;

/**
 * The faults, each with its file, only the first of each edition; and in remarks what is not wrong
 * but worth a look.
 */
export async function verifyDirectory(directory: string, progress: ShowProgress = () => {}) {
  const catalogue = requireCatalogue(directory);
  const { recordsOnly, snapshotsLeft } = readOrigin(directory) ?? {
    recordsOnly: [],
    snapshotsLeft: [],
  };
  const listed = listedEditions(catalogue.editions, recordsOnly);
  const faultOfModel = faultOfTitleModel(directory, catalogue.titleModel);
  const faultsOfEditions: string[] = [];
  for (const [done, { edition, extent }] of listed.entries()) {
    const comparing = `${edition.source} ${edition.release}: comparing`;
    progress(comparing, { done, of: listed.length, what: 'editions' });
    const fault = await faultOfEdition(directory, edition, extent);
    if (fault !== null)
      faultsOfEditions.push(formatProblem({ repair: repairOfEdition(edition), ...fault }));
  }
  const faults = [
    ...faultsOfEditions,
    ...faultsOfServed(catalogue),
    ...listed.flatMap(({ edition, place }) => {
      const wrong = `${place.startsWith('editions/') ? 'quarantine' : 'editions'}/${edition.id}`;
      if (!existsSync(join(directory, wrong))) return [];
      return [
        `${wrong}: is ${wordOf(edition.state)}, so it should not be here; the next lmi ` +
          'compile moves it',
      ];
    }),
    ...(faultOfModel === null ? [] : [faultOfModel]),
    ...faultsOfBundle(directory),
    ...faultsOfSnapshots(directory, catalogue, snapshotsLeft),
  ];
  const remarks = [
    ...elsewhere(catalogue, recordsOnly),
    ...orphansOf(directory, catalogue).map(
      (path) => `${path}: is no edition that the catalogue keeps; lmi prune removes it`,
    ),
  ];
  const files = listed.reduce(
    (sum, { edition, extent }) => sum + (extent === 'whole' ? edition.files + 1 : 1),
    0,
  );
  return { faults, remarks, editions: catalogue.editions.length, files };
}

/**
 * The editions that a caller can pin and whose documents are only in the store. `recordsOnly`: ids
 * of editions with nothing but a record here.
 */
export function elsewhere({ editions }: Catalogue, recordsOnly: readonly string[]): string[] {
  const here = pinnableEditions(sources, editions).filter(({ id }) => recordsOnly.includes(id));
  const gets =
    'is only in the store, so a request that pins it gets 503; lmi pull STORE fetches it';
  return here.map(({ id, source, release }) => `editions/${id}: ${source} ${release} ${gets}`);
}

/**
 * Folders of editions that the catalogue does not name, or calls pruned. A killed run leaves them.
 */
export function orphansOf(
  directory: string,
  {
    editions,
    titleModel,
  }: {
    readonly editions: readonly CatalogueEdition[];
    readonly titleModel: Catalogue['titleModel'];
  },
): string[] {
  const known = new Set([
    ...editions.filter(({ pruned }) => !pruned).map(({ id }) => id),
    titleModel?.id,
  ]);
  return ['editions', 'quarantine'].flatMap((folder) =>
    namesIn(join(directory, folder))
      .filter((name) => !known.has(name))
      .map((name) => `${folder}/${name}`),
  );
}

/**
 * Whether the bundle in bundles/ is the one that latest.json names. lmi verify of the bundle itself
 * checks what is in it.
 */
function faultsOfBundle(directory: string): string[] {
  let latest: Latest | null;
  try {
    latest = readLatest(join(directory, bundlesFolder));
  } catch (error) {
    if (error instanceof BundleError) return [error.message];
    throw error;
  }
  if (latest === null) return [];
  const place = `${bundlesFolder}/${latest.file}`;
  const digestOnDisk = digestOfFile(join(directory, place));
  if (digestOnDisk === latest.sha256) return [];
  const fault =
    digestOnDisk === null ? 'is missing, but' : 'its hash differs from the one with which';
  return [
    `${place}: ${fault} ${bundlesFolder}/${latestFile} names it\n  make it again with lmi bundle`,
  ];
}

/** The faults of served editions whose documents this version does not read. */
export function formatFaults({ editions }: Catalogue): StoredFault[] {
  return editions
    .filter(({ state }) => state === 'served')
    .map(faultOfFormat)
    .filter((fault) => fault !== null);
}

function faultsOfServed({ sources: described, editions }: Catalogue): string[] {
  const faulty = (key: string, id: string, fault: string) => [
    `catalogue.json: serves ${key} ${id} but ${fault}\n  ` +
      'restore it from a backup, or run lmi pull STORE --data DIR into an empty folder',
  ];
  return described.flatMap(({ key, served }) =>
    served.flatMap((id) => {
      const edition = editions.find((candidate) => candidate.id === id);
      if (edition === undefined) return faulty(key, id, 'does not list it');
      if (edition.state !== 'served') return faulty(key, id, `calls it ${wordOf(edition.state)}`);
      if (edition.pruned) return faulty(key, id, 'calls it pruned');
      const fault = faultOfFormat(edition);
      return fault === null ? [] : [`${fault.message}\n  ${fault.repair}`];
    }),
  );
}

/**
 * `left`: the snapshots that a pull has left in the store, because compiling does not need them.
 */
function faultsOfSnapshots(
  directory: string,
  { editions }: Catalogue,
  left: readonly string[],
): string[] {
  // Pruning removes the snapshots of a pruned or dismissed edition, unless another needs them.
  const inUse = editions.filter(({ pruned, dismissed }) => !pruned && dismissed === undefined);
  const faults: string[] = [];
  const blame = (problem: Problem) => faults.push(formatProblem(problem));
  const kept = new Set(left.map((name) => `snapshots/${name}`));
  for (const source of namesIn(join(directory, 'snapshots'))) {
    for (const { path, isFile } of filesBeneath(join(directory, 'snapshots', source))) {
      const place = `snapshots/${source}/${path}`;
      const { digest, release } = parseSnapshotPath(place) ?? { digest: null, release: null };
      if (!isFile) {
        kept.add(place);
        faults.push(
          `${place}: is a link or not a plain file\n  remove it; then ${repairOfSnapshot(source)}`,
        );
      } else if (release !== null)
        readOrReport(blame, null, () =>
          parseManifest(readWhole(join(directory, place)), place, source, release),
        );
      else if (digest !== null) {
        kept.add(place);
        if (originalOf(readFileSync(join(directory, place)), digest) === null)
          faults.push(`${place}: its hash differs from its name\n  ${repairOfSnapshot(source)}`);
      }
    }
  }
  for (const { path } of snapshotsOf(directory, inUse).filter(
    ({ path: place }) => !kept.has(place),
  )) {
    const [, source = ''] = path.split('/');
    faults.push(
      `${path}: is missing, and ${source} cannot be compiled again without it\n  ` +
        `${repairOfSnapshot(source)}`,
    );
  }
  return faults;
}

function repairOfSnapshot(source: string): string {
  return (
    `lmi pull --all fetches it from a store; lmi update --source ${source} downloads it ` +
    'if the publisher still has it; else lmi compile --from its files'
  );
}
