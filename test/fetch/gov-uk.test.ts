// What the sources of GOV.UK find on their pages. The pages are made up after the published content schemas.
import { describe, expect, test } from 'vitest';
import { readGovUkPage } from '#sources/kit/read/gov-uk-pages.ts';
import { discover as discoverProjections, landingPage as projectionsPage } from '#sources/skills-projections/discover.ts';
import { skillsProjections } from '#sources/skills-projections/source.ts';
import { discover as discoverVisas, landingPage as tablesPage } from '#sources/work-visas/discover.ts';
import { workVisas } from '#sources/work-visas/source.ts';
import { webOf } from './web-of.ts';
import { assets, contentItem, govUk, mediaAddress } from '../publisher/gov-uk.ts';

/** Pages of the content API, by the addresses that people visit. */
const govUkWeb = (pages: Readonly<Record<string, object>>) =>
  webOf(Object.fromEntries(Object.entries(pages).map(([url, page]) => [url.replace(govUk, `${govUk}/api/content`), page])));

describe('a page of GOV.UK', () => {
  const page = `${govUk}/government/publications/some`;

  test('its files, attached or linked to in running text, each once; links elsewhere are none of its files', async () => {
    const item = contentItem({
      files: [{ title: 'Table A', url: mediaAddress('a.zip', '1') }],
      links: [mediaAddress('b%20c.ods', '2'), mediaAddress('a.zip', '1'), '/government/publications/other', 'https://example.org/x.ods'],
      firstPublished: '2023-03-20T23:30:00Z',
      history: [
        { note: 'Replaced. ', public_timestamp: '2024-08-05T09:30:00+01:00' },
        { note: 'First published.', public_timestamp: '2023-03-21T00:01:00+00:00' },
      ],
    });
    expect(await readGovUkPage(govUkWeb({ [page]: item }), page)).toEqual({
      files: [
        { name: 'a.zip', url: `${assets}/media/1/a.zip`, title: 'Table A' },
        { name: 'b%20c.ods', url: `${assets}/media/2/b%20c.ods`, title: '' },
      ],
      firstPublished: '2023-03-20',
      updated: '2026-08-27',
      changes: [
        { date: '2023-03-21', note: 'First published.' },
        { date: '2024-08-05', note: 'Replaced.' },
      ],
      withdrawals: [],
    });
  });

  test('a withdrawn page is said, one that has moved names where to, another shape is not guessed at', async () => {
    const ask = (item: object) => readGovUkPage(govUkWeb({ [page]: item }), page);
    expect(
      (await ask(contentItem({ more: { withdrawn_notice: { explanation: '<p>Old</p>', withdrawn_at: '2026-01-01' } } }))).withdrawals,
    ).toEqual([{ date: '2026-01-01', text: `${page} has been withdrawn: "Old"` }]);
    const moved = { document_type: 'redirect', redirects: [{ path: '/a', type: 'exact', destination: '/government/publications/next' }] };
    await expect(ask(moved)).rejects.toThrow(`${page}: has moved to /government/publications/next: its publication may have a successor`);
    await expect(ask({ details: { attachments: [{ title: 'no url' }] } })).rejects.toThrow(
      "must have required property 'url'; the publisher has changed its pages",
    );
    await expect(readGovUkPage(govUkWeb({}), page)).rejects.toThrow('there is no such page (404)');
  });
});

