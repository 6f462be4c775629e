// What the paths and queries about adverts and places answer, over the compiled sample: a case is a row, its request is the title.
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import type { AreaAdvertsResponse, LocalAdvertResponse } from '#schemas/resources/local-adverts.ts';
import { sampleDirectory } from '../compiled-data.ts';

const ask = answerOffline(sampleDirectory());
const local = '/v1/occupations/2134/job-adverts/local';
const regions = /\/v1\/job-adverts\?area=east-midlands lists its adverts/;
const borough = /^Camden \(E09000007\) is a borough of London, and London is one local area here: ask for london or E12000007\.$/;

const cases: readonly (readonly [string, number, RegExp?])[] = [
  ['/v1/local-areas', 200],
  ['/v1/local-areas?limit=5', 400, /takes none/],
  ['/v1/occupations/2134/job-adverts', 200],
  ['/v1/occupations/2134/job-adverts?area=yorkshire-and-the-humber', 200],
  ['/v1/occupations/2134/job-adverts?area=england', 400, /expected one of uk, wales, scotland/],
  ['/v1/occupations/2134/job-adverts?area=northern-ireland', 400, /expected one of uk/],
  ['/v1/occupations/2134/job-adverts?area=cambridge', 400, /expected one of uk/],
  ['/v1/occupations/2134/job-adverts?limit=5', 400, /"limit" is not a parameter/],
  ['/v1/occupations/9999/job-adverts', 404, /No SOC 2020 unit group has the code 9999/],
  ['/v1/job-adverts?limit=1', 200],
  ['/v1/job-adverts?limit=412&area=wales', 200],
  ['/v1/job-adverts?limit=0', 400, /"limit" is 0, expected 1 to 412/],
  ['/v1/job-adverts?limit=413', 400, /"limit" is 413, expected 1 to 412/],
  ['/v1/job-adverts?area=england', 400, /expected one of uk/],
  [local, 200],
  [`${local}?limit=5`, 400, /takes none/],
  ['/v1/occupations/abcd/job-adverts/local', 404, /four digits/],
  [`${local}/cambridge`, 200],
  [`${local}/E07000008`, 200],
  [`${local}/e07000008`, 404, /"e07000008" is not the code or slug of a local authority/],
  [`${local}/atlantis`, 404, /"atlantis" is not the code or slug of a local authority\. \/v1\/local-areas lists them/],
  [`${local}/%2e%2e%2fcatalogue.json`, 404, /is not the code or slug/],
  [`${local}/a%00`, 404, /is not the code or slug/],
  [`${local}/%zz`, 404, /"%zz" is not the code or slug/],
  [`${local}/E09000007`, 404, borough],
  [`${local}/camden`, 404, borough],
  [`${local}/east-midlands`, 404, regions],
  [`${local}/E12000004`, 404, regions],
  [`${local}/uk`, 404, /United Kingdom \("uk"\) is not a local area: \/v1\/job-adverts\?area=uk/],
  [`${local}/england`, 404, /England \("england"\) is not a local area: .*\/v1\/job-adverts\?area=/],
  [`${local}/london`, 200],
  [`${local}/E12000007`, 200],
  ['/v1/occupations/9999/job-adverts/local/london', 404, /No SOC 2020 unit group/],
  ['/v1/local-areas/cambridge/job-adverts?limit=1', 200],
  ['/v1/local-areas/cambridge/job-adverts?limit=412', 200],
  ['/v1/local-areas/cambridge/job-adverts?limit=0', 400, /"limit" is 0, expected 1 to 412/],
  ['/v1/local-areas/cambridge/job-adverts?limit=413', 400, /"limit" is 413, expected 1 to 412/],
  ['/v1/local-areas/cambridge/job-adverts?area=uk', 400, /"area" is not a parameter/],
  ['/v1/local-areas/camden/job-adverts', 404, borough],
  ['/v1/local-areas/east-midlands/job-adverts', 404, regions],
  ['/v1/local-areas/atlantis/job-adverts', 404, /is not the code or slug/],
  ['/v1/local-areas/cambridge', 404, /There is nothing at/],
];

test.each(cases.map((row) => [row[0], row[1], row] as const))('GET %s → %i', async (_path, _status, [path, status, says]) => {
  const response = await ask(path);
  const text = await response.text();
  expect([response.status, text.slice(0, 200)]).toEqual([status, expect.anything()]);
  if (says !== undefined) expect(JSON.parse(text).detail).toMatch(says);
});

test.each([
  ['e07000008', 'E07000008'],
  ['E07000008%20', 'E07000008'],
  ['Cambridge', 'cambridge'],
  ['%20cambridge', 'cambridge'],
  ['South%20Cambridgeshire', 'south-cambridgeshire'],
  ['bristol,_city_of', 'bristol-city-of'],
  ['LONDON', 'london'],
  ['e08000016', 'E08000016'],
])('a local area that is spelt otherwise is 404, and the nearest is its name in the path: %s', async (given, nearest) => {
  for (const path of [`${local}/${given}`, `/v1/local-areas/${given}/job-adverts`]) {
    const problem = JSON.parse(await (await ask(path)).text());
    expect(problem).toMatchObject({ status: 404, errors: [{ parameter: 'area', nearest }] });
    expect((await ask(`${local}/${nearest}`)).status).toBe(200);
  }
});

