// Dismisses an edition that is held back and that nobody wants. It stays in quarantine, is no longer told as waiting, and can still be accepted.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { faultOfEdition } from '../edition/edition-record.ts';
import { type Decided, type DecisionOptions, decide, nameOf } from './decide.ts';
import { OperationError } from './operation-error.ts';

/**
 * The same files are not told again, whatever code compiles them. Other files of the release are. An edition whose record is damaged, so that nobody can
 * accept it, is removed.
 */
export function dismiss(options: DecisionOptions): Promise<Decided> {
  return decide(options, (draft, edition) => {
    const name = nameOf(edition);
    if (edition.state !== 'quarantined') throw new OperationError(`${name}: is ${edition.state}, expected an edition that is held back`);
    if (faultOfEdition(options.directory, edition, 'record') !== null) return draft.removeHeld(edition.id);
    if (edition.dismissed !== undefined) throw new OperationError(`${name}: already dismissed, at ${edition.dismissed.at}`);
    const dismissed = { reason: options.reason.trim(), at: new Date().toISOString() };
    const isAlike = (other: CatalogueEdition) =>
      other.state === 'quarantined' &&
      other.source === edition.source &&
      other.release === edition.release &&
      JSON.stringify(other.inputs) === JSON.stringify(edition.inputs);
    for (const other of draft.editions.filter(isAlike)) draft.put({ ...other, dismissed });
  });
}
