// What the paths and queries about adverts and places answer, over the compiled sample: a case is a
// row, its request is the title.
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { sampleDirectory } from '../compiled-data.ts';

const ask = answerOffline(sampleDirectory());
const json = async <Body>(path: string): Promise<Body> =>
  JSON.parse(await (await ask(path)).text());
const local = '/v1/occupations/2134/job-adverts/local';
const regions = /\/v1\/job-adverts\?area=east-midlands lists its adverts/;
const borough =
  /^Camden \(E09000007\) is a borough of London, and London is one local area here: ask for london or E12000007\.$/;

// What is spelt wrongly, and every slug of the contract, is in ../contract/table.test.ts.
test.each<[string, number, RegExp?]>([
  [`${local}/E09000007`, 404, borough],
  ['/v1/local-areas/camden/job-adverts', 404, borough],
  [`${local}/east-midlands`, 404, regions],
  ['/v1/local-areas/E12000004/job-adverts', 404, regions],
  [`${local}/uk`, 404, /United Kingdom \("uk"\) is not a local area: \/v1\/job-adverts\?area=uk/],
  ['/v1/local-areas/cambridge', 404, /There is nothing at/],
])('GET %s → %i', async (path, status, says) => {
  const response = await ask(path);
  expect(response.status).toBe(status);
  if (says !== undefined) expect(JSON.parse(await response.text()).detail).toMatch(says);
});

test.each([
  ['e07000008', 'E07000008'],
  ['%20cambridge', 'cambridge'],
  ['South%20Cambridgeshire', 'south-cambridgeshire'],
  ['bristol,_city_of', 'bristol-city-of'],
  ['LONDON', 'london'],
  // A part of the name.
  ['bristol', 'bristol-city-of'],
  ['hull', 'kingston-upon-hull-city-of'],
  ['durham', 'county-durham'],
  ['Edinburgh', 'city-of-edinburgh'],
  ['city-of-bristol', 'bristol-city-of'],
  ['telford', 'telford-and-wrekin'],
  ['rhondda', 'rhondda-cynon-taf'],
  ['stoke', 'stoke-on-trent'],
  ['hereford', 'herefordshire-county-of'],
  ['newcastle%20tyne', 'newcastle-upon-tyne'],
])(
  'a local area that is spelt otherwise is 404, and the nearest is its name in the path: %s',
  async (given, nearest) => {
    for (const path of [`${local}/${given}`, `/v1/local-areas/${given}/job-adverts`])
      expect(await json(path)).toMatchObject({
        status: 404,
        errors: [{ parameter: 'area', nearest }],
      });
  },
);

test('a name that several areas have is told with all of them', async () => {
  const { detail, errors } = await json<ProblemDetails>(`${local}/newcastle`);
  expect(detail).toContain('It can mean newcastle-upon-tyne, newcastle-under-lyme.');
  expect(errors?.[0]?.nearest).toBe('newcastle-upon-tyne');
  // A whole word names an area however short it is, and a short part of one names none.
  expect(await json(`${local}/new`)).toMatchObject({ errors: [{ nearest: 'new-forest' }] });
  expect(await json(`${local}/ab`)).not.toHaveProperty('errors');
});

test('no two local areas differ only in their spelling', async () => {
  const names = (await json<{ slug: string; code: string }[]>('/v1/local-areas')).flatMap(
    ({ slug, code }) => [slug, code],
  );
  expect(new Set(names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''))).size).toBe(
    names.length,
  );
});

const none = expect.not.objectContaining({ nearest: expect.any(String) });

test.each<readonly [string, object]>([
  ['/v1/occupations/2134%20/demand', { parameter: 'soc', nearest: '2134' }],
  ['/v1/job-adverts?area=%20%20%20UK%20', { parameter: 'area', nearest: 'uk' }],
  ['/v1/job-adverts?area=scotlnad', { nearest: 'scotland' }],
  // Another area is nobody's typing error.
  ...['untied-kingdom', 'england'].map((area) => [`/v1/job-adverts?area=${area}`, none] as const),
  ['/v1/job-adverts?limit=5%20', { parameter: 'limit', minimum: 1, maximum: 412, nearest: '5' }],
  ['/v1/job-adverts?limit=999%20', none],
  [
    '/v1/job-adverts?limit=99999999999',
    { parameter: 'limit', code: 'not-32-bit', minimum: 1, maximum: 412 },
  ],
  [
    '/v1/occupations/2134/apprenticeships?includeInactive=%20TRUE',
    { parameter: 'includeInactive', nearest: 'true' },
  ],
  [
    '/v1/occupations/2134/pay?edition=%20AAAAAAAA-AAAA-8AAA-8AAA-AAAAAAAAAAAA',
    { nearest: 'aaaaaaaa-aaaa-8aaa-8aaa-aaaaaaaaaaaa' },
  ],
])(
  'what is wrong with a value comes with its bounds and the nearest: GET %s',
  async (path, fault) => {
    expect((await json<ProblemDetails>(path)).errors).toMatchObject([fault]);
  },
);
