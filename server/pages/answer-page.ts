// Answers a request for a page: asks the endpoints and lays their answers out.
import type { AreaAdvertsResponse } from '#schemas/resources/local-adverts.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import type { OccupationMatch, OccupationSummary } from '#schemas/resources/occupations.ts';
import type { AnswerEndpoint } from '../endpoint.ts';
import { ingestStatus } from '../meta/ingest-status.ts';
import { listSources } from '../meta/list-sources.ts';
import { Refusal, quoted } from '../problem.ts';
import { problemKinds } from '../problem-kinds.ts';
import { requireCatalogue, requirePublished } from '../published.ts';
import type { Visit } from '../visit.ts';
import { asker, askerForPages } from './ask.ts';
import { type FoundPage, areaPage, areasPage, compareChoice, comparePage, occupationsPage, searchPage } from './finding.ts';
import { type PageAnswers, gather } from './occupation/answers.ts';
import { occupationPage, pageAreas } from './occupation/occupation-page.ts';
import { pageResponse } from './page.ts';
import type { PagePath } from './page-paths.ts';
import { guidePage } from './reference/guides.ts';
import { referenceIndex, referencePage } from './reference/reference-page.ts';
import { changelogPage, statusPage, termsPage } from './service-pages.ts';
import { type Site, servedSite } from './site.ts';

export interface PagePorts {
  readonly answer: AnswerEndpoint;
  readonly publicUrl: string;
  readonly signUpOpen: boolean;
}

interface Made extends FoundPage {
  readonly status?: number;
}

/** Null: there is nothing at the path after all. */
type Make = (visit: Visit, site: Site, answer: AnswerEndpoint) => Promise<Made | null> | Made | null;

const mostMatches = '20';
const areaListLimit = '50';

/** The page at a path. Throws a Refusal if there is none, and the refusal of an endpoint that it asks. */
export async function answerPage(path: PagePath, visit: Visit, { answer, publicUrl, signUpOpen }: PagePorts): Promise<Response> {
  const site: Site = { ...servedSite, api: publicUrl, keys: signUpOpen, sample: visit.known?.catalogue.sample === true };
  const made = await pages[path](visit, site, answer);
  if (made === null) throw new Refusal('unknown-path', `There is nothing at ${quoted(visit.path)}.`);
  const { title, body, status = 200 } = made;
  return pageResponse({
    title: `${title} – Labour market information`,
    body,
    status,
    site,
    // What was typed is private, and the allowance in the headers is one client's.
    cacheControl: visit.search.has('q') ? 'no-store' : 'private, max-age=60',
  });
}

const pages: Readonly<Record<PagePath, Make>> = {
  '/occupations': async (visit, site, answer) =>
    occupationsPage(await allOccupations(visit, answer), visit.search.get('filter') ?? '', site),
  '/occupations/{soc}': async (visit, site, answer) => {
    const area = visit.search.get('area') ?? 'uk';
    if (!pageAreas.includes(area))
      throw new Refusal('invalid-parameters', `${quoted(area)} is no area, expected one of ${pageAreas.join(', ')}.`);
    return occupationPage(await answersOf(visit, answer, visit.params['soc'] ?? '', area), area, site);
  },
  '/search': async (visit, site, answer) => {
    const question = visit.search.get('q') ?? '';
    if (question === '') return searchPage('', [], null, site);
    try {
      const matches = await asker(requirePublished(visit), answer)<readonly OccupationMatch[]>(
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
  '/compare': async (visit, site, answer) => {
    const all = await allOccupations(visit, answer);
    const [a, b] = [visit.search.get('a'), visit.search.get('b')];
    if (a === null || b === null) return compareChoice(all, null, site);
    const unknown = [a, b].find((soc) => !all.some(({ soc2020 }) => soc2020 === soc));
    if (unknown !== undefined) return { ...compareChoice(all, `${quoted(unknown)} is not the code of an occupation.`, site), status: 404 };
    return comparePage(await answersOf(visit, answer, a), await answersOf(visit, answer, b), all, site);
  },
  '/areas': async (visit, site, answer) =>
    areasPage(await asker(requirePublished(visit), answer)<readonly LocalArea[]>('local-areas', {}, {}), site),
  '/areas/{area}': async (visit, site, endpoint) => {
    const place = { area: visit.params['area'] ?? '' };
    const ask = asker(requirePublished(visit), endpoint);
    const answer = await ask<AreaAdvertsResponse>('local-area-job-adverts', place, { limit: areaListLimit });
    return areaPage(answer.area, { answer }, site);
  },
  '/reference': (_visit, site) => referenceIndex(site),
  '/reference/{endpoint}': ({ params }, site) => referencePage(params['endpoint'] ?? '', site),
  '/guides/{guide}': ({ params }, site) => guidePage(params['guide'] ?? '', site),
  '/changelog': (_visit, site) => changelogPage(site),
  '/terms': ({ known }) => termsPage(known === null ? null : listSources(known.catalogue)),
  '/status': (visit) => {
    const catalogue = requireCatalogue(visit);
    return statusPage(ingestStatus(catalogue, Date.now()), listSources(catalogue));
  },
};

function allOccupations(visit: Visit, answer: AnswerEndpoint): Promise<readonly OccupationSummary[]> {
  return asker(requirePublished(visit), answer)('occupations', {}, {});
}

function answersOf(visit: Visit, answer: AnswerEndpoint, soc: string, area = 'uk'): Promise<PageAnswers> {
  return gather(askerForPages(requirePublished(visit), answer), soc, area);
}
