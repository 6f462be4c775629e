// Answers a request for a page: the page asks the endpoints and lays their answers out. Pages say
// only what the API says.
import { endpointOf } from '#schemas/endpoints.ts';
import { logoFile } from '#schemas/stored-files.ts';
import type { ReadEndpoint } from '../answers/endpoint.ts';
import { ingestStatus } from '../meta/ingest-status.ts';
import { listSources } from '../meta/list-sources.ts';
import { Refusal, quoted } from '../http/problem.ts';
import { csvType } from '../answers/csv.ts';
import { requireLoaded, requirePublished } from '../data/published.ts';
import type { Visit } from './visit.ts';
import type { Store } from '../data/store.ts';
import { areaPage, areasPage, regions } from './areas-page.ts';
import { choicesOf, comparePage, comparisonCsv } from './compare-page.ts';
import { cardResponse, embedPage } from './embed-page.ts';
import { frontPage } from './front-page.ts';
import { interestsCsv, interestsPage } from './interests-page.ts';
import { type Ask, type Question, gatherAnswers, pageAreas } from './occupation/answers.ts';
import { type CsvFile, tablesCsv } from './occupation/csv.ts';
import { occupationPage } from './occupation/occupation-page.ts';
import { type FoundPage, pageResponse } from './page.ts';
import { siteName } from './site-name.ts';
import { occupationsPage } from './occupations-page.ts';
import { rankingCsv, rankingPage } from './rankings.ts';
import { searchPage } from './search-page.ts';
import { guidePage } from './reference/guides.ts';
import { referenceIndex, referencePage } from './reference/reference-page.ts';
import { changelogPage, statusPage, termsPage } from './service-pages.ts';
import { type PagePath, type Site, keepingArea } from './site.ts';

interface PagePorts {
  readonly read: ReadEndpoint;
  readonly store: Store;
}

type PageResult = FoundPage | Response | null;
/** Null: there is nothing at the path after all. */
type PageMaker = (
  visit: Visit,
  site: Site,
  ask: Ask,
  store: Store,
) => Promise<PageResult> | PageResult;

const cachedForMinutes = 'private, no-transform, max-age=300';

/**
 * The page at a path. Throws a Refusal if there is none, and the refusal of an endpoint that it
 * asks.
 */
export async function answerPage(
  path: PagePath,
  visit: Visit,
  ports: PagePorts,
): Promise<Response> {
  const area = visit.search.get('area') ?? 'uk';
  const isChosen = area !== 'uk' && pageAreas.includes(area);
  const site: Site = {
    ...visit.site,
    ...(isChosen ? { to: keepingArea(visit.site.to, area), area } : {}),
  };
  const made = await pages[path](visit, site, askerOf(visit, ports.read), ports.store);
  if (made === null)
    throw new Refusal('unknown-path', `There is nothing at ${quoted(visit.path)}.`);
  if (made instanceof Response) return made;
  const { title, body } = made;
  return pageResponse({
    title: title.startsWith(siteName) ? title : `${title} – ${siteName}`,
    body,
    site,
    // What was typed is private. The allowance in the headers is one client's.
    cacheControl: visit.search.has('q') ? 'no-store' : cachedForMinutes,
  });
}

function askerOf(visit: Visit, read: ReadEndpoint): Ask {
  return async <Answer>({ id, query }: Question<Answer>, place = {}) => {
    try {
      const question = {
        params: { ...place },
        search: new URLSearchParams(query),
        published: requirePublished(visit),
      };
      return { answer: (await read(endpointOf(id), question)) as Answer };
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'not-published') throw error;
      return { missing: error.detail };
    }
  };
}

const pages: Readonly<Record<PagePath, PageMaker>> = {
  '/': (visit, site, ask) =>
    visit.search.has('q') ? searchPage(visit, site, ask) : frontPage(visit, site, ask),
  '/occupations': async (visit, site, ask) => {
    if (!visit.search.has('interest')) return occupationsPage(visit, site, ask);
    if (visit.search.get('format') !== 'csv') return interestsPage(visit, site, ask);
    const file = await interestsCsv(visit.search, ask);
    return file === null ? null : csvResponse(file);
  },
  '/occupations/{soc}': async (visit, site, ask, store) => {
    const area = areaOfPage(visit);
    const logo = (await store.outsideEditions(logoFile)) === null ? null : `/${logoFile}`;
    return occupationPage(await gatherAnswers(ask, visit.params['soc'] ?? '', area), area, {
      ...site,
      logo,
    });
  },
  '/occupations/{soc}/tables.csv': async (visit, _site, ask) => {
    const answers = await gatherAnswers(ask, visit.params['soc'] ?? '', areaOfPage(visit));
    const file = tablesCsv(answers, visit.search.get('table'));
    return file === null ? null : csvResponse(file);
  },
  '/search': searchPage,
  '/embed': embedPage,
  '/embed/{soc}': (visit, site, ask) =>
    cardResponse(visit.params['soc'] ?? '', areaOfPage(visit), { site, ask }),
  '/compare': async (visit, site, ask) => {
    const fields = visit.search.getAll('occupation');
    const choices = await choicesOf(fields, areaOfPage(visit), ask);
    return visit.search.get('format') === 'csv'
      ? csvResponse(comparisonCsv(choices, site))
      : comparePage(choices, site);
  },
  '/rankings/{by}': async (visit, site, ask) => {
    const by = visit.params['by'] ?? '';
    if (visit.search.get('format') !== 'csv')
      return rankingPage(by, areaOfPage(visit), visit, site, ask);
    const file = await rankingCsv(by, areaOfPage(visit), ask);
    return file === null ? null : csvResponse(file);
  },
  '/areas': (_visit, site, ask) => areasPage(site, ask),
  '/areas/{area}': (visit, site, ask) => {
    const slug = visit.params['area'] ?? '';
    const isRegion = regions.some((region) => region.slug === slug);
    return isRegion ? rankingPage('adverts', slug, visit, site, ask) : areaPage(slug, site, ask);
  },
  '/reference': (_visit, site) => referenceIndex(site),
  '/reference/{endpoint}': ({ params }, site) => referencePage(params['endpoint'] ?? '', site),
  '/guides/{guide}': ({ params }, site) => guidePage(params['guide'] ?? '', site),
  '/changelog': (_visit, site) => changelogPage(site),
  '/versioning': (_visit, site) => guidePage('versioning', site),
  '/terms': ({ loaded }) => termsPage(loaded === null ? null : listSources(loaded.catalogue)),
  '/status': (visit) => {
    const { catalogue } = requireLoaded(visit);
    return statusPage({
      ingest: ingestStatus(catalogue, Date.now()),
      sources: listSources(catalogue),
      compiled: new Map(catalogue.editions.map(({ id, compiled }) => [id, compiled])),
    });
  },
};

function csvResponse({ name, text }: CsvFile): Response {
  return new Response(text, {
    headers: {
      'Content-Type': csvType,
      'Cache-Control': cachedForMinutes,
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
}

function areaOfPage({ search }: Visit): string {
  const area = search.get('area') ?? 'uk';
  if (!pageAreas.includes(area))
    throw new Refusal(
      'invalid-parameters',
      `${quoted(area)} is no area of these pages, expected one of ${pageAreas.join(', ')}.`,
    );
  return area;
}
