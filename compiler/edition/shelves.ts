// Moves editions to the shelf that the catalogue gives them. A killed run can leave an edition on the wrong shelf or on both.
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
 * Moves accepted editions out of quarantine, by one rename each, before the catalogue is written. Until then the router refuses these
 * editions wherever they are. In the other order the catalogue would for a moment promise missing files.
 */
export function moveAccepted(directory: string, editions: readonly Placed[]): void {
  for (const edition of editions) if (edition.state !== 'quarantined') move(directory, edition.id, 'quarantine', 'editions');
}

/** Moves every edition to the shelf that the catalogue on disk gives it. Only the holder of the lock may call it. */
export function settleShelves(directory: string, editions: readonly Placed[]): void {
  for (const edition of editions) {
    const [right, wrong]: readonly [Shelf, Shelf] =
      shelfOf(edition) === 'editions' ? ['editions', 'quarantine'] : ['quarantine', 'editions'];
    move(directory, edition.id, wrong, right);
    removeEdition(directory, wrong, edition.id);
  }
}

/** Removes an edition from a shelf. It renames first, so that a kill cannot leave half of it under its name. */
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
