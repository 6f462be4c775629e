// The occupations that fit interests: in the order of the endpoint, with what the scores describe.
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import type { WorkProfileListResponse } from '#schemas/resources/work-profile.ts';
import { interestsCsv, interestsIn, interestsPage } from '#server/pages/interests-page.ts';
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
