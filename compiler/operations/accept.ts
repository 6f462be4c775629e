// Publishes an edition that a check has held back, as one with a known issue. What blocked it stays listed: that is what was accepted.
import { understood } from '../check/run-checks.ts';
import { faultOfEdition } from '../edition/fault-of-edition.ts';
import { shelfOf } from '../edition/shelves.ts';
import { type Decided, type DecisionOptions, decide, nameOf } from './decide.ts';
import { OperationError } from './operation-error.ts';

/** Accepts a held edition. It is served where its release is the newest, or the newest of its year. */
export function accept(options: DecisionOptions): Promise<Decided> {
  return decide(options, (holdings, edition) => {
    const name = nameOf(edition);
    if (edition.state !== 'quarantined') throw new OperationError(`${name}: is ${edition.state}, expected a quarantined edition`);
    if (edition.checks.some(({ check }) => check === understood)) throw new OperationError(`${name}: its files were not understood, so it holds no documents that could be published`);
    if (edition.pruned) throw new OperationError(`${name}: its documents have been pruned\n  compile the release again, then accept it`);
    const fault = faultOfEdition(options.directory, shelfOf(edition), edition, 'whole');
    if (fault !== null) throw new OperationError(`${name}: ${fault}; nothing has been published`);
    const at = new Date().toISOString();
    holdings.put({ ...edition, state: 'superseded', accepted: { reason: options.reason.trim(), at } });
    holdings.renew(edition.id);
    holdings.notePublication(edition.source, at);
  });
}
