// Answers a request for a page: asks the endpoints and lays their answers out.
import type { JobAdvertListResponse, AreaAdvertsResponse } from '#schemas/resources/adverts.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import type { OccupationMatch, OccupationSummary } from '#schemas/resources/occupations.ts';
import { logoFile } from '#schemas/stored-files.ts';
import type { ReadEndpoint } from '../answers/endpoint.ts';
import { ingestStatus } from '../meta/ingest-status.ts';
import { listSources } from '../meta/list-sources.ts';
import { Refusal, quoted } from '../http/problem.ts';
import { problemKinds } from '../http/problem-kinds.ts';
import { requireCatalogue, requirePublished } from '../data/published.ts';
import type { Visit } from '../visit.ts';
import type { Logos } from '../data/logo.ts';
import type { RecentAnswers } from '../answers/recent-answers.ts';
import { representResponse, respondWith } from '../http/representation.ts';
import { asker, askerForPages } from './ask.ts';
import {
  type FoundPage,
  areaPage,
  areasPage,
  compareChoice,
  comparePage,
  occupationsPage,
  regionPage,
  regions,
  searchPage,
} from './finding.ts';
import { frontPage } from './front-page.ts';
import { type Asked, gather, pageAreas } from './occupation/answers.ts';
import { occupationPage } from './occupation/occupation-page.ts';
import { type Page, pageResponse, siteName } from './page.ts';
import type { PagePath } from './page-paths.ts';
import { guidePage } from './reference/guides.ts';
import { referenceIndex, referencePage } from './reference/reference-page.ts';
import { changelogPage, statusPage, termsPage, versioningPage } from './service-pages.ts';
import type { Site } from './site.ts';
import { tryTitle } from './try-title.ts';

export interface PagePorts {
  readonly read: ReadEndpoint;
  readonly recent: RecentAnswers;
  readonly logos: Logos;
}

/** Null: there is nothing at the path after all. */
type Make = (visit: Visit, site: Site, read: ReadEndpoint) => Promise<FoundPage | null> | FoundPage | null;

const mostMatches = '20';
const areaListLimit = '50';

/** Pages that depend on data alone are kept in memory, like answers. */
const keptPaths: ReadonlySet<PagePath> = new Set(['/occupations', '/occupations/{soc}', '/areas', '/areas/{area}']);

/** The page at a path. Throws a Refusal if there is none, and the refusal of an endpoint that it asks. */
export async function answerPage(path: PagePath, visit: Visit, ports: PagePorts): Promise<Response> {
  const logo = path === '/occupations/{soc}' && !visit.site.sample ? await ports.logos.find() : null;
  const site: Site = { ...visit.site, logo: logo === null ? null : `/${logoFile}?v=${logo.sha256.slice(0, 16)}` };
  const { known, accepted, request } = visit;
  const published = keptPaths.has(path) && visit.search.size === 0 ? (known?.published ?? null) : null;
  const recent = published === null ? null : ports.recent(published);
  const question = `${visit.path} ${Number(accepted.gzip)}${Number(accepted.identity)} ${site.logo}`;
  const ifNoneMatch = request.headers.get('If-None-Match');
  const before = recent?.find(question);
  if (before !== undefined) return respondWith(before, ifNoneMatch);
  const made = await pages[path](visit, site, ports.read);
  if (made === null) throw new Refusal('unknown-path', `There is nothing at ${quoted(visit.path)}.`);
  const { title, body, status = 200 } = made;
  // What was typed is private.
  const response = respond({ title, body, status, site, ...(visit.search.has('q') ? { cacheControl: 'no-store' } : {}) });
  if (recent === null || status !== 200) return response;
  const page = await representResponse(response, accepted);
  recent.keep(question, page);
  return respondWith(page, ifNoneMatch);
}

/** A page in the shell of all pages. The allowance in its headers is one client's. */
function respond({ title, ...page }: Page): Response {
  return pageResponse({
    cacheControl: 'private, no-transform, max-age=60',
    ...page,
    title: title.startsWith(siteName) ? title : `${title} – ${siteName}`,
  });
}

