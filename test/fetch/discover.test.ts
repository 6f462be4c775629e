// What the three sources find on their publisher's pages. The pages are made up after the shapes that published programs rely on.
import { expect, describe, test } from 'vitest';
import { firstRecord } from '#sources/kit/read/nomis.ts';
import { linkedFiles, londonDay, readEdition } from '#sources/kit/read/ons-pages.ts';
import { dayOfDigits } from '#sources/kit/release-name.ts';
import type { Web } from '#sources/kit/source.ts';
import { discover as discoverPay } from '#sources/ashe/discover.ts';
import { ashe } from '#sources/ashe/source.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { webOf } from './web-of.ts';
import { type EditionPage, editionTwin, indexName, landingHtml, landingTwin, ons, paths, structureName } from '../publisher/ons.ts';

const web = (pages: Readonly<Record<string, unknown>>) => webOf(pages, ons);

describe('a volume of the classification', () => {
  test('the newest workbook of its page, whichever way its date is written', async () => {
    const names = ['16102024', '20260827', '03122025'].map(structureName);
    const { releases } = await socStructure.discover(web({ [paths.structure]: landingHtml(paths.structure, names) }), '');
    expect(releases).toEqual([
      {
        name: '2026-08-27',
        released: '2026-08-27',
        files: [{ name: structureName('20260827'), url: `${ons}/file?uri=${paths.structure}/${structureName('20260827')}` }],
      },
    ]);
  });

  test('a reissue of the same day is newer, and its name is one that the source reads', async () => {
    const names = ['20260827v2', '20260827', '20260827v10', '03122025v3'].map(indexName);
    const { releases } = await socIndex.discover(web({ [paths.index]: landingHtml(paths.index, names) }), '');
    expect(releases.map(({ name }) => name)).toEqual(['2026-08-27-v10']);
    expect(socIndex.release(releases[0]?.name ?? '')).toMatchObject({ order: ['2026-08-27', 10], released: '2026-08-27' });
    expect(socIndex.files['workbook']?.match.test(indexName('20260827v10'))).toBe(true);
  });

  test('a page without a link to it says which files it does link to', async () => {
    const page = web({
      [paths.index]: landingHtml(paths.index, ['soc2020volume2thecodingindexzip20260827v2.zip', structureName('20260827')]),
    });
    await expect(socIndex.discover(page, '')).rejects.toThrow(
      `${ons}${paths.index}: no link to a file whose name matches ^soc2020volume2thecodingindexexcel(\\d{8})(?:v(\\d+))?\\.xlsx$, found "soc2020volume2thecodingindexzip20260827v2.zip", "${structureName('20260827')}"`,
    );
    await expect(socIndex.discover(web({ [paths.index]: '<html></html>' }), '')).rejects.toThrow('found none to any file');
  });

  test.each([
    ['16102024', '2024-10-16'],
    ['20260827', '2026-08-27'],
    ['', null],
  ])('the digits %s are %s', (digits, day) => expect(dayOfDigits(digits)).toBe(day));

  test('links are read as HTML writes them', () => {
    const html = `<A HREF='/file?uri=/x/a.xlsx&amp;v=1'>a</A> <a href = "https://example.org/files/b%20c.xlsx#top">b</a> <a href="http://[">?</a> <a href="/file?uri=/x/a.xlsx">again</a>`;
    expect(linkedFiles(`${ons}/x`, html, /\.xlsx$/)).toEqual([
      { name: 'a.xlsx', url: `${ons}/file?uri=/x/a.xlsx&v=1` },
      { name: 'b%20c.xlsx', url: 'https://example.org/files/b%20c.xlsx#top' },
    ]);
  });
});

