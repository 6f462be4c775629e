// A person's decisions: to publish a held edition with a known issue, to dismiss it, or to keep
// serving an edition that its publisher has corrected.
import {
  type Catalogue,
  type CatalogueEdition,
  type Ingest,
  neverLookedAt,
} from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { type Correction, isPublished, noticesOf, standingOf } from '#schemas/standing.ts';
import {
  blocking,
  overriddenBy,
  overridesOption,
  wasUnderstood,
  withdrawnByPublisher,
} from '../checks.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { areOfSameFiles } from '../edition/editions-in-use.ts';
import { faultLine, faultOfEdition } from '../edition/edition-record.ts';
import type { CatalogueDraft } from '../edition/catalogue-draft.ts';
import { wasReviewed } from '../review/review.ts';
import { OperationError } from '../edition/operation-error.ts';
import {
  type Decided,
  type DecisionOfOne,
  type DecisionOptions,
  decide,
  decideOne,
  nameOf,
} from './decide.ts';
import { wordOf } from '../release/outcome.ts';

export interface AcceptOptions extends DecisionOptions {
  /**
   * Names of the checks that are overridden: all that hold the editions back, except that a layout
   * is new.
   */
  readonly overrides: readonly string[];
}

/**
 * Accepts held editions with one reason, in one replacement of the catalogue: all of them, or none.
 * An edition is served if its release is the newest, or the newest of its year. A later edition of
 * its release is usually the publisher's correction, so a person must withdraw it first. The checks
 * that held an edition back stay listed, because they are what was accepted.
 */
export async function accept(options: AcceptOptions): Promise<Decided> {
  const { directory, ids, reason, overrides } = options;
  const catalogue = requireCatalogue(directory);
  const wanted = catalogue.editions.filter(({ id }) => ids.includes(id));
  const withdrawalsOf = (edition: CatalogueEdition) =>
    noticesOf(ingestOf(catalogue, edition), edition).withdrawals;
  const isWithdrawn = wanted.some((edition) => withdrawalsOf(edition).length > 0);
  const names = [
    ...wanted.flatMap(blocking).map(({ check }) => check),
    ...(isWithdrawn ? [withdrawnByPublisher] : []),
  ];
  const unknown = overrides.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new OperationError(
      `--overrides ${unknown}: no such check holds back what is accepted; leave it out`,
    );
  const amend = async (draft: CatalogueDraft, edition: CatalogueEdition) => {
    await requireAcceptable(directory, draft.editions, edition);
    requireOverrides(directory, edition, withdrawalsOf(edition), overrides);
    const acceptedAt = new Date().toISOString();
    const { dismissed: _dismissed, ...taken } = edition;
    draft.put({
      ...taken,
      state: 'superseded',
      accepted: { reason: reason.trim(), at: acceptedAt },
    });
    draft.renew(edition.id);
    draft.notePublication(edition.source, acceptedAt);
  };
  // Overriding a withdrawal is a decision about it, so the report does not ask again once the
  // edition is served.
  const acceptedAt = new Date().toISOString();
  const ingest = new Map<SourceKey, Ingest>();
  for (const edition of wanted) {
    const before = ingest.get(edition.source) ?? ingestOf(catalogue, edition);
    const notices = withdrawalsOf(edition);
    if (notices.length > 0)
      ingest.set(edition.source, {
        ...withDecided(before, notices, reason, acceptedAt),
        changed: acceptedAt,
      });
  }
  return decide(options, { amend, waiting: true, ingest });
}

function ingestOf({ sources }: Catalogue, edition: CatalogueEdition): Ingest {
  return sources.find(({ key }) => key === edition.source)?.ingest ?? neverLookedAt;
}

/** The state of a source after a person has decided about notices of its publisher. */
function withDecided(
  ingest: Ingest,
  notices: readonly Correction[],
  reason: string,
  decidedAt: string,
): Ingest {
  const decided = notices.map(({ release, date, text }) => ({
    release,
    date,
    text,
    reason: reason.trim(),
    at: decidedAt,
  }));
  return { ...ingest, decided: [...(ingest.decided ?? []), ...decided] };
}

