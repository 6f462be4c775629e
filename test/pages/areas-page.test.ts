// The pages of areas, with adverts and without: what there is instead, and where to look.
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import { areaPage, areasPage } from '#server/pages/areas-page.ts';
import type { Ask } from '#server/pages/occupation/answers.ts';
import { servedSite } from '#server/pages/site.ts';
import { sampleDirectory } from '../compiled-data.ts';

const ask = pageAsker(answerOffline(sampleDirectory(), bodyOnly));

/** Without the endpoints whose id fits, as if nothing were published of them. */
const without =
  (ids: RegExp): Ask =>
  async (question, place) =>
    ids.test(question.id) ? { missing: 'No release.' } : ask(question, place);

test('every nation and region has its lists, its local areas and a box for a place', async () => {
  const { text } = (await areasPage(servedSite, ask)).body;
  expect(text.match(/<section class="part"/g)?.length).toBe(12);
  expect(text).toContain('<a href="/areas/leeds">Leeds</a>');
  expect(text).toMatch(/<form method="get" action="\/search"[^]*name="q"/);
});

test('without adverts there are the lists of regions, and no links to empty pages', async () => {
  const { text } = (await areasPage(servedSite, without(/adverts/))).body;
  expect(text).toContain('href="/rankings/pay?area=wales"');
  expect(text).not.toContain('href="/areas/');
  expect(text).not.toContain('Northern Ireland');
  expect(text).toContain('https://www.nomisweb.co.uk/');
});

test('without any figure of an area, one sentence says so, and where to look', async () => {
  const asks: Ask = async (question, place) =>
    question.query['area'] === undefined ? without(/adverts/)(question, place) : none;
  const none = { missing: 'No release.' };
  const { text } = (await areasPage(servedSite, asks)).body;
  expect(text).not.toContain('<section');
  expect(text).not.toContain('<form');
  expect(text).toMatch(/We have no figures yet[^]*href="\/rankings\/pay"[^]*nomisweb/);
  const leeds = (await areaPage('leeds', servedSite, asks)) ?? expect.fail('no page');
  expect(leeds.body.text).toMatch(/We have no figures for Leeds yet[^]*rankings\/pay[^]*nomisweb/);
});
