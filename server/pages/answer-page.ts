// Answers a request for a page: asks the endpoints and lays their answers out. Pages say only what the API says.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import { endpointOf } from '#schemas/endpoints.ts';
import { logoFile } from '#schemas/stored-files.ts';
import type { ReadEndpoint } from '../answers/endpoint.ts';
import { ingestStatus } from '../meta/ingest-status.ts';
import { listSources } from '../meta/list-sources.ts';
import { Refusal, quoted } from '../http/problem.ts';
import { csvType } from '../http/csv.ts';
import { problemKinds } from '../http/problem-kinds.ts';
import { requireKnown, requirePublished } from '../data/published.ts';
import type { Visit } from '../visit.ts';
import type { ReadLogo } from '../data/logo.ts';
import type { RecentAnswers } from '../answers/recent-answers.ts';
import { representResponse, respondWith } from '../http/representation.ts';
import { isBroad, mostCompared } from './comparison.ts';
import * as finding from './finding.ts';
import { frontPage } from './front-page.ts';
import { type Ask, type Question, comparedKeys, gather, pageAreas, to } from './occupation/answers.ts';
import { tablesCsv } from './occupation/csv.ts';
import { occupationPage } from './occupation/occupation-page.ts';
import { type FoundPage, pageResponse, siteName } from './page.ts';
import { placeIn } from './places.ts';
import { offered, rankingPage } from './rankings.ts';
import { guidePage } from './reference/guides.ts';
import { referenceIndex, referencePage } from './reference/reference-page.ts';
import { changelogPage, statusPage, termsPage, versioningPage } from './service-pages.ts';
import { type PagePath, type Site, keepingArea } from './site.ts';

export interface PagePorts {
  readonly read: ReadEndpoint;
  readonly recent: RecentAnswers;
  readonly readLogo: ReadLogo;
}

type Made = FoundPage | Response | null;
/** Null: there is nothing at the path after all. */
type Make = (visit: Visit, site: Site, ask: Ask) => Promise<Made> | Made;

const cachedForMinutes = 'private, no-transform, max-age=300';
const mostMatches = { page: 20, compared: 4 };
/** As many as the search gives, so that the choices of a broad title are the largest of all. */
const mostListed = '50';
/** A match that is less likely is not taken without naming others. */
const likely = 0.5;

/** Whose pay the front page shows as an example: many people know it, and its figures are precise. */
const exampleOccupation = '2134';
const examplePay = ['femalePay', 'malePay', 'fullTimePay', 'partTimePay', 'hours'] as const;

/** Pages that depend on data alone are kept in memory, like answers. */
const keptPaths: ReadonlySet<PagePath> = new Set(['/', '/occupations', '/occupations/{soc}', '/rankings/{by}', '/areas', '/areas/{area}']);

/** The page at a path. Throws a Refusal if there is none, and the refusal of an endpoint that it asks. */
export async function answerPage(path: PagePath, visit: Visit, ports: PagePorts): Promise<Response> {
  const logo = path === '/occupations/{soc}' ? await ports.readLogo() : null;
  const area = visit.search.get('area') ?? 'uk';
  const isChosen = area !== 'uk' && pageAreas.includes(area);
  const site: Site = {
    ...visit.site,
    ...(isChosen ? { to: keepingArea(visit.site.to, area), area } : {}),
    logo: logo === null ? null : `/${logoFile}?v=${logo.sha256.slice(0, 16)}`,
  };
  const { known, accepted, request } = visit;
  const published = keptPaths.has(path) && visit.search.size === 0 ? (known?.published ?? null) : null;
  const recent = published === null ? null : ports.recent(published);
  const question = `${visit.path} ${Number(accepted.gzip)}${Number(accepted.identity)} ${site.logo}`;
  const ifNoneMatch = request.headers.get('If-None-Match');
  const before = recent?.find(question);
  if (before !== undefined) return respondWith(before, ifNoneMatch);
  const made = await pages[path](visit, site, askerOf(visit, ports.read));
  if (made === null) throw new Refusal('unknown-path', `There is nothing at ${quoted(visit.path)}.`);
  if (made instanceof Response) return made;
  const { title, body, status = 200 } = made;
  const response = pageResponse({
    title: title.startsWith(siteName) ? title : `${title} – ${siteName}`,
    ...{ body, status, site },
    // What was typed is private. The allowance in the headers is one client's.
    cacheControl: visit.search.has('q') ? 'no-store' : cachedForMinutes,
  });
  if (recent === null || status !== 200) return response;
  const page = await representResponse(response, accepted);
  recent.keep(question, page);
  return respondWith(page, ifNoneMatch);
}

