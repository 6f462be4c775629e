// Takes a published edition back. Latest and year fall back to the edition before it, its pin answers 410 with the reason, and its
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
  /** Id of the edition that clients should use if they have pinned this one. */
  readonly replaceWith: string | null;
}

export interface Withdrawal extends Decided {
  /** The other editions with the same figures, withdrawn with it. */
  readonly along: readonly CatalogueEdition[];
}

/**
 * Withdraws an edition, and with it the editions of the same release, files and format. They have the same figures, and latest would
 * otherwise fall back to one of them. An edition of another format stays, because it repairs our own fault. An edition in quarantine was
 * never published, so there is nothing to take back. The last edition of the spine stays: without it the whole service answers 503.
 */
export async function withdraw(options: WithdrawOptions): Promise<Withdrawal> {
  const along: CatalogueEdition[] = [];
  const decided = await decide(options, (holdings, edition) => {
    const name = nameOf(edition);
    if (edition.state === 'withdrawn')
      throw new OperationError(`${name}: already withdrawn, at ${edition.withdrawn?.at ?? 'an unknown time'}`);
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
        `${name}: the only edition of ${edition.source} that can be served, and the service needs one\n  publish another release of it first`,
      );
    }
  });
  // A bundle must not hold a withdrawn edition, so a bundle with it is no longer offered. The next is made without it.
  discardBundleWith(join(options.directory, bundlesFolder), [options.id, ...along.map(({ id }) => id)]);
  return { ...decided, along };
}

function requireSuccessor(holdings: Holdings, directory: string, edition: CatalogueEdition, id: string): CatalogueEdition {
  const successor = requireEdition(holdings, directory, id);
  const refuse = (why: string) => new OperationError(`--replace-with ${nameOf(successor)}: ${why}`);
  if (sameFigures(holdings.editions, edition).includes(successor))
    throw refuse('this command withdraws it too, because it is of the same release and files');
  if (successor.source !== edition.source) throw refuse(`expected an edition of ${edition.source}`);
  if (successor.year !== edition.year) throw refuse(`is of ${successor.year}, expected the reference year ${edition.year}`);
  if (!isPublished(successor)) throw refuse(`is ${successor.state}, expected a published edition`);
  return successor;
}
