// Stored pages: equal to those that the worker makes, proved by their digests, made again only when they must be, and never wrong.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Catalogue } from '#schemas/catalogue.ts';
import { catalogueText, readCatalogue } from '#compiler/edition/catalogue.ts';
import { pageCodeDigest } from '#compiler/edition/code-digest.ts';
import { lock } from '#compiler/edition/lock.ts';
import { keepPages, placeOfPages } from '#compiler/edition/page-set.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { storePages } from '#compiler/serve/store-pages.ts';
import { pageListFile } from '#schemas/standing/page-sets.ts';
import { offlinePorts } from '#server/offline-ports.ts';
import type { Ports } from '#server/ports.ts';
import { createRouter } from '#server/router.ts';
import { createNodeStore } from '#server/store-node.ts';
import { compileSample, sampleOf, socIndex, socStructure } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const publicUrl = 'https://lmi.example.org';
const data = temporaryDirectory();
let place: string;
const said: string[] = [];
const store = () => storePages({ directory: data, progress: () => {}, say: (line) => void said.push(line) });
let logged: ReturnType<typeof vi.spyOn>;

beforeAll(async () => {
  await compileSample(data, [await sampleOf(socStructure), await sampleOf(socIndex)]);
  place = join(data, placeOfPages(catalogue()));
  expect(await store(), said.join()).toBeGreaterThan(3);
});
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});

function catalogue() {
  return readCatalogue(data)?.catalogue ?? expect.fail('no catalogue');
}

/** A new router, so that nothing is remembered. `pageCode` null: it makes every page itself. */
function routerWith(pageCode: string | null, ports: Partial<Ports> = {}) {
  return createRouter({ ...offlinePorts, answerCode: 'code', pageCode, store: createNodeStore(data), publicUrl, ...ports });
}

const ask = (path: string, pageCode: string | null = pageCodeDigest(), headers: Record<string, string> = {}) =>
  routerWith(pageCode).fetch(new Request(`${publicUrl}${path}`, { headers }));
const textOf = async (path: string, pageCode?: string | null) => (await ask(path, pageCode)).text();

/** Every file that the page asks the store for. */
async function read(path: string, pageCode: string | null = pageCodeDigest()): Promise<string[]> {
  const files: string[] = [];
  const from = createNodeStore(data);
  const router = routerWith(pageCode, {
    store: {
      ...from,
      document: (edition, file) => (files.push(file), from.document(edition, file)),
      outside: (file) => (files.push(file), from.outside(file)),
    },
  });
  await (await router.fetch(new Request(`${publicUrl}${path}`))).text();
  return files;
}

const paths = ['/occupations', '/occupations/2134', '/occupations/1111', '/areas', '/areas/wales'];

test.each(paths)('%s is the same stored and made', async (path) => {
  const stored = await textOf(path);
  expect(stored).toContain('<!DOCTYPE html>');
  expect(stored).toBe(await textOf(path, null));
});

test('a stored page is read and no document is', async () => {
  const files = await read('/occupations/2134');
  expect(files).toHaveLength(2);
  for (const file of files) expect(file).toMatch(/^pages\/[0-9a-f]{32}\/(pages\.json|occupations\/2134\.html)$/);
  expect(await read('/occupations/2134', null)).not.toContain(files[0]);
});

test('no stored page knows an operator: address and sign-up are those of the server that answers', async () => {
  for (const name of readdirSync(join(place, 'occupations')))
    expect(readFileSync(join(place, 'occupations', name), 'utf8')).not.toContain(publicUrl);
  expect(await textOf('/occupations/2134')).toContain(`${publicUrl}/v1/occupations/2134`);
  expect(await textOf('/occupations/2134')).not.toContain('.invalid');
});

test('the synthetic sample is marked', async () => {
  expect(catalogue().sample).toBe(true);
  expect(await textOf('/occupations/2134')).toContain('Synthetic sample.');
});

test.each([
  ['another area', '/occupations/2134?area=london'],
  ['a filter', '/occupations?filter=nurse'],
])('a page of %s is made when it is asked for', async (_, path) => {
  expect((await read(path)).filter((file) => file.startsWith('pages/'))).toEqual([]);
});

test('an occupation that there is not is 404', async () => {
  expect((await ask('/occupations/9999')).status).toBe(404);
});

