// The contract as HTTP shows it: one suite, run wherever the service runs. A case is a row, its request is the title.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureKeys, sourceKeys } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { EditionResponse, IngestStatusResponse, SourceResponse } from '#schemas/resources/meta.ts';
import { ProblemDetails } from '#schemas/problem.ts';
import { responses } from '#schemas/resources/responses.ts';
import type { ListedKey } from '#server/keys/accounts.ts';
import { bundleContent, damagedBundle, editionIds, latestBundle, missingFile, quarantinedText } from './fixture.ts';
import { type Runtime, addressHeader, publicUrl } from './runtimes.ts';

const ajv = new Ajv.default();
addFormats.default(ajv);
const isProblem = ajv.compile<ProblemDetails>(ProblemDetails);
const isPay = ajv.compile(responses.PayResponse);
const isRegions = ajv.compile(responses.PayRegionsResponse);
const isSeries = ajv.compile(responses.PaySeriesResponse);
const isMatchList = ajv.compile(responses.OccupationMatchList);
const isSourceList = ajv.compile<SourceResponse[]>(responses.SourceList);
const isEditionList = ajv.compile<EditionResponse[]>(responses.EditionList);
const isIngestStatus = ajv.compile<IngestStatusResponse>(responses.IngestStatusResponse);

const unknownEdition = '00000000-0000-8000-8000-0000000000ff';
const pay = '/v1/occupations/2134/pay';

