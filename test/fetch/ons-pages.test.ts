// Shapes of pages that stand in the publishers' own programs and in no saved page.
import { describe, expect, test } from 'vitest';
import { PageError } from '#sources/kit/problem.ts';
import { firstRecord } from '#sources/kit/read/nomis.ts';
import { readEdition, readLanding } from '#sources/kit/read/ons-pages.ts';
import type { Web } from '#sources/kit/source.ts';
import { ons } from '../publisher/ons.ts';

describe("pages that only the publishers' own programs describe", () => {
  const page = `${ons}/a/datasets/b`;
  const twin = (more: object) => ({ description: { releaseDate: '2025-10-22T23:00:00.000Z' }, downloads: [{ file: 'b.xlsx' }], ...more });
  const web = (pages: Readonly<Record<string, object>>): Web => ({
    text: () => Promise.reject(new Error('no page of HTML is asked for')),
    json: async (url) => pages[url] ?? Promise.reject(new PageError(`${url}: there is no such page (404)`)),
  });

  test.each([
    ['a name', { file: 'c d.xlsx' }, 'c d.xlsx', `${ons}/file?uri=/a/datasets/b/c%20d.xlsx`],
    ['an address', { url: 'https://download.ons.gov.uk/x/c.xlsx', version: 'v2' }, 'c.xlsx', 'https://download.ons.gov.uk/x/c.xlsx'],
    ['a path of the second version', { uri: 'a/b/c.xlsx', version: 'v2' }, 'c.xlsx', `${ons}/downloads-new/a/b/c.xlsx`],
    [
      'a title and a path, as the newer database has them',
      { file: 'Table C', uri: '/downloads/x/c.csv' },
      'c.csv',
      `${ons}/downloads/x/c.csv`,
    ],
  ])('a download by %s', async (_, download, name, url) => {
    const { files: found } = await readEdition(web({ [`${page}/data`]: twin({ downloads: [download] }) }), page);
    expect(found).toEqual([{ name, url }]);
  });

  test.each([
    ['without any address', [{ title: 'Latest' }], 'a download has neither file, url nor uri'],
    ['from another site', [{ url: 'https://example.org/c.xlsx' }], `links to "https://example.org/c.xlsx", expected an address on ${ons}`],
  ])('a download %s is refused', async (_, downloads, message) => {
    await expect(readEdition(web({ [`${page}/data`]: twin({ downloads }) }), page)).rejects.toThrow(message);
  });

  test('a page that has migrated is read at its new place, and that is told', async () => {
    const moved = twin({ description: { migrationLink: '/topic/datasets/b/' }, downloads: [] });
    const next = `${ons}/topic/datasets/b`;
    const found = await readEdition(web({ [`${page}/data`]: moved, [`${next}/data`]: twin({ versions: null }) }), page);
    expect(found).toMatchObject({ released: '2025-10-23', files: [{ url: `${ons}/file?uri=/topic/datasets/b/b.xlsx` }], notices: [] });
    expect(found.remarks).toEqual([`${page} has moved to ${next}, which was read instead; change the address in the source's discover.ts`]);
  });

  test('a landing page that has migrated to one without a list of editions says where a person finds it', async () => {
    const pages = {
      [`${page}/data`]: { type: 'dataset_landing_page', description: { migrationLink: '/topic/datasets/b' }, datasets: [] },
      [`${ons}/topic/datasets/b/data`]: { type: 'dataset_landing_page', description: {}, datasets: null },
    };
    await expect(readLanding(web(pages), page)).rejects.toThrow(
      `${page} has moved to ${ons}/topic/datasets/b, which was read instead; change the address in the source's discover.ts; ${ons}/topic/datasets/b/data: lists no editions`,
    );
  });

  test.each([
    ['to itself', '/a/datasets/b', 'has moved in a circle'],
    ['to another site', 'https://example.org/', 'expected an address on'],
  ])('a page that has migrated %s is refused', async (_, migrationLink, message) => {
    await expect(readEdition(web({ [`${page}/data`]: twin({ description: { migrationLink } }) }), page)).rejects.toThrow(message);
  });

  test('a correction is told with its words; a version without one is none', async () => {
    const versions = [
      { updateDate: '2025-12-19T09:30:00.000Z', correctionNotice: 'Figures of <b>3312</b> are withheld.', label: 'v2' },
      { updateDate: '2026-01-05T09:30:00.000Z', correctionNotice: '', label: 'v3' },
    ];
    expect((await readEdition(web({ [`${page}/data`]: twin({ versions }) }), page)).notices).toEqual([
      { date: '2025-12-19', text: 'Figures of 3312 are withheld.' },
    ]);
  });

  test('Nomis answers an invalid selection with nothing, which is an error', async () => {
    const empty: Web = { text: async () => '', json: () => Promise.reject(new Error('no JSON is asked for')) };
    await expect(firstRecord(empty, { dataset: 'NM_218_1', parameters: {} }, ['date'])).rejects.toThrow(
      'the answer is empty, which is how the service refuses an invalid selection',
    );
  });
});