function askerOf(visit: Visit, read: ReadEndpoint): Ask {
  return async <Answer>({ id, query }: Question<Answer>, place = {}) => {
    try {
      const question = { params: { ...place }, search: new URLSearchParams(query), published: requirePublished(visit) };
      return { answer: (await read(endpointOf(id), question)) as Answer };
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'not-published') throw error;
      return { missing: error.detail };
    }
  };
}

const pages: Readonly<Record<PagePath, Make>> = {
  '/': async (visit, site, ask) => {
    const { catalogue = null } = visit.known ?? {};
    if (visit.search.has('q')) return pages['/search'](visit, site, ask);
    if (catalogue === null) return frontPage({ sources: null, example: null, lists: [], hasPlaces: false, site });
    const example = await gather(ask, exampleOccupation, 'uk', examplePay);
    const [lists, inWales] = [await offered(ask, 'uk'), await offered(ask, 'wales')];
    return frontPage({ sources: listSources(catalogue), example, lists, hasPlaces: inWales.length > 0, site });
  },
  '/occupations': async (visit, site, ask) => {
    const filter = visit.search.get('filter') ?? '';
    const { matches } = filter.trim() === '' ? { matches: [] } : await searched(filter, mostMatches.compared, ask);
    return finding.occupationsPage(await allOccupations(ask), { filter, matches }, site);
  },
  '/occupations/{soc}': async (visit, site, ask) => {
    const area = areaOfPage(visit);
    return occupationPage(await gather(ask, visit.params['soc'] ?? '', area), area, site);
  },
  '/occupations/{soc}/tables.csv': async (visit, _site, ask) => {
    const soc = visit.params['soc'] ?? '';
    const text = tablesCsv(await gather(ask, soc, areaOfPage(visit)), visit.search.get('table'));
    const name = `${soc}-${visit.search.get('table') ?? 'tables'}.csv`.replace(/[^\w.-]/g, '');
    const headers = { 'Content-Type': csvType, 'Cache-Control': cachedForMinutes, 'Content-Disposition': `attachment; filename="${name}"` };
    return text === null ? null : new Response(text, { headers });
  },
  '/search': async (visit, site, ask) => {
    const question = visit.search.get('q');
    const nothingBeside = { place: null, lists: [], ofRegion: [], hasAdverts: false };
    if (question === null) return finding.searchPage({ question: '', matches: [], fault: null, status: 200 }, nothingBeside, site);
    const found = await searched(question, mostMatches.page, ask);
    const lists = finding.listsAskedBy(question).length > 0 ? await offered(ask, 'uk') : [];
    const place = placeIn(question, found.matches[0]?.setAside ?? [], await localAreas(ask));
    if (place === null || !pageAreas.includes(place.region)) return finding.searchPage(found, { ...nothingBeside, lists }, site);
    const beside = { place, lists, ofRegion: await offered(ask, place.region), hasAdverts: await hasAdverts(place.local, ask) };
    const matches = found.matches.map((of) => ({ ...of, setAside: of.setAside.filter((words) => words !== place.words) }));
    return finding.searchPage({ ...found, matches }, beside, { ...site, to: keepingArea(visit.site.to, place.region), area: place.region });
  },
  '/compare': async (visit, site, ask) => {
    const typed = visit.search.getAll('occupation').map((text) => text.trim());
    const area = site.area ?? 'uk';
    const chosen = typed.filter((text) => text !== '').slice(0, mostCompared);
    return finding.comparePage(await Promise.all(chosen.map((text) => choiceOf(text, area, ask))), site);
  },
  '/rankings/{by}': (visit, site, ask) => rankedBy(visit.params['by'] ?? '', areaOfPage(visit), visit, site, ask),
  '/areas': async (_visit, site, ask) => {
    const local = await localAreas(ask);
    const regions = new Set(local.map(({ partOf }) => partOf.slug));
    const lists = new Map(await Promise.all([...regions].map(async (slug) => [slug, await offered(ask, slug)] as const)));
    return finding.areasPage(local, await hasAdverts(local[0] ?? null, ask), lists, site);
  },
  '/areas/{area}': async (visit, site, ask) => {
    const slug = visit.params['area'] ?? '';
    if (finding.regions.some((region) => region.slug === slug)) return rankedBy('adverts', slug, visit, site, ask);
    const asked = await ask(advertsOfArea({ limit: mostListed }), { area: slug });
    const local = (await localAreas(ask)).find((known) => known.slug === slug);
    const area = 'answer' in asked ? asked.answer.area : local;
    const region = local === undefined ? null : { slug: local.partOf.slug, lists: await offered(ask, local.partOf.slug) };
    return area === undefined ? null : finding.areaPage(area, region, asked, site);
  },
  '/reference': (_visit, site) => referenceIndex(site),
  '/reference/{endpoint}': ({ params }, site) => referencePage(params['endpoint'] ?? '', site),
  '/guides/{guide}': ({ params }, site) => guidePage(params['guide'] ?? '', site),
  '/changelog': (_visit, site) => changelogPage(site),
  '/versioning': (_visit, site) => versioningPage(site),
  '/terms': ({ known }, site) => termsPage(known === null ? null : listSources(known.catalogue), site),
  '/status': (visit, site) => {
    const { catalogue } = requireKnown(visit);
    return statusPage(ingestStatus(catalogue, Date.now()), listSources(catalogue), site);
  },
};

