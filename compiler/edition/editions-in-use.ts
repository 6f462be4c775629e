// The editions that are served or may be next, and the editions with the same figures.
import { isDeepStrictEqual } from 'node:util';
import type { CatalogueEdition, ListedInput } from '#schemas/catalogue.ts';
import { isPublished } from '#schemas/standing.ts';
import type { Source } from '#sources/kit/source.ts';
import { servedEditions } from './catalogue.ts';

/**
 * The editions that are served, that would be served if those were withdrawn, and that an operator
 * may still accept.
 */
export function editionsInUse(
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
): Set<CatalogueEdition> {
  const kept = new Set(sources.flatMap((source) => servedAndNext(source, editions)));
  // The newest attempt of each held release.
  for (const edition of editions) {
    if (edition.state !== 'quarantined' || edition.dismissed !== undefined) continue;
    const isOfRelease = (other: CatalogueEdition) =>
      other.state === 'quarantined' &&
      other.source === edition.source &&
      other.release === edition.release;
    if (editions.findLast(isOfRelease) === edition) kept.add(edition);
  }
  return kept;
}

function servedAndNext(source: Source, editions: readonly CatalogueEdition[]): CatalogueEdition[] {
  const whole = editions.filter((edition) => !edition.pruned);
  const served = servedEditions(source, whole);
  const withdrawable = served.flatMap((edition) => sameFigures(whole, edition));
  const others = whole.filter((edition) => !withdrawable.includes(edition));
  return [...served, ...servedEditions(source, others)];
}

type EditionFiles = Pick<CatalogueEdition, 'source' | 'release'> & {
  readonly inputs: readonly ListedInput[];
};

export function areOfSameFiles(first: EditionFiles, second: EditionFiles): boolean {
  return (
    first.source === second.source &&
    first.release === second.release &&
    isDeepStrictEqual(first.inputs, second.inputs)
  );
}

/** The published editions of the same release, files and format, this one included. */
export function sameFigures(
  editions: readonly CatalogueEdition[],
  edition: CatalogueEdition,
): CatalogueEdition[] {
  return editions.filter(
    (other) =>
      isPublished(other) && other.format === edition.format && areOfSameFiles(other, edition),
  );
}

/**
 * The editions whose documents pruning keeps: those in use, and all published ones of sources whose
 * old editions callers can request.
 */
export function keptEditions(
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
): Set<CatalogueEdition> {
  return new Set([
    ...editionsInUse(sources, editions),
    ...keptForEver(sources, editions).filter(({ state }) => state !== 'quarantined'),
  ]);
}

/**
 * The published editions that a caller can pin, although they are not served. Their documents must
 * be where they are served.
 */
export function pinnableEditions(
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
): CatalogueEdition[] {
  return keptForEver(sources, editions).filter(
    (edition) => isPublished(edition) && !edition.pruned,
  );
}

function keptForEver(
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
): CatalogueEdition[] {
  const keys = sources.filter(({ retention }) => retention === 'for ever').map(({ key }) => key);
  return editions.filter(({ source }) => keys.includes(source));
}

/** The editions and the editions they need, whose observations go into them. */
export function withNeeds(
  wanted: Iterable<CatalogueEdition>,
  editions: readonly CatalogueEdition[],
): CatalogueEdition[] {
  const reached = new Set(wanted);
  // The loop also visits the editions that it adds, so it reaches needs of needs.
  for (const { needs } of reached)
    for (const edition of editions)
      if (needs.some((need) => need.edition === edition.id)) reached.add(edition);
  return [...reached];
}
