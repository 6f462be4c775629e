// Takes a published edition back. Latest and year fall back to the edition before it, its pin
// answers 410 with the reason, and its record stays listed. Restoring takes a withdrawal back.
import { join } from 'node:path';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { isPublished } from '#schemas/standing.ts';
import { bundlesFolder, discardBundleWith } from '../bundle/latest.ts';
import { faultLine, faultOfEdition } from '../edition/edition-record.ts';
import { sameFigures } from '../edition/editions-in-use.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { CatalogueDraft } from '../edition/catalogue-draft.ts';
import { OperationError } from '../edition/operation-error.ts';
import {
  type Decided,
  type DecisionOfOne,
  decideOne,
  nameOf,
  requireEdition,
  requireReason,
} from './decide.ts';
import { wordOf } from '../release/outcome.ts';

export interface WithdrawOptions extends DecisionOfOne {
  /** Id of the edition that clients should use if they have pinned this one. */
  readonly replaceWith: string | null;
  readonly dryRun?: boolean;
}

export interface Withdrawal extends Omit<Decided, 'editions'> {
  readonly edition: CatalogueEdition;
  /** The other editions with the same figures, withdrawn with it. */
  readonly along: readonly CatalogueEdition[];
}

/**
 * Withdraws an edition, and with it the editions of the same release, files and format. They have
 * the same figures, and latest would otherwise fall back to one of them. An edition of another
 * format stays, because it repairs our own fault. An edition in quarantine was never published, so
 * there is nothing to take back. The last edition of the spine stays: without it the whole service
 * answers 503.
 */
export async function withdraw(options: WithdrawOptions): Promise<Withdrawal> {
  const along: CatalogueEdition[] = [];
  const amend = (draft: CatalogueDraft, edition: CatalogueEdition) => {
    const name = nameOf(edition);
    if (edition.state === 'withdrawn')
      throw new OperationError(
        `${name}: already withdrawn, at ${edition.withdrawn?.at ?? 'an unknown time'}`,
      );
    if (edition.state === 'quarantined')
      throw new OperationError(
        `${name}: is held back and was never published, so there is nothing to withdraw`,
      );
    const replacedBy =
      options.replaceWith === null
        ? null
        : requireSuccessor(draft, options.directory, edition, options.replaceWith).id;
    const withdrawn = { reason: options.reason.trim(), at: new Date().toISOString(), replacedBy };
    for (const twin of sameFigures(draft.editions, edition)) {
      const taken: CatalogueEdition = { ...twin, state: 'withdrawn', withdrawn };
      draft.put(taken);
      if (taken.id !== edition.id) along.push(taken);
    }
    if (
      spine.some((key) => key === edition.source) &&
      draft.servedOf(edition.source).length === 0
    ) {
      throw new OperationError(
        `${name}: the only edition of ${edition.source} that can be served, and the ` +
          'service needs one\n  ' +
          'publish another release of it first',
      );
    }
  };
  if (options.dryRun) {
    requireReason(options);
    const { directory, sources, id } = options;
    const draft = new CatalogueDraft({
      directory,
      sources,
      sample: requireCatalogue(directory).sample,
    });
    amend(draft, requireEdition(draft, directory, id));
    const edition = requireEdition(draft, directory, id);
    return {
      edition,
      along,
      outcomes: [],
      served: draft.servedOf(edition.source).map((served) => served.id),
    };
  }
  const decided = await decideOne(options, amend);
  // A bundle must not hold a withdrawn edition, so a bundle with it is no longer offered. The next
  // is made without it.
  discardBundleWith(join(options.directory, bundlesFolder), [
    options.id,
    ...along.map(({ id }) => id),
  ]);
  return { ...decided, along };
}

function requireSuccessor(
  draft: CatalogueDraft,
  directory: string,
  edition: CatalogueEdition,
  id: string,
): CatalogueEdition {
  const successor = requireEdition(draft, directory, id);
  const refuse = (why: string) => new OperationError(`--replace-with ${nameOf(successor)}: ${why}`);
  if (sameFigures(draft.editions, edition).includes(successor))
    throw refuse('this command withdraws it too, because it is of the same release and files');
  if (successor.source !== edition.source) throw refuse(`expected an edition of ${edition.source}`);
  if (successor.year !== edition.year)
    throw refuse(`is of ${successor.year}, expected the reference year ${edition.year}`);
  if (!isPublished(successor))
    throw refuse(`is ${wordOf(successor.state)}, expected a published edition`);
  return successor;
}

/**
 * Takes a withdrawal back, of the edition and of those that were withdrawn with it: their pins
 * answer again, and the edition is served if its release is the newest. What a bundle or a client
 * has kept of it is the same.
 */
export async function restore(options: Omit<DecisionOfOne, 'reason'>): Promise<Withdrawal> {
  const along: CatalogueEdition[] = [];
  const decided = await decideOne({ ...options, reason: 'restored' }, async (draft, edition) => {
    const { withdrawn } = edition;
    if (withdrawn === null)
      throw new OperationError(
        `${nameOf(edition)}: is ${wordOf(edition.state)}, expected a withdrawn edition`,
      );
    const { source, release } = edition;
    const isTwin = (other: CatalogueEdition) =>
      other.source === source && other.release === release && other.withdrawn?.at === withdrawn.at;
    for (const twin of draft.editions.filter(isTwin)) {
      const fault = twin.pruned ? null : await faultOfEdition(options.directory, twin, 'whole');
      if (fault !== null)
        throw new OperationError(`${nameOf(twin)}: ${faultLine(fault)}; nothing was restored`);
      draft.put({ ...twin, state: 'superseded', withdrawn: null });
      if (twin.id !== edition.id) along.push(twin);
    }
    draft.notePublication(source, new Date().toISOString());
  });
  return { ...decided, along };
}
