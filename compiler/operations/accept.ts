// Publishes an edition that a check has held back, with a known issue. The checks that blocked it stay listed, because they are what was accepted.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { isPublished } from '#schemas/standing/is-published.ts';
import { wasUnderstood } from '../check/run-checks.ts';
import { faultOfEdition } from '../edition/fault-of-edition.ts';
import { shelfOf } from '../edition/shelves.ts';
import { type Decided, type DecisionOptions, decide, nameOf } from './decide.ts';
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
  const { displace = null } = options;
  return decide(options, (holdings, edition) => {
    const name = nameOf(edition);
    if (edition.state !== 'quarantined') throw new OperationError(`${name}: is ${edition.state}, expected a quarantined edition`);
    if (!wasUnderstood(edition))
      throw new OperationError(`${name}: its files were not understood, so it holds no documents that could be published`);
    if (edition.pruned) throw new OperationError(`${name}: its documents have been pruned\n  compile the release again, then accept it`);
    const later = publishedSince(holdings.editions, edition);
    if (later === undefined && displace !== null)
      throw new OperationError(`--displace ${displace}: no such later edition of this release has been published; leave --displace out`);
    if (later !== undefined && displace !== later.id) {
      throw new OperationError(
        `${name}: a later edition of the same release is published, ${later.id} (${later.compiled}), and would no longer be served` +
          `\n  if the earlier edition is right after all: lmi accept ${edition.id} --displace ${later.id} --reason TEXT`,
      );
    }
    const fault = faultOfEdition(options.directory, shelfOf(edition), edition, 'whole');
    if (fault !== null) throw new OperationError(`${name}: ${fault}; nothing was published`);
    const at = new Date().toISOString();
    holdings.put({ ...edition, state: 'superseded', accepted: { reason: options.reason.trim(), at } });
    holdings.renew(edition.id);
    holdings.notePublication(edition.source, at);
  });
}

/** The last published edition of the same release after this one. */
function publishedSince(editions: readonly CatalogueEdition[], held: CatalogueEdition): CatalogueEdition | undefined {
  return editions
    .slice(editions.findIndex(({ id }) => id === held.id) + 1)
    .findLast((edition) => edition.source === held.source && edition.release === held.release && isPublished(edition));
}
