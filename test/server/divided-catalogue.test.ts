// A catalogue with two years of daily changes answers for every edition, and stays small.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { filesOfCatalogue, requireCatalogue } from '#compiler/edition/catalogue.ts';
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { newestFirst } from '#schemas/standing.ts';
import type { Files } from '#server/data/files.ts';
import { createProvedStore } from '#server/data/store.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { asking, publicUrl } from './ask.ts';
import { idOf } from './catalogues.ts';

type Stored = ReturnType<typeof filesOfCatalogue>;

const sample = sampleDirectory();
const today = requireCatalogue(sample);
const days = 730;

/**
 * Two years: each day an edition of one of the sources is replaced by another with the same
 * documents. Some are withdrawn or held back.
 */
const clones = new Map<string, CatalogueEdition>();
const older = Array.from({ length: days }, (_, day): CatalogueEdition => {
  const edition = today.editions[day % today.editions.length];
  if (edition === undefined) throw new Error('the sample has no edition');
  const round = Math.floor(day / today.editions.length);
  const state = round % 9 === 3 ? 'withdrawn' : round % 9 === 5 ? 'quarantined' : 'superseded';
  const withdrawn = {
    reason: 'Wrong figures.',
    at: '2026-01-02T03:04:05Z',
    replacedBy: edition.id,
  };
  const clone = {
    ...edition,
    id: idOf(day),
    state,
    ...(state === 'withdrawn' ? { withdrawn } : {}),
  } as const;
  clones.set(clone.id, edition);
  return clone;
});
const history: Catalogue = { ...today, editions: [...older, ...today.editions] };

function filesOf({ text, records }: Stored, read: string[] = []): Pick<Files, 'read'> {
  const noted = <Found>(place: string, found: Found): Found => {
    read.push(place);
    return found;
  };
  return {
    async read(path) {
      if (path === 'catalogue.json') return noted(path, new TextEncoder().encode(text));
      const [, edition = '', document] = /^editions\/([^/]+)\/(.+)$/.exec(path) ?? [];
      if (document !== undefined)
        return noted(
          'a document',
          new Uint8Array(
            readFileSync(join(sample, 'editions', clones.get(edition)?.id ?? edition, document)),
          ),
        );
      const bytes = records.get(path.replace(/^records\//, ''));
      return noted(path, bytes === undefined ? null : new Uint8Array(bytes));
    },
  };
}

const serve = (files: Pick<Files, 'read'>) => asking({ store: createProvedStore(files) });

beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterAll(() => void vi.restoreAllMocks());

describe('after two years of daily changes', () => {
  const stored = filesOfCatalogue(history);
  const at = (state: CatalogueEdition['state'], source = 'ashe') =>
    older.find((edition) => edition.state === state && edition.source === source)?.id ??
    'there is none';

  test('the catalogue has at most 150 kB, and grows with what is served alone', () => {
    expect(stored.text.length).toBeLessThanOrEqual(150_000);
    const half = filesOfCatalogue({
      ...history,
      editions: [...older.slice(0, days / 2), ...today.editions],
    });
    expect(stored.text.length).toBeLessThan(1.1 * half.text.length);
  });

  test('an answer reads no records, and a pin those of its source', async () => {
    const read: string[] = [];
    const ask = serve(filesOf(stored, read));
    expect((await ask('/v1/occupations/2134/pay')).status).toBe(200);
    expect(read.filter((place) => place.startsWith('records/'))).toEqual([]);
    expect((await ask(`/v1/occupations/2134/pay?edition=${at('superseded')}`)).status).toBe(200);
    expect(read.filter((place) => place.startsWith('records/'))).toEqual([
      expect.stringMatching(/^records\/ashe-/),
    ]);
  });

  test('every pin is answered as the state of its edition says', async () => {
    const ask = serve(filesOf(stored));
    const statuses: Record<string, number> = {
      [at('superseded')]: 200,
      [today.editions.find(({ source, state }) => source === 'ashe' && state === 'served')?.id ??
        '']: 200,
      [at('withdrawn')]: 410,
      [at('quarantined')]: 404,
      [at('superseded', 'esco')]: 400,
      [idOf(99_999)]: 404,
    };
    for (const [id, status] of Object.entries(statuses))
      expect([id, (await ask(`/v1/occupations/2134/pay?edition=${id}`)).status]).toEqual([
        id,
        status,
      ]);
    for (const path of ['/v1/occupations/2134/pay/series', '/v1/meta/sources', '/status'])
      expect((await ask(path)).status).toBe(200);
    expect(await (await ask('/editions.atom')).text()).toContain(at('superseded'));
  });

  test('a damaged or missing file of records is 503 for a pin, and nothing else', async () => {
    const [name = ''] = [...stored.records.keys()].filter((file) => file.startsWith('ashe-'));
    const changed = Buffer.from(stored.records.get(name) ?? '').fill(0x39, 100, 101);
    for (const records of [
      new Map([...stored.records].filter(([file]) => file !== name)),
      new Map([...stored.records, [name, changed]]),
    ]) {
      const ask = serve(filesOf({ ...stored, records }));
      const answer = await ask(`/v1/occupations/2134/pay?edition=${at('superseded')}`);
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringContaining('damaged-data'),
      ]);
      expect([
        (await ask('/v1/occupations/2134/pay')).status,
        (await ask('/healthz')).status,
      ]).toEqual([200, 200]);
    }
  });
});

describe('a part of /v1/meta/editions', () => {
  const next = (response: Response) =>
    /<([^>]+)>; rel="next"/
      .exec(response.headers.get('Link') ?? '')?.[1]
      ?.slice(publicUrl.length) ?? null;
  // A check can have found much.
  const found = {
    check: 'figures',
    severity: 'known-issue' as const,
    message: 'ä'.repeat(2000),
    places: Array(10).fill('x'.repeat(500)),
    count: 900,
  };
  const telling = [
    ...older.slice(0, days / 4).map((edition) => ({ ...edition, checks: [found] })),
    ...today.editions,
  ];
  const ask = serve(filesOf(filesOfCatalogue({ ...today, editions: telling })));

  test.each(['', '?source=ashe&limit=7'])(
    'the parts together are the whole, and none has more than 200 kB (%s)',
    async (query) => {
      const all = newestFirst(
        telling.filter(({ source }) => !query.includes('ashe') || source === 'ashe'),
      );
      const parts: { id: string }[][] = [];
      for (let address: string | null = `/v1/meta/editions${query}`; address !== null; ) {
        const response: Response = await ask(address);
        const text = await response.text();
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200_000);
        parts.push(JSON.parse(text));
        address = next(response);
      }
      expect(parts.length).toBeGreaterThan(1);
      expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(
        Number(/\d+/.exec(query)?.[0] ?? 50),
      );
      expect(parts.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    },
  );
});