describe('the projections', () => {
  const history = [
    { note: 'First published.', public_timestamp: '2023-03-21T09:30:00+00:00' },
    { note: 'All files replaced with revised projections.', public_timestamp: '2024-08-05T09:30:00+01:00' },
  ];
  const files = [
    { title: 'Nations projections', url: mediaAddress('Nations.zip', '1') },
    { title: 'English regions projections', url: mediaAddress('Regions.zip', '2') },
    { title: 'Local Enterprise Partnership (LEP) projections, by region', url: mediaAddress('LEP.zip', '3') },
    { title: 'Local skills improvement plan area projections', url: mediaAddress('LSIP.zip', '4') },
    { title: 'Mayoral combined authority projections', url: mediaAddress('MCA.zip', '5') },
    { title: 'Methodology', url: mediaAddress('nations_methods.pdf', '6') },
  ];
  const discover = (page: Parameters<typeof contentItem>[0]) =>
    discoverProjections(govUkWeb({ [projectionsPage]: contentItem({ history, files, ...page }) }));

  test('the zips of nations and regions, as of the last change that the page tells of', async () => {
    const { releases, notices, nextRelease, remarks } = await discover({});
    expect(releases).toEqual([
      {
        name: '2020-2035-revised-2024-08-05',
        released: '2024-08-05',
        files: [
          { name: 'Nations.zip', url: mediaAddress('Nations.zip', '1') },
          { name: 'Regions.zip', url: mediaAddress('Regions.zip', '2') },
        ],
      },
    ]);
    expect(notices).toEqual([{ release: '2020-2035', date: '2024-08-05', text: 'All files replaced with revised projections.' }]);
    expect([nextRelease, remarks]).toEqual([null, []]);
    expect(skillsProjections.release('2020-2035-revised-2024-08-05')).toMatchObject({
      order: [2020, 2035, 1, '2024-08-05'],
      released: '2024-08-05',
    });
    for (const { name } of releases[0]?.files ?? [])
      expect(Object.values(skillsProjections.files).filter(({ match }) => match.test(name))).toHaveLength(1);
  });

  test('as first published; and after a second revision', async () => {
    expect((await discover({ history: history.slice(0, 1) })).releases[0]).toMatchObject({ name: '2020-2035', released: '2023-03-21' });
    const again = await discover({ history: [...history, { note: 'Corrected.', public_timestamp: '2026-01-09T09:30:00+00:00' }] });
    expect(again.releases[0]?.name).toBe('2020-2035-revised-2026-01-09');
    expect(again.notices?.map(({ release }) => release)).toEqual(['2020-2035', '2020-2035-revised-2024-08-05']);
  });

  test('of a page without one of the zips it is said what there is', async () => {
    const line = 'expected one zip of the nations, found "English regions projections: Regions.zip", "Local';
    await expect(discover({ files: files.slice(1, 3) })).rejects.toThrow(line);
  });
});

describe('the visas', () => {
  const stem = 'occupation-soc2020-visas-datasets';
  const statistics = `${govUk}/government/statistics/immigration-system-statistics-year-ending-june-2026`;
  const links = [
    `${stem}-mar-2026.xlsx`,
    `${stem}-jun-2026.xlsx`,
    `${stem}-dec-25.ods`,
    'occupation-soc2010-visas-datasets-sep-2026.xlsx',
    'asylum-applications-datasets-sep-2026.xlsx',
  ].map((name, index) => mediaAddress(name, `6a${index}`));
  const discover = (pages: Readonly<Record<string, object>>) => discoverVisas(govUkWeb(pages));

  test('the newest workbook by its own name, and the day of its statistics', async () => {
    const found = await discover({
      [tablesPage]: contentItem({ links }),
      [statistics]: contentItem({ firstPublished: '2026-08-27T09:30:00+01:00' }),
    });
    expect(found).toEqual({
      releases: [
        {
          name: '2026-Q2',
          released: '2026-08-27',
          files: [{ name: `${stem}-jun-2026.xlsx`, url: mediaAddress(`${stem}-jun-2026.xlsx`, '6a1') }],
        },
      ],
      nextRelease: null,
      notices: [],
      remarks: [],
    });
    expect(workVisas.release('2026-Q2')).toMatchObject({ order: [2026, 2] });
    expect(workVisas.files['workbook']?.match.test(`${stem}-jun-2026.xlsx`)).toBe(true);
  });

  test('that its publisher has withdrawn the page of its statistics is a notice of the release', async () => {
    const notice = { explanation: '<p>These contain an error.</p>', withdrawn_at: '2026-09-02T09:30:00+01:00' };
    const { notices } = await discover({
      [tablesPage]: contentItem({ links }),
      [statistics]: contentItem({ firstPublished: '2026-08-27T09:30:00+01:00', more: { withdrawn_notice: notice } }),
    });
    const text = `${statistics} has been withdrawn: "These contain an error."`;
    expect(notices).toEqual([{ release: '2026-Q2', date: '2026-09-02', text }]);
  });

  test('no workbook by this classification is an error that says what there is', async () => {
    await expect(discover({ [tablesPage]: contentItem({ links: links.slice(3) }) })).rejects.toThrow(
      'found "occupation-soc2010-visas-datasets-sep-2026.xlsx", "asylum-applications-datasets-sep-2026.xlsx"',
    );
    await expect(discover({ [tablesPage]: contentItem({}) })).rejects.toThrow('found none to any file');
  });
});
