// Publishers' own pages through the readers that discover() uses: what must be found in each, and which pages nobody here reads.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { apsEmployment } from '#sources/aps-employment/source.ts';
import { readGovUkPage } from '#sources/kit/read/gov-uk-pages.ts';
import { firstRecord, readAnswer } from '#sources/kit/read/nomis.ts';
import { readEdition, readLanding } from '#sources/kit/read/ons-pages.ts';
import type { Web } from '#sources/kit/source.ts';
import { govUk } from '../publisher/gov-uk.ts';
import { ons } from '../publisher/ons.ts';

// Publishers' pages and answers as they were saved, where they are at hand: beside the checkout in development and in CI, nowhere else.
const folder = fileURLToPath(new URL('../../../shared/publisher-pages', import.meta.url));
const havePages = existsSync(folder);

function savedText(page: string): string {
  return readFileSync(join(folder, page), 'utf8');
}

function savedJson(page: string): unknown {
  return JSON.parse(savedText(page));
}

/** A group of tests over the saved pages; where they are absent it is skipped, and its title says so. */
function describeSavedPages(title: string, body: () => void): void {
  if (havePages) describe(title, body);
  else describe.skip(`${title} — SKIPPED: ../shared/publisher-pages is not there`, body);
}

/** Every page of a publisher answers with one saved page. */
const webOf = (page: string): Web => ({ text: async () => savedText(page), json: async () => savedJson(page) });
/** A member of a page of JSON, as a text. */
const said = (page: string, member: string): string => String(Object(savedJson(page))[member]);

/** Of pages of one edition: the day, the file and a part of its path. The last has no slash before its path. */
const editions: readonly (readonly [page: string, released: string, name: string, path: string])[] = [
  ['dataset__vacanciesbyindustryvacs02_f3fe2bb', '2015-07-15', 'vacs02jul2015_tcm77-408204.xls', '/employmentandlabourmarket/'],
  ...['3c31c6d', '5acb01b', 'bc49fae'].map((version) => {
    const page = `dataset_landing_page__labourdisputesbysectorlabd02_${version}`;
    return [page, '2015-07-15', 'labd02jul2015_tcm77-408195.xls', '/employmentandlabourmarket/'] as const;
  }),
  [
    'reference_tables__mergersandacquisitionsinvolvingukcompaniesquarter1jantomar2015referencetables_296c400',
    ...(['2015-06-02', 'rftmaq12015_tcm77-405655.xls', '/businessindustryandtrade/'] as const),
  ],
];

/** Of pages that list editions: the newest, and the day of the next. */
const landings: readonly (readonly [page: string, edition: string, next: string])[] = [
  ['dataset_landing_page__a4fk_dataset_f2ccfe5', '/a4fk_dataset/current', '2014-10-30'],
  ['dataset_landing_page__indexofproduction_f979257', '/indexofproduction/current', '2015-11-06'],
];

const dataSet = 'statistical_data_set_frontend_statistical_data_set';
const mot = 'dvsa-mot-01-mot-test-results-by-class-of-vehicle.csv';
const cycling = ['cw0401.xls', 'cw0402.xls', 'cw0411.xls', 'cw0412.xls'];
/** Of pages of GOV.UK: some of its files, how many changes it tells of, and when it was withdrawn. */
const contentPages: readonly (readonly [page: string, files: readonly string[], changes: number, withdrawn: string | null])[] = [
  ['publication_frontend_best-practice-official-statistics', [], 4, null],
  ['publication_frontend_publication-with-featured-attachments', ['PUBLIC_1392629965.pdf'], 1, null],
  ['publication_frontend_withdrawn_publication', [], 2, '2015-01-13: "This information is now out of date'],
  [dataSet, ['tsgb_2012_-_olympics_summary.pdf', 'TSGB1001.xls', 'TSGB1005.xls'], 0, null],
  [`${dataSet}_with_block_attachments`, ['AV_Number_of_Vacancies_Posted_Sep16.xls'], 32, null],
  [`${dataSet}_with_csv`, [mot], 0, null],
  [`${dataSet}_withdrawn`, cycling, 2, '2016-07-12: "It has been superseded by Local area walking'],
];

