// Takes a published edition back. Latest and year fall back to what was served before, its pin answers 410 with the reason, and the
// record stays listed.
import { join } from 'node:path';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { isPublished } from '#schemas/standing/is-published.ts';
import { bundlesFolder, discardBundleWith } from '../bundle/latest.ts';
import { sameFigures } from '../edition/editions-in-use.ts';
import type { Holdings } from '../edition/holdings.ts';
import { type Decided, type DecisionOptions, decide, nameOf, requireEdition } from './decide.ts';
import { OperationError } from './operation-error.ts';

export interface WithdrawOptions extends DecisionOptions {
  /** Id of the edition that whoever has pinned this one should use. */
  readonly replaceWith: string | null;
}

export interface Withdrawal extends Decided {
  /** The other editions that say the same figures and were withdrawn with it. */
  readonly along: readonly CatalogueEdition[];
}

/**
 * Withdraws an edition and with it those that were compiled of the same release from the same files in the same format: they say the
 * same figures in other company, and would otherwise be what latest falls back to. One of another format is what mends our own fault. What stands in quarantine was never published, so there is
 * nothing to take back; and the last edition of the spine stays, because without it the whole service answers 503.
 */
export async function withdraw(options: WithdrawOptions): Promise<Withdrawal> {
  const along: CatalogueEdition[] = [];
  const decided = await decide(options, (holdings, edition) => {
    const name = nameOf(edition);
    if (edition.state === 'withdrawn')
      throw new OperationError(`${name}: has been withdrawn already, at ${edition.withdrawn?.at ?? 'an unknown time'}`);
    if (edition.state === 'quarantined')
      throw new OperationError(`${name}: is held back and was never published, so there is nothing to withdraw`);
    const replacedBy = options.replaceWith === null ? null : requireSuccessor(holdings, options.directory, edition, options.replaceWith).id;
    const withdrawn = { reason: options.reason.trim(), at: new Date().toISOString(), replacedBy };
    for (const twin of sameFigures(holdings.editions, edition)) {
      const taken: CatalogueEdition = { ...twin, state: 'withdrawn', withdrawn };
      holdings.put(taken);
      if (taken.id !== edition.id) along.push(taken);
    }
    if (spine.some((key) => key === edition.source) && holdings.servedOf(edition.source).length === 0) {
      throw new OperationError(
        `${name}: nothing else of ${edition.source} can be served, and without it the service has no answer at all\n  publish another release of it first`,
      );
    }
  });
  // A bundle leaves out what is withdrawn: the one that lies there is given out no longer, and the next is made without it.
  discardBundleWith(join(options.directory, bundlesFolder), [options.id, ...along.map(({ id }) => id)]);
  return { ...decided, along };
}

function requireSuccessor(holdings: Holdings, directory: string, edition: CatalogueEdition, id: string): CatalogueEdition {
  const successor = requireEdition(holdings, directory, id);
  const refuse = (why: string) => new OperationError(`--replace-with ${nameOf(successor)}: ${why}`);
  if (sameFigures(holdings.editions, edition).includes(successor))
    throw refuse('is withdrawn by this very command, being of the same release and files');
  if (successor.source !== edition.source) throw refuse(`expected an edition of ${edition.source}`);
  if (successor.year !== edition.year) throw refuse(`is of ${successor.year}, expected the reference year ${edition.year}`);
  if (!isPublished(successor)) throw refuse(`is ${successor.state}, expected a published edition`);
  return successor;
}