test('no two local areas differ only in their spelling', async () => {
  const names = (await json<{ slug: string; code: string }[]>('/v1/local-areas')).flatMap(({ slug, code }) => [slug, code]);
  expect(new Set(names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''))).size).toBe(names.length);
});

test('blanks around a code in the path are told', async () => {
  const problem = JSON.parse(await (await ask('/v1/occupations/2134%20/demand')).text());
  expect(problem).toMatchObject({ status: 404, errors: [{ parameter: 'soc', nearest: '2134' }] });
  expect(JSON.parse(await (await ask('/v1/occupations/9999%20/demand')).text())).not.toHaveProperty('errors');
});

test.each([
  ['/v1/job-adverts?area=%20%20%20UK%20', { parameter: 'area', nearest: 'uk' }],
  ['/v1/job-adverts?limit=5%20', { parameter: 'limit', minimum: 1, maximum: 412, nearest: '5' }],
  ['/v1/job-adverts?limit=999%20', { parameter: 'limit', nearest: undefined }],
  ['/v1/job-adverts?limit=99999999999', { parameter: 'limit', code: 'not-32-bit', minimum: 1, maximum: 412 }],
  ['/v1/job-adverts?limit=many', { parameter: 'limit', code: 'not-an-integer', minimum: 1, maximum: 412 }],
  ['/v1/occupations/2134/apprenticeships?includeInactive=%20TRUE', { parameter: 'includeInactive', nearest: 'true' }],
  [
    '/v1/occupations/2134/pay?edition=%20AAAAAAAA-AAAA-8AAA-8AAA-AAAAAAAAAAAA',
    { parameter: 'edition', nearest: 'aaaaaaaa-aaaa-8aaa-8aaa-aaaaaaaaaaaa' },
  ],
])('what is wrong with a value comes with its bounds and the nearest: GET %s', async (path, fault) => {
  const { errors } = JSON.parse(await (await ask(path)).text());
  expect(errors[0]).toMatchObject(Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined)));
  expect(errors[0]?.nearest).toBe('nearest' in fault ? fault.nearest : undefined);
});

const json = async <Body>(path: string): Promise<Body> => JSON.parse(await (await ask(path)).text());

test('every name of an area has one answer and one ETag', async () => {
  const answers = await Promise.all(['barnsley', 'E08000038', 'E08000016'].map((name) => ask(`${local}/${name}`)));
  expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(1);
  const [body, ...others] = await Promise.all(answers.map((answer) => answer.text()));
  for (const other of others) expect(other).toBe(body);
  expect(JSON.parse(body ?? '').area).toEqual({ code: 'E08000038', slug: 'barnsley', name: 'Barnsley' });
  const other = await ask(`${local}/sheffield`);
  expect(other.headers.get('ETag')).not.toBe(answers[0]?.headers.get('ETag'));
  expect(answers[0]?.headers.get('LMI-Source')).toBe('online-job-adverts, soc-structure, local-authorities');
});

test('a list is empty without a reason where the publisher prints zeroes, and with one where it prints nothing', async () => {
  const empty = { ranked: 0, occupations: [] };
  expect(await json<AreaAdvertsResponse>('/v1/local-areas/isles-of-scilly/job-adverts')).toMatchObject({ ...empty, withheld: null });
  expect(await json<AreaAdvertsResponse>('/v1/local-areas/aberdeen-city/job-adverts')).toMatchObject({
    ...empty,
    withheld: { reason: 'not-listed', marker: null },
  });
  const scilly = await json<LocalAdvertResponse>(`${local}/isles-of-scilly`);
  expect(scilly).toMatchObject({ adverts: 0, presentable: true, withheld: null, rank: null, rankWithheld: { reason: 'not-applicable' } });
  const aberdeen = await json<LocalAdvertResponse>(`${local}/aberdeen-city`);
  expect(aberdeen).toMatchObject({
    adverts: null,
    presentable: false,
    withheld: { reason: 'not-listed', marker: null },
    rank: null,
    rankWithheld: { reason: 'not-listed' },
    quartersSuppressed: 0,
    changeWithheld: { reason: 'not-listed' },
  });
  expect(aberdeen.quarters.every(({ adverts, withheld }) => adverts === null && withheld?.reason === 'not-listed')).toBe(true);
});

test('a list is as long as its limit, 50 without one, and then all that are advertised, most adverts first', async () => {
  const lengthOf = async (query: string) =>
    (await json<AreaAdvertsResponse>(`/v1/local-areas/london/job-adverts${query}`)).occupations.length;
  const { ranked, occupations } = await json<AreaAdvertsResponse>('/v1/local-areas/london/job-adverts?limit=412');
  expect([await lengthOf(''), await lengthOf('?limit=1')]).toEqual([50, 1]);
  const totals = occupations.map(({ adverts }) => adverts ?? 0);
  expect(totals).toEqual(totals.toSorted((a, b) => b - a));
  // An incomplete total stands where its number stands, without a rank.
  expect(occupations.filter(({ rank }) => rank !== null)).toHaveLength(ranked);
});
