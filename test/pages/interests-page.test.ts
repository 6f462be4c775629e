// The occupations that fit interests: in the order of the endpoint, with what the scores describe.
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import type { PayListResponse } from '#schemas/resources/responses.ts';
import type { WorkProfileListResponse } from '#schemas/resources/work-profile.ts';
import { interestsCsv, interestsIn, interestsPage } from '#server/pages/interests-page.ts';
import { pounds } from '#server/pages/occupation/figure.ts';
import { searchPage } from '#server/pages/search-page.ts';
import { servedSite } from '#server/pages/site.ts';
import { sampleDirectory } from '../compiled-data.ts';

const ask = pageAsker(answerOffline(sampleDirectory(), bodyOnly));

async function listOf(interests: string): Promise<WorkProfileListResponse> {
  const asked = await ask<WorkProfileListResponse>({
    id: 'work-profile-list',
    query: { interests, limit: '412' },
  });
  return 'answer' in asked ? asked.answer : expect.fail(asked.missing);
}

test('lists occupations like the endpoint, and says scores are American', async () => {
  const { occupations, ranked } = await listOf('realistic,investigative');
  const search = new URLSearchParams({ interest: 'investigative,realistic', show: 'all' });
  const { body } = await interestsPage({ search }, servedSite, ask);
  const [table = '', unranked = ''] = body.text.split('have no scores');
  const codesIn = (text: string) =>
    [...text.matchAll(/href="\/occupations\/(\d{4})"/g)].map(([, code]) => code);
  expect(codesIn(table)).toEqual(occupations.slice(0, ranked).map(({ soc2020 }) => soc2020));
  expect(codesIn(unranked)).toEqual(occupations.slice(ranked).map(({ soc2020 }) => soc2020));
  const { interestScores: scores } = occupations[0] ?? expect.fail('the list is empty');
  expect(table.replaceAll('\n', '')).toContain(
    `<td>${scores.realistic?.toFixed(2)}</td><td>${scores.investigative?.toFixed(2)}</td>`,
  );
  expect(table).toContain('not jobs in the UK');
  expect(table).toContain('United States · ');
  expect(body.text).toContain('Synthetic sample, not from the publisher');
});

test('beside the scores stands the pay of each job, with its area and its credit', async () => {
  const pay = await ask<PayListResponse>({ id: 'pay-list', query: { limit: '412' } });
  const { occupations } = 'answer' in pay ? pay.answer : expect.fail(pay.missing);
  const search = new URLSearchParams({ interest: 'social', show: 'all' });
  const { text } = (await interestsPage({ search }, servedSite, ask)).body;
  const rows = [...text.matchAll(/<a href="\/occupations\/(\d{4})"[^]*?<\/tr>/g)];
  const rowOf = new Map(rows.map(([row, soc]) => [soc, row]));
  const best = occupations[0] ?? expect.fail('the list is empty');
  expect(rowOf.get(best.soc2020)).toContain(`<td>${pounds(best.median.value ?? 0)}`);
  const without = occupations.filter(({ median }) => !median.presentable);
  for (const { soc2020 } of without) expect(rowOf.get(soc2020) ?? '').not.toContain('£');
  expect(text).toMatch(/<strong>Median annual pay, all employees, part-time included \(United/);
});

test('boxes that are ticked one by one ask for the same list', async () => {
  const ticked = new URLSearchParams('interest=realistic&interest=investigative');
  const named = new URLSearchParams({ interest: 'realistic,investigative' });
  const bodyOf = async (search: URLSearchParams) =>
    (await interestsPage({ search }, servedSite, ask)).body.text;
  expect(await bodyOf(ticked)).toBe(await bodyOf(named));
});

test('as CSV every score has its interest, area, period, release and credit', async () => {
  const file = await interestsCsv(new URLSearchParams({ interest: 'social' }), ask);
  const { name, text } = file ?? expect.fail('no list');
  expect(name).toBe('interests_social_sample-30-2.csv');
  const [header, first = '', ...others] = text.trimEnd().split('\r\n');
  expect(header).toBe(
    'soc2020,occupation,rank,interest,area,period,value,shown,unit,' +
      'caution,reason,source,edition,edition_id,attribution',
  );
  expect(first).toMatch(/^\d{4},[^]*,1,social,United States,[^,]*\d{4},/);
  expect(others.length).toBe(411);
  expect(await interestsCsv(new URLSearchParams({ interest: '' }), ask)).toBeNull();
});

test.each([
  ['practical and investigative', ['realistic', 'investigative']],
  ['creative jobs', ['artistic']],
  ['creative director', []],
  ['social worker', []],
  ['nurse', []],
  ['', []],
])('interests in "%s"', (question, interests) => {
  expect(interestsIn(question)).toEqual(interests);
});

test('a question of interests leads to their list', async () => {
  const search = new URLSearchParams({ q: 'practical and investigative' });
  const { body } = await searchPage({ search, site: servedSite }, servedSite, ask);
  expect(body.text).toContain('href="/occupations?interest=realistic,investigative"');
  expect(body.text).not.toContain('possible match');
});
