// Publishers' own pages through the readers that discover() uses: what must be found in each, and which pages nobody here reads.
// The imitations have no member that the publishers' pages lack.
import { describe, expect, test } from 'vitest';
import { type GovUkPage, readGovUkPage } from '#sources/kit/read/gov-uk-pages.ts';
import { firstRecord, pagesOf, readPages } from '#sources/kit/read/nomis.ts';
import { readEdition, readLanding } from '#sources/kit/read/ons-pages.ts';
import type { Web } from '#sources/kit/source.ts';
import { apsEmployment } from '#sources/aps-employment/source.ts';
import { describeSavedPages, savedJson, savedPages, savedText } from '../publisher-pages.ts';
import { contentItem, govUk, mediaAddress } from '../publisher/gov-uk.ts';
import { editionTwin, landingTwin, ons } from '../publisher/ons.ts';

/** Every page of a publisher answers with one saved page. */
function webOf(page: string): Web {
  return { text: async () => savedText(page), json: async () => savedJson(page) };
}

const record = (value: unknown): Readonly<Record<string, unknown>> => Object(value);
const files = (names: readonly string[]) => names.map((name) => expect.objectContaining({ name }));

/** The address of a page by its own words. */
const onsPage = (page: string) => `${ons}${String(record(savedJson(page))['uri'])}`;

/** What readEdition must find in a page of one edition. */
const editions: readonly (readonly [page: string, released: string, name: string, url: RegExp])[] = [
  ...['dataset__vacanciesbyindustryvacs02_f3fe2bb'].map(
    (page) =>
      [page, '2015-07-15', 'vacs02jul2015_tcm77-408204.xls', /\/file\?uri=\/employmentandlabourmarket\/\S+\/vacs02jul2015/] as const,
  ),
  ...['3c31c6d', '5acb01b', 'bc49fae'].map(
    (version) =>
      [
        `dataset_landing_page__labourdisputesbysectorlabd02_${version}`,
        '2015-07-15',
        'labd02jul2015_tcm77-408195.xls',
        /\/file\?uri=\/employmentandlabourmarket\/\S+\/labd02jul2015/,
      ] as const,
  ),
  [
    'reference_tables__mergersandacquisitionsinvolvingukcompaniesquarter1jantomar2015referencetables_296c400',
    '2015-06-02',
    'rftmaq12015_tcm77-405655.xls',
    // This path has no slash before it.
    /\/file\?uri=\/businessindustryandtrade\/\S+\/rftmaq12015/,
  ],
];

/** What readLanding must find in a page that lists editions. */
const landings: readonly (readonly [page: string, edition: string, next: string])[] = [
  ['dataset_landing_page__a4fk_dataset_f2ccfe5', '/a4fk_dataset/current', '2014-10-30'],
  ['dataset_landing_page__another_dataset_a8b5f6b', '/another_dataset/current', '2014-10-30'],
  ['dataset_landing_page__indexofproduction_f979257', '/indexofproduction/current', '2015-11-06'],
];

/** What readGovUkPage must find. */
const contentPages: Readonly<
  Record<string, { files: readonly string[]; changes: number } & Partial<Pick<GovUkPage, 'firstPublished' | 'remarks'>>>
> = {
  'publication_frontend_best-practice-national-statistics': { files: [], changes: 1, firstPublished: '2015-05-21', remarks: [] },
  'publication_frontend_best-practice-official-statistics': { files: [], changes: 4, firstPublished: '2015-01-14', remarks: [] },
  'publication_frontend_best-practice-research': { files: [], changes: 2, firstPublished: '2013-03-01', remarks: [] },
  'publication_frontend_publication-with-featured-attachments': {
    files: ['PUBLIC_1392629965.pdf'],
    changes: 1,
    firstPublished: '2014-05-29',
    remarks: [],
  },
  publication_frontend_statistics_publication: { files: [], changes: 0, firstPublished: null, remarks: [] },
  publication_frontend_withdrawn_publication: {
    files: [],
    changes: 2,
    remarks: [
      expect.stringMatching(
        /^\S+\/a-guide-for-pig-keepers has been withdrawn by its publisher on 2015-01-13: "This information is now out of date\..*" \(\S+\/guidance-for-keepers-of-sheep-goats-and-pigs\)$/,
      ),
    ],
  },
  statistical_data_set_frontend_statistical_data_set: {
    files: ['tsgb_2012_-_olympics_summary.pdf', 'TSGB1001.xls', 'TSGB1002.xls', 'TSGB1003.xls', 'TSGB1004.xls', 'TSGB1005.xls'],
    changes: 0,
    firstPublished: '2012-12-13',
    remarks: [],
  },
  statistical_data_set_frontend_statistical_data_set_with_block_attachments: {
    files: ['AV_Number_of_Vacancies_Posted_Sep16.xls'],
    changes: 32,
    remarks: [],
  },
  statistical_data_set_frontend_statistical_data_set_with_csv: {
    files: ['dvsa-mot-01-mot-test-results-by-class-of-vehicle.csv'],
    changes: 0,
    remarks: [],
  },
  statistical_data_set_frontend_statistical_data_set_withdrawn: {
    files: ['cw0401.xls', 'cw0402.xls', 'cw0411.xls', 'cw0412.xls'],
    changes: 2,
    remarks: [expect.stringMatching(/on 2016-07-12: "It has been superseded by Local area walking and cycling.*" \(\S+-2014-to-2015\)$/)],
  },
};