test('pages of other code are not shown', async () => {
  expect(await read('/occupations/2134', 'other code')).toContain('occupation/2134.json');
  expect(await textOf('/occupations/2134', 'other code')).toBe(await textOf('/occupations/2134', null));
});

const everyPage = [
  '/',
  ...paths,
  '/search',
  '/compare',
  '/reference',
  '/reference/pay',
  '/guides/first-call',
  '/changelog',
  '/terms',
  '/status',
  '/versioning',
  '/problems',
  '/problems/damaged-data',
  '/style.css',
  '/icon.svg',
];

describe.each(everyPage)('%s', (path) => {
  const accept = { Accept: 'text/html' };

  test('has the tag of its bytes, and nobody is sent what they have', async () => {
    const page = await ask(path, pageCodeDigest(), accept);
    expect(page.status).toBe(200);
    expect(page.headers.get('Cache-Control')).toMatch(/^(private, no-transform, max-age=60|public, no-transform, max-age=3600)$/);
    const tag = page.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{16}"$/);
    const again = await ask(path, pageCodeDigest(), { ...accept, 'If-None-Match': tag });
    expect([again.status, await again.text(), again.headers.get('ETag'), again.headers.get('Content-Type')]).toEqual([304, '', tag, null]);
    expect((await ask(path, pageCodeDigest(), { ...accept, 'If-None-Match': '"another"' })).status).toBe(200);
  });

  test('is compressed for whom accepts it, under another tag', async () => {
    const [plain, zipped] = [
      await ask(path, pageCodeDigest(), accept),
      await ask(path, pageCodeDigest(), { ...accept, 'Accept-Encoding': 'gzip' }),
    ];
    const bytes = Buffer.from(await zipped.arrayBuffer());
    const isLong = zipped.headers.get('Content-Encoding') === 'gzip';
    expect(isLong ? gunzipSync(bytes).toString() : bytes.toString()).toBe(await plain.text());
    expect(zipped.headers.get('ETag')).toBe(isLong ? plain.headers.get('ETag')?.replace(/"$/, '-gzip"') : plain.headers.get('ETag'));
    expect(zipped.headers.get('Vary')).toMatch(/Accept-Encoding$/);
  });

  test('HEAD has its headers', async () => {
    const router = routerWith(pageCodeDigest());
    const [page, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => router.fetch(new Request(`${publicUrl}${path}`, { method, headers: accept }))),
    );
    const headersOf = (response: Response | undefined) => [...(response?.headers ?? [])].filter(([name]) => name !== 'date');
    expect(headersOf(head)).toEqual(headersOf(page));
    expect(await head?.text()).toBe('');
  });
});

test('what was typed is private: it has no tag', async () => {
  const page = await ask('/search?q=nurse');
  expect([page.headers.get('Cache-Control'), page.headers.get('ETag')]).toEqual(['no-store', null]);
});

test.each(['/', ...paths, '/search', '/compare', '/reference', '/guides/first-call', '/changelog', '/terms', '/status'])(
  '%s is rationed by address',
  async (path) => {
    const allowance = { allowed: false, limit: 60, remaining: 0, resetSeconds: 30 };
    const refused = await routerWith(null, { clients: { take: async () => allowance } }).fetch(new Request(`${publicUrl}${path}`));
    expect(refused.status).toBe(429);
  },
);

describe('damage', () => {
  const file = () => join(place, 'occupations/2134.html');
  const list = () => join(place, pageListFile);
  const kept = (path: string, spoil: () => void, look: () => Promise<void>) => async () => {
    const bytes = readFileSync(path);
    try {
      spoil();
      await look();
    } finally {
      writeFileSync(path, bytes);
    }
  };
  const isMade = async () => {
    expect(await textOf('/occupations/2134')).toBe(await textOf('/occupations/2134', null));
    const [fault] = verifyDirectory(data).faults.filter((text) => text.startsWith('pages/'));
    expect(fault).toContain('lmi compile makes the stored pages again');
  };

  test('a page with other bytes is made, and the operator is told', () =>
    kept(
      file(),
      () => writeFileSync(file(), readFileSync(file(), 'utf8').replace(/\d/, '9')),
      async () => {
        await isMade();
        expect(String(logged.mock.calls)).toContain('occupations/2134.html: its bytes differ');
      },
    )());

  test('a page that is missing is made', () => kept(file(), () => rmSync(file()), isMade)());
  test('a list with other bytes is not believed', () =>
    kept(list(), () => writeFileSync(list(), readFileSync(list(), 'utf8').replace('2134', '2135')), isMade)());
  test('a list that is not JSON is not believed', () => kept(list(), () => writeFileSync(list(), '<html>'), isMade)());

  test('is mended by the next run', async () => {
    writeFileSync(file(), 'x');
    expect(await store()).toBeGreaterThan(3);
    expect(verifyDirectory(data).faults.filter((text) => text.startsWith('pages/'))).toEqual([]);
  });
});

describe('they are made again', () => {
  test('not while nothing has changed', async () => {
    const { mtimeMs } = statSync(join(place, pageListFile));
    expect(await store()).toBe(0);
    expect(statSync(join(place, pageListFile)).mtimeMs).toBe(mtimeMs);
  });

  test.each<readonly [string, (of: Catalogue) => Partial<Catalogue>, boolean]>([
    ['another edition is served', (of) => ({ sources: of.sources.map((source) => ({ ...source, served: ['another'] })) }), true],
    ['an edition has other bytes', (of) => ({ editions: of.editions.map((edition) => ({ ...edition, root: 'f'.repeat(64) })) }), true],
    ['the data are no sample', () => ({ sample: false }), true],
    [
      'the first release of a source is held',
      ({ sources, editions: [edition, ...others] }) => ({
        sources: sources.map((source) => ({ ...source, served: [] })),
        editions: edition === undefined ? [] : [{ ...edition, state: 'quarantined' }, ...others],
      }),
      true,
    ],
    ['a publisher was asked', () => ({ serial: 99, written: '2027-01-01T00:00:00Z' }), false],
  ])('if %s: %#', (_, change, isOther) => {
    const before = catalogue();
    expect(placeOfPages({ ...before, ...change(before) }) !== placeOfPages(before)).toBe(isOther);
  });

  test('and a run that is killed leaves what was stored before, and nothing half', async () => {
    const half = join(data, 'pages/.tmp-1');
    writeFileSync(half, 'half');
    expect(await read('/occupations/2134')).toHaveLength(2);
    keepPages(data, placeOfPages(catalogue()));
    expect(existsSync(half)).toBe(false);
    expect(existsSync(place)).toBe(true);
  });

  test('while others write: a compile that begins is not refused, and pages of what is no longer served are thrown away', async () => {
    const catalogueFile = join(data, 'catalogue.json');
    const text = readFileSync(catalogueFile);
    const stored = readdirSync(join(data, 'pages'));
    rmSync(place, { recursive: true });
    const storing = store();
    const unlock = lock(data, expect.fail);
    writeFileSync(catalogueFile, catalogueText({ ...catalogue(), sample: false }));
    unlock();
    expect(await storing).toBe(0);
    expect(readdirSync(join(data, 'pages'))).toEqual([]);
    writeFileSync(catalogueFile, text);
    expect(await store()).toBeGreaterThan(3);
    expect(readdirSync(join(data, 'pages'))).toEqual(stored);
  });

  test('not over a writer that is at work when they are made', async () => {
    rmSync(join(place, 'occupations/2134.html'));
    const unlock = lock(data, expect.fail);
    expect(await store()).toBe(0);
    unlock();
    expect(said.at(-1)).toMatch(/^the pages were not stored, [^]* is writing here/);
    expect(await store()).toBeGreaterThan(3);
  });

  test('not of pages that somebody removed while they were made', async () => {
    rmSync(place, { recursive: true });
    const storing = store();
    const isMade = () => readdirSync(join(data, 'pages'), { recursive: true }).join().includes('1111.html');
    while (!isMade()) await new Promise(setImmediate);
    keepPages(data, placeOfPages(catalogue()));
    expect(await storing).toBe(0);
    expect(existsSync(place)).toBe(false);
    expect(await store()).toBeGreaterThan(3);
  });

  test('but a fault of theirs stops nothing: it is said', async () => {
    const broken = temporaryDirectory();
    cpSync(data, broken, { recursive: true });
    rmSync(join(broken, 'pages'), { recursive: true });
    const [edition] = catalogue().sources.flatMap(({ key, served }) => (key === 'soc-index' ? served : []));
    rmSync(join(broken, `editions/${edition}/occupation/2134.json`));
    expect(await storePages({ directory: broken, progress: () => {}, say: (line) => void said.push(line) })).toBe(0);
    expect(said.join()).toContain('the pages were not stored');
    expect(readdirSync(join(broken, 'pages'))).toEqual([]);
  });
});