/** [request, status, kind of problem or null, what the detail says]. All with a live key. */
const cases: readonly (readonly [string, number, string | null, RegExp?])[] = [
  ['GET /v1/occupations', 200, null],
  ['GET /v1/occupations/2134', 200, null],
  ['GET /v1/occupations/2134/titles', 200, null],
  ['GET /v1/occupations/search?q=midwife', 200, null],
  [`GET ${pay}`, 200, null],
  ['HEAD /v1/occupations', 200, null],

  ['GET /v1/occupations/9999', 404, 'unknown-occupation', /No SOC 2020 unit group has the code 9999/],
  ['GET /v1/occupations/213', 404, 'unknown-occupation', /"213" is not a SOC 2020 unit group code/],
  ['GET /v1/occupations/21345', 404, 'unknown-occupation', /four digits/],
  ['GET /v1/occupations/abcd', 404, 'unknown-occupation', /four digits/],
  ['GET /v1/occupations/%32134', 200, null],
  ['GET /v1/occup%61tions/2134', 200, null],
  ['GET /v1/occupations/..%2f', 404, 'unknown-occupation', /"\.\.\/" is not/],
  ['GET /v1/occupations/..%2f..%2fcatalogue.json', 404, 'unknown-occupation'],
  ['GET /v1/occupations/2134%2f..%2f1112', 404, 'unknown-occupation'],
  ['GET /v1/occupations/2134%00', 404, 'unknown-occupation'],
  ['GET /v1/occupations/%zz', 404, 'unknown-occupation', /"%zz" is not/],
  ['GET /v1/occupations/%ff', 404, 'unknown-occupation', /"%ff" is not/],
  ['GET /v1/occupations/', 404, 'unknown-path', /Did you mean "\/v1\/occupations"\?/],
  ['GET /v1/occupations/2134/', 404, 'unknown-path', /Did you mean "\/v1\/occupations\/2134"\?/],
  [`GET ${pay}/?sex=female`, 404, 'unknown-path', /Did you mean "\/v1\/occupations\/2134\/pay"\?/],
  ['GET /v1/occupations/2134/wages', 404, 'unknown-path'],
  ['GET /v1/nothing/', 404, 'unknown-path', /^There is nothing at "\/v1\/nothing\/"\.$/],
  ['GET /nothing/', 404, 'unknown-path', /^There is nothing at "\/nothing\/"\.$/],
  ['GET /admin/', 404, 'unknown-path', /^There is nothing at "\/admin\/"\.$/],
  ['GET /keys/', 404, 'unknown-path', /Did you mean "\/keys"\?/],
  ['GET /v1', 404, 'unknown-path'],
  ['GET /v1/nothing', 404, 'unknown-path'],
  ['GET /nothing', 404, 'unknown-path'],
  ['GET /V1/occupations', 404, 'unknown-path'],
  ['GET /v1//occupations', 404, 'unknown-path'],

  ['POST /v1/occupations', 405, 'method-not-allowed', /GET and HEAD, not POST/],
  ['DELETE /v1/occupations/2134/pay', 405, 'method-not-allowed'],
  ['OPTIONS /v1/occupations', 405, 'method-not-allowed'],
  ['PUT /v1/meta/sources', 405, 'method-not-allowed'],
  ['POST /healthz', 405, 'method-not-allowed'],

  ['GET /v1/occupations?limit=5', 400, 'invalid-parameters', /takes none/],
  ['GET /v1/occupations/2134?Area=uk', 400, 'invalid-parameters', /"Area" is not a parameter/],
  ['GET /v1/occupations/search', 400, 'invalid-parameters', /"q" is required/],
  ['GET /v1/occupations/search?q=', 400, 'invalid-parameters', /"q" is empty/],
  ['GET /v1/occupations/search?q=+%20', 400, 'invalid-parameters', /"q" is empty/],
  [`GET /v1/occupations/search?q=${'a'.repeat(200)}`, 200, null],
  [`GET /v1/occupations/search?q=${'a'.repeat(201)}`, 400, 'invalid-parameters', /201 characters, expected at most 200/],
  [`GET /v1/occupations/search?q=${'a'.repeat(10_240)}`, 400, 'invalid-parameters', /10240 characters/],
  ['GET /v1/occupations/search?q=a&q=b', 400, 'invalid-parameters', /"q" is given 2 times/],
  ['GET /v1/occupations/search?q=midwife&limit=0', 400, 'invalid-parameters', /"limit" is 0, expected 1 to 50/],
  ['GET /v1/occupations/search?q=midwife&limit=51', 400, 'invalid-parameters', /"limit" is 51, expected 1 to 50/],
  ['GET /v1/occupations/search?q=midwife&limit=50', 200, null],
  ['GET /v1/occupations/search?q=midwife&limit=+5', 200, null],
  ['GET /v1/occupations/search?q=midwife&limit=%2B5', 200, null],
  ['GET /v1/occupations/search?q=midwife&limit=005', 200, null],
  ['GET /v1/occupations/search?q=midwife&limit=-0', 400, 'invalid-parameters', /"limit" is 0, expected 1 to 50/],
  ['GET /v1/occupations/search?q=midwife&limit=', 400, 'invalid-parameters', /"limit" is "", expected a decimal integer/],
  ['GET /v1/occupations/search?q=midwife&limit=5.0', 400, 'invalid-parameters', /decimal integer/],
  ['GET /v1/occupations/search?q=midwife&limit=5e0', 400, 'invalid-parameters', /decimal integer/],
  ['GET /v1/occupations/search?q=midwife&limit=0x5', 400, 'invalid-parameters', /decimal integer/],
  ['GET /v1/occupations/search?q=midwife&limit=2147483648', 400, 'invalid-parameters', /32 bits/],

  [`GET ${pay}?measure=annual_pay`, 400, 'invalid-parameters', /"measure" is "annual_pay", expected one of weekly_pay_gross/],
  [`GET ${pay}?sex=Female`, 400, 'invalid-parameters', /expected one of all, male, female/],
  [`GET ${pay}?area=england`, 400, 'invalid-parameters', /expected one of uk, wales/],
  [`GET ${pay}?sex=male&sex=male`, 400, 'invalid-parameters', /given 2 times/],
  [`GET ${pay}?sexx=male&patern=all`, 400, 'invalid-parameters', /2 parameters are not valid/],
  [`GET ${pay}?year=2147483648`, 400, 'invalid-parameters', /32 bits/],
  [`GET ${pay}?year=-2147483648`, 404, 'not-published', /held: 2024, 2023/],
  [`GET ${pay}?year=2024`, 200, null],
  [`GET ${pay}?year=2023`, 200, null],
  [`GET ${pay}?year=2022`, 404, 'not-published', /no edition for the year 2022; held: 2024, 2023/],
  [`GET ${pay}?area=wales`, 200, null],
  // The release has no Scotland, and that of 2023 no Wales: figures are null, and no 404.
  [`GET ${pay}?area=scotland`, 200, null],
  [`GET ${pay}?area=wales&year=2023`, 200, null],
  ['GET /v1/occupations/2231/pay', 404, 'not-published', /does not cover the occupation 2231/],
  [`GET ${pay}?edition=2024`, 400, 'invalid-parameters', /expected a uuid/],
  [`GET ${pay}?edition=${unknownEdition}`, 404, 'unknown-edition'],
  [`GET ${pay}?edition=${editionIds.index}`, 400, 'invalid-parameters', /an edition of soc-index, expected an edition of ashe/],
  [`GET ${pay}?edition=${editionIds.quarantined}`, 404, 'unknown-edition', /held back/],
  [
    `GET ${pay}?edition=${editionIds.withdrawn}`,
    410,
    'edition-withdrawn',
    /was withdrawn on 2026-01-02: The figures were of another year\. Edition \S+2023 takes its place\.$/,
  ],
  [`GET ${pay}?edition=${editionIds.pruned}`, 404, 'unknown-edition', /documents are no longer kept; \S+2023 is served now/],
  [`GET ${pay}?edition=${editionIds.superseded}`, 200, null],
  [`GET ${pay}?edition=${editionIds.superseded.toUpperCase()}`, 200, null],
  [`GET ${pay}?edition=${editionIds.pay2023}&year=1999`, 200, null],
  [`GET ${pay}?edition=${editionIds.pay2023}&year=x`, 400, 'invalid-parameters', /decimal integer/],

  [`GET ${pay}/regions`, 200, null],
  [`HEAD ${pay}/regions`, 200, null],
  [`GET ${pay}/regions?measure=hourly_pay_gross&sex=male&pattern=parttime&year=2023`, 200, null],
  [`GET ${pay}/regions?measure=pay`, 400, 'invalid-parameters', /"measure" is "pay", expected one of weekly_pay_gross/],
  [`GET ${pay}/regions?pattern=full`, 400, 'invalid-parameters', /expected one of all, fulltime, parttime/],
  [`GET ${pay}/regions?area=wales`, 400, 'invalid-parameters', /"area" is not a parameter of \/v1\/occupations\/\{soc\}\/pay\/regions/],
  [`GET ${pay}/regions?year=2024&year=2024`, 400, 'invalid-parameters', /given 2 times/],
  [`GET ${pay}/regions?year=2022`, 404, 'not-published', /no edition for the year 2022; held: 2024, 2023/],
  ['GET /v1/occupations/9999/pay/regions', 404, 'unknown-occupation'],
  ['GET /v1/occupations/2231/pay/regions', 404, 'not-published', /does not cover the occupation 2231/],
  [`GET ${pay}/regions?edition=2024`, 400, 'invalid-parameters', /expected a uuid/],
  [`GET ${pay}/regions?edition=${unknownEdition}`, 404, 'unknown-edition'],
  [`GET ${pay}/regions?edition=${editionIds.index}`, 400, 'invalid-parameters', /an edition of soc-index, expected an edition of ashe/],
  [`GET ${pay}/regions?edition=${editionIds.quarantined}`, 404, 'unknown-edition', /held back/],
  [`GET ${pay}/regions?edition=${editionIds.withdrawn}`, 410, 'edition-withdrawn'],
  [`GET ${pay}/regions?edition=${editionIds.superseded}&year=1999`, 200, null],
  [`GET ${pay}/regions/`, 404, 'unknown-path', /Did you mean/],
  [`POST ${pay}/regions`, 405, 'method-not-allowed'],

  [`GET ${pay}/series`, 200, null],
  [`HEAD ${pay}/series`, 200, null],
  [`GET ${pay}/series?measure=hours_paid_total&sex=female&pattern=fulltime&area=uk`, 200, null],
  // The edition of 2023 has no Wales: a point of nulls, and no 404.
  [`GET ${pay}/series?area=wales`, 200, null],
  [`GET ${pay}/series?area=scotland`, 200, null],
  [`GET ${pay}/series?area=england`, 400, 'invalid-parameters', /expected one of uk, wales/],
  [`GET ${pay}/series?sex=men`, 400, 'invalid-parameters', /expected one of all, male, female/],
  [`GET ${pay}/series?year=2024`, 400, 'invalid-parameters', /"year" is not a parameter/],
  [`GET ${pay}/series?edition=${editionIds.pay2024}`, 400, 'invalid-parameters', /"edition" is not a parameter/],
  ['GET /v1/occupations/9999/pay/series', 404, 'unknown-occupation'],
  ['GET /v1/occupations/2231/pay/series', 404, 'not-published', /does not cover the occupation 2231/],
  ['GET /v1/occupations/1112/pay/series?area=wales', 503, 'damaged-data'],
  [`DELETE ${pay}/series`, 405, 'method-not-allowed'],
  // Nothing of what went wrong is told.
  [
    missingFile.request,
    503,
    'damaged-data',
    /^The stored document behind this answer is not on this server at the moment\. The operator has been told\.$/,
  ],

  ['GET /v1/occupations/2134/employment', 404, 'not-published'],
  [
    'GET /v1/occupations/2134/employment?area=london',
    400,
    'invalid-parameters',
    /"area" is "london", expected one of uk, england, wales, scotland, northern-ireland/,
  ],
  [
    'GET /v1/occupations/2134/vacancies?area=london',
    400,
    'invalid-parameters',
    /expected one of uk, england, wales, scotland, northern-ireland\.$/,
  ],
  [
    'GET /v1/occupations/2134/vacancies',
    404,
    'not-published',
    /employer-skills-survey .* is by SOC 2010, so there are no vacancies by SOC 2020 today\.$/,
  ],
  ['GET /v1/occupations/2134/demand?level=critical', 400, 'invalid-parameters', /takes none/],
  ['GET /v1/demand?level=hot', 400, 'invalid-parameters', /expected one of critical, elevated, not_in_high_demand/],
  ['GET /v1/demand?level=critical', 404, 'not-published', /occupations-in-demand/],

  // The fixture has no edition of these: parameters are checked all the same.
  ['GET /v1/occupations/2134/skills', 404, 'not-published', /^No release of the source esco is published here yet\.$/],
  ['GET /v1/occupations/9999/skills', 404, 'unknown-occupation'],
  ['GET /v1/occupations/2134/skills?limit=101', 400, 'invalid-parameters', /expected 1 to 100/],
  ['GET /v1/occupations/2134/apprenticeships?includeInactive=yes', 400, 'invalid-parameters', /expected one of true, false/],
  [
    'GET /v1/occupations/2134/apprenticeships?includeInactive=true',
    404,
    'not-published',
    /No release of the source occupational-maps is published here yet/,
  ],
  ['GET /v1/demand?level=hot', 400, 'invalid-parameters'],

  ['GET /v1/local-areas', 200, null],
  ['GET /v1/local-areas/a%20b/job-adverts', 404, 'unknown-area'],
  ['GET /v1/local-areas/atlantis/job-adverts', 404, 'unknown-area', /"atlantis" is not the code or slug of a local authority/],
  ['GET /v1/local-areas/camden/job-adverts', 404, 'unknown-area', /Camden \(E09000007\) is a borough of London/],
  ['GET /v1/occupations/2134/job-adverts/local/east-midlands', 404, 'unknown-area', /\/v1\/job-adverts\?area=east-midlands/],
  ['GET /v1/local-areas/barnsley/job-adverts?limit=413', 400, 'invalid-parameters', /"limit" is 413, expected 1 to 412/],
  // Places without adverts: a source that has never had an edition.
  ['GET /v1/local-areas/E08000016/job-adverts', 404, 'not-published', /No release of the source online-job-adverts is published here yet/],

  ['GET /v1/meta/sources', 200, null],
  ['GET /v1/meta/editions', 200, null],
  ['GET /v1/meta/editions?source=ashe', 200, null],
  ['GET /v1/meta/ingest', 200, null],
  ['HEAD /v1/meta/ingest', 200, null],
  ['GET /v1/meta/sources?source=ashe', 400, 'invalid-parameters', /takes none/],
  ['GET /v1/meta/editions?source=nobody', 400, 'invalid-parameters', /expected one of soc-structure, soc-index, ashe/],
  ['GET /v1/meta/editions?source=', 400, 'invalid-parameters', /"source" is ""/],
  ['GET /v1/meta/editions?source=ashe&source=esco', 400, 'invalid-parameters', /given 2 times/],
  ['GET /v1/meta', 404, 'unknown-path'],
  ['GET /v1/meta/', 404, 'unknown-path'],
  ['GET /v1/meta/quarantine', 404, 'unknown-path'],
  ['OPTIONS /v1/meta/nothing', 404, 'unknown-path'],
  ['POST /v1/meta/ingest', 405, 'method-not-allowed', /GET, HEAD and OPTIONS, not POST/],
  ['POST /editions.atom', 405, 'method-not-allowed'],
  ['GET /editions.atom/', 404, 'unknown-path'],

  ['GET /editions.atom?x=1', 400, 'invalid-parameters', /^"x" is not a parameter: \/editions\.atom takes none\.$/],
  ['GET /openapi.json?x=1&x=2&y=3', 400, 'invalid-parameters', /^2 parameters are not valid\.$/],
  ['GET /bundles/latest.json?since=2026', 400, 'invalid-parameters', /"since" is not a parameter/],
  [`HEAD /bundles/${latestBundle.file}?x`, 400, 'invalid-parameters'],
  [`GET /bundles/${damagedBundle}`, 503, 'damaged-data'],
  // Whoever watches over the service may add what keeps caches away.
  ['GET /healthz?x=1', 200, null],
];

