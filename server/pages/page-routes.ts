// The routes of the pages that are made of answers: occupations, search, comparison and areas.
import type { AreaAdvertsResponse } from '#schemas/resources/local-adverts.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import type { OccupationMatch, OccupationSummary } from '#schemas/resources/occupations.ts';
import type { AnswerEndpoint } from '../endpoint.ts';
import { Refusal, quoted } from '../problem.ts';
import { problemKinds } from '../problem-kinds.ts';
import { ingestStatus } from '../meta/ingest-status.ts';
import { listSources } from '../meta/list-sources.ts';
import { type Published, requireCatalogue, requirePublished } from '../published.ts';
import type { Ports } from '../ports.ts';
import type { Route } from '../route.ts';
import type { Visit } from '../visit.ts';
import { type Ask, asker, askerForPages } from './ask.ts';
import { type FoundPage, areaPage, areasPage, compareChoice, comparePage, occupationsPage, searchPage } from './finding.ts';
import { type PageAnswers, gather } from './occupation/answers.ts';
import { occupationPage, pageAreas } from './occupation/occupation-page.ts';
import { pageResponse } from './page.ts';
import { guidePage } from './reference/guides.ts';
import { referenceIndex, referencePage } from './reference/reference-page.ts';
import { changelogPage, statusPage, termsPage } from './service-pages.ts';
import { type Site, servedSite } from './site.ts';

const read = ['GET', 'HEAD'];
const mostMatches = '20';
const areaListLimit = '50';

interface Asking {
  readonly ask: Ask;
  readonly page: (soc: string, area?: string) => Promise<PageAnswers>;
  readonly site: Site;
}

/** The pages of answers. They take no key; server/admission.ts limits them by the client's address. */
export function pageRoutes(answer: AnswerEndpoint, { publicUrl, signUp }: Pick<Ports, 'publicUrl' | 'signUp'>): readonly Route[] {
  const here = { ...servedSite, api: publicUrl, keys: signUp?.open ?? false };
  const asking = (visit: Visit): Asking => {
    const published: Published = requirePublished(visit);
    return {
      ask: asker(published, answer),
      page: (soc, area = 'uk') => gather(askerForPages(published, answer), soc, area),
      site: { ...here, sample: published.sample },
    };
  };
  const row = (path: string, make: (visit: Visit, asking: Asking) => Promise<FoundPage & { readonly status?: number }>): Route => ({
    path,
    methods: read,
    answer: async (visit) => {
      const tools = asking(visit);
      const { title, body, status = 200 } = await make(visit, tools);
      return pageResponse({
        title: `${title} – Labour market information`,
        body,
        status,
        site: tools.site,
        // What was typed is private, and the allowance in the headers is one client's.
        cacheControl: visit.search.has('q') ? 'no-store' : 'private, max-age=60',
      });
    },
  });
  /** A page that needs no data: it stands even if there are none. */
  const plain = (path: string, make: (visit: Visit, site: Site) => FoundPage | null): Route => ({
    path,
    methods: read,
    answer: (visit) => {
      const site = { ...here, sample: visit.known?.catalogue.sample === true };
      const page = make(visit, site);
      if (page === null) return undefined;
      return pageResponse({
        title: `${page.title} – Labour market information`,
        body: page.body,
        site,
        cacheControl: 'private, max-age=60',
      });
    },
  });
  const occupations = (ask: Ask) => ask<readonly OccupationSummary[]>('occupations', {}, {});

  return [
    row('/occupations', async ({ search }, { ask, site }) => occupationsPage(await occupations(ask), search.get('filter') ?? '', site)),
    row('/occupations/{soc}', async ({ search, params }, { page, site }) => {
      const area = search.get('area') ?? 'uk';
      if (!pageAreas.includes(area))
        throw new Refusal('invalid-parameters', `${quoted(area)} is no area, expected one of ${pageAreas.join(', ')}.`);
      return occupationPage(await page(params['soc'] ?? '', area), area, site);
    }),
    row('/search', async ({ search }, { ask, site }) => {
      const question = search.get('q') ?? '';
      if (question === '') return searchPage('', [], null, site);
      try {
        return searchPage(question, await ask<readonly OccupationMatch[]>('search', {}, { q: question, limit: mostMatches }), null, site);
      } catch (error) {
        if (!(error instanceof Refusal) || error.kind !== 'invalid-parameters') throw error;
        return { ...searchPage(question.slice(0, 200), [], error.detail, site), status: problemKinds[error.kind].status };
      }
    }),
    row('/compare', async ({ search }, { ask, page, site }) => {
      const all = await occupations(ask);
      const [a, b] = [search.get('a'), search.get('b')];
      if (a === null || b === null) return compareChoice(all, null, site);
      const unknown = [a, b].find((soc) => !all.some(({ soc2020 }) => soc2020 === soc));
      if (unknown !== undefined)
        return { ...compareChoice(all, `${quoted(unknown)} is not the code of an occupation.`, site), status: 404 };
      return comparePage(...(await Promise.all([page(a), page(b)])), all, site);
    }),
    row('/areas', async (_visit, { ask, site }) => areasPage(await ask<readonly LocalArea[]>('local-areas', {}, {}), site)),
    row('/areas/{area}', async ({ params }, { ask, site }) =>
      areaPage(await ask<AreaAdvertsResponse>('local-area-job-adverts', { area: params['area'] ?? '' }, { limit: areaListLimit }), site),
    ),
    plain('/reference', (_visit, site) => referenceIndex(site)),
    plain('/reference/{endpoint}', ({ params }, site) => referencePage(params['endpoint'] ?? '', site)),
    plain('/guides/{guide}', ({ params }, site) => guidePage(params['guide'] ?? '', site)),
    plain('/changelog', (_visit, site) => changelogPage(site)),
    plain('/terms', ({ known }) => termsPage(known === null ? null : listSources(known.catalogue))),
    plain('/status', (visit) => {
      const catalogue = requireCatalogue(visit);
      return statusPage(ingestStatus(catalogue, Date.now()), listSources(catalogue));
    }),
  ];
}
