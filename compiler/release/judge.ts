// Judges an examined release: which faults hold it back, and whether an operator has accepted them.
import type { CatalogueEdition, CheckResult } from '#schemas/catalogue.ts';
import { documentedLayout, needlessAcceptance, unseenLayout } from '../check/run-checks.ts';
import type { Shelf } from '../edition/edition-directory.ts';
import type { Judged } from './describe-edition.ts';
import type { ExaminedRelease } from './examine.ts';
import { blockingNames } from './outcome.ts';
import { acceptedBefore } from './recognise.ts';
import { dismissedBefore } from './same-files.ts';
import type { Run } from './run.ts';

export function judge(run: Run, release: ExaminedRelease): Judged {
  const acceptance = acceptedBefore(run, release);
  // An accepted layout stays listed, even after later releases have made it a known one.
  const acceptedLayout = acceptance?.checks.filter((result) => result.check === documentedLayout) ?? [];
  const layout =
    acceptedLayout.length > 0 ? acceptedLayout : unseenLayout(release.source, release.release, release.inputs, run.holdings.editions);
  const found = [...release.compared, ...layout];
  const checks = acceptance !== null && release.isCompared ? [...found, ...needlessAcceptance(acceptance, found)] : found;
  const accepted = acceptedNow(run, checks, acceptance, release.id);
  const dismissed = dismissedBefore(run, release);
  return { checks, accepted, shelf: shelfFor(run, release.id, checks, accepted), ...(dismissed === undefined ? {} : { dismissed }) };
}

/**
 * The acceptance of exactly these faults: an earlier one, or the one that --accept-documented gives now, only for an unseen layout. An
 * edition that was accepted once stays accepted, even if the fault no longer shows.
 */
function acceptedNow(
  { options, holdings }: Run,
  checks: readonly CheckResult[],
  acceptance: CatalogueEdition | null,
  id: string,
): CatalogueEdition['accepted'] {
  const blocking = blockingNames(checks);
  if (blocking.length === 0) return holdings.edition(id)?.accepted ?? null;
  if (acceptance !== null && blocking.every((name) => acceptance.checks.some((result) => result.check === name)))
    return acceptance.accepted;
  if (!options.acceptDocumented || blocking.some((name) => name !== documentedLayout)) return null;
  return { reason: 'the layout was accepted by --accept-documented', at: new Date().toISOString() };
}

/**
 * A blocking check sends an edition to quarantine, unless an operator has accepted its faults or it was published before: clients may
 * have pinned it, so it is answered until it is withdrawn.
 */
function shelfFor({ holdings }: Run, id: string, checks: readonly CheckResult[], accepted: CatalogueEdition['accepted']): Shelf {
  const before = holdings.edition(id);
  if (before !== undefined && before.state !== 'quarantined') return 'editions';
  return blockingNames(checks).length === 0 || accepted !== null ? 'editions' : 'quarantine';
}