describe('the pay survey', () => {
  const both = (editions: readonly string[]) => ({
    [`${paths.table14}/data`]: landingTwin(paths.table14, editions, '22 October 2026'),
    [`${paths.table15}/data`]: landingTwin(paths.table15, editions, '22 October 2026'),
  });
  /** The page of an edition of a table, with its zip. */
  const page = (table: 14 | 15, edition: string, versions: EditionPage['versions'] = []) => {
    const uri = `${table === 14 ? paths.table14 : paths.table15}/${edition}`;
    const file = { name: `ashetable${table}${edition}.zip`, bytes: Buffer.alloc(0) };
    return { [`${uri}/data`]: editionTwin(uri, { edition, releaseDate: '2025-10-22T23:00:00.000Z', file, versions }) };
  };
  const zips = (...names: readonly string[]) => Object.assign({}, ...names.flatMap((name) => [page(14, name), page(15, name)]));

  test('of every year by SOC 2020 one edition, newest year first, revised before provisional', async () => {
    const names = ['2020revised', '2021provisional', '2021revised', '2024provisional', '2024revised', '2025provisional', 'current'];
    const { releases, nextRelease, notices, remarks } = await discoverPay(
      web({ ...both(names), ...zips('2021revised', '2024revised', '2025provisional') }),
    );
    expect(releases.map(({ name }) => name)).toEqual(['2025-provisional', '2024-revised', '2021-revised']);
    expect(releases[0]).toEqual({
      name: '2025-provisional',
      released: '2025-10-23',
      files: [
        { name: 'ashetable142025provisional.zip', url: `${ons}/file?uri=${paths.table14}/2025provisional/ashetable142025provisional.zip` },
        { name: 'ashetable152025provisional.zip', url: `${ons}/file?uri=${paths.table15}/2025provisional/ashetable152025provisional.zip` },
      ],
    });
    expect([nextRelease, notices, remarks]).toEqual(['2026-10-22', [], []]);
  });

  test('a corrected reissue under the same file name is a release of its own', async () => {
    const corrected = page(15, '2025provisional', [
      {
        uri: `${paths.table15}/2025provisional/previous/v1`,
        updateDate: '2025-12-19T09:30:00.000Z',
        correctionNotice: '<p>Figures of 3312 are <b>withheld</b>.</p>',
        label: 'v2',
      },
      { updateDate: '2026-01-05T09:30:00.000Z', correctionNotice: '', label: 'v3' },
      { updateDate: '2025-01-05T09:30:00.000Z', correctionNotice: 'Of an earlier publication.', label: 'v0' },
    ]);
    const pages = { ...both(['2025provisional']), ...zips('2025provisional'), ...corrected };
    const { releases, notices } = await discoverPay(web(pages));
    expect(releases[0]?.name).toBe('2025-provisional-2025-12-19');
    expect(notices).toEqual([{ release: '2025-provisional', date: '2025-12-19', text: 'Figures of 3312 are withheld.' }]);
    expect(ashe.release('2025-provisional-2025-12-19')).toMatchObject({ year: 2025, provisional: true });
  });

  test('an old edition whose page is not understood is passed over and said; the newest must be understood', async () => {
    const names = ['2025provisional', '2024revised'];
    const { releases, remarks } = await discoverPay(
      web({ ...both(names), ...zips('2025provisional'), [`${paths.table14}/2024revised/data`]: { description: {}, downloads: [] } }),
    );
    expect(releases.map(({ name }) => name)).toEqual(['2025-provisional']);
    expect(remarks).toEqual([
      `2024-revised is passed over: ${ons}${paths.table14}/2024revised/data: expected one zip of Table 14, found no download`,
    ]);
    await expect(discoverPay(web({ ...both(names), ...zips('2024revised') }))).rejects.toThrow('there is no such page (404)');
  });
});

test.each([
  ['2025-10-22T23:00:00.000Z', '2025-10-23'],
  ['22 October 2026', '2026-10-22'],
  ['2026-10-22', '2026-10-22'],
  ['31 February 2026', null],
  ['October 2026', null],
  ['', null],
])('the publisher\'s "%s" is the day %s', (text, day) => expect(londonDay(text)).toBe(day));

describe("pages that only the publishers' own programs describe", () => {
  const page = `${ons}/a/datasets/b`;
  const twin = (more: object) => ({ description: { releaseDate: '2025-10-22T23:00:00.000Z' }, downloads: [{ file: 'b.xlsx' }], ...more });

  test.each([
    ['a name', { file: 'c d.xlsx' }, 'c d.xlsx', `${ons}/file?uri=/a/datasets/b/c%20d.xlsx`],
    ['an address', { url: 'https://download.ons.gov.uk/x/c.xlsx', version: 'v2' }, 'c.xlsx', 'https://download.ons.gov.uk/x/c.xlsx'],
    [
      'a title and a path, as the newer database has them',
      { file: 'Table C', uri: '/downloads/x/c.csv' },
      'c.csv',
      `${ons}/downloads/x/c.csv`,
    ],
  ])('a download by %s', async (_, download, name, url) => {
    const { files: found } = await readEdition(webOf({ [`${page}/data`]: twin({ downloads: [download] }) }), page);
    expect(found).toEqual([{ name, url }]);
  });

  test('a download from another site is refused, and a page that has migrated to one', async () => {
    const reading = (more: object) => readEdition(webOf({ [`${page}/data`]: twin(more) }), page);
    await expect(reading({ downloads: [{ url: 'https://example.org/c.xlsx' }] })).rejects.toThrow(
      `links to "https://example.org/c.xlsx", expected an address on ${ons}`,
    );
    await expect(reading({ description: { migrationLink: 'https://example.org/' } })).rejects.toThrow('expected an address on');
  });

  test('a page that has migrated is read at its new place, and that is told', async () => {
    const moved = twin({ description: { migrationLink: '/topic/datasets/b/' }, downloads: [] });
    const next = `${ons}/topic/datasets/b`;
    const found = await readEdition(webOf({ [`${page}/data`]: moved, [`${next}/data`]: twin({ versions: null }) }), page);
    expect(found).toMatchObject({ released: '2025-10-23', files: [{ url: `${ons}/file?uri=/topic/datasets/b/b.xlsx` }], notices: [] });
    expect(found.remarks).toEqual([`${page} has moved to ${next}, which was read instead; change the address in the source's discover.ts`]);
  });

  test('Nomis answers an invalid selection with nothing, which is an error', async () => {
    const empty: Web = { text: async () => '', json: () => Promise.reject(new Error('no JSON is asked for')) };
    await expect(firstRecord(empty, { dataset: 'NM_218_1', parameters: {} }, ['date'])).rejects.toThrow(
      'the answer is empty, which is how the service refuses an invalid selection',
    );
  });
});
