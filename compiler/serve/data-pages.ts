// The pages that depend on data alone: of every occupation and local area, and the lists of both. lmi site writes them with links between
// files. The worker makes the same ones of the same functions.
import { endpoints } from '#schemas/endpoints.ts';
import type { JobAdvertListResponse } from '#schemas/resources/job-adverts.ts';
import type { AreaAdvertsResponse } from '#schemas/resources/local-adverts.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import type { OccupationSummary } from '#schemas/resources/occupations.ts';
import { type FoundPage, areaPage, areasPage, occupationsPage, regionPage, regions } from '#server/pages/finding.ts';
import { type Ask, type Asked, type PageAnswers, gather } from '#server/pages/occupation/answers.ts';
import { occupationPage } from '#server/pages/occupation/occupation-page.ts';
import type { Site } from '#server/pages/site.ts';
import { CatalogueError } from '../edition/catalogue.ts';

export interface DataPage {
  readonly path: string;
  readonly make: (site: Site) => FoundPage;
  /** The answers that the page of an occupation is made of; null for any other page. */
  readonly answers: PageAnswers | null;
}

const areaListLimit = '50';

/** Asks the endpoints in process, as the page of an occupation wants it. */
export function pageAsker(answer: (path: string) => Promise<Response>): Ask {
  return async (id, params, query) => {
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (endpoint === undefined) throw new Error(`no endpoint ${id}`);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const response = await answer(`${path}${Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`}`);
    const body: unknown = await response.json();
    if (response.ok) return { answer: body };
    const { detail = '', type = '' } = body as { detail?: string; type?: string };
    if (response.status === 404 && type.endsWith('/not-published')) return { missing: detail };
    throw new CatalogueError(`${path}: ${detail}`);
  };
}

/** All of them, in one order. Throws CatalogueError if an answer is refused for another reason than that nothing is published. */
export async function* dataPages(ask: Ask): AsyncGenerator<DataPage> {
  const listed = await ask('occupations', {}, {});
  if ('missing' in listed) throw new CatalogueError(listed.missing);
  // The compiler validated the answers before publication.
  const occupations = listed.answer as readonly OccupationSummary[];
  yield { path: '/occupations', make: (site) => occupationsPage(occupations, '', site), answers: null };
  for (const { soc2020 } of occupations) {
    const answers = await gather(ask, soc2020, 'uk');
    yield { path: `/occupations/${soc2020}`, make: (site) => occupationPage(answers, 'uk', site), answers };
  }
  const areas = await ask('local-areas', {}, {});
  const local = 'answer' in areas ? (areas.answer as readonly LocalArea[]) : [];
  yield { path: '/areas', make: (site) => areasPage(local, site), answers: null };
  for (const region of regions) {
    const adverts = (await ask('job-adverts-list', {}, { area: region.slug, limit: areaListLimit })) as Asked<JobAdvertListResponse>;
    yield { path: `/areas/${region.slug}`, make: (site) => regionPage(region, adverts, site), answers: null };
  }
  for (const area of local) {
    const adverts = (await ask('local-area-job-adverts', { area: area.slug }, { limit: areaListLimit })) as Asked<AreaAdvertsResponse>;
    yield { path: `/areas/${area.slug}`, make: (site) => areaPage(area, adverts, site), answers: null };
  }
}
