// Publishers' own pages through the readers that discover() uses: goldens/publisher-pages.txt has
// what is found in each.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { apsEmployment } from '#sources/aps-employment/source.ts';
import { readGovUkPage } from '#sources/kit/read/gov-uk-pages.ts';
import { expectAnswer, firstRecord } from '#sources/kit/read/nomis.ts';
import { tables } from '#sources/kit/table.ts';
import { readEdition, readLanding } from '#sources/kit/read/ons-pages.ts';
import type { Web } from '#sources/kit/discovery.ts';
import type { Source } from '#sources/kit/source.ts';
import { goldenFault } from '../golden.ts';
import { govUk } from '../publisher/gov-uk.ts';
import { ons } from '../publisher/ons.ts';

// Publishers' pages and answers as they were saved, where they are at hand: beside the checkout in
// development and in CI, nowhere else.
const folder = fileURLToPath(new URL('../../../shared/publisher-pages', import.meta.url));
const havePages = existsSync(folder);

function savedText(page: string): string {
  return readFileSync(join(folder, page), 'utf8');
}

function savedJson(page: string): unknown {
  return JSON.parse(savedText(page));
}

/** Every page of a publisher answers with one saved page. */
const webOf = (page: string): Web => ({
  text: async () => savedText(page),
  json: async () => savedJson(page),
});
/** A member of a page of JSON, as a text. */
const said = (page: string, member: string): string => String(Object(savedJson(page))[member]);

const release = parseRelease(apsEmployment as Source, '2025-09') ?? expect.fail();

/** A line for each member, and for each of the first three of a list. */
const linesOf = (found: object): string[] =>
  Object.entries(found).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [`  ${name}: ${JSON.stringify(value)}`];
    return [
      `  ${name}: ${value.length}`,
      ...value.slice(0, 3).map((each) => `    ${JSON.stringify(each).slice(0, 240)}`),
    ];
  });

async function answerIn(page: string): Promise<object> {
  const place = {
    date: 'DATE',
    area: 'GEOGRAPHY_CODE',
    value: 'OBS_VALUE',
    status: 'OBS_STATUS_NAME',
  };
  const answer = tables('this test', {
    answer: { columns: { ...place, offset: 'RECORD_OFFSET', count: 'RECORD_COUNT' } },
  });
  const file = { name: 'answer.csv', bytes: Buffer.from(savedText(page)) };
  expectAnswer('the answer', file.bytes, ['date']);
  const rows = answer.rowsOf(await answer.read('the answer', file, ['answer']), 'answer');
  const record = await firstRecord(webOf(page), { dataset: 'NM_1_1', parameters: {} }, [
    'geography_name',
    'record_count',
  ]);
  return { rows, record: [...record] };
}

/**
 * How the pages of each folder are read; those of the ONS are of an edition, but for two that list
 * editions.
 */
const readers: readonly (readonly [
  folder: string,
  pages: readonly string[],
  read: (page: string) => Promise<object>,
])[] = [
  [
    'ons-data-json',
    [
      'dataset__vacanciesbyindustryvacs02_f3fe2bb',
      ...['3c31c6d', '5acb01b', 'bc49fae'].map(
        (version) => `dataset_landing_page__labourdisputesbysectorlabd02_${version}`,
      ),
      'reference_tables__mergersandacquisitionsinvolvingukcompaniesquarter1jantomar2015referencetables_296c400',
    ].map((name) => `${name}.json`),
    (page) => readEdition(webOf(page), `${ons}${said(page, 'uri')}`),
  ],
  [
    'ons-data-json',
    [
      'dataset_landing_page__a4fk_dataset_f2ccfe5.json',
      'dataset_landing_page__indexofproduction_f979257.json',
    ],
    (page) => readLanding(webOf(page), `${ons}${said(page, 'uri')}`),
  ],
  [
    'govuk-content-api',
    [
      ...[
        'best-practice-official-statistics',
        'publication-with-featured-attachments',
        'withdrawn_publication',
      ].map((name) => `publication_frontend_${name}`),
      ...['', '_with_block_attachments', '_with_csv', '_withdrawn'].map(
        (end) => `statistical_data_set_frontend_statistical_data_set${end}`,
      ),
    ].map((name) => `${name}.json`),
    (page) => readGovUkPage(webOf(page), `${govUk}${said(page, 'base_path')}`),
  ],
  [
    'nomis-csv',
    ['nomis-aps-employment.csv', 'nomis-earnings.csv', 'nomis-qualifications.csv'],
    answerIn,
  ],
];

const skipped = havePages ? '' : ' — SKIPPED: ../shared/publisher-pages is not there';

describe.skipIf(!havePages)(`saved pages of publishers${skipped}`, () => {
  test('each is read as the golden has it', async () => {
    const told: string[] = [];
    for (const [place, pages, read] of readers)
      for (const page of pages) told.push(page, ...linesOf(await read(`${place}/${page}`)), '');
    expect(goldenFault('publisher-pages.txt', told.join('\n'))).toBeNull();
  });

  test('an answer of another data set is refused by the columns that it lacks', async () => {
    const bytes = Buffer.from(savedText('nomis-csv/nomis-aps-employment.csv'));
    const files = ['employment', 'sex', 'part-time', 'self-employed'].map((query) => ({
      name: `${query}.csv`,
      bytes,
    }));
    await expect(apsEmployment.parse(release, files)).rejects.toThrow(
      /no column is headed "JTYPE_NAME"; found "DATE", "DATE_NAME"/,
    );
  });
});
