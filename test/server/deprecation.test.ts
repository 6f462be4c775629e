// A deprecated row or parameter of the endpoint table in HTTP and in the OpenAPI document, over a made-up row: today none is deprecated.
import { parseItem, parseList } from 'structured-headers';
import { expect, test } from 'vitest';
import { headersOf } from '#compiler/generate/openapi/headers.ts';
import { type Deprecation, type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { asking, counting, publicUrl } from './ask.ts';

const pay = '/v1/occupations/2134/pay';
const ending: Deprecation = { since: '2026-03-01', sunset: '2026-12-01', instead: 'Use /v2.' };
const lasting: Deprecation = { since: '2026-05-01', sunset: null, instead: 'Leave it out.' };

function rows(change: (row: Endpoint) => Partial<Endpoint>): readonly Endpoint[] {
  return endpoints.map((row) => (row.id === 'pay' ? { ...row, ...change(row) } : row));
}
const sexIsDeprecated = rows(({ query }) => ({ query: query.map((one) => (one.name === 'sex' ? { ...one, deprecated: lasting } : one)) }));

const ask = (table: readonly Endpoint[], path: string, headers: Record<string, string> = {}) => asking({}, table)(path, { headers });

test('a deprecated endpoint: the day as a Date of RFC 9651, the end as an HTTP date, and links that keep the others', async () => {
  const { status, headers } = await ask(
    rows(() => ({ deprecated: ending })),
    pay,
  );
  expect(status).toBe(200);
  expect(parseItem(headers.get('Deprecation') ?? '')[0]).toEqual(new Date('2026-03-01T00:00:00Z'));
  expect(headers.get('Sunset')).toBe('Tue, 01 Dec 2026 00:00:00 GMT');
  expect(headers.get('Link')).toContain('rel="describedby"');
  expect(headers.get('Link')).toContain(`<${publicUrl}/versioning>; rel="deprecation"; type="text/html"`);
  expect(headers.get('Link')).toContain(`<${publicUrl}/versioning>; rel="sunset"; type="text/html"`);
});

test('a 304 and a problem have the headers too; another endpoint has not', async () => {
  const table = rows(() => ({ deprecated: ending }));
  const tag = (await ask(table, pay)).headers.get('ETag') ?? '';
  const [same, wrong, other] = [
    await ask(table, pay, { 'If-None-Match': tag }),
    await ask(table, `${pay}?x=1`),
    await ask(table, '/v1/occupations'),
  ];
  expect([same.status, wrong.status, other.status]).toEqual([304, 400, 200]);
  expect([same, wrong, other].map(({ headers }) => headers.has('Deprecation'))).toEqual([true, true, false]);
});

test('a deprecated parameter counts only for requests that have it, and without an end there is no Sunset', async () => {
  const [having, without] = [await ask(sexIsDeprecated, `${pay}?sex=all`), await ask(sexIsDeprecated, pay)];
  expect(having.headers.get('Deprecation')).toBe(`@${Date.parse('2026-05-01T00:00:00Z') / 1000}`);
  expect([having.headers.get('Sunset'), without.headers.get('Deprecation')]).toEqual([null, null]);
  expect(having.headers.get('Link')).not.toContain('sunset');
});

test('of two deprecations the earlier days count', async () => {
  const both = rows(({ query }) => ({
    deprecated: lasting,
    query: query.map((one) => (one.name === 'sex' ? { ...one, deprecated: ending } : one)),
  }));
  const { headers } = await ask(both, `${pay}?sex=all`);
  expect(headers.get('Deprecation')).toBe(`@${Date.parse('2026-03-01T00:00:00Z') / 1000}`);
});

test('the document promises the headers where they can come', () => {
  const of = (table: readonly Endpoint[]) => table.filter(({ id }) => id === 'pay').flatMap(headersOf);
  expect(of(endpoints)).not.toContain('Deprecation');
  expect(of(sexIsDeprecated)).toContain('Deprecation');
  expect(of(sexIsDeprecated)).not.toContain('Sunset');
  expect(of(rows(() => ({ deprecated: ending })))).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
});

test('RateLimit-Policy and RateLimit are Lists of Strings with integers, as the draft has them', async () => {
  const { headers } = await asking(counting)(pay);
  const lists = ['RateLimit-Policy', 'RateLimit'].map((name) => parseList(headers.get(name) ?? ''));
  expect(lists.map((list) => list.map(([name, parameters]) => [name, Object.fromEntries(parameters)]))).toEqual([
    [['answers', { q: 60, w: 60 }]],
    [['answers', { r: 59, t: 12 }]],
  ]);
});
