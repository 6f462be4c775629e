// The visa workbook, of which no real file is held: the traps that others' readers tell of, on small workbooks; the checks, on edits of the sample.
import { beforeAll, describe, expect, test } from 'vitest';
import { LayoutError, UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import { writeOpenDocument } from '#sources/kit/sample/open-document.ts';
import { type SampleSheet, type SampleValue, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import { cutList } from '#schemas/selections/lists.ts';
import type { VisaListResponse, VisaResponse } from '#schemas/resources/visas.ts';
import { documents } from '#sources/work-visas/documents.ts';
import { type GrantRow, type Rows, layout } from '#sources/work-visas/layout.ts';
import { monthOfRelease, quarterOfFileName, quartersBetween } from '#sources/work-visas/release-name.ts';
import { type VisaObservations, reshape } from '#sources/work-visas/reshape.ts';
import { workVisas } from '#sources/work-visas/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { compileSample, releaseOf, sampleOf } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type Outcome, examine, needsOf } from './examine.ts';

const described = { description: 'd', entryRoutes: 'e', tasks: ['t'], relatedTitles: ['r'] };
const needs = needsOf({
  'soc-structure': {
    groups: new Map(classification.map((group) => [group.code, group])),
    unitGroups: classification.filter(({ code }) => code.length === 4).map((group) => ({ ...group, ...described })),
  },
});

const header = layout.headers('grants');
const fileName = 'occupation-soc2020-visas-datasets-jun-2026.xlsx';
const release = '2026-Q2';

/** A printed row: a unit group's code, or a star, and where it is no matter India, skilled workers and education. */
function printed(
  quarter: string,
  unit: string,
  granted: SampleValue,
  more: { nationality?: string; route?: string; industry?: string; minor?: string; year?: SampleValue } = {},
): SampleValue[] {
  const {
    nationality = 'India',
    route = 'Skilled Worker',
    industry = 'Education',
    minor = unit === '*' ? '*' : `${unit.slice(0, 3)} - M`,
    year = Number(quarter.slice(0, 4)),
  } = more;
  const group = unit === '*' ? '2' : unit.slice(0, 1);
  return [
    year,
    quarter,
    nationality,
    'Asia South',
    'Work',
    route,
    industry,
    `${group} - G`,
    unit === '*' ? '*' : `${unit.slice(0, 2)} - S`,
    minor,
    unit === '*' ? '*' : `${unit} - Work (n.e.c.) - of a kind`,
    granted,
  ];
}

function sheetsOf(rows: readonly (readonly SampleValue[])[], heads: readonly SampleValue[] = header): SampleSheet[] {
  return [
    { name: 'Notes', rows: [['Year'], ['2020']] },
    { name: 'Data_Occ_D01', rows: [header.map((name) => (name === 'Grants' ? 'Applications' : name)), printed('2026 Q2', '2134', 999999)] },
    { name: 'Data_Occ_D02', rows: [['Table Occ_D02'], ['Note 1'], [], heads, ...rows] },
  ];
}

const grants = [
  printed('2024 Q3', '*', 70000, { nationality: '*' }),
  ...['2024 Q4', '2025 Q1', '2025 Q2', '2025 Q3', '2025 Q4', '2026 Q1'].map((quarter) => printed(quarter, '2134', 2)),
  printed('2025 Q3', '2134', 4, { nationality: 'Nigeria', industry: 'Administrative and Support Activities' }),
  printed('2025 Q3', '2134', 4, { nationality: 'France', industry: 'Administrative and Support Service Activities' }),
  printed('2026 Q2', '2134', 3, { route: 'Seasonal Worker', year: '2026' }),
  printed('2026 Q2', '9111', 9, { route: 'Seasonal Worker (previously Tier 5)', year: '2026' }),
  printed('2026 Q2', '2133', 9, { year: '2026' }),
  printed('2025 Q1', '2135', 5),
];

async function read(
  rows: readonly (readonly SampleValue[])[],
  edit: (sheets: SampleSheet[]) => SampleSheet[] = (sheets) => sheets,
): Promise<Outcome<Rows, VisaObservations>> {
  return examine(workVisas, release, [{ name: fileName, bytes: await writeWorkbook(edit(sheetsOf(rows))) }], needs);
}

function answersOf({ edition }: Outcome<Rows, VisaObservations>): { visas: Map<string, VisaResponse>; list: VisaListResponse } {
  const made = [
    ...documents({
      release: edition.release,
      observations: edition.observations,
      needs,
      provenance: {} as never,
      attribution: workVisas.attribution,
    }),
  ];
  const list = made.find(({ endpoint }) => endpoint === 'visas-list')?.body as VisaListResponse;
  return { visas: new Map(made.flatMap(({ place: { soc }, body }) => (soc === undefined ? [] : [[soc, body as VisaResponse]]))), list };
}

test.each([
  ['2026-Q2', [2026, 2]],
  ['2026-Q5', null],
  ['2026-06', null],
  ['2026-Q2-v2', null],
  ['2021-Q1', [2021, 1]],
  ['2020-Q4', null],
  ['0000-Q1', null],
])('the release %s', (name, order) => expect(workVisas.release(name)?.order ?? null).toEqual(order));

test.each([
  ['occupation-soc2020-visas-datasets-jun-2026.xlsx', '2026-Q2'],
  ['occupation-soc2020-visas-datasets-mar-26.ods', '2026-Q1'],
  ['occupation-soc2020-visas-datasets-dec-2025-final.xlsx', '2025-Q4'],
  ['occupation-soc2020-visas-datasets-may-2026.xlsx', null],
  ['occupation-soc2020-visas-datasets.xlsx', null],
])('%s ends with %s', (name, quarter) => expect(quarterOfFileName(name)).toBe(quarter));

test('quarters and months', () => {
  expect(quartersBetween('2024-Q3', '2025-Q2')).toEqual(['2024-Q3', '2024-Q4', '2025-Q1', '2025-Q2']);
  expect(['2025-Q1', '2025-Q3', '2025-Q4'].map((name) => monthOfRelease(workVisas.release(name) ?? { order: [] }))).toEqual([
    'March 2025',
    'September 2025',
    'December 2025',
  ]);
  expect(
    workVisas.label?.(
      { source: 'work-visas', name: release, order: [2026, 2], year: null, provisional: false, released: null, sample: false },
      {} as never,
    ),
  ).toBe('year ending June 2026');
});

describe('what the workbook says', () => {
  test('by quarter and, for the latest four, by route, nationality and industry; what stands before 2024 Q4 is no occupation', async () => {
    const outcome = await read([...grants, ['End of table']]);
    expect(outcome.problems).toEqual([]);
    const { visas, list } = answersOf(outcome);
    const programmers = visas.get('2134');
    expect(programmers).toMatchObject({
      period: 'July 2025 to June 2026',
      referenceDates: { from: '2025-07-01', to: '2026-06-30' },
      granted: 17,
      presentable: true,
      quality: 'unrated',
      withheld: null,
      rank: { rank: 1, of: 3 },
    });
    expect(programmers?.quarters.map(({ quarter, granted }) => [quarter, granted])).toEqual([
      ['2024-Q4', 2],
      ['2025-Q1', 2],
      ['2025-Q2', 2],
      ['2025-Q3', 10],
      ['2025-Q4', 2],
      ['2026-Q1', 2],
      ['2026-Q2', 3],
    ]);
    expect(programmers?.byRoute.parts).toEqual([
      { name: 'Skilled Worker', granted: 14, sharePercent: 82.4 },
      { name: 'Seasonal Worker', granted: 3, sharePercent: 17.6 },
    ]);
    // Ties by name.
    expect(programmers?.byNationality.parts?.map(({ name, granted }) => [name, granted])).toEqual([
      ['India', 9],
      ['France', 4],
      ['Nigeria', 4],
    ]);
    expect(programmers?.byIndustry.parts?.map(({ name, granted }) => [name, granted])).toEqual([
      ['Education', 9],
      ['Administrative and Support Service Activities', 8],
    ]);
    expect(programmers?.notes).toContain(
      'The industry "Administrative and Support Activities" is counted under "Administrative and Support Service Activities": it is a stray spelling.',
    );
    expect(programmers?.attribution).toBe(
      'Source: Home Office, Immigration System Statistics. Contains public sector information licensed under the Open Government Licence v3.0.',
    );
    expect(visas.get('9111')?.notes).toContain('More than half of these are Seasonal Worker visas, for temporary work.');
    expect(programmers?.notes.join()).not.toContain('More than half');
    // Nothing in the latest four quarters, though there was before: 0, and no rank.
    expect(visas.get('2135')).toMatchObject({
      granted: 0,
      presentable: true,
      withheld: null,
      rank: null,
      rankWithheld: { reason: 'not-applicable' },
      byRoute: { parts: [], presentable: true, withheld: null },
    });
    expect(visas.get('1161')).toMatchObject({ granted: 0, rank: null });
    expect(list.occupations.map(({ soc2020, granted, rank }) => [soc2020, granted, rank])).toEqual([
      ['2134', 17, { rank: 1, of: 3 }],
      ['2133', 9, { rank: 2, of: 3 }],
      ['9111', 9, { rank: 2, of: 3 }],
    ]);
    expect([list.total, cutList(list, 2).occupations.length, cutList(list, 412)]).toEqual([3, 2, { ...list, limit: 412 }]);
  });

  test('after two equal totals the next rank is the fourth', async () => {
    const { list } = answersOf(await read([...grants, printed('2026 Q2', '1111', 1)]));
    expect(list.occupations.map(({ rank }) => rank.rank)).toEqual([1, 2, 2, 4]);
  });

  test('a row without a unit group hides the totals of its group in that quarter, and no others', async () => {
    const { visas, list } = answersOf(await read([...grants, printed('2025 Q4', '*', 1, { minor: '213 - M' })]));
    const programmers = visas.get('2134');
    const withheld = { reason: 'suppressed-by-publisher', marker: '*' };
    expect(programmers).toMatchObject({
      granted: null,
      presentable: false,
      withheld,
      rank: null,
      rankWithheld: withheld,
      byRoute: { parts: null, presentable: false, withheld },
    });
    expect(programmers?.quarters.filter(({ granted }) => granted === null)).toEqual([
      expect.objectContaining({ quarter: '2025-Q4', presentable: false, withheld: expect.objectContaining(withheld) }),
    ]);
    expect(visas.get('1111')).toMatchObject({ granted: 0, withheld: null });
    expect(list.occupations.map(({ soc2020 }) => soc2020)).toEqual(['9111']);
    expect(list.notes.at(-1)).toBe(
      '8 occupations are not listed because the publisher suppresses the occupation of some visas that may belong to them.',
    );
  });

  test('a nationality that is suppressed leaves the total and hides the nationalities', async () => {
    const { visas } = answersOf(await read([...grants, printed('2026 Q2', '2134', 1, { nationality: '*' })]));
    expect(visas.get('2134')).toMatchObject({
      granted: 18,
      rank: { rank: 1 },
      byNationality: { parts: null, presentable: false, withheld: { reason: 'part-withheld', marker: '*' } },
    });
    expect(visas.get('2134')?.byRoute.parts).not.toBeNull();
  });

  test('with fewer quarters than four the period is shorter, and says so', async () => {
    const outcome = await examine(
      workVisas,
      '2025-Q1',
      [{ name: 'occupation-soc2020-visas-datasets-mar-2025.xlsx', bytes: await writeWorkbook(sheetsOf(grants.slice(0, 3))) }],
      needs,
    );
    const programmers = answersOf(outcome).visas.get('2134');
    expect(programmers).toMatchObject({ referenceDates: { from: '2024-10-01', to: '2025-03-31' }, granted: 4 });
    expect(programmers?.notes.at(-1)).toBe('The period has only 2 quarters: there are no other figures by occupation.');
  });

  test('an .ods workbook says the same', async () => {
    const sheets = sheetsOf([...grants, ['End of table']]).map(({ name, rows }) => ({ name, rows: [...rows] as SampleValue[][] }));
    const ods = await examine(
      workVisas,
      release,
      [{ name: fileName.replace('xlsx', 'ods'), bytes: await writeOpenDocument(sheets) }],
      needs,
    );
    const xlsx = await read([...grants, ['End of table']]);
    expect(ods.edition.rows.slice(1)).toEqual(xlsx.edition.rows.slice(1));
  });
});

describe('what has drifted is said with its place', () => {
  const fault = async (edit: (sheets: SampleSheet[]) => SampleSheet[]) => {
    const thrown: unknown = await read(grants, edit).catch((error: unknown) => error);
    if (!(thrown instanceof LayoutError)) throw thrown;
    return thrown.message;
  };
  const withHeads = (heads: readonly SampleValue[]) => () => sheetsOf(grants, heads);

  test('the sheet of applications is never read for that of grants', async () => {
    expect(await fault(withHeads(header.map((name) => (name === 'Grants' ? 'Applications' : name))))).toContain(
      `'Data_Occ_D02'!row 4: no column is headed "Grants"; found "Year", "Quarter", `,
    );
  });

  test('a sheet of another name, a column that was renamed', async () => {
    expect(await fault((sheets) => sheets.slice(0, 2))).toContain('there is no sheet "Data_Occ_D02", found "Notes", "Data_Occ_D01"');
    expect(await fault(withHeads(header.map((name) => (name === 'Occ. unit group' ? 'SOC unit group' : name))))).toContain(
      'no column is headed "Occ. unit group"',
    );
  });

  test.each<[string, SampleValue[], string]>([
    ['a marker in place of a number', printed('2026 Q2', '2134', ':'), `!L18: unknown marker ":", expected a whole number above 0`],
    ['no grant', printed('2026 Q2', '2134', 0), `!L18: found "0", expected a whole number above 0`],
    ['half a grant', printed('2026 Q2', '2134', 1.5), `!L18: found "1.5"`],
    [
      'a code of the older classification',
      printed('2026 Q2', '2199', 1),
      '!K18: found "2199 - Work (n.e.c.) - of a kind", expected a unit group of SOC 2020',
    ],
    [
      'a group without a code',
      printed('2026 Q2', '2134', 1).map((cell, index) => (index === 10 ? 'Programmers' : cell)),
      '!K18: found "Programmers", expected a unit group',
    ],
    [
      'another marker',
      printed('2026 Q2', '2134', 1).map((cell, index) => (index === 10 ? 'z' : cell)),
      '!K18: found "z", expected a unit group of SOC 2020 like "2134 - Programmers" or *',
    ],
    ['no nationality', printed('2026 Q2', '2134', 1, { nationality: '' }), '!C18: found "", expected a name or *'],
    [
      'a marker in place of a nationality',
      printed('2026 Q2', '2134', 1, { nationality: '[c]' }),
      '!C18: found "[c]", expected a name or *',
    ],
    ['a marker in place of a route', printed('2026 Q2', '2134', 1, { route: 'z' }), '!F18: found "z", expected a name or *'],
    ['no route', printed('2026 Q2', '2134', 1, { route: ' ' }), '!F18: found "", expected a name or *'],
    ['a marker in place of an industry', printed('2026 Q2', '2134', 1, { industry: ':' }), '!G18: found ":", expected a name or *'],
    ['no industry', printed('2026 Q2', '2134', 1, { industry: '' }), '!G18: found "", expected a name or *'],
    [
      'a quarter of another form',
      printed('Q2 2026', '2134', 1, { year: 2026 }),
      '!B18: found "Q2 2026", expected a quarter like "2025 Q3"',
    ],
    [
      'another year beside the quarter',
      printed('2026 Q2', '2134', 1, { year: 2025 }),
      '!A18: the year is "2025" beside the quarter "2026 Q2"',
    ],
  ])('%s', async (_, row, expected) => {
    const { problems } = await read([...grants, row]);
    expect(problems.map(formatProblem)[0]).toContain(`work-visas 2026-Q2 'Data_Occ_D02'${expected}`);
  });

  test('a workbook of another quarter, a web page, no workbook', async () => {
    const bytes = await writeWorkbook(sheetsOf(grants));
    const parse = (name: string, content: Uint8Array) => examine(workVisas, release, [{ name, bytes: content }], needs);
    await expect(parse('occupation-soc2020-visas-datasets-mar-2026.xlsx', bytes)).rejects.toThrow(
      'the file names 2026-Q1, its release 2026-Q2\n  put it with its own release',
    );
    await expect(parse(fileName, Buffer.from('<!DOCTYPE html><title>Sorry</title>'))).rejects.toThrow(
      'found an HTML page, expected a zip archive',
    );
    await expect(examine(workVisas, release, [], needs)).rejects.toThrow(UnreadableFileError);
  });
});

describe('checks over the sample', () => {
  let sample: Outcome<Rows, VisaObservations>;
  let published: readonly PublishedFile[];
  beforeAll(async () => {
    const [made] = await workVisas.sample({ full: false });
    if (made === undefined) throw new Error('there is no sample');
    published = made.files;
    sample = await examine(workVisas, made.release, made.files, needs);
  });

  const isGrantRow = (row: Rows[number]): row is GrantRow => row.kind === 'grants';
  const examined = (rows: Rows) => ({ ...sample.edition, rows, observations: reshape(sample.edition.release, rows, needs, []) });
  const changed = (edit: (row: GrantRow) => GrantRow | null) =>
    examined(
      sample.edition.rows.flatMap((row): Rows => {
        const edited = isGrantRow(row) ? edit(row) : row;
        return edited === null ? [] : [edited];
      }),
    );
  const names = (edition: typeof sample.edition, previous: typeof sample.edition | null = null) =>
    workVisas.checks.flatMap((check) => (check.check(edition, previous).length > 0 ? [`${check.severity} ${check.name}`] : []));
  const first = (name: string, edition: typeof sample.edition, previous: typeof sample.edition | null = null) =>
    workVisas.checks.find((check) => check.name === name)?.check(edition, previous)[0];

  test('find nothing, alone and against itself; the sample has two grants of equal number and occupations without any', () => {
    expect(sample.problems).toEqual([]);
    expect([names(sample.edition), names(sample.edition, sample.edition)]).toEqual([[], []]);
    const { list, visas } = answersOf(sample);
    expect(new Set(list.occupations.map(({ rank }) => rank.rank)).size).toBeLessThan(list.total);
    expect([...visas.values()].some(({ granted }) => granted === 0)).toBe(true);
    expect([...visas.values()].some(({ notes }) => notes.some((note) => note.includes('stray spelling')))).toBe(true);
  });

  test.each<[string, (row: GrantRow) => GrantRow | null, string[], string]>([
    [
      'a quarter is missing',
      (row) => (row.quarter === '2023 Q1' ? null : row),
      ['block period'],
      'the quarters lack "2023-Q1", expected all 22',
    ],
    [
      'a quarter too many',
      (row) => (row.row === 5 ? { ...row, year: '2026', quarter: '2026 Q3' } : row),
      ['block period', 'block last-quarter-whole'],
      'the quarters have "2026-Q3", expected only the 22 known',
    ],
    [
      'a minor group of another major one',
      (row) => (row.unit.startsWith('2134') ? { ...row, minor: '313 - Information Technology Technicians' } : row),
      ['block groups-agree'],
      'found "313 - Information Technology Technicians" beside the unit group "2134 - ',
    ],
    [
      'nationalities that are suppressed',
      (row) => (row.unit.startsWith('2') ? { ...row, nationality: '*' } : row),
      ['block suppressed-since'],
      'the share of suppressed rows since 2024-Q4 is ',
    ],
  ])('%s', (_, edit, expected, message) => {
    const edition = changed(edit);
    const found = names(edition);
    expect(found).toEqual(expected);
    expect(first(expected[0]?.replace(/^.* /, '') ?? '', edition)?.message).toContain(message);
  });

  test('a new header that splits rows, and one that does not', () => {
    const [sheet, ...rest] = sample.edition.rows;
    if (sheet?.kind !== 'columns') throw new Error('there is no header');
    const more = { ...sheet, headers: [...header, 'Sex'] };
    expect(first('header', examined([more, ...rest]))).toBeUndefined();
    expect(first('header', examined([more, ...rest, ...rest]))?.message).toMatch(
      /^the share of rows that repeat an earlier one is 5\d.* %, expected at most 20 %$/,
    );
  });

  // The workbook of March 2026 has no "End of table", and rows by quarter and nationality.
  test('a sheet cut short anywhere is held back, also without a release before it', () => {
    const { rows } = sample.edition;
    const lastQuarter = rows.findIndex((row) => isGrantRow(row) && row.quarter === '2026 Q2');
    const lastNationality = rows.findIndex((row, at) => at > lastQuarter && isGrantRow(row) && row.nationality === 'Uzbekistan');
    const heldBy = (kept: number) => names(examined(rows.slice(0, kept))).filter((name) => name.startsWith('block '));
    for (const kept of [2, 500, lastQuarter - 1, lastQuarter]) expect(heldBy(kept), `${kept} rows`).toContain('block period');
    for (let kept = lastQuarter + 1; kept <= lastNationality; kept += 40)
      expect(heldBy(kept), `${kept} of ${rows.length} rows`).toContain('block last-quarter-whole');
    expect(first('last-quarter-whole', examined(rows.slice(0, lastNationality)))?.message).toMatch(
      /^Uzbekistan has no visas in 2026-Q2, and at least \d+ in each earlier quarter: the sheet may have been cut short$/,
    );
    expect(lastNationality).toBeGreaterThan(rows.length - 80);
  });

  test('twenty rows whose visas have slipped by a row are held back, revisions of as many rows are not', () => {
    const grantsOf = sample.edition.rows.filter((row) => row.kind === 'grants');
    const from = 500;
    const twenty = new Map(grantsOf.slice(from, from + 20).map(({ row }, at) => [row, grantsOf[from + at - 1]?.granted ?? '']));
    const slipped = changed((row) => ({ ...row, granted: twenty.get(row.row) ?? row.granted }));
    expect(names(slipped, sample.edition)).toContain('block rows-not-slipped');
    expect(first('rows-not-slipped', slipped, sample.edition)?.message).toMatch(/ have the visas that the row above had in /);
    const revised = changed((row) => ({ ...row, granted: twenty.has(row.row) ? String(Number(row.granted) + 1) : row.granted }));
    expect(names(revised, sample.edition)).not.toContain('block rows-not-slipped');
  });

  test('against the release before: revised quarters, lost rows, movements', () => {
    const scaled = (of: (row: GrantRow) => boolean, factor: number) =>
      changed((row) => (of(row) ? { ...row, granted: String(Math.max(1, Math.round(Number(row.granted) * factor))) } : row));
    const found = (edition: typeof sample.edition) => names(edition, sample.edition);
    // A revision of each quarter, and a factor of ten in one.
    expect(found(scaled(({ year }) => year === '2025', 1.1))).toEqual([]);
    expect(found(scaled(({ quarter }) => quarter === '2025 Q3', 10))).toContain('block earlier-quarters');
    expect(found(scaled(({ quarter }) => quarter === '2026 Q2', 10))).toContain('block movement');
    expect(
      names(
        changed((row) => (row.row % 30 === 0 ? null : row)),
        sample.edition,
      ),
    ).toContain('block rows');
  });

  test('a stray spelling that stands in no row any more is told, of a real release alone', () => {
    const usual = changed((row) => ({ ...row, industry: row.industry.replace('Support Activities', 'Support Service Activities') }));
    const real = (edition: typeof sample.edition) => ({ ...edition, release: { ...edition.release, name: '2026-Q1', sample: false } });
    expect(first('exceptions-still-match', usual)).toBeUndefined();
    expect(first('exceptions-still-match', real(sample.edition))).toBeUndefined();
    expect(first('exceptions-still-match', real(usual))?.message).toBe(
      'the stray spelling "Administrative and Support Activities" matches nothing any more: remove it from sources/work-visas/reshape.ts',
    );
  });

  test('the figures that others have printed belong to the release of June 2026 alone', () => {
    const named = (name: string, isSample: boolean) => ({
      ...sample.edition,
      release: { ...sample.edition.release, name, sample: isSample },
    });
    expect(first('quoted-figures', named('2026-Q1', false))).toBeUndefined();
    expect(first('quoted-figures', sample.edition)).toBeUndefined();
    const [figures] = workVisas.checks.filter(({ name }) => name === 'quoted-figures');
    expect(figures?.check(named(release, false), null).map(({ place }) => place)).toHaveLength(35);
    expect(first('quoted-figures', named(release, false))).toMatchObject({
      place: "work-visas 2026-Q2 'Data_Occ_D02' 2021",
      message: expect.stringMatching(/^visas: found "\d+", expected "123306"$/),
    });
  });

  test('through the whole pipeline an altered release is held back with its place', async () => {
    const directory = temporaryDirectory();
    const sources = [socStructure, workVisas];
    const altered = await writeWorkbook(sheetsOf([...grants, printed('2026 Q2', '2134', 'z')]));
    await compileSample(directory, [await sampleOf(socStructure)], { sources });
    const compileFile = (bytes: Uint8Array) =>
      compileSample(directory, [{ ...releaseOf(workVisas, 'sample-2026-Q2', []), files: () => [{ name: fileName, bytes }] }], { sources });
    const {
      outcomes: [before],
    } = await compileFile(published[0]?.bytes ?? Buffer.alloc(0));
    const {
      outcomes: [after],
    } = await compileFile(altered);
    expect([before?.verdict, after?.verdict, after?.problems.map(({ place }) => place)]).toEqual([
      'published',
      'quarantined',
      ["work-visas sample-2026-Q2 'Data_Occ_D02'!L18"],
    ]);
  });
});
