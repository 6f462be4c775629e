// Which shelf an edition lies on is what the catalogue says of it. A run that was killed can leave one on the wrong shelf or on both.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { type Shelf, temporaryPrefix } from './edition-directory.ts';
import { syncDirectory } from './write-atomically.ts';

type Placed = Pick<CatalogueEdition, 'id' | 'state'>;

export function shelfOf({ state }: Pick<CatalogueEdition, 'state'>): Shelf {
  return state === 'quarantined' ? 'quarantine' : 'editions';
}

/**
 * Moves what was held and will be published, by one rename each and before the catalogue says so. Until it does the router
 * refuses these editions, wherever they lie; were the catalogue first, there would be a moment at which it promises files that are not there.
 */
export function moveAccepted(directory: string, editions: readonly Placed[]): void {
  for (const edition of editions) if (edition.state !== 'quarantined') move(directory, edition.id, 'quarantine', 'editions');
}

/** Brings every edition to the shelf that the catalogue on disk gives it. Only the holder of the lock may call it. */
export function settleShelves(directory: string, editions: readonly Placed[]): void {
  for (const edition of editions) {
    const [right, wrong]: readonly [Shelf, Shelf] =
      shelfOf(edition) === 'editions' ? ['editions', 'quarantine'] : ['quarantine', 'editions'];
    move(directory, edition.id, wrong, right);
    removeEdition(directory, wrong, edition.id);
  }
}

/** Removes an edition from a shelf: renamed first, because a kill amid the removal must not leave half of it under its name. */
export function removeEdition(directory: string, shelf: Shelf, id: string): void {
  const place = join(directory, shelf, id);
  if (!existsSync(place)) return;
  const doomed = join(directory, shelf, `${temporaryPrefix}${id}`);
  rmSync(doomed, { recursive: true, force: true });
  renameSync(place, doomed);
  rmSync(doomed, { recursive: true, force: true });
}

function move(directory: string, id: string, from: Shelf, to: Shelf): void {
  const [source, target] = [join(directory, from, id), join(directory, to, id)];
  if (!existsSync(source) || existsSync(target)) return;
  mkdirSync(join(directory, to), { recursive: true });
  renameSync(source, target);
  syncDirectory(join(directory, to));
  syncDirectory(join(directory, from));
}