/** Adds the suite; call it inside a `describe`. */
export function addContractTests(start: () => Promise<Runtime>): void {
  let runtime: Runtime;
  let key: string;

  beforeAll(async () => {
    runtime = await start();
    key = await runtime.issueKey('contract', 100_000);
  });
  afterAll(() => runtime.close());

  // Every request comes from an address of its own, unless a test gives it one: the limits of the open paths have their own test.
  let clients = 0;
  const ask = (request: string, headers: Record<string, string> = { 'X-API-Key': key }): Promise<Response> => {
    const [method = '', path = ''] = request.split(' ');
    clients += 1;
    const address = `192.0.${clients >> 8}.${clients & 255}`;
    return runtime.fetch(path, { method, headers: { [addressHeader]: address, 'Accept-Encoding': 'identity', ...headers } });
  };

  describe('a row for each case', () => {
    test.each(cases.map((row) => [row[0].slice(0, 120), row[1], row] as const))(
      '%s → %i',
      async (_title, _status, [request, status, kind, says]) => {
        const response = await ask(request);
        expect(response.status).toBe(status);
        expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
        expect(Math.abs(Date.parse(response.headers.get('Date') ?? '') - Date.now())).toBeLessThan(60_000);
        if (kind === null) {
          expect(response.headers.get('Content-Type')).toBe('application/json');
          return;
        }
        expect(response.headers.get('Content-Type')).toBe(
          status === 400 || status === 404 ? 'application/json' : 'application/problem+json',
        );
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        if (request.startsWith('HEAD')) return;
        const problem = await problemOf(response);
        expect(problem).toMatchObject({ type: `${publicUrl}/problems/${kind}`, status });
        if (says !== undefined) expect(problem.detail).toMatch(says);
      },
    );

    test('a sample says so on every answer', async () => {
      for (const request of [
        'GET /v1/occupations',
        'GET /v1/occupations/9999',
        'GET /v1/occupations/2134/skills',
        `GET ${pay}?x=1`,
        'GET /v1/nothing',
        'GET /v1/occupations/',
        'PUT /v1/occupations',
        'GET /v1/meta/sources',
        'GET /healthz',
      ]) {
        expect((await ask(request)).headers.get('LMI-Sample'), request).toBe('true');
      }
    });

    test('405 names the allowed methods', async () => {
      expect((await ask('PUT /v1/occupations')).headers.get('Allow')).toBe('GET, HEAD');
    });

    test('a 400 names every parameter at fault, what is allowed, and the nearest', async () => {
      const problem = await problemOf(await ask(`GET ${pay}?sexx=all&measure=annual_pay_gros`));
      expect(problem.errors).toEqual([
        expect.objectContaining({ parameter: 'sexx', code: 'unknown-parameter', nearest: 'sex' }),
        expect.objectContaining({ parameter: 'measure', code: 'not-allowed', nearest: 'annual_pay_gross', allowed: [...measureKeys] }),
      ]);
    });

    test("another area is nobody's typing error", async () => {
      const [mistyped, another] = await Promise.all(
        ['untied-kingdom', 'england'].map(async (area) => problemOf(await ask(`GET ${pay}?area=${area}`))),
      );
      expect([mistyped, another].map((problem) => problem?.errors?.[0]?.nearest)).toEqual([undefined, undefined]);
      expect((await problemOf(await ask(`GET ${pay}?area=scotlnad`))).errors?.[0]?.nearest).toBe('scotland');
    });

    test('an area in capitals is 400, and the nearest is its slug', async () => {
      const problem = await problemOf(await ask(`GET ${pay}?area=London`));
      expect(problem.errors).toEqual([expect.objectContaining({ parameter: 'area', code: 'not-allowed', nearest: 'london' })]);
    });

    test('a number out of range comes with its bounds', async () => {
      const problem = await problemOf(await ask('GET /v1/occupations/search?q=midwife&limit=51'));
      expect(problem.errors).toEqual([expect.objectContaining({ parameter: 'limit', code: 'out-of-range', minimum: 1, maximum: 50 })]);
    });

    test('blanks and tabs around the key are no part of it', async () => {
      expect((await ask(`GET ${pay}`, { 'X-API-Key': ` ${key}\t ` })).status).toBe(200);
    });

    test('401 says where keys come from', async () => {
      expect((await problemOf(await ask(`GET ${pay}`, {}))).detail).toMatch(/\/keys says how to get a key\.$/);
    });

    test('instance is the path and query as they were asked', async () => {
      expect((await problemOf(await ask('GET /v1/occupations/%39999?a=%20b'))).instance).toBe('/v1/occupations/%39999?a=%20b');
    });
  });

  describe('every endpoint of the table', () => {
    test('every kind of problem resolves at its type, without a key', async () => {
      const { type } = await problemOf(await ask('GET /v1/occupations/9999'));
      const page = await ask(`GET ${type.slice(publicUrl.length)}`, {});
      expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(await page.text()).toMatch(/SOC 2020/);
      expect((await ask('GET /problems/toString', {})).status).toBe(404);
    });
  });

  describe('bodies', () => {
    test('a stored file is served byte for byte', async () => {
      const body = await (await ask('GET /v1/occupations/2134/titles')).text();
      expect(body).toBe('[{"title":"Programmers and software development professionals","qualifier":null}]\n');
    });

    test('pay answers its defaults, and the variant that was asked for', async () => {
      const all = await (await ask(`GET ${pay}`)).json();
      expect(isPay(all), JSON.stringify(isPay.errors)).toBe(true);
      expect(all).toMatchObject({ year: 2024, measure: 'annual_pay_gross', sex: 'all', workPattern: 'all', area: { slug: 'uk' } });
      expect(all).toMatchObject({ distribution: { median: 55 } });
      const some = await (await ask(`GET ${pay}?sex=female&pattern=fulltime&year=2023`)).json();
      expect(some).toMatchObject({ year: 2023, sex: 'female', workPattern: 'fulltime', distribution: { median: 62 } });
    });

    test('a withheld figure is 200 with null and its reason', async () => {
      const answer = await (await ask('GET /v1/occupations/1112/pay')).json();
      expect(answer).toMatchObject({ presentable: false, distribution: { median: null } });
      expect(answer).toMatchObject({ figures: { median: { withheld: { reason: 'unreliable' } } } });
    });

    test('every region stands beside the UK, those without a table as nulls', async () => {
      const answer = await (await ask(`GET ${pay}/regions`)).json();
      expect(isRegions(answer), JSON.stringify(isRegions.errors)).toBe(true);
      expect(answer).toMatchObject({
        year: 2024,
        uk: { area: { slug: 'uk' }, distribution: { median: 55 } },
        regions: expect.arrayContaining([
          expect.objectContaining({
            area: expect.objectContaining({ slug: 'london' }),
            distribution: expect.objectContaining({ median: 57 }),
            differenceFromUk: { absolute: 2, percent: 3.6 },
            ratioToUk: 1.036,
          }),
          expect.objectContaining({
            area: expect.objectContaining({ slug: 'scotland' }),
            distribution: expect.objectContaining({ median: null }),
            figures: expect.objectContaining({
              median: expect.objectContaining({ withheld: expect.objectContaining({ reason: 'not-received' }) }),
            }),
          }),
        ]),
      });
      const old = await (await ask(`GET ${pay}/regions?edition=${editionIds.superseded}`)).json();
      expect(old).toMatchObject({ provenance: { editionId: editionIds.superseded }, uk: { distribution: { median: 55 } } });
      expect(old).toHaveProperty('regions', expect.not.arrayContaining([expect.objectContaining({ presentable: true })]));
    });

    test('the series has a point for each served year, oldest first, each of the edition that year= chooses', async () => {
      const answer = await (await ask(`GET ${pay}/series`)).json();
      expect(isSeries(answer), JSON.stringify(isSeries.errors)).toBe(true);
      expect(answer).toMatchObject({
        points: [
          { year: 2023, provisional: false, editionId: editionIds.pay2023, distribution: { median: 55 }, change: null },
          {
            year: 2024,
            provisional: false,
            editionId: editionIds.pay2024,
            distribution: { median: 55 },
            change: { absolute: 0, percent: 0 },
          },
        ],
        breaks: [],
        revisions: null,
        provenance: { editionId: editionIds.pay2024 },
      });
      const wales = await (await ask(`GET ${pay}/series?area=wales`)).json();
      expect(wales).toMatchObject({
        points: [
          { year: 2023, distribution: { median: null }, figures: { median: { withheld: { reason: 'not-received' } } } },
          { year: 2024, distribution: { median: 55 } },
        ],
        breaks: [{ years: [2023] }],
      });
    });

    test('search finds a title, misspelt too, and keeps to its limit', async () => {
      const found = await (await ask('GET /v1/occupations/search?q=sofware+developer&limit=1')).json();
      expect(isMatchList(found), JSON.stringify(isMatchList.errors)).toBe(true);
      expect(found).toMatchObject([{ soc2020: '2134', matchedTitle: 'Software developer', matchType: 'fuzzy' }]);
    });
  });

  describe('headers of an answer', () => {
    test('provenance, own source first', async () => {
      const { headers } = await ask(`GET ${pay}`);
      expect(headers.get('LMI-Source')).toBe('ashe, soc-structure');
      expect(headers.get('LMI-Release')).toBe('sample-2024, sample');
      expect(headers.get('LMI-Edition')).toBe(`${editionIds.pay2024}, ${editionIds.structure}`);
      expect(headers.get('LMI-Licence')).toBe('"synthetic sample, not statistics", "synthetic sample, not statistics"');
      expect(headers.get('LMI-Sample')).toBe('true');
      expect(headers.get('Link')).toBe(
        `<https://www.example.org/licence>; rel="license", <${publicUrl}/v1/meta/editions?source=ashe>; rel="describedby"`,
      );
    });

    test('provenance of a bare array', async () => {
      const { headers } = await ask('GET /v1/occupations');
      expect(headers.get('LMI-Source')).toMatch(/^soc-index, /);
      expect(headers.get('LMI-Edition')).toContain(editionIds.index);
    });

    test('a bare array has the attribution of each source in a header; an object has it in the body', async () => {
      const attribution = 'Synthetic sample, not from the publisher.';
      expect((await ask('GET /v1/occupations')).headers.get('LMI-Attribution')).toContain(attribution);
      const answer = await ask(`GET ${pay}`);
      expect(answer.headers.get('LMI-Attribution')).toBeNull();
      expect(JSON.parse(await answer.text()).attribution).toContain(attribution);
    });

    test('a series names every edition it rests on, own first, and is never fresh', async () => {
      const { headers } = await ask(`GET ${pay}/series`);
      expect(headers.get('LMI-Source')).toBe('ashe, ashe, soc-structure');
      expect(headers.get('LMI-Release')).toBe('sample-2024, sample-2023, sample');
      expect(headers.get('LMI-Edition')).toBe(`${editionIds.pay2024}, ${editionIds.pay2023}, ${editionIds.structure}`);
      expect(headers.get('Cache-Control')).toBe('private, no-transform, no-cache');
    });

    test('Repr-Digest is the SHA-256 of the body', async () => {
      const response = await ask(`GET ${pay}`);
      const digest = createHash('sha256')
        .update(new Uint8Array(await response.arrayBuffer()))
        .digest('base64');
      expect(response.headers.get('Repr-Digest')).toBe(`sha-256=:${digest}:`);
    });

    describe('content codings', () => {
      const long = '/v1/occupations/search?q=midwife&limit=50';
      const sent = (path: string, coding: string | null, more: Record<string, string> = {}, method = 'GET') =>
        runtime.sent(
          path,
          { 'X-API-Key': key, [addressHeader]: '192.0.2.77', ...(coding === null ? {} : { 'Accept-Encoding': coding }), ...more },
          method,
        );

      test.each(['/v1/meta/sources', '/openapi.json', '/editions.atom', '/v1/meta/ingest', pay])(
        '%s is gzipped for a client that accepts it, and its tag, digest and length are of the bytes as sent',
        async (path) => {
          const [plain, coded] = [await sent(path, null), await sent(path, 'gzip, br')];
          expect([plain.status, plain.headers.get('Content-Encoding'), plain.headers.get('Vary')]).toEqual([200, null, 'Accept-Encoding']);
          expect([coded.status, coded.headers.get('Content-Encoding'), coded.headers.get('Vary')]).toEqual([
            200,
            'gzip',
            'Accept-Encoding',
          ]);
          expect(gunzipSync(coded.body).equals(plain.body)).toBe(true);
          expect(coded.body.length).toBeLessThan(plain.body.length);
          for (const { headers, body } of [plain, coded]) {
            expect(headers.get('Content-Length')).toBe(String(body.length));
            expect(headers.get('Repr-Digest')).toBe(`sha-256=:${createHash('sha256').update(body).digest('base64')}:`);
          }
          const tag = plain.headers.get('ETag');
          expect(coded.headers.get('ETag')).toBe(tag === null ? null : tag.replace(/"$/, '-gzip"'));
        },
      );

      test.each(['/', '/versioning', '/problems', '/style.css'])('the page %s is gzipped for a client that accepts it', async (path) => {
        const [plain, coded] = [await sent(path, null), await sent(path, 'gzip')];
        expect([plain.headers.get('Content-Encoding'), coded.headers.get('Content-Encoding')]).toEqual([null, 'gzip']);
        expect(gunzipSync(coded.body).equals(plain.body)).toBe(true);
        expect(coded.headers.get('Content-Length')).toBe(String(coded.body.length));
        expect(coded.headers.get('Vary')).toContain('Accept-Encoding');
      });

      test.each([
        ['gzip;q=0.001', 'gzip'],
        ['*', 'gzip'],
        ['x-gzip', 'gzip'],
        ['GZIP ; Q=1.0', 'gzip'],
        ['br;q=1, gzip;q=0.5, *;q=0', 'gzip'],
        ['identity;q=0', null],
        ['gzip;q=0', null],
        ['*;q=0', null],
        ['br', null],
        ['identity, gzip;q=0.5', null],
        ['gzip;q=2', null],
        ['', null],
      ])('Accept-Encoding: %s', async (list, coding) => {
        expect((await sent(pay, list)).headers.get('Content-Encoding')).toBe(coding);
      });

      test('a short answer is sent as it is, but for a client that refuses that', async () => {
        const short = '/v1/occupations/search?q=qqqqqq';
        expect((await sent(short, 'gzip')).headers.get('Content-Encoding')).toBeNull();
        const refused = await sent(short, 'gzip, identity;q=0');
        expect([refused.headers.get('Content-Encoding'), gunzipSync(refused.body).toString()]).toEqual(['gzip', '[]\n']);
      });

      test('304 names the tag of the coding that would have been sent, for short answers and HEAD too', async () => {
        for (const path of [pay, long, '/v1/occupations/search?q=qqqqqq', '/v1/meta/sources']) {
          for (const list of ['identity', 'gzip']) {
            const { headers } = await sent(path, list);
            const tag = headers.get('ETag') ?? '';
            for (const known of [tag, `"a", W/${tag}`, '*']) {
              for (const method of ['GET', 'HEAD']) {
                const again = await sent(path, list, { 'If-None-Match': known }, method);
                expect([path, list, known, again.status, again.headers.get('ETag'), again.headers.get('Vary'), again.body.length]).toEqual([
                  path,
                  list,
                  known,
                  304,
                  tag,
                  // Of a list Accept chooses too.
                  path.startsWith('/v1/occupations/search') ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
                  0,
                ]);
                expect(again.headers.get('Content-Encoding')).toBeNull();
              }
            }
          }
        }
      });

      test('the bytes of one coding are never taken for those of the other', async () => {
        const tags = await Promise.all(['identity', 'gzip'].map(async (list) => (await sent(pay, list)).headers.get('ETag') ?? ''));
        expect((await sent(pay, 'gzip', { 'If-None-Match': tags[0] ?? '' })).status).toBe(200);
        expect((await sent(pay, 'identity', { 'If-None-Match': tags[1] ?? '' })).status).toBe(200);
      });

      test('HEAD has the headers of GET', async () => {
        const [get, head] = [await sent(pay, 'gzip'), await sent(pay, 'gzip', {}, 'HEAD')];
        for (const name of ['ETag', 'Vary', 'Content-Encoding', 'Content-Length', 'Repr-Digest'])
          expect(head.headers.get(name)).toBe(get.headers.get(name));
        expect(head.body.length).toBe(0);
      });
    });

    test('only a pinned edition is fresh for a day, and nothing is for shared caches', async () => {
      expect((await ask(`GET ${pay}?year=2024`)).headers.get('Cache-Control')).toBe('private, no-transform, no-cache');
      expect((await ask(`GET ${pay}?edition=${editionIds.pay2024}`)).headers.get('Cache-Control')).toBe(
        'private, no-transform, max-age=86400',
      );
    });

    test('no CORS on keyed paths', async () => {
      const { headers } = await ask('GET /v1/occupations', { 'X-API-Key': key, Origin: 'https://elsewhere.example' });
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    });

    test('HEAD has the headers of GET and no content', async () => {
      const [get, head] = [await ask(`GET ${pay}`), await ask(`HEAD ${pay}`)];
      for (const name of ['ETag', 'Content-Type', 'Cache-Control', 'Repr-Digest', 'LMI-Edition', 'Link']) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name));
      }
      expect(head.headers.get('Content-Length')).toBe(String((await get.arrayBuffer()).byteLength));
      expect(await head.text()).toBe('');
      const problem = await ask('HEAD /v1/occupations/9999');
      expect([problem.status, await problem.text()]).toEqual([404, '']);
    });
  });

  describe('entity tags', () => {
    const tagOf = async (path: string): Promise<string> => (await ask(`GET ${path}`)).headers.get('ETag') ?? '';

    test('one for each variant; defaults spelt out and left out are the same', async () => {
      const tag = await tagOf(pay);
      expect(tag).toMatch(/^"[0-9a-f]{16}"$/);
      expect(await tagOf(`${pay}?sex=all&area=uk&measure=annual_pay_gross&year=2024`)).toBe(tag);
      const others = await Promise.all(
        [
          `${pay}?sex=male`,
          `${pay}?area=wales`,
          `${pay}?year=2023`,
          '/v1/occupations/1112/pay',
          '/v1/occupations',
          `${pay}/regions`,
          `${pay}/series`,
        ].map(tagOf),
      );
      expect(new Set([tag, ...others]).size).toBe(8);
    });

    test.each([
      ['the tag', (tag: string) => tag, 304],
      ['the tag, marked weak', (tag: string) => `W/${tag}`, 304],
      ['a list with the tag in it', (tag: string) => `"a,b", ${tag},"c"`, 304],
      ['*', () => '*', 304],
      ['another tag', () => '"0000000000000000"', 200],
      ['the tag without its quotes', (tag: string) => tag.slice(1, -1), 200],
    ] as const)('If-None-Match: %s', async (_, header, status) => {
      const response = await ask(`GET ${pay}`, { 'X-API-Key': key, 'If-None-Match': header(await tagOf(pay)) });
      expect(response.status).toBe(status);
      if (status !== 304) return;
      expect(await response.text()).toBe('');
      for (const name of ['ETag', 'Cache-Control', 'LMI-Edition', 'RateLimit']) expect(response.headers.get(name), name).not.toBeNull();
      expect(response.headers.get('Content-Type')).toBeNull();
    });

    test('304 is decided before the file is read: a missing file makes no difference', async () => {
      expect((await ask(missingFile.request, { 'X-API-Key': key, 'If-None-Match': '*' })).status).toBe(304);
    });
  });

  describe('/v1/meta', () => {
    const read = async (path: string): Promise<unknown> => (await ask(`GET ${path}`, {})).json();

    test('sources: what is served of each, newest first, and the endpoints that rest on it', async () => {
      const sources = await read('/v1/meta/sources');
      if (!isSourceList(sources)) throw new Error(JSON.stringify(isSourceList.errors));
      expect(sources.map(({ source: name, status }) => [name, status])).toEqual([
        ['soc-structure', 'served'],
        ['soc-index', 'served'],
        ['ashe', 'served'],
        ['aps-employment', 'not-configured'],
        ['local-authorities', 'served'],
      ]);
      expect(sources[2]?.served.map(({ editionId }) => editionId)).toEqual([editionIds.pay2024, editionIds.pay2023]);
      expect(sources[2]?.endpoints).toContain('/v1/occupations/{soc}/pay');
      expect(sources[3]).toMatchObject({ served: [], endpoints: ['/v1/occupations/{soc}/employment'] });
    });

    test('editions: newest first, quarantined and withdrawn ones with their reasons', async () => {
      const editions = await read('/v1/meta/editions?source=ashe');
      if (!isEditionList(editions)) throw new Error(JSON.stringify(isEditionList.errors));
      expect(editions.map(({ id }) => id)).toEqual([
        editionIds.quarantined,
        editionIds.pay2024,
        editionIds.superseded,
        editionIds.pruned,
        editionIds.pay2023,
        editionIds.withdrawn,
      ]);
      expect(editions[0]).toMatchObject({
        state: 'quarantined',
        knownIssues: 1,
        // The places and messages of an edition that is held back are for the operator.
        checks: [{ check: 'magnitude', severity: 'block', places: [], message: null }],
      });
      expect(editions.at(-1)).toMatchObject({ state: 'withdrawn', withdrawn: { replacedBy: editionIds.pay2023 } });
      const all = await read('/v1/meta/editions');
      expect(all).toHaveLength(9);
      for (const { id } of editions) expect(all).toContainEqual(expect.objectContaining({ id }));
    });

    test('a source without editions is an empty array, an unknown one 400 with the nearest', async () => {
      expect(await read('/v1/meta/editions?source=esco')).toEqual([]);
      const problem = await problemOf(await ask('GET /v1/meta/editions?source=ahse', {}));
      expect(problem.errors).toEqual([
        expect.objectContaining({ parameter: 'source', code: 'not-allowed', nearest: 'ashe', allowed: [...sourceKeys] }),
      ]);
    });

    test('ingest: what is held back and why, never cached', async () => {
      const response = await ask('GET /v1/meta/ingest', {});
      const status: unknown = await response.json();
      if (!isIngestStatus(status)) throw new Error(JSON.stringify(isIngestStatus.errors));
      expect(status).toMatchObject({ catalogue: { serial: 1, written: '2026-01-01T00:00:00Z' }, sample: true });
      expect(status.sources[2]).toMatchObject({
        source: 'ashe',
        status: 'served',
        late: false,
        heldBack: [{ editionId: editionIds.quarantined, checks: [{ check: 'magnitude' }] }],
      });
      expect(status.sources[3]).toMatchObject({ source: 'aps-employment', status: 'not-configured', heldBack: [] });
      expect([response.headers.get('Cache-Control'), response.headers.get('ETag')]).toEqual(['no-store', null]);
    });

    test.each(['/v1/meta/sources', '/v1/meta/editions', '/editions.atom'])(
      '%s: kept for a minute by anybody, then 304 while nothing has changed',
      async (path) => {
        const response = await ask(`GET ${path}`, {});
        const tag = response.headers.get('ETag') ?? '';
        expect(tag).toMatch(/^"[0-9a-f]{16}"$/);
        expect(response.headers.get('Cache-Control')).toBe('public, no-transform, max-age=60');
        expect(response.headers.get('LMI-Sample')).toBe('true');
        const digest = createHash('sha256')
          .update(new Uint8Array(await response.arrayBuffer()))
          .digest('base64');
        expect(response.headers.get('Repr-Digest')).toBe(`sha-256=:${digest}:`);
        const again = await ask(`GET ${path}`, { 'If-None-Match': `W/${tag}` });
        expect([again.status, await again.text(), again.headers.get('ETag'), again.headers.get('Content-Type')]).toEqual([
          304,
          '',
          tag,
          null,
        ]);
        const head = await ask(`HEAD ${path}`, {});
        expect([head.status, await head.text(), head.headers.get('ETag')]).toEqual([200, '', tag]);
      },
    );

    test('the feed is Atom, with links to the configured address', async () => {
      const response = await ask('GET /editions.atom', {});
      expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
      const text = await response.text();
      expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${publicUrl}/editions.atom"/>`);
      expect(text).toContain(`<id>urn:uuid:${editionIds.quarantined}</id>`);
    });

    test('the newest bundle: found by latest.json, kept for ever, whole and in parts', async () => {
      const latest = await ask('GET /bundles/latest.json', {});
      expect([
        latest.status,
        latest.headers.get('Cache-Control'),
        latest.headers.get('Access-Control-Allow-Origin'),
        await latest.json(),
      ]).toEqual([200, 'public, no-transform, max-age=60', '*', latestBundle]);
      const path = `/bundles/${latestBundle.file}`;
      const body = `${JSON.stringify(bundleContent)}\n`;
      const whole = await ask(`GET ${path}`, {});
      const tag = whole.headers.get('ETag') ?? '';
      expect([whole.status, await whole.text(), tag]).toEqual([200, body, `"${latestBundle.sha256.slice(0, 16)}"`]);
      expect([
        whole.headers.get('Cache-Control'),
        whole.headers.get('Content-Type'),
        whole.headers.get('Content-Length'),
        whole.headers.get('Accept-Ranges'),
      ]).toEqual(['public, no-transform, max-age=31536000, immutable', 'application/zstd', String(body.length), 'bytes']);
      expect(whole.headers.get('RateLimit')).not.toBeNull();
      const head = await ask(`HEAD ${path}`, {});
      expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, String(body.length), '']);
      const unchanged = await ask(`GET ${path}`, { 'If-None-Match': tag });
      expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
      for (const [range, status, text, contentRange] of [
        ['bytes=5-9', 206, body.slice(5, 10), `bytes 5-9/${body.length}`],
        ['bytes=20-', 206, body.slice(20), `bytes 20-${body.length - 1}/${body.length}`],
        ['bytes=-4', 206, body.slice(-4), `bytes ${body.length - 4}-${body.length - 1}/${body.length}`],
        ['bytes=0-1, 3-4', 200, body, null],
        ['lines=1-2', 200, body, null],
      ] as const) {
        const part = await ask(`GET ${path}`, { Range: range });
        expect([range, part.status, await part.text(), part.headers.get('Content-Range')]).toEqual([range, status, text, contentRange]);
      }
      const beyond = await ask(`GET ${path}`, { Range: 'bytes=900-999' });
      expect([
        beyond.status,
        beyond.headers.get('Content-Range'),
        beyond.headers.get('Cache-Control'),
        beyond.headers.get('ETag'),
        beyond.headers.get('Accept-Ranges'),
      ]).toEqual([416, `bytes */${body.length}`, 'no-store', null, null]);
      expect([beyond.headers.get('Content-Type'), (await problemOf(beyond)).type]).toEqual([
        'application/problem+json',
        `${publicUrl}/problems/range-not-satisfiable`,
      ]);
      const other = await ask(`GET ${path}`, { Range: 'bytes=5-9', 'If-Range': '"another"' });
      expect([other.status, await other.text()]).toEqual([200, body]);
    });

    test.each([
      '/bundles',
      '/bundles/notes.txt',
      '/bundles/lmi-0123456789abcde0.tar.zst',
      '/bundles/..%2fcatalogue.json',
      '/bundles/%2e%2e%2fcatalogue.json',
      '/bundles/.',
      '/bundles/latest.json/x',
    ])('nothing else lies at %s', async (path) => {
      const response = await ask(`GET ${path}`, {});
      expect([response.status, (await problemOf(response)).type]).toEqual([404, expect.stringMatching(/unknown-path$/)]);
    });

    test('bundles are read, and nothing else', async () => {
      expect((await ask(`POST /bundles/latest.json`, {})).status).toBe(405);
      expect((await ask(`DELETE /bundles/${latestBundle.file}`, {})).status).toBe(405);
    });

    test.each(['/v1/meta/sources', '/v1/meta/editions?source=nobody', '/v1/meta/nothing', '/editions.atom'])(
      'pages of any origin may read %s',
      async (path) => {
        const { headers } = await ask(`GET ${path}`, { Origin: 'https://elsewhere.example' });
        expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
        expect(headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
      },
    );

    test('a preflight is answered: reading, with If-None-Match, and without a key', async () => {
      const asked = {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'if-none-match',
      };
      for (const path of ['/v1/meta/editions', '/editions.atom']) {
        const { status, headers } = await ask(`OPTIONS ${path}`, asked);
        expect([status, headers.get('Allow'), headers.get('Access-Control-Allow-Origin')]).toEqual([204, 'GET, HEAD, OPTIONS', '*']);
        expect([headers.get('Access-Control-Allow-Methods'), headers.get('Access-Control-Allow-Headers')]).toEqual([
          'GET, HEAD, OPTIONS',
          'If-None-Match, Range',
        ]);
      }
    });

    test('the 61st request of one address in 60 seconds is 429, whatever it asked for; a key, pages and another address are free of it', async () => {
      const from = (address: string, path: string): Promise<Response> => ask(`GET ${path}`, { [addressHeader]: address });
      const paths = ['/v1/meta/sources', '/v1/meta/editions?source=esco', '/v1/meta/nothing', '/editions.atom'];
      for (let turn = 0; turn < 60; turn++) {
        // A single household has as many addresses as it likes, and the proxies in front of it write what they like.
        const response = await from(`198.51.100.1, 2001:db8:0:1::${turn.toString(16)}`, paths[turn % paths.length] ?? '');
        expect(response.headers.get('RateLimit')).toMatch(new RegExp(`^"answers";r=${59 - turn};t=\\d+$`));
        await response.arrayBuffer();
      }
      const refused = await from('2001:db8:0:1:ffff::1', '/editions.atom');
      expect([refused.status, refused.headers.get('Content-Type')]).toEqual([429, 'application/problem+json']);
      const problem = await problemOf(refused);
      expect(refused.headers.get('Retry-After')).toBe(String(problem.retryAfterSeconds));
      expect(problem).toMatchObject({
        limit: 60,
        windowSeconds: 60,
        detail: expect.stringMatching(/^The address has used its 60 answers/),
      });
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect((await from('2001:db8:0:2::1', '/editions.atom')).status).toBe(200);
      expect((await ask('GET /v1/occupations', { 'X-API-Key': key, [addressHeader]: '2001:db8:0:1::1' })).status).toBe(200);
      for (const path of ['/occupations', '/search?q=nurse', '/', '/versioning', '/problems', '/nothing']) {
        const page = await from('2001:db8:0:1::1', path);
        const status = path === '/nothing' ? 404 : 200;
        expect([page.status, page.headers.get('RateLimit-Policy')], path).toEqual([status, '"pages";q=600;w=60']);
      }
    });
  });

  test('a withdrawn edition names its successor for programs: a member of the body, and a link to the same question', async () => {
    const response = await ask(`GET ${pay}?sex=male&edition=${editionIds.withdrawn}`);
    const link = response.headers.get('Link') ?? '';
    expect(link).toBe(`<${publicUrl}${pay}?sex=male&edition=${editionIds.pay2023}>; rel="successor-version"`);
    expect((await problemOf(response)).withdrawn).toEqual({
      reason: 'The figures were of another year.',
      at: '2026-01-02T00:00:00Z',
      replacedBy: editionIds.pay2023,
    });
    expect((await ask(`GET ${link.slice(1 + publicUrl.length, link.indexOf('>'))}`)).status).toBe(200);
  });

  test('no answer holds a document of the quarantined edition', async () => {
    const id = editionIds.quarantined;
    const ways = endpoints.flatMap(({ path }) => {
      const place = path.replace('{soc}', '2134').replace('{area}', 'leeds');
      return [place, `${place}?year=2025`, `${place}?edition=${id}`];
    });
    const paths = [
      ...ways,
      '/editions.atom',
      `/quarantine/${id}/pay/2134/uk.json`,
      `/v1/occupations/..%2f..%2fquarantine%2f${id}%2fpay%2f2134%2fuk.json`,
    ];
    for (const path of paths) {
      const response = await ask(`GET ${path}`);
      expect(response.headers.get('LMI-Edition') ?? '', path).not.toContain(id);
      expect(await response.text(), path).not.toContain(quarantinedText);
    }
  });

  describe('keys', () => {
    test.each([
      ['missing', () => ({})],
      ['missing', () => ({ 'X-API-Key': '' })],
      ['malformed', () => ({ 'X-API-Key': 'secret' })],
      ['malformed', () => ({ 'X-API-Key': key.toUpperCase() })],
      ['malformed', () => ({ 'X-API-Key': key.slice(0, -1) })],
      ['malformed', () => ({ 'X-API-Key': `${key}, ${key}` })],
      ['unknown', () => ({ 'X-API-Key': key.slice(0, 8) + (key[8] === 'a' ? 'b' : 'a') + key.slice(9) })],
    ] as const)('a key that is %s: 401', async (code, headers) => {
      const response = await ask('GET /v1/occupations', headers());
      expect([response.status, response.headers.get('Content-Type')]).toEqual([401, 'application/problem+json']);
      expect(response.headers.get('WWW-Authenticate')).toContain(`error="${code}"`);
      expect(response.headers.get('RateLimit')).toBeNull();
      const text = await response.text();
      expect(text).not.toContain(key);
      expect(text).toContain(`"code":"${code}"`);
    });

    test('a key comes before everything else under /v1: without one even the wrong path is 401', async () => {
      for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/metadata', '/v1/occupations/9999', '//v1/..//v1/occupations']) {
        const { status } = await ask(`GET ${path}`, {});
        expect([path, status]).toEqual([path, path.startsWith('//') ? 404 : 401]);
      }
      expect((await ask('POST /v1/occupations', {})).status).toBe(401);
    });

    test('/v1/meta, /editions.atom and /healthz need none', async () => {
      expect((await ask('GET /v1/meta/ingest', {})).status).toBe(200);
      expect((await ask('GET /editions.atom', {})).status).toBe(200);
      expect((await ask('GET /healthz', {})).status).toBe(200);
    });

    test('a new key replaces the old one, and a revoked one is told so', async () => {
      const first = await runtime.issueKey('Someone');
      const second = await runtime.issueKey(' someone ');
      expect(await codeFor(first)).toBe('replaced');
      expect(await codeFor(second)).toBeNull();
      const { account } = (await keyList()).find(({ name }) => name === 'someone') ?? { account: '' };
      expect((await administer('DELETE', `/admin/keys/${account}`)).status).toBe(200);
      expect(await codeFor(second)).toBe('revoked');
      expect(await codeFor(first)).toBe('replaced');
      expect((await administer('DELETE', `/admin/keys/${account}`)).status).toBe(404);
    });

    const codeFor = async (some: string): Promise<string | null> => {
      const response = await ask('GET /v1/occupations', { 'X-API-Key': some });
      return response.status === 200 ? null : ((await problemOf(response)).errors?.[0]?.code ?? '');
    };
  });

  const administer = (method: string, path: string, body?: string, secret = runtime.adminSecret): Promise<Response> =>
    runtime.fetch(path, { method, headers: { Authorization: `Bearer ${secret}` }, ...(body === undefined ? {} : { body }) });
  const keyList = async (): Promise<ListedKey[]> => JSON.parse(await (await administer('GET', '/admin/keys')).text());

  describe('/admin/keys', () => {
    test('needs the secret', async () => {
      const response = await administer('GET', '/admin/keys', undefined, 'wrong');
      expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, expect.stringMatching(/^Bearer /)]);
      expect((await ask('GET /admin/keys', {})).status).toBe(401);
    });

    test('issues a key once, stores none, and lists it by name', async () => {
      const response = await administer('POST', '/admin/keys', '{"name":"Bench","perMinute":1000}');
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([201, 'no-store']);
      const issued = await response.json();
      expect(issued).toEqual({
        key: expect.stringMatching(/^lmi_[a-z2-7]{77}$/),
        account: expect.stringMatching(/^[a-z2-7]{26}$/),
        perMinute: 1000,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      const list = await keyList();
      expect(list).toContainEqual(expect.objectContaining({ name: 'Bench', perMinute: 1000 }));
      expect(JSON.stringify(list)).not.toContain('lmi_');
    });

    test.each([
      '',
      '[]',
      'null',
      '{}',
      '{"name":""}',
      '{"name":"a","perMinute":0}',
      '{"name":"a","perMinute":1.5}',
      '{"name":"a","perMinutes":5}',
      `{"name":"${'a'.repeat(500)}"}`,
    ])('refuses the body %s', async (body) => {
      expect((await administer('POST', '/admin/keys', body)).status).toBe(400);
    });

    test('refuses a body that is too long, and reads no more of it', async () => {
      expect((await administer('POST', '/admin/keys', `{"name":"${'a'.repeat(5000)}"}`)).status).toBe(413);
    });

    test('405 and 404', async () => {
      expect((await administer('PUT', '/admin/keys', '{}')).status).toBe(405);
      expect((await administer('DELETE', '/admin/keys/nobody')).status).toBe(404);
    });
  });

  test('the 61st request in 60 seconds is 429, and header, body and Retry-After agree', async () => {
    const sixty = await runtime.issueKey('sixty');
    const one = (request: string): Promise<Response> => ask(request, { 'X-API-Key': sixty });
    const statuses: number[] = [];
    // Every kind of answer to a live key costs one.
    const requests = [
      'GET /v1/occupations',
      'HEAD /v1/occupations',
      'GET /v1/nothing',
      'POST /v1/occupations',
      'GET /v1/occupations?x=1',
      'GET /v1/occupations/2134/skills',
    ];
    for (let turn = 0; turn < 60; turn++) {
      const response = await one(requests[turn % requests.length] ?? '');
      expect(response.headers.get('RateLimit-Policy')).toBe('"answers";q=60;w=60');
      expect(response.headers.get('RateLimit')).toMatch(new RegExp(`^"answers";r=${59 - turn};t=\\d+$`));
      statuses.push(response.status);
    }
    expect([...new Set(statuses)].sort()).toEqual([200, 400, 404, 405]);
    // A refused key costs the live one nothing, nor does asking again.
    await ask('GET /v1/occupations', {});
    for (let turn = 0; turn < 3; turn++) {
      const response = await one('GET /v1/occupations');
      expect([response.status, response.headers.get('Content-Type')]).toEqual([429, 'application/problem+json']);
      const problem = await problemOf(response);
      const seconds = problem.retryAfterSeconds ?? 0;
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(response.headers.get('Retry-After')).toBe(String(seconds));
      expect(response.headers.get('RateLimit')).toBe(`"answers";r=0;t=${seconds}`);
      expect(problem).toMatchObject({ limit: 60, windowSeconds: 60 });
    }
    expect((await one('GET /v1/meta/sources')).status).toBe(200);
  });

  test('a hundred requests at once get sixty answers, no more and no fewer', async () => {
    const sixty = await runtime.issueKey('at once');
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await ask('GET /v1/occupations/2134/titles', { 'X-API-Key': sixty })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });

  async function problemOf(response: Response): Promise<ProblemDetails> {
    const body: unknown = await response.json();
    if (!isProblem(body)) throw new Error(`not a problem: ${JSON.stringify(body)} ${JSON.stringify(isProblem.errors)}`);
    return body;
  }
}
