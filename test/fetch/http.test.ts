// Requests to a publisher that misbehaves: what is tried again, how long is waited, and what is
// said in the end.
import { existsSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type DownloadOptions, type FileWanted, download } from '#compiler/fetch/download.ts';
import { isPublicAddress, lookupPublic } from '#compiler/fetch/connection.ts';
import { Http, userAgent } from '#compiler/fetch/http.ts';
import { retryAfter } from '#compiler/fetch/retries.ts';
import { Pace, type RequestKind } from '#compiler/fetch/pace.ts';
import { webOver } from '#compiler/fetch/web.ts';
import { sources } from '#sources/index.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import { type Resource, headersOf, startPublisher } from '../publisher/publisher.ts';
import {
  cutAfter,
  dripping,
  errorPage,
  redirect,
  shortened,
  silent,
  stalled,
  status,
} from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type StillClock, impatient, stillClock } from './no-waiting.ts';

let clock: StillClock;
let said: string[];
let http: Http;
const page = 'hello '.repeat(1000);
const original = 'https://www.ons.gov.uk';

const publisher = await startPublisher();
const archive = await writeZip([
  {
    name: 'a.xlsx',
    bytes: Buffer.from(Array.from({ length: 50_000 }, (_, place) => (place * 7919) % 256)),
  },
]);
afterAll(() => publisher.close());
beforeEach(() => {
  clock = stillClock();
  said = [];
  publisher.forget();
  publisher.put('/page', page, { type: 'text/html' });
  publisher.put('/file.zip', archive);
  http = new Http({
    clock,
    standIns: new Map([[original, publisher.url]]),
    random: () => 0,
    say: (line) => said.push(line),
  });
});

describe('a page', () => {
  const text = (path = '/page') => webOver(http, [original]).text(`${original}${path}`);

  test('500 then 200: it retries after a wait, says so, and names itself', async () => {
    publisher.next('/page', status(500), status(503));
    expect(await text()).toBe(page);
    expect(publisher.seen[0]?.headers['user-agent']).toBe(userAgent);
    expect(userAgent).toMatch(/^labour-market-information\/\d+\.\d+\.\d+$/);
    expect(clock.slept).toEqual([1000, 2000]);
    expect(said[0]).toBe(
      'https://www.ons.gov.uk/page: answered 500 Internal Server Error; attempt 2 of 5 in 1 s',
    );
  });

  test('429 with Retry-After, in seconds and as a date', async () => {
    const date = new Date(clock.now() + 12_000).toUTCString();
    publisher.next(
      '/page',
      status(429, { 'retry-after': '7' }),
      status(429, { 'retry-after': date }),
    );
    expect(await text()).toBe(page);
    expect(clock.slept).toEqual([7000, 5000]);
  });

  test('a Retry-After of an hour is left to the next run', async () => {
    publisher.next('/page', status(429, { 'retry-after': '3600' }));
    await expect(text()).rejects.toThrow(
      'https://www.ons.gov.uk/page: answered 429 Too Many Requests and asks us to wait ' +
        '3600 s, longer than 120 s; the next run tries again',
    );
    expect(clock.slept).toEqual([]);
  });

  test.each([
    ['no answer', silent, impatient.answer, /gave no answer in 0\.1 s, after 2 attempts/],
    [
      'an answer that stalls',
      stalled,
      impatient.stall,
      /nothing came for 0\.1 s, after 2 attempts/,
    ],
    [
      'a byte now and then',
      dripping,
      impatient.body,
      /the body took longer than 0\.3 s, after 2 attempts/,
    ],
    ['a cut connection', cutAfter(2), undefined, /the connection was cut \(.+\), after 2 attempts/],
  ])('%s', async (_, way, timeouts, line) => {
    const limited = new Http({
      clock,
      attempts: 2,
      ...(timeouts && { timeouts }),
      standIns: new Map([[original, publisher.url]]),
    });
    publisher.next('/page', ...Array.from({ length: 2 }, () => way));
    await expect(webOver(limited, [original]).text(`${original}/page`)).rejects.toThrow(line);
  });

  test('redirects are followed, but not in a circle and not for ever', async () => {
    publisher.next('/page', redirect('/other'));
    publisher.put('/other', 'elsewhere');
    expect(await text()).toBe('elsewhere');
    publisher.next('/page', redirect('/a'), redirect('/a'));
    publisher.next('/a', redirect('/page'));
    await expect(text()).rejects.toThrow(
      `${original}/page: redirects in a circle (${original}/page → ${original}/a → ` +
        `${original}/page)`,
    );
    for (const step of [1, 2, 3, 4, 5, 6])
      publisher.next(`/step${step}`, redirect(`/step${step + 1}`));
    await expect(text('/step1')).rejects.toThrow(/more than 5 redirects/);
  });

  test('a page that is not there, and one that is no JSON', async () => {
    await expect(text('/nowhere')).rejects.toThrow(
      'https://www.ons.gov.uk/nowhere: there is no such page (404)',
    );
    publisher.next('/page', errorPage);
    await expect(webOver(http, [original]).json(`${original}/page`)).rejects.toThrow(
      'https://www.ons.gov.uk/page: found an HTML page, expected JSON',
    );
  });
});

