// The pages of lmi site are those of a server, but for the form of links and for what needs a server.
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOffline, bodyOnly } from '#compiler/serve/answer-offline.ts';
import { pageAsker } from '#compiler/serve/ask-occupation.ts';
import type { JobAdvertListResponse } from '#schemas/resources/job-adverts.ts';
import type { AreaAdvertsResponse } from '#schemas/resources/local-adverts.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import type { OccupationSummary } from '#schemas/resources/occupations.ts';
import { type FoundPage, areaPage, areasPage, occupationsPage, regionPage, regions } from '#server/pages/finding.ts';
import { type Ask, type Asked, gather } from '#server/pages/occupation/answers.ts';
import { occupationPage } from '#server/pages/occupation/occupation-page.ts';
import { pageDocument } from '#server/pages/page.ts';
import { guidePage, guides } from '#server/pages/reference/guides.ts';
import { type Site, linksBetweenFiles, servedSite } from '#server/pages/site.ts';
import { sampleDirectory } from '../compiled-data.ts';

const api = 'http://offline.invalid';
let answer: ReturnType<typeof answerOffline>;
let ask: Ask;
let occupations: readonly OccupationSummary[];
let areas: readonly LocalArea[];

beforeAll(async () => {
  answer = answerOffline(sampleDirectory(), bodyOnly);
  ask = pageAsker(answer);
  occupations = (await answered('occupations')) as readonly OccupationSummary[];
  areas = (await answered('local-areas')) as readonly LocalArea[];
});

async function answered(id: string): Promise<unknown> {
  const asked = await ask(id, {}, {});
  return 'answer' in asked ? asked.answer : expect.fail(asked.missing);
}

/** What both have to say: without links' targets, forms, scripts and the key that only a server gives. */
function saying(text: string): string {
  return text
    .replace(/<form[^]*?<\/form>/g, '')
    .replace(/<script[^]*?<\/script>/g, '')
    .replace(/ · <a href="[^"]*">Get a key<\/a>/g, '')
    .replace(/ (href|src)="[^"]*"/g, '')
    .replace(/\s+/g, ' ');
}

const fileSite = (path: string): Site => ({ ...servedSite, to: linksBetweenFiles(path), sample: true, api, live: false });
const asFile = (path: string, made: FoundPage | null): string =>
  made === null ? expect.fail(path) : pageDocument({ title: `${made.title} – Labour market information`, body: made.body }, fileSite(path));

const kinds: readonly (readonly [string, () => Promise<FoundPage | null> | FoundPage | null])[] = [
  ...['2134', '2231', '9265'].map((soc): readonly [string, () => Promise<FoundPage>] => [
    `/occupations/${soc}`,
    async () => occupationPage(await gather(ask, soc, 'uk'), 'uk', fileSite(`/occupations/${soc}`)),
  ]),
  ['/occupations', () => occupationsPage(occupations, '', fileSite('/occupations'))],
  ['/areas', () => areasPage(areas, fileSite('/areas'))],
  ['/areas/london', () => pageOfArea('london')],
  ['/areas/wales', pageOfWales],
  ...guides.map(({ id }): readonly [string, () => FoundPage | null] => [`/guides/${id}`, () => guidePage(id, fileSite(`/guides/${id}`))]),
];

async function pageOfArea(slug: string): Promise<FoundPage> {
  const area = areas.find((known) => known.slug === slug) ?? expect.fail(slug);
  const asked = (await ask('local-area-job-adverts', { area: slug }, { limit: '50' })) as Asked<AreaAdvertsResponse>;
  return areaPage(area, asked, fileSite(`/areas/${slug}`));
}

async function pageOfWales(): Promise<FoundPage> {
  const wales = regions.find(({ slug }) => slug === 'wales') ?? expect.fail('no Wales');
  const asked = (await ask('job-adverts-list', {}, { area: 'wales', limit: '50' })) as Asked<JobAdvertListResponse>;
  return regionPage(wales, asked, fileSite('/areas/wales'));
}

describe.each(kinds)('%s', (path, make) => {
  test('says the same on a server and as a file', async () => {
    const served = await (await answer(path, 'text/html')).text();
    const file = asFile(path, await make());
    expect(served.length).toBeGreaterThan(1000);
    expect(saying(file)).toBe(saying(served));
  });

  test('leads to the same pages', async () => {
    const served = await (await answer(path, 'text/html')).text();
    const targets = (text: string, to: Site['to']) =>
      new Set(
        [...text.replace(/<head>[^]*?<\/head>/, '').matchAll(/ href="(\/[^"]*)"/g)]
          .map(([, target = '']) => to(target))
          .filter((target) => !target.endsWith('keys.html')),
      );
    const linked = new Set(
      [
        ...asFile(path, await make())
          .replace(/<head>[^]*?<\/head>/, '')
          .matchAll(/ href="([^"]*)"/g),
      ].map(([, target = '']) => target),
    );
    for (const target of targets(served, linksBetweenFiles(path))) expect(linked).toContain(target);
  });
});
