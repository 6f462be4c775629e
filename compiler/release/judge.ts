// Judges a finished edition, in the main process: may it be published? Then puts it into its folder
// and into the catalogue of the run.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { FigureCount } from '#sources/kit/figures.ts';
import { blocking, documentedLayout, heldResult, unseenLayout } from '../checks.ts';
import type { EditionFolder } from '../edition/data-directory.ts';
import { entryOf } from '../edition/describe.ts';
import { sha256 } from '../edition/digest.ts';
import { EditionWriter, publishEdition, temporaryFolder } from '../edition/edition-directory.ts';
import { type WrittenEdition, describeRelease, editionIdOf, noFigures } from './make-release.ts';
import { type Opened, isOfFiles } from './open-release.ts';
import { type Outcome, blockingProblems, outcomeOf, verdictOf } from './outcome.ts';
import type { Run } from './run.ts';
import { keepRelease } from './snapshots.ts';

/** Where an edition goes, and why. */
interface Judgement extends Pick<CatalogueEdition, 'accepted' | 'checks'> {
  readonly folder: EditionFolder;
}

/** Publishes an edition or puts it into quarantine. */
export async function placeEditionOf(
  run: Run,
  opened: Opened,
  written: WrittenEdition,
): Promise<Outcome> {
  const { record, problems, evidence } = written;
  const judgement = judge(run, opened, written);
  const edition = await putEdition(run, opened, written, judgement);
  if (judgement.folder === 'editions' && opened.source.titles !== undefined)
    run.evidence.set(record.id, evidence);
  return outcomeOf(opened, verdictOf(edition, 'published'), {
    edition,
    files: opened.bytes.length,
    problems: problems.length > 0 ? problems : blockingProblems(edition),
  });
}

/** Holds a release back whose layout cannot be read: its edition has no documents. */
export async function holdUnread(
  run: Run,
  opened: Opened,
  problems: readonly Problem[],
): Promise<Outcome> {
  const { source, release, inputs } = opened;
  const id = editionIdOf(
    source,
    opened,
    sha256(JSON.stringify(inputs.map((input) => input.sha256))),
  );
  const checks = [heldResult(problems)];
  const writer = new EditionWriter(temporaryFolder(run.options.directory, source.key));
  const record = writer.finish({
    ...describeRelease(source, opened, id),
    label: release.name,
    rows: null,
    axes: { occupations: [], areas: null },
    checks,
  });
  const written = { temporary: writer.temporary, record, count: noFigures };
  const edition = await putEdition(run, opened, written, {
    folder: 'quarantine',
    checks,
    accepted: null,
  });
  return outcomeOf(opened, 'quarantined', { edition, problems, files: opened.bytes.length });
}

/** Which faults hold the release back, and whether an operator has accepted them. */
function judge(run: Run, opened: Opened, { record, compared }: WrittenEdition): Judgement {
  const { options, draft } = run;
  const { source, release, inputs } = opened;
  const { id } = record;
  // It is of the same files, or of equal cells in other bytes.
  const acceptedEdition = draft.editions.findLast(
    (edition) =>
      edition.accepted !== null &&
      edition.state !== 'withdrawn' &&
      (edition.id === id || isOfFiles(edition, opened)),
  );
  // An accepted layout stays listed, even after later releases have made it a known one.
  const acceptedLayout =
    acceptedEdition?.checks.filter((result) => result.check === documentedLayout) ?? [];
  const layout =
    acceptedLayout.length > 0
      ? acceptedLayout
      : unseenLayout(source, release, inputs, draft.editions);
  const checks = [...compared, ...layout];
  const holding = blocking({ checks }).map(({ check }) => check);
  const before = draft.edition(id);
  const accepted = acceptanceOf(holding, before, acceptedEdition, options.acceptDocumented);
  // What was published before stays: clients may have pinned it, so it is answered until it is
  // withdrawn.
  const isPublic = before !== undefined && before.state !== 'quarantined';
  const isHeld = holding.length > 0 && accepted === null && !isPublic;
  return { checks, accepted, folder: isHeld ? 'quarantine' : 'editions' };
}

/**
 * Why an edition may be published although these checks hold it back; null if it may not.
 * `acceptedEdition`: an edition with the same cells that a person has accepted.
 */
function acceptanceOf(
  holding: readonly string[],
  before: CatalogueEdition | undefined,
  acceptedEdition: CatalogueEdition | undefined,
  acceptDocumented: boolean,
): CatalogueEdition['accepted'] {
  // An edition that was accepted once stays accepted, even if the fault no longer shows.
  if (holding.length === 0) return before?.accepted ?? null;
  if (
    acceptedEdition !== undefined &&
    holding.every((name) => acceptedEdition.checks.some((result) => result.check === name))
  )
    return acceptedEdition.accepted;
  if (!acceptDocumented || holding.some((name) => name !== documentedLayout)) return null;
  return {
    reason: 'the layout was accepted by --accept-documented',
    at: new Date().toISOString(),
  };
}

/**
 * The root that the documents of an edition must have; null if they can have any. An entry without
 * the digest of a record is of a version that digested tables in another way.
 */
function rootOf(before: CatalogueEdition | undefined): string | null {
  if (before === undefined || before.state === 'quarantined') return null;
  return before.pruned && before.record === undefined ? null : before.root;
}

/**
 * Puts an edition into its folder and into the new catalogue, and keeps the files that it was made
 * from as snapshots.
 */
async function putEdition(
  { options, draft, code }: Run,
  opened: Opened,
  written: Pick<WrittenEdition, 'temporary' | 'record'> & { readonly count: FigureCount },
  { folder, checks, accepted }: Judgement,
): Promise<CatalogueEdition> {
  const { directory } = options;
  const isHeld = folder === 'quarantine';
  const before = draft.edition(written.record.id);
  const record = await publishEdition(directory, folder, written, {
    // A held edition was never public, so its root may change: once a marker has its meaning, there
    // are documents.
    replace: options.afresh === true || options.base !== undefined || isHeld,
    root: rootOf(before),
    digest: before?.record ?? null,
  });
  keepRelease(directory, opened.release, opened.bytes);
  // A dismissal holds for all editions of this release with the same files.
  const heldBefore = draft.editions.findLast(
    (edition) => edition.state === 'quarantined' && isOfFiles(edition, opened),
  );
  const judged = {
    isHeld,
    checks,
    accepted,
    dismissed: isHeld ? heldBefore?.dismissed : undefined,
    inputs: opened.listed,
    count: written.count,
    code,
  };
  const edition = entryOf(record, judged, before);
  draft.put(edition);
  draft.renew(edition.id);
  return edition;
}