/** The rows and the first figure of an answer of Nomis. */
const answers: Readonly<Record<string, { dataset: string; rows: number; first: string }>> = {
  'nomis-aps-employment': { dataset: 'NM_17_5', rows: 6, first: '78.5' },
  'nomis-bres-by-industry': { dataset: 'NM_189_1', rows: 18, first: '162000' },
  'nomis-business-counts': { dataset: 'NM_142_1', rows: 21, first: '315' },
  'nomis-earnings': { dataset: 'NM_30_1', rows: 1, first: '30238' },
  'nomis-qualifications': { dataset: 'NM_17_5', rows: 7, first: '' },
};

/** Pages that no code here meets. */
const notRead = [
  // Tables that a person has made on the site. We download whole data sets.
  /^ees-fasttrack\//,
  // The page of one standard, for people. We read the list of all standards, which is JSON.
  /^skills-england-html\//,
  // A collection lists publications and has no files. We know the address of each publication.
  /^govuk-content-api\/document_collection_/,
  // An announcement says when statistics will come. We look every day.
  /^govuk-content-api\/statistics_announcement_/,
];

const read = [
  ...[...editions, ...landings].map(([page]) => `ons-data-json/${page}.json`),
  ...Object.keys(contentPages).map((page) => `govuk-content-api/${page}.json`),
  ...Object.keys(answers).map((page) => `nomis-csv/${page}.csv`),
];

