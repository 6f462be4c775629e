// The editions that are served or may be next, and the editions with the same figures.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { isPublished } from '#schemas/standing/is-published.ts';
import type { Source } from '#sources/kit/source.ts';
import { servedEditions } from './catalogue.ts';

/** The editions that are served, that would be served if those were withdrawn, and that an operator may still accept. */
export function editionsInUse(sources: readonly Source[], editions: readonly CatalogueEdition[]): Set<CatalogueEdition> {
  const kept = new Set(sources.flatMap((source) => servedAndNext(source, editions)));
  // The newest attempt of each held release.
  for (const edition of editions) {
    if (edition.state !== 'quarantined' || edition.dismissed !== undefined) continue;
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

/** The published editions of the same release, files and format, this one included. */
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
