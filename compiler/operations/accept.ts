// Publishes an edition that a check has held back, as one with a known issue. What blocked it stays listed: that is what was accepted.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { isPublished } from '#schemas/standing/is-published.ts';
import { understood } from '../check/run-checks.ts';
import { faultOfEdition } from '../edition/fault-of-edition.ts';
import { shelfOf } from '../edition/shelves.ts';
import { type Decided, type DecisionOptions, decide, nameOf } from './decide.ts';
import { OperationError } from './operation-error.ts';

export interface AcceptOptions extends DecisionOptions {
  /** Id of the edition of the same release, published since, whose place it may take; null where it is to take no such place. */
  readonly displace?: string | null;
}

/**
 * Accepts a held edition. It is served where its release is the newest, or the newest of its year. A later edition of its release is
 * as a rule the publisher's correction of it, so its place is only taken where a person names it.
 */
export function accept(options: AcceptOptions): Promise<Decided> {
  const { displace = null } = options;
  return decide(options, (holdings, edition) => {
    const name = nameOf(edition);
    if (edition.state !== 'quarantined') throw new OperationError(`${name}: is ${edition.state}, expected a quarantined edition`);
    if (edition.checks.some(({ check }) => check === understood))
      throw new OperationError(`${name}: its files were not understood, so it holds no documents that could be published`);
    if (edition.pruned) throw new OperationError(`${name}: its documents have been pruned\n  compile the release again, then accept it`);
    const later = publishedSince(holdings.editions, edition);
    if (later === undefined && displace !== null)
      throw new OperationError(`--displace ${displace}: takes no place of this edition, leave it out`);
    if (later !== undefined && displace !== later.id) {
      throw new OperationError(
        `${name}: a later edition of the same release has been published since, ${later.id} (${later.compiled}), and would no longer be served` +
          `\n  if the earlier one is right after all: lmi accept ${edition.id} --displace ${later.id} --reason TEXT`,
      );
    }
    const fault = faultOfEdition(options.directory, shelfOf(edition), edition, 'whole');
    if (fault !== null) throw new OperationError(`${name}: ${fault}; nothing has been published`);
    const at = new Date().toISOString();
    holdings.put({ ...edition, state: 'superseded', accepted: { reason: options.reason.trim(), at } });
    holdings.renew(edition.id);
    holdings.notePublication(edition.source, at);
  });
}

/** The last published edition of the same release that was given after this one. */
function publishedSince(editions: readonly CatalogueEdition[], held: CatalogueEdition): CatalogueEdition | undefined {
  return editions
    .slice(editions.findIndex(({ id }) => id === held.id) + 1)
    .findLast((edition) => edition.source === held.source && edition.release === held.release && isPublished(edition));
}
