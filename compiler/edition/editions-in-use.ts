// Which editions are served or may be next, and which of them say the same figures.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { isPublished } from '#schemas/standing/is-published.ts';
import type { Source } from '#sources/kit/source.ts';
import { servedEditions } from './catalogue.ts';

/** The editions that are served, that would be if those were withdrawn, and that a person may still accept. */
export function editionsInUse(sources: readonly Source[], editions: readonly CatalogueEdition[]): Set<CatalogueEdition> {
  const kept = new Set(sources.flatMap((source) => servedAndNext(source, editions)));
  // Of each release that is held back, the newest try.
  for (const edition of editions) {
    if (edition.state !== 'quarantined') continue;
    const newest = editions.findLast(
      ({ state, source, release }) => state === 'quarantined' && source === edition.source && release === edition.release,
    );
    if (newest === edition) kept.add(edition);
  }
  return kept;
}

function servedAndNext(source: Source, editions: readonly CatalogueEdition[]): CatalogueEdition[] {
  const whole = editions.filter((edition) => !edition.pruned);
  const served = servedEditions(source, whole);
  const withdrawable = served.flatMap((edition) => sameFigures(whole, edition));
  return [
    ...served,
    ...servedEditions(
      source,
      whole.filter((edition) => !withdrawable.includes(edition)),
    ),
  ];
}

/** The edition and those of the same release and files that have not been withdrawn before. */
export function sameFigures(editions: readonly CatalogueEdition[], edition: CatalogueEdition): CatalogueEdition[] {
  const files = JSON.stringify(edition.inputs);
  return editions.filter(
    (other) =>
      other.source === edition.source &&
      other.release === edition.release &&
      other.format === edition.format &&
      JSON.stringify(other.inputs) === files &&
      isPublished(other),
  );
}
