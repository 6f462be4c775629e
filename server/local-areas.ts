// Finds the local area that the {area} of a path names, by its code, a former code or its slug. The list is a stored document of the
// served edition of local-authorities. It is read once for each edition.
import { areas as contractAreas, areaSlugs } from '#schemas/codes.ts';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { LocalAreasDocument } from '#schemas/resources/local-areas.ts';
import { requireServed } from './choose-edition.ts';
import { Refusal, quoted } from './problem.ts';
import type { Published } from './published.ts';
import type { Store } from './store.ts';

/** The slug of the local area that a value names; throws 404 if it names none. */
export type ResolveLocalArea = (value: string) => string;

/** Reads the list from one store. It remembers a value and never a promise, because workerd forbids requests to share one. */
export function createLocalAreaReader(store: Store): (published: Published) => Promise<ResolveLocalArea> {
  const list = endpoints.find(({ id }) => id === 'local-areas');
  if (list === undefined) throw new Error('the endpoint table has no list of local areas');
  const path = documentPath(list, {});
  let remembered: { readonly edition: string; readonly resolve: ResolveLocalArea } | null = null;

  return async (published) => {
    const [edition] = requireServed(list, published);
    if (edition === undefined) throw new Error('local-authorities is served without an edition');
    if (remembered?.edition === edition.id) return remembered.resolve;
    const bytes = await store.file(edition.id, path);
    if (bytes === null) throw new Error(`local-authorities edition ${edition.id} lacks ${path}, which its axes promise`);
    // The compiler validated the document against its schema before publication.
    const document: LocalAreasDocument = JSON.parse(new TextDecoder().decode(bytes));
    const resolve = resolverOf(document);
    remembered = { edition: edition.id, resolve };
    return resolve;
  };
}

export function resolverOf({ areas, londonBoroughs }: LocalAreasDocument): ResolveLocalArea {
  const slugs = new Map(areas.flatMap(({ code, slug, formerCodes }) => [code, slug, ...formerCodes].map((name) => [name, slug] as const)));
  const boroughs = new Map(londonBoroughs.flatMap((borough) => [borough.code, borough.slug].map((name) => [name, borough] as const)));
  const [london] = contractAreas.filter(({ slug }) => slug === 'london');

  return (value) => {
    const slug = slugs.get(value);
    if (slug !== undefined) return slug;
    const borough = boroughs.get(value);
    if (borough !== undefined) {
      throw new Refusal(
        'unknown-area',
        `${borough.name} (${borough.code}) is a borough of London, and London is one local area here: ask for ${london?.slug} or ${london?.code}.`,
      );
    }
    const region = contractAreas.find((area) => area.slug === value || area.code === value);
    if (region === undefined) throw unknownLocalArea(value);
    const instead = areaSlugs.ukWalesScotlandAndRegions.includes(region.slug)
      ? `/v1/job-adverts?area=${region.slug} lists its adverts`
      : '/v1/job-adverts?area= takes the UK, Wales, Scotland and the regions';
    throw new Refusal(
      'unknown-area',
      `${region.name} (${quoted(value)}) is not a local area: ${instead}. /v1/local-areas lists the local areas.`,
    );
  };
}

export function unknownLocalArea(value: string): Refusal {
  return new Refusal('unknown-area', `${quoted(value)} is not the code or slug of a local authority. /v1/local-areas lists them.`);
}
