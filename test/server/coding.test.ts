import { expect, test } from 'vitest';
import { codingFor } from '#server/http/representation.ts';
import {
  acceptedCodings,
  readAcceptEncoding,
  readClientAcceptEncoding,
} from '#server/http/accept.ts';

test("on Cloudflare the client's own list counts, kept by the platform", () => {
  const request = new Request('http://localhost/', { headers: { 'Accept-Encoding': 'br, gzip' } });
  expect(readAcceptEncoding(request)).toBe('br, gzip');
  expect(readClientAcceptEncoding(request)).toBeNull();
  expect(
    readClientAcceptEncoding(Object.assign(request, { cf: { clientAcceptEncoding: 'gzip' } })),
  ).toBe('gzip');
  expect(
    readClientAcceptEncoding(Object.assign(request, { cf: { clientAcceptEncoding: 7 } })),
  ).toBeNull();
});

test('the last word about a coding counts, and weights decide between two', () => {
  const coding = (list: string | null) => codingFor(acceptedCodings(list), 5000);
  for (const list of [
    'gzip',
    'gzip;q=0.5, br;q=1',
    'identity;q=0.5, gzip;q=0.6',
    '*;q=0.1',
    'gzip, identity',
    'gzip;q=0, gzip',
  ])
    expect([list, coding(list)]).toEqual([list, 'gzip']);
  for (const list of [
    null,
    '',
    'gzip;q=0.000',
    'identity;q=1, gzip;q=0.9',
    'gzip;q=0, *',
    'gzip;level=9',
    'deflate',
    'gzip;q=1.5',
  ])
    expect([list, coding(list)]).toEqual([list, 'identity']);
});
