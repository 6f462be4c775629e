// The visa workbook, of which no real file is held: the traps that others' readers tell of, on
// small workbooks; the checks, on edits of the sample.
import { describe, expect, test } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import { writeOpenDocument } from '#sources/kit/sample/open-document.ts';
import { type SampleSheet, type SampleValue, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { VisaListResponse, VisaResponse } from '#schemas/resources/visas.ts';
import { type GrantRow, type Rows, layout } from '#sources/work-visas/layout.ts';
import { quarterOfFileName } from '#sources/work-visas/release-name.ts';
import { type VisaObservations, reshape } from '#sources/work-visas/reshape.ts';
import { workVisas } from '#sources/work-visas/source.ts';
import { structureOfSample } from './classification.ts';
import { bodiesOf, findingsOf } from './data-set.ts';
import { type Outcome, examine, examineSample, needsOf } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const header = layout.headers('grants');
const fileName = 'occupation-soc2020-visas-datasets-jun-2026.xlsx';
const release = '2026-Q2';

interface More {
  readonly nationality?: string;
  readonly route?: string;
  readonly industry?: string;
  readonly minor?: string;
  readonly year?: SampleValue;
}
/**
 * A printed row: a unit group's code, or a star, and where it is no matter India, skilled workers
 * and education.
 */
function printed(
  quarter: string,
  unit: string,
  granted: SampleValue,
  more: More = {},
): SampleValue[] {
  const {
    nationality = 'India',
    route = 'Skilled Worker',
    industry = 'Education',
    year = Number(quarter.slice(0, 4)),
  } = more;
  const groups = ['2 - G', '*', more.minor ?? '*', '*'];
  const code = [unit.slice(0, 1), unit.slice(0, 2), unit.slice(0, 3)];
  const known = [
    `${code[0]} - G`,
    `${code[1]} - S`,
    more.minor ?? `${code[2]} - M`,
    `${unit} - Work (n.e.c.) - of a kind`,
  ];
  return [
    year,
    quarter,
    nationality,
    'Asia South',
    'Work',
    route,
    industry,
    ...(unit === '*' ? groups : known),
    granted,
  ];
}
const row = (more: More = {}, unit = '2134', granted: SampleValue = 1) =>
  printed('2026 Q2', unit, granted, { year: 2026, ...more });
const withUnit = (text: string) => row().with(10, text);

function sheetsOf(
  rows: readonly (readonly SampleValue[])[],
  heads: readonly SampleValue[] = header,
): SampleSheet[] {
  const applications = [
    header.map((name) => (name === 'Grants' ? 'Applications' : name)),
    printed('2026 Q2', '2134', 999999),
  ];
  return [
    { name: 'Notes', rows: [['Year'], ['2020']] },
    { name: 'Data_Occ_D01', rows: applications },
    { name: 'Data_Occ_D02', rows: [['Table Occ_D02'], ['Note 1'], [], heads, ...rows] },
  ];
}
const stray = 'Administrative and Support Activities';
const usual = 'Administrative and Support Service Activities';
const grants = [
  printed('2024 Q3', '*', 70000, { nationality: '*' }),
  ...['2024 Q4', '2025 Q1', '2025 Q2', '2025 Q3', '2025 Q4', '2026 Q1'].map((quarter) =>
    printed(quarter, '2134', 2),
  ),
  printed('2025 Q3', '2134', 4, { nationality: 'Nigeria', industry: stray }),
  printed('2025 Q3', '2134', 4, { nationality: 'France', industry: usual }),
  row({ route: 'Seasonal Worker' }, '2134', 3),
  row({ route: 'Seasonal Worker (previously Tier 5)' }, '9111', 9),
  row({}, '2133', 9),
  printed('2025 Q1', '2135', 5),
];
const parse = (bytes: Uint8Array, name = fileName, published = release) =>
  examine(workVisas, published, [{ name, bytes }], needs);
const read = async (
  rows: readonly (readonly SampleValue[])[],
  heads = header as readonly SampleValue[],
) => parse(await writeWorkbook(sheetsOf(rows, heads)));

function answersOf({ edition }: Outcome<Rows, VisaObservations>) {
  const bodies = bodiesOf<VisaResponse & VisaListResponse>(
    workVisas,
    edition,
    ({ soc }, endpoint) => soc ?? endpoint,
  );
  const visas = (soc: string) => bodies.get(soc) ?? expect.fail(soc);
  return { visas, list: bodies.get('visas-list') ?? expect.fail('there is no list') };
}
test.each([
  ['jun-2026.xlsx', '2026-Q2'],
  ['mar-26.ods', '2026-Q1'],
  ['dec-2025-final.xlsx', '2025-Q4'],
  ['may-2026.xlsx', null],
])('a file of %s ends with %s', (name, quarter) =>
  expect(quarterOfFileName(`occupation-soc2020-visas-datasets-${name}`)).toBe(quarter),
);

describe('documents', () => {
  test('stray spellings merge, and an occupation without visas is 0', async () => {
    const outcome = await read([...grants, ['End of table']]);
    expect(outcome.problems).toEqual([]);
    const { visas } = answersOf(outcome);
    const programmers = visas('2134');
    const parts = ({ parts: listedParts }: VisaResponse['byRoute']) =>
      listedParts?.map(({ name, granted }) => `${name} ${granted}`);
    // Ties by name.
    expect(parts(programmers.byNationality)).toEqual(['India 9', 'France 4', 'Nigeria 4']);
    expect(parts(programmers.byIndustry)).toEqual(['Education 9', `${usual} 8`]);
    expect(programmers.notes.join('\n')).toMatch(/stray spelling/);
    expect(visas('9111').notes).toContain(
      'More than half of these are Seasonal Worker visas, for temporary work.',
    );
    expect(programmers.notes.join('\n')).not.toContain('More than half');
    // Nothing in the latest four quarters, though there was before: 0, and no rank.
    expect(visas('2135')).toMatchObject({
      granted: 0,
      withheld: null,
      rank: null,
      byRoute: { parts: [], withheld: null },
    });
    expect(visas('2135').rankWithheld?.reason).toBe('not-applicable');
  });
  test("a row without a unit group hides its group's totals that quarter", async () => {
    const { visas, list } = answersOf(
      await read([...grants, printed('2025 Q4', '*', 1, { minor: '213 - M' })]),
    );
    const withheld = { reason: 'suppressed-by-publisher', marker: '*' };
    const hidden = {
      granted: null,
      presentable: false,
      withheld,
      rank: null,
      rankWithheld: withheld,
    };
    expect(visas('2134')).toMatchObject({
      ...hidden,
      byRoute: { parts: null, presentable: false, withheld },
    });
    expect(visas('2134').quarters.filter(({ granted }) => granted === null)).toMatchObject([
      { quarter: '2025-Q4', withheld },
    ]);
    expect(visas('1111')).toMatchObject({ granted: 0, withheld: null });
    expect(list.occupations.map(({ soc2020 }) => soc2020)).toEqual(['9111']);
    expect(list.notes.at(-1)).toMatch(/^8 occupations are not listed/);
  });
  test('a suppressed nationality hides nationalities, not the total', async () => {
    const { granted, byNationality, byRoute } = answersOf(
      await read([...grants, row({ nationality: '*' })]),
    ).visas('2134');
    const withheld = { reason: 'part-withheld', marker: '*' };
    expect([granted, byNationality]).toMatchObject([
      18,
      { parts: null, presentable: false, withheld },
    ]);
    expect(byRoute.parts).not.toBeNull();
  });
  test('with fewer quarters than four the period is shorter, and says so', async () => {
    const bytes = await writeWorkbook(sheetsOf(grants.slice(0, 3)));
    const { visas } = answersOf(
      await parse(bytes, 'occupation-soc2020-visas-datasets-mar-2025.xlsx', '2025-Q1'),
    );
    expect(visas('2134')).toMatchObject({
      referenceDates: { from: '2024-10-01', to: '2025-03-31' },
      granted: 4,
    });
    expect(visas('2134').notes.at(-1)).toMatch(/only 2 quarters/);
  });
  test('an .ods workbook says the same', async () => {
    const sheets = sheetsOf(grants).map(({ name, rows }) => ({
      name,
      rows: [...rows] as SampleValue[][],
    }));
    const ods = await parse(await writeOpenDocument(sheets), fileName.replace('xlsx', 'ods'));
    expect(ods.edition.rows.slice(1)).toEqual((await read(grants)).edition.rows.slice(1));
  });
});

describe('traps', () => {
  test.each<[SampleValue[], string]>([
    [row({}, '2134', ':'), `!L18: unknown marker ":", expected a whole number above 0`],
    [row({}, '2134', 0), `!L18: found "0", expected a whole number above 0`],
    [withUnit('Programmers'), '!K18: found "Programmers", expected a unit group'],
    [row({ nationality: '' }), '!C18: found "", expected a name or *'],
    [row({ route: 'z' }), '!F18: found "z", expected a name or *'],
    [row({ year: 2025 }), '!A18: the year is "2025" beside the quarter "2026 Q2"'],
  ])('%#: %j', async (bad, expected) => {
    const { problems } = await read([...grants, bad]);
    expect(problems.map(formatProblem)[0]).toContain(
      `work-visas 2026-Q2 'Data_Occ_D02'${expected}`,
    );
  });
  const headed = (from: string, to: string) => header.map((name) => (name === from ? to : name));
  const renamed = (from: string, to: string) => read(grants, headed(from, to));
  test('applications are never read as grants; other sheets stop it', async () => {
    await expect(renamed('Grants', 'Applications')).rejects.toThrow(
      `'Data_Occ_D02'!row 4: no column is headed "Grants"; found "Year"`,
    );
    await expect(renamed('Occ. unit group', 'SOC unit group')).rejects.toThrow(
      'no column is headed "Occ. unit group"',
    );
    const without = await writeWorkbook(sheetsOf(grants).slice(0, 2));
    await expect(parse(without)).rejects.toThrow(
      'there is no sheet "Data_Occ_D02", found "Notes", "Data_Occ_D01"',
    );
    const march = parse(
      await writeWorkbook(sheetsOf(grants)),
      'occupation-soc2020-visas-datasets-mar-2026.xlsx',
    );
    await expect(march).rejects.toThrow(
      'the file names 2026-Q1, its release 2026-Q2\n  put it with its own release',
    );
    await expect(parse(Buffer.from('<!DOCTYPE html><title>Sorry</title>'))).rejects.toThrow(
      'found an HTML page',
    );
    await expect(examine(workVisas, release, [], needs)).rejects.toThrow(/found no file/);
  });
});

describe('checks', async () => {
  const sample = (await examineSample(workVisas, needs)).edition;
  type Edition = typeof sample;
  const isGrant = (row: Rows[number]): row is GrantRow => row.kind === 'grants';
  const examined = (rows: Rows): Edition => ({
    ...sample,
    rows,
    observations: reshape(sample.release, rows, needs, []),
  });
  const changed = (edit: (row: GrantRow) => GrantRow | null) =>
    examined(sample.rows.flatMap((row) => (isGrant(row) ? (edit(row) ?? []) : row)));
  const times = (factor: number, isMeant: (row: GrantRow) => boolean) =>
    changed((row) =>
      isMeant(row)
        ? { ...row, granted: String(Math.max(1, Math.round(Number(row.granted) * factor))) }
        : row,
    );
  const found = (check: string, edition: Edition, previous: Edition | null = sample) =>
    findingsOf(workVisas, check, edition, previous).join('\n');
  const named = (name: string) => ({
    ...sample,
    release: { ...sample.release, name, sample: false },
  });
  const index = 500;
  const twenty = new Map<number, string>();
  const rows = sample.rows.filter(isGrant);
  rows
    .slice(index, index + 20)
    .forEach((row, at) => twenty.set(row.row, rows[index + at - 1]?.granted ?? ''));

  const misplaced = changed((row) =>
    row.unit.startsWith('2134') ? { ...row, minor: '313 - IT' } : row,
  );
  const thousandfold = times(
    1000,
    ({ unit, quarter }) => unit.startsWith('2134') && quarter === '2026 Q2',
  );
  test.each<[string, Edition, RegExp]>([
    [
      'period',
      changed((row) => (row.quarter === '2023 Q1' ? null : row)),
      /the quarters lack "2023-Q1", expected all 22/,
    ],
    [
      'period',
      changed((row) => (row.row === 5 ? { ...row, year: '2026', quarter: '2026 Q3' } : row)),
      /the quarters have "2026-Q3"/,
    ],
    ['groups-agree', misplaced, /"313 - IT" beside the unit group "2134/],
    [
      'rows-once',
      examined(sample.rows.flatMap((row) => [row, row])),
      /the share of rows that occur twice is/,
    ],
    [
      'suppressed-since',
      changed((row) => (row.unit.startsWith('2') ? { ...row, nationality: '*' } : row)),
      /suppressed rows since 2024-Q4 is/,
    ],
    [
      'rows',
      changed((row) => (row.row % 30 === 0 ? null : row)),
      /rows after \d+ .*expected at least -2%/,
    ],
    [
      'movement',
      times(10, ({ quarter }) => quarter === '2026 Q2'),
      /visas after \d+ .*expected -50 to 60%/,
    ],
    [
      'labels-alike',
      changed((row) =>
        row.nationality === 'India' && row.row % 2 === 0 ? { ...row, nationality: 'INDIA' } : row,
      ),
      /found "(?:India|INDIA)", elsewhere it is "(?:India|INDIA)"/,
    ],
    ['quarters-plausible', thousandfold, /visas of .* less than 80 times/],
    [
      'earlier-quarters',
      times(10, ({ quarter }) => quarter === '2025 Q3'),
      /visas of \d{4} in 2025-Q3, and \d+ in sample-2026-Q2/,
    ],
    [
      'rows-not-slipped',
      changed((row) => ({ ...row, granted: twenty.get(row.row) ?? row.granted })),
      /visas that the row above had in/,
    ],
  ])('%s', (check, edition, message) => {
    expect(found(check, sample)).toBe('');
    expect(found(check, edition)).toMatch(message);
  });
  test('what is no fault passes: a revision of each quarter, or of twenty rows', () => {
    const revised = times(1.1, ({ year }) => year === '2025');
    expect(workVisas.checks.flatMap(({ name }) => found(name, revised))).toEqual(
      workVisas.checks.map(() => ''),
    );
    const ofTwenty = changed((row) =>
      twenty.has(row.row) ? { ...row, granted: `${Number(row.granted) + 1}` } : row,
    );
    expect(found('rows-not-slipped', ofTwenty)).toBe('');
    expect(found('anchors', named('2026-Q1'))).toBe('');
  });
  // The workbook of March 2026 has no "End of table", and rows by quarter and nationality.
  test('period and last-quarter-whole hold a sheet that is cut short', () => {
    const lastQuarter = sample.rows.findIndex((row) => isGrant(row) && row.quarter === '2026 Q2');
    const lastNationality = sample.rows.findLastIndex(
      (row) => isGrant(row) && row.nationality === 'Stateless',
    );
    const foundIn = (check: string, kept: number) =>
      found(check, examined(sample.rows.slice(0, kept)), null);
    for (const kept of [2, 500, lastQuarter])
      expect(foundIn('period', kept), `${kept} rows`).not.toBe('');
    for (let kept = lastQuarter + 1; kept < lastNationality; kept += 200)
      expect(foundIn('last-quarter-whole', kept), `${kept} rows`).toMatch(
        /the sheet may have been cut short/,
      );
  });
});