async function requireAcceptable(
  directory: string,
  editions: readonly CatalogueEdition[],
  edition: CatalogueEdition,
): Promise<void> {
  const name = nameOf(edition);
  if (edition.state !== 'quarantined')
    throw new OperationError(
      `${name}: is ${wordOf(edition.state)}, expected an edition that is held back`,
    );
  if (!wasUnderstood(edition))
    throw new OperationError(
      `${name}: its files were not understood, so it holds no documents that could be published`,
    );
  if (edition.pruned)
    throw new OperationError(
      `${name}: its documents have been pruned\n  compile the release again, then accept it`,
    );
  const later = editions
    .slice(editions.findIndex(({ id }) => id === edition.id) + 1)
    .findLast(
      (other) =>
        other.source === edition.source && other.release === edition.release && isPublished(other),
    );
  if (later !== undefined)
    throw new OperationError(
      `${name}: a later edition of the same release is published, ${later.id} ` +
        `(${later.compiled}), and would no longer be served` +
        `\n  if the earlier edition is right after all:\n  lmi withdraw ${later.id} --reason "…"`,
    );
  const fault = await faultOfEdition(directory, edition, 'whole');
  if (fault !== null)
    throw new OperationError(`${name}: ${faultLine(fault)}; nothing was published`);
}

/**
 * A person who overrides a check names it, after having seen its findings. That a layout is new
 * needs a review alone.
 */
function requireOverrides(
  directory: string,
  edition: CatalogueEdition,
  withdrawals: readonly Correction[],
  overrides: readonly string[],
): void {
  const failing = [
    ...withdrawals.map(({ date, text }) => ({
      check: withdrawnByPublisher,
      message: date === null ? text : `on ${date}: ${text}`,
      places: [],
    })),
    ...overriddenBy(edition),
  ];
  if (
    failing.every(({ check }) => overrides.includes(check)) &&
    (failing.length === 0 || wasReviewed(directory, edition.id))
  )
    return;
  throw new OperationError(
    [
      `${nameOf(edition)}: is held back by what accepting it would override:`,
      ...failing.map(
        ({ check, message, places: [place] }) =>
          `  ${check}: ${message}${place === undefined ? '' : ` — ${place}`}`,
      ),
      '  if it is right all the same:',
      `  lmi review ${edition.id}`,
      `  lmi accept ${edition.id}${overridesOption(edition, withdrawals)} --reason "…"`,
    ].join('\n'),
  );
}

/**
 * The editions that wait only because their layout is new: those that `--first` accepts, and those
 * that it would once a person has seen their review.
 */
export function firstEditions(directory: string) {
  const catalogue = requireCatalogue(directory);
  const ids = standingOf(servingOf(catalogue), new Date()).flatMap(({ held }) =>
    held.flatMap(({ edition, withdrawals }) => (withdrawals.length === 0 ? [edition.id] : [])),
  );
  const waiting = ids.flatMap((id) =>
    catalogue.editions.filter((edition) => edition.id === id && !edition.pruned),
  );
  const first = waiting.filter((edition) => overriddenBy(edition).length === 0);
  return {
    reviewed: first.filter(({ id }) => wasReviewed(directory, id)),
    unreviewed: first.filter(({ id }) => !wasReviewed(directory, id)),
  };
}

/**
 * Dismisses a held edition. It stays in quarantine, is no longer reported as waiting, and can still
 * be accepted. The same files are not reported again, whatever code compiles them; other files of
 * the release are.
 */
export async function dismiss(options: DecisionOfOne) {
  // A removed edition has a damaged record, so it could not have been accepted.
  let isRemoved = false;
  const decided = await decideOne(options, async (draft, edition) => {
    const name = nameOf(edition);
    if (edition.state !== 'quarantined')
      throw new OperationError(
        `${name}: is ${wordOf(edition.state)}, expected an edition that is held back`,
      );
    isRemoved = (await faultOfEdition(options.directory, edition, 'record')) !== null;
    if (isRemoved) return draft.removeHeld(edition.id);
    if (edition.dismissed !== undefined)
      throw new OperationError(`${name}: already dismissed, at ${edition.dismissed.at}`);
    const dismissed = { reason: options.reason.trim(), at: new Date().toISOString() };
    for (const other of draft.editions)
      if (other.state === 'quarantined' && areOfSameFiles(other, edition))
        draft.put({ ...other, dismissed });
  });
  return { isRemoved, ...decided };
}

/**
 * Notes that a served edition stays, in spite of the corrections that its publisher has announced
 * so far.
 */
export async function keepServed({ id, ...options }: DecisionOfOne): Promise<Decided> {
  const catalogue = requireCatalogue(options.directory);
  const standing = standingOf(servingOf(catalogue), new Date()).find(({ served }) =>
    served.some((edition) => edition.id === id),
  );
  const corrections = standing?.corrections.filter((correction) => correction.id === id) ?? [];
  if (standing === undefined || corrections.length === 0)
    throw new OperationError(
      `${id}: neither is it held back, nor has its publisher corrected it, so there is ` +
        'nothing to accept',
    );
  const { source, ingest } = standing;
  const after = withDecided(ingest, corrections, options.reason, new Date().toISOString());
  return decide({ ...options, ids: [id] }, { amend: () => {}, ingest: new Map([[source, after]]) });
}
