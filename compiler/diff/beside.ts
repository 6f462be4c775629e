// The published edition to compare a held or a new one with.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { byRelease, parseRelease, servedEditions } from '../edition/catalogue.ts';
import type { Source } from '#sources/kit/source.ts';

/** The edition that `held`, held back or newly served, would replace or has replaced: the one of its reference year, else the newest that is not newer; null if there is none. */
export function servedBeside(source: Source, held: CatalogueEdition, editions: readonly CatalogueEdition[]): CatalogueEdition | null {
  const release = parseRelease(source, held.release, held.released);
  if (release === null) return null;
  const served = servedEditions(
    source,
    editions.filter(({ id }) => id !== held.id),
  );
  const ofYear = release.year === null ? undefined : served.find(({ year }) => year === release.year);
  const older = served.find((edition) => {
    const other = parseRelease(source, edition.release, edition.released);
    return other !== null && byRelease(other, release) <= 0;
  });
  return ofYear ?? older ?? null;
}
