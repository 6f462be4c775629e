// Publishes editions that a check has held back, with a known issue. The checks that blocked them stay listed, because they are what was accepted.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { heldBack, isPublished } from '#schemas/standing.ts';
import { documentedLayout, wasUnderstood } from '../check/run-checks.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { faultOfEdition } from '../edition/edition-record.ts';
import type { CatalogueDraft } from '../edition/catalogue-draft.ts';
import { blockingNames } from '../release/outcome.ts';
import { wasReviewed } from '../review/review.ts';
import { type Decided, type DecidedAll, type DecisionOptions, type DecisionsOptions, decide, decideAll, nameOf } from './decide.ts';
import { OperationError } from './operation-error.ts';

export interface AcceptOptions extends DecisionOptions {
  /** Id of the later published edition of the same release that it may replace; null if it may replace none. */
  readonly displace?: string | null;
}

/**
 * Accepts a held edition. It is served if its release is the newest, or the newest of its year. A later edition of its release is
 * usually the publisher's correction, so it is only replaced if the operator names it.
 */
export function accept(options: AcceptOptions): Promise<Decided> {
  return decide({ ...options, waiting: true }, (draft, edition) => acceptOne(options, draft, edition, options.displace ?? null));
}

/** Accepts several held editions with one reason, in one replacement of the catalogue: all of them, or none. */
export function acceptAll(options: DecisionsOptions): Promise<DecidedAll> {
  return decideAll({ ...options, waiting: true }, (draft, edition) => acceptOne(options, draft, edition, null));
}

/** The editions that `--first` accepts, and those that it would accept once a person has seen their review. */
export interface FirstEditions {
  readonly reviewed: readonly CatalogueEdition[];
  readonly unreviewed: readonly CatalogueEdition[];
}

/** The editions that wait only because their layout is new: all their other checks pass. */
export function firstEditions(directory: string): FirstEditions {
  const { editions, sources } = requireCatalogue(directory);
  const waiting = sources
    .flatMap(({ key }) => heldBack(editions.filter(({ source }) => source === key)))
    .filter((edition) => !edition.pruned && blockingNames(edition.checks).every((name) => name === documentedLayout));
  const [reviewed, unreviewed] = [true, false].map((seen) => waiting.filter(({ id }) => wasReviewed(directory, id) === seen));
  return { reviewed: reviewed ?? [], unreviewed: unreviewed ?? [] };
}

function acceptOne(
  { directory, reason }: Pick<DecisionOptions, 'directory' | 'reason'>,
  draft: CatalogueDraft,
  edition: CatalogueEdition,
  displace: string | null,
): void {
  const name = nameOf(edition);
  if (edition.state !== 'quarantined') throw new OperationError(`${name}: is ${edition.state}, expected a quarantined edition`);
  if (!wasUnderstood(edition))
    throw new OperationError(`${name}: its files were not understood, so it holds no documents that could be published`);
  if (edition.pruned) throw new OperationError(`${name}: its documents have been pruned\n  compile the release again, then accept it`);
  const later = publishedSince(draft.editions, edition);
  if (later === undefined && displace !== null)
    throw new OperationError(`--displace ${displace}: no such later edition of this release has been published; leave --displace out`);
  if (later !== undefined && displace !== later.id) {
    throw new OperationError(
      `${name}: a later edition of the same release is published, ${later.id} (${later.compiled}), and would no longer be served` +
        `\n  if the earlier edition is right after all: lmi accept ${edition.id} --displace ${later.id} --reason TEXT`,
    );
  }
  const fault = faultOfEdition(directory, edition, 'whole');
  if (fault !== null) throw new OperationError(`${name}: ${fault}; nothing was published`);
  const at = new Date().toISOString();
  const { dismissed: _dismissed, ...taken } = edition;
  draft.put({ ...taken, state: 'superseded', accepted: { reason: reason.trim(), at } });
  draft.renew(edition.id);
  draft.notePublication(edition.source, at);
}

/** The last published edition of the same release after this one. */
function publishedSince(editions: readonly CatalogueEdition[], held: CatalogueEdition): CatalogueEdition | undefined {
  return editions
    .slice(editions.findIndex(({ id }) => id === held.id) + 1)
    .findLast((edition) => edition.source === held.source && edition.release === held.release && isPublished(edition));
}