function areaOfPage({ search }: Visit): string {
  const area = search.get('area') ?? 'uk';
  if (!pageAreas.includes(area))
    throw new Refusal('invalid-parameters', `${quoted(area)} is no area, expected one of ${pageAreas.join(', ')}.`);
  return area;
}

async function rankedBy(by: string, area: string, { search }: Visit, site: Site, ask: Ask): Promise<Made> {
  const wanted = { by, area, group: search.get('group') ?? '', isWhole: search.has('show') || !site.live };
  return rankingPage(wanted, ask, await allOccupations(ask), site);
}

/** Whether adverts by local area are served. */
async function hasAdverts(local: LocalArea | null, ask: Ask): Promise<boolean> {
  return local !== null && 'answer' in (await ask(advertsOfArea({ limit: '1' }), { area: local.slug }));
}

/** The search for a title. If it refuses the title, the page says why. Any other error is thrown. */
async function searched(question: string, most: number, ask: Ask): Promise<finding.Found> {
  if (question.trim() === '')
    return { question: '', matches: [], fault: 'Type a job title.', status: problemKinds['invalid-parameters'].status };
  try {
    const found = await listOf(to('OccupationMatchList')('search', { q: question, limit: mostListed }), ask);
    const matches = isBroad(found) ? await largestFirst(found, ask) : found;
    return { question, matches: matches.slice(0, most), fault: null, status: 200 };
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'invalid-parameters') throw error;
    return { question: question.slice(0, 200), matches: [], fault: error.detail, status: problemKinds[error.kind].status };
  }
}

/** The occupations that share a broad title by how many people work in them, where that is served; the index knows only how many entries they have. */
async function largestFirst(matches: readonly OccupationMatch[], ask: Ask): Promise<readonly OccupationMatch[]> {
  const asked = await ask(to('EmploymentListResponse')('employment-list', { limit: '412' }));
  if ('missing' in asked) return matches;
  const people = new Map(asked.answer.occupations.map(({ soc2020, presentable, count }) => [soc2020, presentable ? (count ?? 0) : 0]));
  const [first] = matches;
  const rankOf = ({ soc2020, matchedTitle, qualifier }: OccupationMatch) =>
    matchedTitle !== first?.matchedTitle ? -1 : qualifier === null ? Number.POSITIVE_INFINITY : (people.get(soc2020) ?? 0);
  return matches.toSorted((a, b) => rankOf(b) - rankOf(a) || 0);
}

/** The occupation of a code, of its own title, or of the job title that fits best. */
async function choiceOf(typed: string, area: string, ask: Ask): Promise<finding.Choice> {
  const all = await allOccupations(ask);
  const own = all.find(({ soc2020, title }) => soc2020 === typed || title.toLowerCase() === typed.toLowerCase());
  const { matches } = own === undefined ? await searched(typed, mostMatches.compared, ask) : { matches: [] };
  const soc = own?.soc2020 ?? matches[0]?.soc2020;
  const others = isBroad(matches) || (matches[0]?.confidence ?? 0) < likely ? matches.slice(1) : [];
  return { typed, answers: soc === undefined ? null : await gather(ask, soc, area, comparedKeys), others };
}

const advertsOfArea = (query: Question['query']) => to('AreaAdvertsResponse')('local-area-job-adverts', query);
const localAreas = (ask: Ask) => listOf(to('LocalAreaList')('local-areas'), ask);
const allOccupations = (ask: Ask) => listOf(to('OccupationList')('occupations'), ask);

/** An answer that is a list; none if it is not published. */
async function listOf<Item>(question: Question<readonly Item[]>, ask: Ask): Promise<readonly Item[]> {
  const asked = await ask(question);
  return 'answer' in asked ? asked.answer : [];
}