const pages: Readonly<Record<PagePath, Make>> = {
  '/': async (visit, site, read) => {
    const question = visit.search.get('q');
    const trial = question === null ? null : await tryTitle(question, requirePublished(visit), read);
    return frontPage({ catalogue: visit.known?.catalogue ?? null, trial, site });
  },
  '/occupations': async (visit, site, read) => occupationsPage(await allOccupations(visit, read), visit.search.get('filter') ?? '', site),
  '/occupations/{soc}': async (visit, site, read) => {
    const area = visit.search.get('area') ?? 'uk';
    if (!pageAreas.includes(area))
      throw new Refusal('invalid-parameters', `${quoted(area)} is no area, expected one of ${pageAreas.join(', ')}.`);
    const ask = askerForPages(requirePublished(visit), read);
    return occupationPage(await gather(ask, visit.params['soc'] ?? '', area), area, site);
  },
  '/search': async (visit, site, read) => {
    const question = visit.search.get('q') ?? '';
    if (question === '') return searchPage('', [], null, site);
    try {
      const matches = await asker(requirePublished(visit), read)<readonly OccupationMatch[]>(
        'search',
        {},
        { q: question, limit: mostMatches },
      );
      return searchPage(question, matches, null, site);
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'invalid-parameters') throw error;
      return { ...searchPage(question.slice(0, 200), [], error.detail, site), status: problemKinds[error.kind].status };
    }
  },
  '/compare': async (visit, site, read) => {
    const all = await allOccupations(visit, read);
    const [a, b] = [visit.search.get('a'), visit.search.get('b')];
    if (a === null || b === null) return compareChoice(all, null, site);
    const unknown = [a, b].find((soc) => !all.some(({ soc2020 }) => soc2020 === soc));
    if (unknown !== undefined) return { ...compareChoice(all, `${quoted(unknown)} is not the code of an occupation.`, site), status: 404 };
    const ask = askerForPages(requirePublished(visit), read);
    return comparePage(await gather(ask, a, 'uk', true), await gather(ask, b, 'uk', true), all, site);
  },
  '/areas': async (visit, site, read) => areasPage(await localAreas(visit, read), site),
  '/areas/{area}': async (visit, site, read) => {
    const ask = askerForPages(requirePublished(visit), read);
    const slug = visit.params['area'] ?? '';
    const region = regions.find((known) => known.slug === slug);
    // The compiler validated the answers before publication.
    if (region !== undefined)
      return regionPage(
        region,
        (await ask('job-adverts-list', {}, { area: slug, limit: areaListLimit })) as Asked<JobAdvertListResponse>,
        site,
      );
    const asked = (await ask('local-area-job-adverts', { area: slug }, { limit: areaListLimit })) as Asked<AreaAdvertsResponse>;
    const area = 'answer' in asked ? asked.answer.area : (await localAreas(visit, read)).find((known) => known.slug === slug);
    return area === undefined ? null : areaPage(area, asked, site);
  },
  '/reference': (_visit, site) => referenceIndex(site),
  '/reference/{endpoint}': ({ params }, site) => referencePage(params['endpoint'] ?? '', site),
  '/guides/{guide}': ({ params }, site) => guidePage(params['guide'] ?? '', site),
  '/changelog': (_visit, site) => changelogPage(site),
  '/versioning': (_visit, site) => versioningPage(site),
  '/terms': ({ known }, site) => termsPage(known === null ? null : listSources(known.catalogue), site),
  '/status': (visit, site) => {
    const catalogue = requireCatalogue(visit);
    return statusPage(ingestStatus(catalogue, Date.now()), listSources(catalogue), site);
  },
};

/** None if they are not published. */
async function localAreas(visit: Visit, read: ReadEndpoint): Promise<readonly LocalArea[]> {
  const asked = (await askerForPages(requirePublished(visit), read)('local-areas', {}, {})) as Asked<readonly LocalArea[]>;
  return 'answer' in asked ? asked.answer : [];
}

function allOccupations(visit: Visit, read: ReadEndpoint): Promise<readonly OccupationSummary[]> {
  return asker(requirePublished(visit), read)('occupations', {}, {});
}
