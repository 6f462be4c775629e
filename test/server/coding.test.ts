// Which content coding a client gets, whatever its Accept-Encoding says and whatever it asks for.
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { codingFor } from '#server/http/coding.ts';
import { acceptedCodings, readAcceptEncoding, readClientAcceptEncoding } from '#server/http/accept.ts';
import { methodsOf } from '#server/http/access.ts';
import { offlinePorts } from '#server/ports.ts';
import { createRouter } from '#server/router.ts';
import { routesOf } from '#server/routes.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { addressOf, heldIn, placeIn } from '../contract/questions.ts';

test("on Cloudflare the list is the client's own, which the platform keeps beside the request", () => {
  const request = new Request('http://localhost/', { headers: { 'Accept-Encoding': 'br, gzip' } });
  expect(readAcceptEncoding(request)).toBe('br, gzip');
  expect(readClientAcceptEncoding(request)).toBeNull();
  expect(readClientAcceptEncoding(Object.assign(request, { cf: { clientAcceptEncoding: 'gzip' } }))).toBe('gzip');
  expect(readClientAcceptEncoding(Object.assign(request, { cf: { clientAcceptEncoding: 7 } }))).toBeNull();
});

test('gzip goes only to a client that names it, or everything', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.nat(5000), (list, bytes) => {
      const accepted = acceptedCodings(list);
      if (!/gzip|\*/i.test(list)) expect(codingFor(accepted, bytes)).toBe('identity');
      if (accepted.identity && bytes < 1000) expect(codingFor(accepted, bytes)).toBe('identity');
    }),
  );
});

test('the last word about a coding counts, and weights decide between two', () => {
  const coding = (list: string | null) => codingFor(acceptedCodings(list), 5000);
  for (const list of ['gzip', 'gzip;q=0.5, br;q=1', 'identity;q=0.5, gzip;q=0.6', '*;q=0.1', 'gzip, identity', 'gzip;q=1.000'])
    expect([list, coding(list)]).toEqual([list, 'gzip']);
  for (const list of [null, '', 'gzip;q=0.000', 'identity;q=1, gzip;q=0.9', 'gzip;q=0, *', 'gzip;level=9', 'deflate', 'gzip;q=1.5'])
    expect([list, coding(list)]).toEqual([list, 'identity']);
});

describe('every address that answers GET', () => {
  const data = sampleDirectory();
  const held = heldIn(data);
  const ports = { ...offlinePorts, store: createNodeStore(data), answerCode: 'code', publicUrl: 'https://lmi.example.org' };
  const router = createRouter(ports);
  const ask = (path: string, coding: string) =>
    router.fetch(new Request(`http://localhost${path}`, { headers: { Accept: 'text/html', 'Accept-Encoding': coding } }));

  /** Addresses that exist only with a bundle or a mailed link. */
  const notAsked = ['/bundles/latest.json', '/bundles/{file}', '/keys/new/{link}', '/keys/forget/{link}'];
  const examples: Readonly<Record<string, string>> = { '/problems/{kind}': '/problems/unknown-path' };
  const paths = routesOf(ports, endpoints)
    .filter((route) => methodsOf(route).includes('GET') && !notAsked.includes(route.path))
    .map(({ path }) => {
      const endpoint = endpoints.find((row) => row.path === path);
      return endpoint === undefined ? (examples[path] ?? path) : addressOf(endpoint, placeIn(held));
    });

  test.each([...paths, '/?q=nurse', '/v1/nothing', '/v1/occupations/2134/pay?measure=a&area=b&sex=c&pattern=d'])(
    'is gzipped from 1,000 bytes on if the client accepts it: %s',
    async (path) => {
      const plain = await ask(path, 'identity');
      const bytes = Buffer.from(await plain.arrayBuffer());
      const coded = await ask(path, 'gzip');
      const sent = Buffer.from(await coded.arrayBuffer());
      const isCoded = bytes.length >= 1000 && !path.startsWith('/keys');
      expect([coded.status, coded.headers.get('Content-Encoding')]).toEqual([plain.status, isCoded ? 'gzip' : null]);
      // What is made at this moment may differ.
      if (path !== '/v1/meta/ingest') expect(isCoded ? gunzipSync(sent).equals(bytes) : sent.equals(bytes)).toBe(true);
      for (const { headers } of [plain, coded])
        expect(headers.get('Vary')?.includes('Accept-Encoding') ?? false).toBe(!path.startsWith('/keys'));
    },
  );

  test('every address is asked but for these', () => {
    expect(paths.length).toBeGreaterThan(endpoints.length + 8);
    expect(notAsked.filter((path) => !routesOf(ports, endpoints).some((route) => route.path === path))).toEqual([]);
  });
});