describeSavedPages('saved pages of publishers', () => {
  test('each is read by a test below, or is one that no code here meets', () => {
    const unread = savedPages.filter((page) => !read.includes(page));
    expect(unread.filter((page) => !notRead.some((pattern) => pattern.test(page)))).toEqual([]);
    expect(read.filter((page) => !savedPages.includes(page))).toEqual([]);
    for (const pattern of notRead) expect(unread.filter((page) => pattern.test(page)).length, String(pattern)).toBeGreaterThan(0);
  });

  describe('the Office for National Statistics', () => {
    test.each(editions)('%s: the day, the file and its address', async (name, released, file, url) => {
      const page = `ons-data-json/${name}.json`;
      const edition = await readEdition(webOf(page), onsPage(page));
      expect(edition).toEqual({ released, files: [{ name: file, url: expect.stringMatching(url) }], notices: [], remarks: [] });
    });

    test.each(landings)('%s: its edition and the day of the next', async (name, edition, nextRelease) => {
      const page = `ons-data-json/${name}.json`;
      const landing = await readLanding(webOf(page), onsPage(page));
      expect(landing).toEqual({ editions: [expect.stringMatching(new RegExp(`^${ons}/\\S+${edition}$`))], nextRelease, remarks: [] });
    });

    test('the page of one edition is refused where editions are to be listed, by the name of its type', async () => {
      const page = `ons-data-json/${editions[0]?.[0]}.json`;
      await expect(readLanding(webOf(page), onsPage(page))).rejects.toThrow(
        'lists no editions; found a page of the type "dataset", expected dataset_landing_page',
      );
    });
  });

  describe('GOV.UK', () => {
    test.each(Object.entries(contentPages))(
      '%s: files, changes, days, and whether it is withdrawn',
      async (name, { files: names, changes, ...more }) => {
        const page = `govuk-content-api/${name}.json`;
        const found = await readGovUkPage(webOf(page), `${govUk}${String(record(savedJson(page))['base_path'])}`);
        expect(found).toMatchObject({ ...more, files: expect.arrayContaining(files(names)) });
        expect(found.changes).toHaveLength(changes);
        for (const { url } of found.files)
          expect(url).toMatch(/^https:\/\/(assets\.publishing\.service|www)\.gov\.uk\/government\/uploads\//);
      },
    );

    test('a file that is linked to twice, by its picture and by its title, is one', async () => {
      const page = 'govuk-content-api/statistical_data_set_frontend_statistical_data_set_with_block_attachments.json';
      expect((await readGovUkPage(webOf(page), `${govUk}/x`)).files).toHaveLength(
        new Set(savedText(page).match(/file\/\d+\/[^"\\]+\.xlsx?/g)).size,
      );
    });
  });

  describe('Nomis', () => {
    const columns = {
      date: ['DATE'],
      area: ['GEOGRAPHY_CODE'],
      value: ['OBS_VALUE'],
      status: ['OBS_STATUS_NAME'],
      offset: ['RECORD_OFFSET'],
      count: ['RECORD_COUNT'],
    };
    const release = {
      source: 'aps-employment',
      name: '2025-09',
      order: [],
      year: null,
      provisional: false,
      released: null,
      sample: false,
    } as const;

    test.each(Object.entries(answers))('%s: every row, with quoted texts and bare numbers', (name, { rows, first }) => {
      const file = { name: 'answer.csv', bytes: Buffer.from(savedText(`nomis-csv/${name}.csv`)) };
      const found = readPages(release, 'answer', [file], columns, 'this test');
      expect([found.length, found[0]?.value]).toEqual([rows, first]);
      expect(found.map(({ offset, count }) => [offset, count])).toEqual(found.map((_, place) => [String(place), String(rows)]));
      expect(new Set(found.map(({ area }) => area))).toEqual(new Set(['E08000034']));
      for (const { value, status } of found) expect(status === 'Normal Value', `${value} ${status}`).toBe(value !== '');
    });

    test.each(Object.entries(answers))('%s: its first record and its pages', async (name, { dataset, rows }) => {
      const web = webOf(`nomis-csv/${name}.csv`);
      const query = { dataset, parameters: {} };
      const record = await firstRecord(web, query, ['date', 'geography_name', 'record_count']);
      expect([record.get('geography_name'), record.get('record_count')]).toEqual(['Kirklees', String(rows)]);
      expect(await pagesOf(web, 'answer', query, ['date'])).toEqual([
        { name: 'answer.csv', url: expect.stringContaining(`${dataset}.data.csv?select=date`) },
      ]);
    });

    test('an answer of another data set is refused by the columns that it lacks', async () => {
      const file = { name: 'employment.csv', bytes: Buffer.from(savedText('nomis-csv/nomis-aps-employment.csv')) };
      const others = ['sex', 'part-time', 'self-employed'].map((query) => ({ ...file, name: `${query}.csv` }));
      await expect(apsEmployment.parse(release, [file, ...others])).rejects.toThrow(
        /no column is headed "JTYPE_NAME"; found "DATE", "DATE_NAME"/,
      );
    });
  });

  describe("the imitations have no member that the publishers' pages lack", () => {
    /** The paths of all members; those of the items of a list together. */
    const members = (value: unknown, path = ''): string[] => {
      if (Array.isArray(value)) return [...new Set(value.flatMap((item) => members(item, `${path}[]`)))];
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries(value).flatMap(([name, member]) => [`${path}.${name}`, ...members(member, `${path}.${name}`)]);
    };
    const savedMembers = (start: string) =>
      new Set(savedPages.filter((page) => page.startsWith(start)).flatMap((page) => members(savedJson(page))));

    test('GOV.UK', () => {
      const item = contentItem({
        files: [{ title: 'A', url: mediaAddress('a.zip') }],
        links: [mediaAddress('b.zip')],
        firstPublished: '2023-03-20T23:30:00Z',
        history: [{ note: 'First published.', public_timestamp: '2023-03-21T00:01:00+00:00' }],
      });
      const known = savedMembers('govuk-content-api/');
      expect(members(item).filter((member) => !known.has(member))).toEqual([]);
    });

    test('Nomis: texts are quoted and numbers are bare, column by column', async () => {
      /** For each column of an answer, whether its first cell is quoted. Some quoted texts hold commas. */
      const quoted = (text: string) => {
        const [header = '', first = ''] = text.split('\n');
        const cells = first.match(/"[^"]*"|[^,]+|(?<=,)(?=,)/g) ?? [];
        expect(header).toMatch(/^"DATE",/);
        return new Map(
          header
            .replaceAll('"', '')
            .split(',')
            .map((name, place) => [name, cells[place]?.startsWith('"')]),
        );
      };
      const known = quoted(savedText('nomis-csv/nomis-aps-employment.csv'));
      const [release] = await apsEmployment.sample({ full: false });
      for (const { name, bytes } of release?.files ?? []) {
        const shared = [...quoted(Buffer.from(bytes).toString())].filter(([column]) => known.has(column));
        expect(shared.length, name).toBeGreaterThan(5);
        expect(shared, name).toEqual(shared.map(([column]) => [column, known.get(column)]));
      }
    });

    test('the Office for National Statistics', () => {
      // The edition and its versions are in no saved page. They stand in the publisher's test of its own pages
      // (ONSdigital/zebedee, ContentTest.java).
      const known = savedMembers('ons-data-json/');
      for (const name of [
        '.description.edition',
        '.versions',
        '.versions[].uri',
        '.versions[].updateDate',
        '.versions[].correctionNotice',
        '.versions[].label',
      ])
        known.add(name);
      const versions = [{ uri: '/x/previous/v1', updateDate: '2024-11-20T00:00:00.000Z', correctionNotice: 'A notice.', label: 'v2' }];
      const edition = editionTwin('/x', {
        edition: '2024',
        releaseDate: '2024-10-28T00:00:00.000Z',
        file: { name: 'a.zip', bytes: Buffer.of() },
        versions,
      });
      const landing = landingTwin('/x', ['2024'], '6 November 2026');
      expect([...members(edition), ...members(landing)].filter((member) => !known.has(member))).toEqual([]);
    });
  });
});
