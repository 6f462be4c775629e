// What the search says of sentences that people type: comparisons, wishes, subjects and broad
// words.
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import type { EmploymentListResponse } from '#schemas/resources/responses.ts';
import { matchList, mostMatches } from '#server/pages/comparison.ts';
import type { Ask } from '#server/pages/occupation/answers.ts';
import { searchPage, titlesCompared } from '#server/pages/search-page.ts';
import { searchOccupations } from '#server/pages/searched.ts';
import { servedSite } from '#server/pages/site.ts';
import { sampleDirectory } from '../compiled-data.ts';

const ask = pageAsker(answerOffline(sampleDirectory(), bodyOnly));

/** The answer to a question as a person reads it, and its links. */
async function answered(question: string) {
  const search = new URLSearchParams({ q: question });
  const { body } = await searchPage({ search, site: servedSite }, servedSite, ask);
  const [, results = ''] = body.text.split('<div id="results">');
  return {
    text: results.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
    links: [...results.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
  };
}

test.each([
  ['welder vs plumber', ['welder', 'plumber']],
  ['Welder v. plumber', ['Welder', 'plumber']],
  ['teaching assistant versus nursery nurse', ['teaching assistant', 'nursery nurse']],
  ['compare a welder with a plumber', ['welder', 'plumber']],
  ['difference between a nurse and a paramedic', ['nurse', 'paramedic']],
  // "And" alone can stand in a title.
  ['painter and decorator', []],
  ['vs plumber', []],
  ['welder vs', []],
])('titles compared in "%s"', (question, titles) => {
  expect(titlesCompared(question)).toEqual(titles);
});

test('“X vs Y” offers the comparison, and lists both', async () => {
  const { text, links } = await answered('welder vs plumber');
  expect(text).toContain('Compare welder and plumber');
  expect(links).toEqual([
    '/compare?occupation=welder&#38;occupation=plumber',
    '/occupations/5213',
    '/occupations/5315',
  ]);
});

test('a comparison with what is no job title is an ordinary question', async () => {
  const { text } = await answered('welder vs qqqqqq');
  expect(text).not.toContain('Compare');
});

test('“without a degree” is said to be unused, and where to look', async () => {
  const { text, links } = await answered('best paid without a degree');
  expect(text).toContain('We did not use “without a degree”');
  expect(text).toContain('“How to become one”');
  expect(links).toEqual(['/rankings/pay']);
});

const match = (soc2020: string, more: Partial<OccupationMatch>): OccupationMatch => ({
  soc2020,
  title: `Occupation ${soc2020}`,
  matchedTitle: 'Manager',
  qualifier: null,
  confidence: 0.02,
  matchType: 'ambiguous',
  exactTitle: false,
  groups: 1,
  setAside: [],
  ...more,
});

function listOf(question: string, matches: readonly OccupationMatch[]) {
  const { text } = matchList(question, matches, servedSite);
  return {
    text: text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
    codes: [...text.matchAll(/\/occupations\/(\d{4})"/g)].map(([, code]) => code),
    isFolded: (code: string) => text.indexOf(code) > text.indexOf('<details>'),
  };
}

test('an unlikely match is not listed beside a likelier one', () => {
  const likely = match('2231', { matchedTitle: 'Nurse', confidence: 0.6 });
  const unlikely = match('6114', { matchedTitle: 'Nursery nurse', confidence: 0.05 });
  expect(listOf('nurse', [likely, unlikely]).codes).toEqual(['2231']);
  const { text, codes } = listOf('norse', [unlikely]);
  expect(codes).toEqual(['6114']);
  expect(text).toContain('No job title fits “norse” well.');
});

test('every group of a broad word can be reached', () => {
  const codes = Array.from({ length: 51 }, (_, place) => String(1111 + place));
  const matches = codes.map((code) => match(code, { groups: 51, qualifier: 'office' }));
  const list = listOf('manager', matches);
  expect(list.codes).toEqual(codes);
  expect(codes.filter((code) => !list.isFolded(code))).toEqual(codes.slice(0, mostMatches));
  expect(list.text).toContain('“Manager” could be one of 51 occupations.');
  expect(list.text).toContain('add a word such as “office”');
});

test('a subject is said to be no job title', () => {
  const keeper = match('6129', {
    matchedTitle: 'Zoo keeper',
    matchType: 'related',
    confidence: 0.3,
  });
  const { text } = listOf('animals', [keeper]);
  expect(text).toContain('“animals” is not a job title.');
  expect(text).toContain('such as “zoo keeper”');
});

test('without figures of employment, occupations named after a broad word come first', async () => {
  const found = [
    match('7129', { title: 'Sales related occupations', qualifier: 'retail', groups: 3 }),
    match('4141', { title: 'Office managers', qualifier: 'office', groups: 3 }),
    match('1131', { title: 'Financial managers', qualifier: 'finance', groups: 3 }),
  ];
  const withSearch =
    (employment: object): Ask =>
    async ({ id }) => {
      if (id === 'search') return { answer: found as never };
      return employment as never;
    };
  const codesWith = async (employment: object) => {
    const matches = await searchOccupations('manager', withSearch(employment));
    return matches.map(({ soc2020 }) => soc2020);
  };
  expect(await codesWith({ missing: 'No release.' })).toEqual(['4141', '1131', '7129']);
  const { occupations, ...list } = await employmentList();
  const people = (soc2020: string, count: number) => ({ ...occupations[0], soc2020, count });
  const counted = { ...list, occupations: [people('7129', 5_000), people('1131', 90_000)] };
  expect(await codesWith({ answer: counted })).toEqual(['1131', '7129', '4141']);
});

async function employmentList(): Promise<EmploymentListResponse> {
  const asked = await ask<EmploymentListResponse>({ id: 'employment-list', query: {} });
  return 'answer' in asked ? asked.answer : expect.fail(asked.missing);
}

test('groups beyond the fifty that a search lists are counted, with a way to them', () => {
  const matches = Array.from({ length: 50 }, (_, place) =>
    match(String(1111 + place), { groups: 51, qualifier: 'office' }),
  );
  expect(listOf('manager', matches).text).toContain('1 more not listed. Add a word');
  expect(listOf('manager', matches.slice(0, 3)).text).toContain('48 more not listed.');
});
