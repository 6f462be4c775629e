// A deprecated row or parameter of the endpoint table in HTTP and in the OpenAPI document, over a made-up row: today none is deprecated.
import { parseItem } from 'structured-headers';
import { expect, test } from 'vitest';
import { headersOf } from '#compiler/generate/openapi/headers.ts';
import { type Deprecation, type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { asking, publicUrl } from './ask.ts';

const pay = '/v1/occupations/2134/pay';
const ending: Deprecation = { since: '2026-03-01', sunset: '2026-12-01', instead: 'Use /v2.' };
const lasting: Deprecation = { since: '2026-05-01', sunset: null, instead: 'Leave it out.' };
const end = 'Tue, 01 Dec 2026 00:00:00 GMT';

/** The table with pay, and its parameter sex, deprecated so. */
function rows(deprecated: Deprecation | null, sex: Deprecation | null = null): readonly Endpoint[] {
  const query = (row: Endpoint) => row.query.map((one) => (one.name === 'sex' && sex !== null ? { ...one, deprecated: sex } : one));
  return endpoints.map((row) => (row.id === 'pay' ? { ...row, deprecated, query: query(row) } : row));
}

test.each<[string, readonly Endpoint[], string, string | null, string | null]>([
  ['a deprecated endpoint', rows(ending), pay, ending.since, end],
  ['its problem', rows(ending), `${pay}?x=1`, ending.since, end],
  ['another endpoint', rows(ending), '/v1/occupations', null, null],
  ['a deprecated parameter', rows(null, lasting), `${pay}?sex=all`, lasting.since, null],
  ['a request without it', rows(null, lasting), pay, null, null],
  ['of two the earlier days', rows(lasting, ending), `${pay}?sex=all`, ending.since, end],
])('%s: the day as a Date of RFC 9651, the end as an HTTP date, and links that keep the others', async (_, table, path, since, sunset) => {
  const ask = asking({}, table);
  const first = await ask(path);
  const tag = first.headers.get('ETag');
  // The 304 has them too.
  for (const { headers } of [first, await ask(path, tag === null ? {} : { headers: { 'If-None-Match': tag } })]) {
    const day = headers.get('Deprecation');
    expect(day === null ? null : parseItem(day)[0]).toEqual(since === null ? null : new Date(`${since}T00:00:00Z`));
    expect(headers.get('Sunset')).toBe(sunset);
    const link = headers.get('Link') ?? '';
    for (const [relation, value] of [
      ['deprecation', since],
      ['sunset', sunset],
    ])
      expect(link.includes(`<${publicUrl}/versioning>; rel="${relation}"; type="text/html"`)).toBe(value !== null);
    expect([path, tag === null || link.includes('rel="describedby"')]).toEqual([path, true]);
  }
});

test('the document promises the headers where they can come', () => {
  const of = (table: readonly Endpoint[]) => table.filter(({ id }) => id === 'pay').flatMap(headersOf);
  expect(of(endpoints)).not.toContain('Deprecation');
  expect(of(rows(null, lasting))).toContain('Deprecation');
  expect(of(rows(null, lasting))).not.toContain('Sunset');
  expect(of(rows(ending))).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
});