/** Of answers of Nomis: the data set, its rows and the first figure. */
const answers: readonly (readonly [page: string, dataset: string, rows: number, first: string])[] = [
  ['nomis-aps-employment', 'NM_17_5', 6, '78.5'],
  ['nomis-earnings', 'NM_30_1', 1, '30238'],
  ['nomis-qualifications', 'NM_17_5', 7, ''],
];

describeSavedPages('saved pages of publishers', () => {
  test.each(editions)('ONS: %s', async (name, released, file, path) => {
    const page = `ons-data-json/${name}.json`;
    const url = expect.stringMatching(new RegExp(`/file\\?uri=${path}\\S+/${file.slice(0, 9)}`));
    const found = await readEdition(webOf(page), `${ons}${said(page, 'uri')}`);
    expect(found).toEqual({ released, files: [{ name: file, url }], notices: [], remarks: [] });
  });

  test.each(landings)('ONS: %s', async (name, edition, nextRelease) => {
    const page = `ons-data-json/${name}.json`;
    const found = await readLanding(webOf(page), `${ons}${said(page, 'uri')}`);
    expect(found).toEqual({ editions: [expect.stringMatching(new RegExp(`^${ons}/\\S+${edition}$`))], nextRelease, remarks: [] });
  });

  test.each(contentPages)('GOV.UK: %s', async (name, files, changes, withdrawn) => {
    const page = `govuk-content-api/${name}.json`;
    const found = await readGovUkPage(webOf(page), `${govUk}${said(page, 'base_path')}`);
    expect(found.files.map((file) => file.name)).toEqual(expect.arrayContaining([...files]));
    expect(found.changes).toHaveLength(changes);
    const [, date, why] = /^(\S+): (.*)$/.exec(withdrawn ?? '') ?? [];
    const withdrawal = { date, text: expect.stringContaining(`has been withdrawn: ${why}`) };
    expect(found.withdrawals).toEqual(withdrawn === null ? [] : [withdrawal]);
    for (const { url } of found.files) expect(url).toMatch(/^https:\/\/(assets\.publishing\.service|www)\.gov\.uk\/government\/uploads\//);
  });

  const release = {
    source: 'aps-employment',
    name: '2025-09',
    order: [],
    year: null,
    provisional: false,
    released: null,
    sample: false,
  } as const;

  test.each(answers)('Nomis: %s: every row, with quoted texts and bare numbers', async (name, dataset, rows, first) => {
    const page = `nomis-csv/${name}.csv`;
    const file = { name: 'answer.csv', bytes: Buffer.from(savedText(page)) };
    const place = { date: ['DATE'], area: ['GEOGRAPHY_CODE'], value: ['OBS_VALUE'], status: ['OBS_STATUS_NAME'] };
    const columns = { ...place, offset: ['RECORD_OFFSET'], count: ['RECORD_COUNT'] };
    const found = readAnswer(release, file, columns, 'this test');
    expect([found.length, found[0]?.value, found[0]?.area]).toEqual([rows, first, 'E08000034']);
    expect(found.map(({ offset, count }) => [offset, count])).toEqual(found.map((_, at) => [String(at), String(rows)]));
    for (const { value, status } of found) expect(status === 'Normal Value', `${value} ${status}`).toBe(value !== '');
    const query = { dataset, parameters: {} };
    const record = await firstRecord(webOf(page), query, ['date', 'geography_name', 'record_count']);
    expect([record.get('geography_name'), record.get('record_count')]).toEqual(['Kirklees', String(rows)]);
  });

  test('an answer of another data set is refused by the columns that it lacks', async () => {
    const bytes = Buffer.from(savedText('nomis-csv/nomis-aps-employment.csv'));
    const files = ['employment', 'sex', 'part-time', 'self-employed'].map((query) => ({ name: `${query}.csv`, bytes }));
    await expect(apsEmployment.parse(release, files)).rejects.toThrow(/no column is headed "JTYPE_NAME"; found "DATE", "DATE_NAME"/);
  });
});
