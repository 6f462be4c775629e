// Finds the local area that the {area} of a path names, by its code, a former code or its slug. The
// list is a stored document of the served edition of local-authorities. It is read once for each
// edition.
import { areas as contractAreas, areaSlugs } from '#schemas/codes.ts';
import { documentPath } from '#schemas/document-path.ts';
import { endpointOf } from '#schemas/endpoints.ts';
import type { LocalAreasDocument } from '#schemas/resources/local-areas.ts';
import { areasNamed } from './area-names.ts';
import { servedEditions } from './edition.ts';
import { Refusal, quoted, wrongPathValue } from '../http/problem.ts';
import type { Published } from '../data/published.ts';
import type { Store } from '../data/store.ts';

/** The slug of the local area that a value names; throws 404 if it names none. */
export type ResolveLocalArea = (value: string) => string;

/**
 * Reads the list from one store. It remembers a value and never a promise, because workerd forbids
 * requests to share one.
 */
export function createLocalAreaReader(
  store: Store,
): (published: Published) => Promise<ResolveLocalArea> {
  const list = endpointOf('local-areas');
  const path = documentPath(list, {});
  let remembered: { readonly edition: string; readonly resolve: ResolveLocalArea } | null = null;

  return async (published) => {
    const served = servedEditions(list, published);
    if (served instanceof Refusal) throw served;
    const [edition] = served;
    if (edition === undefined) throw new Error('local-authorities is served without an edition');
    if (remembered?.edition === edition.id) return remembered.resolve;
    const { bytes } = await store.document(edition, path);
    // The compiler validated the document against its schema before publication.
    const document: LocalAreasDocument = JSON.parse(new TextDecoder().decode(bytes));
    const resolve = resolverOf(document);
    remembered = { edition: edition.id, resolve };
    return resolve;
  };
}

/** The letters and digits of a name: letter case, blanks and punctuation are left out. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function resolverOf({ areas, londonBoroughs }: LocalAreasDocument): ResolveLocalArea {
  const slugs = new Map(
    areas.flatMap(({ code, slug, formerCodes }) =>
      [code, slug, ...formerCodes].map((name) => [name, slug] as const),
    ),
  );
  /** Codes and slugs by the letters of every name of an area. */
  const namesByLetters = new Map(
    areas.flatMap(({ slug, name }) => [
      [lettersOf(slug), slug] as const,
      [lettersOf(name), slug] as const,
    ]),
  );
  for (const { code, formerCodes } of areas)
    for (const each of [code, ...formerCodes]) namesByLetters.set(lettersOf(each), each);
  const boroughs = new Map(
    londonBoroughs.flatMap((borough) =>
      [borough.code, borough.slug].map((name) => [lettersOf(name), borough] as const),
    ),
  );
  const [london] = contractAreas.filter(({ slug }) => slug === 'london');

  return (value) => {
    const slug = slugs.get(value);
    if (slug !== undefined) return slug;
    const letters = lettersOf(value);
    const nearest = namesByLetters.get(letters);
    if (nearest !== undefined) throw unknownLocalArea(value, [{ slug: nearest }]);
    const borough = boroughs.get(letters);
    if (borough !== undefined) {
      throw new Refusal(
        'unknown-area',
        `${borough.name} (${borough.code}) is a borough of London, and London is one ` +
          `local area here: ask for ${london?.slug} or ${london?.code}.`,
      );
    }
    const region = contractAreas.find(
      (area) => lettersOf(area.slug) === letters || lettersOf(area.code) === letters,
    );
    if (region === undefined) throw unknownLocalArea(value, areasNamed(value, areas));
    const instead = areaSlugs.ukWalesScotlandAndRegions.includes(region.slug)
      ? `/v1/job-adverts?area=${region.slug} lists its adverts`
      : '/v1/job-adverts?area= takes the UK, Wales, Scotland and the regions';
    throw new Refusal(
      'unknown-area',
      `${region.name} (${quoted(value)}) is not a local area: ${instead}. ` +
        '/v1/local-areas lists the local areas.',
    );
  };
}

/** More would fill the sentence with names of areas that have one word in common. */
const mostNamed = 5;

/**
 * `nearest` is the code or slug of the area that is meant: the one that is spelt otherwise, or the
 * likeliest of those that have the value in their names. The sentence lists them, if there are
 * several.
 */
function unknownLocalArea(value: string, meant: readonly { readonly slug: string }[]): Refusal {
  const slugs = meant.map(({ slug }) => slug);
  const others = slugs.length > mostNamed ? `, and ${slugs.length - mostNamed} others` : '';
  const choice =
    slugs.length > 1 ? ` It can mean ${slugs.slice(0, mostNamed).join(', ')}${others}.` : '';
  const detail =
    `${quoted(value)} is not the code or slug of a local authority.${choice} ` +
    '/v1/local-areas lists them.';
  return new Refusal('unknown-area', detail, wrongPathValue('area', detail, slugs[0]));
}