describe('where it goes', () => {
  /** The host of each request. */
  const asked: string[] = [];
  class NotedPace extends Pace {
    override turn<Result>(host: string, kind: RequestKind, action: () => Promise<Result>) {
      asked.push(host);
      return super.turn(host, kind, action);
    }
  }
  const elsewhere = 'https://files.example.org';
  const web = (origins: readonly string[], standIns = new Map([[original, publisher.url]])) => {
    asked.length = 0;
    return webOver(new Http({ clock, standIns, attempts: 1, pace: new NotedPace(clock) }), origins);
  };

  test.each([
    [
      'a link to another origin',
      `${elsewhere}/page`,
      'is not among the origins of its source, expected "https://www.ons.gov.uk"',
    ],
    ['a link that is not encrypted', 'http://www.ons.gov.uk/page', 'is not encrypted'],
    ['a name that only ends like it', 'https://evil-www.ons.gov.uk/page', 'is not among'],
    ['the address of this machine', 'https://127.0.0.1/page', 'is not among'],
  ])('nothing is sent for %s', async (_, url, message) => {
    await expect(web([original]).text(url)).rejects.toThrow(`${url}: ${message}`);
    expect(asked).toEqual([]);
  });

  test.each([
    ['another origin', `${elsewhere}/page`, 'which is not among the origins of its source'],
    ['what is not encrypted', 'http://www.ons.gov.uk/other', 'which is not encrypted'],
  ])('a redirect to %s is refused with the names of both', async (_, location, message) => {
    publisher.next('/page', redirect(location));
    await expect(web([original]).text(`${original}/page`)).rejects.toThrow(
      `${original}/page: redirects to ${location}, ${message}`,
    );
    expect(asked).toEqual([new URL(original).host]);
  });

  test('an address of this machine is not connected to, even if a source declared it', async () => {
    for (const origin of ['https://127.0.0.1:1', 'https://[::1]:1', 'https://localhost:8443'])
      await expect(web([origin]).text(origin)).rejects.toThrow(
        /(is not a public address|, which is not a public one), so nothing was sent/,
      );
  });

  test('the connected address decides, whatever the name server says', () => {
    const found = (addresses: readonly string[]) =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const look = (...addresses: string[]) => {
      let result: unknown[] = [];
      const answering = (_: unknown, __: unknown, told: (error: null, found: object[]) => void) =>
        told(null, found(addresses));
      lookupPublic(
        'www.ons.gov.uk',
        { all: true },
        (...told) => (result = told),
        answering as never,
      );
      return result;
    };
    expect(look('104.16.0.1', '2606:4700::1')).toEqual([
      null,
      found(['104.16.0.1', '2606:4700::1']),
    ]);
    const message = expect.stringMatching(
      /^www\.ons\.gov\.uk has the address .+, which is not a public one$/,
    );
    for (const addresses of [['10.0.0.1'], ['104.16.0.1', '192.168.1.1'], ['::1']])
      expect(look(...addresses)[0]).toMatchObject({ message });
  });

  test.each([
    [
      '127.0.0.1 127.8.9.1 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.0.1 ' +
        '169.254.169.254 100.64.0.1 198.18.0.1 224.0.0.1',
      false,
    ],
    [
      '::1 :: ::ffff:127.0.0.1 ::ffff:8.8.8.8 fe80::1 fc00::1 fd12::1 ff02::1 ' +
        '2001:db8::1 2002:7f00:1::1 2001::1 64:ff9b::7f00:1 name',
      false,
    ],
    [
      '8.8.8.8 104.16.0.1 172.32.0.1 192.169.0.1 100.128.0.1 2606:4700::1 ' +
        '2a00:1450:4009::1 64:ff9b::808:808',
      true,
    ],
  ])('public addresses: %s: %s', (addresses, expected) => {
    for (const address of addresses.split(' '))
      expect([address, isPublicAddress(address)]).toEqual([address, expected]);
  });

  test('every source has encrypted origins, and its key goes to one of them', () => {
    for (const { key, origins, publisherKey } of sources) {
      // The list of local authorities comes with the program, and nobody is asked.
      expect(origins.length > 0, key).toBe(key !== 'local-authorities');
      for (const origin of origins)
        expect(origin, key).toMatch(/^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      if (publisherKey !== undefined) expect(origins, key).toContain(publisherKey.origin);
    }
  });
});

describe('a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryDirectory();
  });
  const fetchFile = (wanted: Partial<FileWanted> = {}, options: Partial<DownloadOptions> = {}) =>
    download(
      {
        url: `${original}/file.zip`,
        place: 'soc-index 2026-08-27 file.zip',
        name: 'file.zip',
        held: null,
        ...wanted,
      },
      { http, origins: [original], folder, say: (line) => said.push(line), ...options },
    );

  test('comes in whole', async () => {
    const found = await fetchFile();
    expect(found?.bytes).toEqual(archive);
    expect(found).toMatchObject({ etag: expect.stringMatching(/^"/) });
    expect(publisher.seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  test('is not sent again while it is what is held', async () => {
    const first = await fetchFile();
    expect(await fetchFile({ held: { etag: first?.etag ?? null, lastModified: null } })).toBeNull();
    publisher.put('/file.zip', archive, {
      etag: null,
      lastModified: 'Wed, 03 Dec 2025 09:30:00 GMT',
    });
    expect(
      await fetchFile({ held: { etag: null, lastModified: 'Wed, 03 Dec 2025 09:30:00 GMT' } }),
    ).toBeNull();
  });

  test('goes on where it was cut', async () => {
    publisher.next('/file.zip', cutAfter(20_000));
    const found = await fetchFile();
    expect(found?.bytes).toEqual(archive);
    const resumed = publisher.seen[1]?.headers;
    const from = Number(/^bytes=(\d+)-$/.exec(resumed?.range ?? '')?.[1]);
    expect(from).toBeGreaterThan(0);
    expect(resumed?.['if-range']).toBe(found?.etag);
    expect(said).toEqual([
      expect.stringMatching(/the connection was cut \(.+\); attempt 2 of 5/),
      `${original}/file.zip: resumes after ${from} of ${archive.length} bytes`,
    ]);
  });

  test('goes on in a later run, and begins anew where it has changed since', async () => {
    publisher.next('/file.zip', ...Array.from({ length: 5 }, () => cutAfter(20_000)));
    await expect(fetchFile()).rejects.toThrow(/the connection was cut .+, after 5 attempts/);
    const other = await writeZip([{ name: 'b.xlsx', bytes: Buffer.alloc(40_000, 'b') }]);
    publisher.put('/file.zip', other);
    publisher.forget();
    const found = await fetchFile();
    expect(publisher.seen[0]?.headers.range).toMatch(/^bytes=\d+-$/);
    expect(found?.bytes).toEqual(other);
  });

  test('the whole file is fetched if the server sends the wrong part', async () => {
    publisher.next('/file.zip', cutAfter(20_000), status(416));
    expect((await fetchFile())?.bytes).toEqual(archive);
    const range = { 'content-range': `bytes 5-9/${archive.length}` };
    publisher.next(
      '/file.zip',
      cutAfter(20_000),
      (_, response) => void response.writeHead(206, range).end('wrong'),
    );
    expect((await fetchFile())?.bytes).toEqual(archive);
    expect(said.at(-1)).toMatch(
      /sent the part "bytes 5-9\/\d+", expected it from \d+ on; attempt 3 of 5/,
    );
  });

  test.each<[string, Partial<Resource>, Record<string, string>]>([
    ['another ETag', { etag: '"first"' }, { etag: '"second"' }],
    ['no ETag', { etag: '"first"' }, {}],
    ['the ETag as a weak one', { etag: '"first"' }, { etag: 'W/"first"' }],
    [
      'another day of change',
      { etag: null, lastModified: 'Wed, 03 Dec 2025 09:30:00 GMT' },
      { 'last-modified': 'Thu, 04 Dec 2025 09:30:00 GMT' },
    ],
    [
      'the ETag and another day of change',
      { etag: '"first"', lastModified: 'Wed, 03 Dec 2025 09:30:00 GMT' },
      { etag: '"first"', 'last-modified': 'Thu, 04 Dec 2025 09:30:00 GMT' },
    ],
    ['no day of change', { etag: null, lastModified: 'Wed, 03 Dec 2025 09:30:00 GMT' }, {}],
  ])('a rest with %s is not joined: the whole comes', async (_, first, validators) => {
    const whole = { body: archive, type: 'application/zip', etag: null, lastModified: null };
    const begun = { ...headersOf({ ...whole, ...first }), 'content-length': archive.length };
    const cut = archive.subarray(0, 20_000);
    publisher.next(
      '/file.zip',
      (_, response) => {
        response.writeHead(200, begun).write(cut, () => response.destroy());
      },
      // A server that ignores If-Range and sends the end of another file.
      ({ headers: { range = '' } }, response) => {
        const from = Number(/\d+/.exec(range)?.[0]);
        response
          .writeHead(206, {
            ...validators,
            'content-range': `bytes ${from}-${archive.length - 1}/${archive.length}`,
          })
          .end(Buffer.from(archive).fill(0, 30_000, 30_100).subarray(from));
      },
    );
    expect((await fetchFile())?.bytes.equals(archive)).toBe(true);
    expect(publisher.seen.map(({ headers }) => headers.range === undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(said.at(-1)).toMatch(/sent the rest of another file; attempt 3 of 5/);
  });

  test('without a strong validator nothing is put together', async () => {
    publisher.put('/file.zip', archive, { etag: 'W/"weak"' });
    publisher.next('/file.zip', cutAfter(20_000));
    expect((await fetchFile())?.bytes).toEqual(archive);
    expect(publisher.seen[1]?.headers.range).toBeUndefined();
  });

  test.each([
    [
      'cut short by the publisher',
      shortened(20_000),
      'soc-index 2026-08-27 file.zip: the zip archive is damaged or cut short',
    ],
    [
      'an HTML page',
      errorPage,
      'soc-index 2026-08-27 file.zip: found an HTML page, expected a zip archive',
    ],
  ])('%s: refused, and nothing of it is kept', async (_, way, line) => {
    publisher.next('/file.zip', way);
    await expect(fetchFile()).rejects.toThrow(line);
    expect(readdirSync(folder)).toEqual([]);
    expect((await fetchFile())?.bytes).toEqual(archive);
  });

  test('compressed though nobody asked for it: taken as it is meant', async () => {
    const headers = { 'content-encoding': 'gzip', etag: '"zipped"' };
    publisher.next(
      '/file.zip',
      (_, response) => void response.writeHead(200, headers).end(gzipSync(archive)),
    );
    expect((await fetchFile())?.bytes).toEqual(archive);
  });

  test('larger than is taken: refused before it fills the disk', async () => {
    await expect(fetchFile({}, { largestBytes: 1000 })).rejects.toThrow(
      `${original}/file.zip: larger than 1000 bytes, the most we accept`,
    );
    expect(existsSync(folder) && readdirSync(folder)).toEqual([]);
  });
});

test('Retry-After is read as RFC 9110 writes it', () => {
  const read = (text: string | null) => retryAfter(text, Date.UTC(2026, 0, 1));
  expect([
    read('120'),
    read('Thu, 01 Jan 2026 00:00:30 GMT'),
    read('Wed, 31 Dec 2025 23:00:00 GMT'),
  ]).toEqual([120_000, 30_000, 0]);
  expect([read('soon'), read(null)]).toEqual([null, null]);
});

describe('the pace', () => {
  /** How many turns are taken within each window of so many seconds, at most. */
  async function most(kind: RequestKind, turns: number, seconds: number): Promise<number> {
    const still = stillClock();
    const pace = new Pace(still);
    const sent: number[] = [];
    for (let turn = 0; turn < turns; turn += 1)
      await pace.turn('www.ons.gov.uk', kind, () => Promise.resolve(sent.push(still.now())));
    return Math.max(
      ...sent.map(
        (start) => sent.filter((at) => at >= start && at < start + 1000 * seconds).length,
      ),
    );
  }

  test.each([
    ['page', 10, 120],
    ['page', 60, 200],
    ['file', 10, 15],
  ] as const)('of a %s at ONS: in %i seconds %i', async (kind, seconds, requests) => {
    expect(await most(kind, 450, seconds)).toBe(requests);
  });

  test('a host that asks to wait is left alone by every request', async () => {
    const still = stillClock();
    const pace = new Pace(still);
    pace.rest('www.ons.gov.uk', 7000);
    await pace.turn('www.ons.gov.uk', 'page', () => Promise.resolve());
    expect(still.slept).toEqual([7000]);
  });

  test('two at once, and no more', async () => {
    const pace = new Pace(stillClock());
    let busy = 0;
    let highest = 0;
    const action = async () => {
      busy += 1;
      highest = Math.max(highest, busy);
      await new Promise((later) => setTimeout(later, 1));
      busy -= 1;
    };
    await Promise.all(
      Array.from({ length: 20 }, () => pace.turn('www.ons.gov.uk', 'page', action)),
    );
    expect([busy, highest]).toEqual([0, 2]);
  });
});
