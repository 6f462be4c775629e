// The projections without the publisher's files: the traps of their workbooks and the checks, on edits of the sample.
import { read as readBook, utils, write as writeBook } from '@e965/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { newColumns } from '#compiler/check/new-columns.ts';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { LayoutError, formatProblem } from '#sources/kit/problem.ts';
import { readWorkbook } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import { writeOpenDocument } from '#sources/kit/sample/open-document.ts';
import { archive } from '#sources/kit/sample/workbook.ts';
import type { Document, PublishedFile } from '#sources/kit/source.ts';
import { areaSlugs } from '#schemas/codes.ts';
import type { ProjectionResponse } from '#schemas/resources/projections.ts';
import { documents } from '#sources/skills-projections/documents.ts';
import { allGroups } from '#sources/skills-projections/reshape.ts';
import { skillsProjections } from '#sources/skills-projections/source.ts';
import { examine, needsOf } from './examine.ts';

const described = { description: 'd', entryRoutes: 'e', tasks: ['t'], relatedTitles: ['r'] };
const needs = needsOf({
  'soc-structure': {
    groups: new Map(classification.map((group) => [group.code, group])),
    unitGroups: classification.filter(({ code }) => code.length === 4).map((group) => ({ ...group, ...described })),
  },
});

let name: string;
let published: readonly PublishedFile[];
beforeAll(async () => {
  const [sample] = await skillsProjections.sample({ full: false });
  if (sample === undefined) throw new Error('there is no sample');
  ({ release: name, files: published } = sample);
});

type Edit = (area: string, xml: string) => string | null;

/** The sample with the cells of its workbooks edited; null leaves a workbook out. */
async function edited(edit: Edit): Promise<PublishedFile[]> {
  return Promise.all(
    published.map(async (file) => {
      const members = await Promise.all(
        (await readZip(file.name, file.bytes)).map(async (member) => ({
          name: member.name,
          bytes: await editedWorkbook(member.name, await member.read(), edit),
        })),
      );
      return {
        name: file.name,
        bytes: await archive(members.flatMap(({ name: member, bytes }) => (bytes === null ? [] : [{ name: member, bytes, stored: true }]))),
      };
    }),
  );
}

async function editedWorkbook(member: string, bytes: Buffer, edit: Edit): Promise<Buffer | null> {
  const area = /^(.*)_Main_Tables\.ods$/.exec(member)?.[1];
  if (area === undefined) return bytes;
  const parts = await Promise.all(
    (await readZip(member, bytes)).map(async (part) => ({ name: part.name, bytes: await part.read(), stored: part.name === 'mimetype' })),
  );
  const content = parts.find((part) => part.name === 'content.xml')?.bytes.toString() ?? '';
  const text = edit(area, content);
  return text === null ? null : archive(parts.map((part) => (part.name === 'content.xml' ? { ...part, bytes: Buffer.from(text) } : part)));
}

const only =
  (area: string, change: (xml: string) => string): Edit =>
  (found, xml) =>
    found === area ? change(xml) : xml;

/** Wales alone, as a workbook by itself, edited: most of what can go wrong does so within one workbook. */
async function wales(change: (xml: string) => string = (xml) => xml): Promise<PublishedFile[]> {
  const member = 'Wales_Main_Tables.ods';
  const found = (await readZip('nations', published[0]?.bytes ?? Buffer.alloc(0))).find((candidate) => candidate.name === member);
  const bytes = found === undefined ? null : await editedWorkbook(member, await found.read(), (_, xml) => change(xml));
  if (bytes === null) throw new Error('the sample has no workbook of Wales');
  return [{ name: member, bytes }];
}

/** Changes the first figure after a label, so that of 'Occ_T2'. `place` counts its figures from 0. */
const figure = (label: string, place: number, change: (value: number) => string) => (xml: string) => {
  let count = -1;
  const from = xml.indexOf(`<text:p>${label}`);
  return (
    xml.slice(0, from) +
    xml
      .slice(from)
      .replace(/office:value="([^"]+)"/g, (whole, value: string) => (++count === place ? `office:value="${change(Number(value))}"` : whole))
  );
};

/** An x in place of the first group's first figure of 2020. */
const marked = (xml: string) =>
  xml.replace(
    /(<text:p>12 (?:.*?<table:table-cell){2}.*?)<table:table-cell office:value-type="float" [^>]*><text:p>\d+</s,
    '$1<table:table-cell office:value-type="string"><text:p>x<',
  );

/** Problems as lines, then the names of the checks that find something, blocking ones marked. */
async function judged(files: readonly PublishedFile[]): Promise<{ lines: string[]; checks: string[]; findings: string[] }> {
  try {
    const { edition, problems } = await examine(skillsProjections, name, files, needs);
    const found = skillsProjections.checks
      .map((check) => ({ check, findings: check.check(edition, null) }))
      .filter(({ findings }) => findings.length > 0);
    return {
      lines: problems.map(formatProblem),
      checks: found.map(({ check }) => `${check.severity} ${check.name}`),
      findings: found.flatMap(({ findings }) => findings.map(({ place, message }) => `${place}: ${message}`)),
    };
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return { lines: error.problems.map(formatProblem), checks: [], findings: [] };
  }
}

test.each([
  ['2020-2035', { order: [2020, 2035, 0, ''], released: null }],
  ['2020-2035-revised', { order: [2020, 2035, 1, ''], released: null }],
  ['2020-2035-revised-2024-08-05', { order: [2020, 2035, 1, '2024-08-05'], released: '2024-08-05' }],
  ['2025-2040', { order: [2025, 2040, 0, ''], released: null }],
  ['2020-2035-2024-08-05', null],
  ['2020-2035-revised-2024-13-05', null],
  ['2035-2020', null],
  ['2020', null],
])('the release %s', (given, expected) => {
  if (expected === null) expect(skillsProjections.release(given)).toBeNull();
  else expect(skillsProjections.release(given)).toEqual({ year: null, provisional: false, ...expected });
});

test.each([
  ['EN_MainTables.Main.xlsm', 0],
  ['Nations_projections.zip', 1],
  ['United_Kingdom_Main_Tables.ods', 1],
  ['EN_MainTables.Main.xlsm.part', -1],
])('%s is the file kind %i', (file, kind) =>
  expect(Object.values(skillsProjections.files).findIndex(({ match }) => match.test(file))).toBe(kind),
);

test('an .ods workbook is read as it was written: full numbers, not those shown, and rows and cells that are repeated', async () => {
  const bytes = await writeOpenDocument([{ name: 'Occ_T2', rows: [['a & b', null, null, 1.23456789012345], [], [], [null, -2.5]] }]);
  const {
    sheets: [sheet],
  } = await readWorkbook('test', 'a.ods', bytes);
  expect([
    sheet?.name,
    sheet?.rowCount,
    sheet?.text(1, 1),
    sheet?.text(1, 2),
    sheet?.text(1, 4),
    sheet?.text(4, 2),
    sheet?.fill(1, 1),
  ]).toEqual(['Occ_T2', 4, 'a & b', '', '1.23456789012345', '-2.5', null]);
});

describe('the sample', () => {
  test("has all 14 areas in the contract's order and nothing to find fault with", async () => {
    const { edition, problems } = await examine(skillsProjections, name, published, needs);
    expect(problems).toEqual([]);
    expect(skillsProjections.checks.flatMap((check) => check.check(edition, null))).toEqual([]);
    expect(skillsProjections.checks.flatMap((check) => check.check(edition, edition))).toEqual([]);
    expect(edition.observations.areas).toEqual(areaSlugs.all);
    const figures = skillsProjections.count(edition.observations);
    expect(figures.published + (figures.withheld['below-threshold'] ?? 0)).toBe(14 * 26 * 10 * 6);
  });

  test('is the same on every run', async () => {
    const [again] = await skillsProjections.sample({ full: true });
    expect(again?.files.map(({ bytes }) => Buffer.from(bytes).toString('base64')).join()).toBe(
      published.map(({ bytes }) => Buffer.from(bytes).toString('base64')).join(),
    );
  });
});

const levels = "Wales_Main_Tables.ods 'Occ_T2'";
const place = `skills-projections sample-2020-2035-revised ${levels}`;

describe('what has drifted is said with its place', () => {
  test.each<[string, (xml: string) => string, string[]]>([
    [
      'a renamed column',
      (xml) => xml.replace('<text:p>Requirement<', '<text:p>Demand of all<'),
      [`${place}!row 6: no column is headed "total requirement"; found `],
    ],
    [
      'another period',
      (xml) => xml.replaceAll('office:value="2035"', 'office:value="2040"'),
      [`${place}!row 6: no column is headed "2035"; found `],
    ],
    [
      'a sheet of another name',
      (xml) => xml.replace('table:name="Occ_T2"', 'table:name="Occ_T9"'),
      ['there is no sheet "Occ T2", found "Info", "Occ_T9", "RD_T1"'],
    ],
    [
      'a section without its head',
      (xml) => xml.replaceAll('<text:p>Levels<', '<text:p>Jobs<'),
      [`${place}: no cell begins with "Levels (000s)" or "Levels"`],
    ],
    ['a marker', marked, [`${place}!D9: unknown marker "x", expected a number`]],
    [
      'whole jobs for a unit',
      (xml) => xml.replace('<text:p>thousands<', '<text:p>jobs<'),
      [`${place}: the unit of the levels is "jobs, thousands", expected "thousands"`],
    ],
    ['a unit missing', (xml) => xml.replace('<text:p>thousands<', '<text:p><'), ['the unit of the levels is "", expected "thousands"']],
    [
      'another span',
      (xml) => xml.replace('<text:p>2020-2035<', '<text:p>2020-2030<'),
      [`${place}: net change, replacement demand and total requirement are of "2020-2030", expected "2020-2035"`],
    ],
    [
      'a group of another classification',
      (xml) => xml.replace('<text:p>12 ', '<text:p>19 '),
      [`${place}!A9: "19 Other managers and proprietors" does not begin with a sub-major group`],
    ],
    [
      'a group twice',
      (xml) => xml.replace('<text:p>12 ', '<text:p>11 '),
      [`${place}!A9: "11 Other managers and proprietors" stands twice`],
    ],
    ['an unknown qualification', (xml) => xml.replace('RQF8 Doctorate', 'RQF9 More'), ['\'RD_T1\'!A35: unknown qualification "RQF9 More"']],
    [
      "a plan area of a region's name",
      (xml) => xml.replace('<text:p>Country<', '<text:p>LSIP<'),
      ['\'Info\'!A1: the workbook is of a geography "LSIP", expected Country, Nation or Region'],
    ],
    [
      'an area that is none',
      (xml) => xml.replaceAll('<text:p>Wales ', '<text:p>Cornwall '),
      ['\'Info\'!B5: "Cornwall" is not one of the 14 areas'],
    ],
    [
      'a title of another area',
      (xml) => xml.replace(', Wales<', ', Scotland<'),
      [`${place}!A1: the title ends in "Scotland", expected "Wales"`],
    ],
  ])('%s', async (_, change, expected) => {
    const { lines } = await judged(await wales(change));
    expected.forEach((line, index) => expect(lines[index]).toContain(line));
  });

  test('an area twice', async () => {
    const { lines } = await judged(await edited(only('Wales', (xml) => xml.replaceAll('Wales', 'Scotland'))));
    expect(lines.some((line) => /"Scotland" is already the area of .*Main_Tables\.ods/.test(line))).toBe(true);
  });

  test('a zip without main tables, and a release without files', async () => {
    const zip = { name: 'Nations_projections.zip', bytes: await archive([{ name: 'UK_additional_tables.ods', bytes: Buffer.from('x') }]) };
    await expect(examine(skillsProjections, name, [zip], needs)).rejects.toThrow(
      'holds no workbook of main tables, found "UK_additional_tables.ods"',
    );
    await expect(examine(skillsProjections, name, [], needs)).rejects.toThrow(
      "found no file, expected the producer's workbook of England's main tables or the zips of workbooks",
    );
  });
});

type Grid = (string | number | null)[][];

/** Wales with the cells of one sheet edited as a grid. The layout of its rows and columns is the sample's. */
async function walesWith(sheet: string, edit: (grid: Grid) => Grid, name = sheet): Promise<PublishedFile[]> {
  const [file = fail()] = await wales();
  const book = readBook(file.bytes, { type: 'buffer' });
  const grid = utils.sheet_to_json<Grid[number]>(book.Sheets[sheet] ?? fail(), { header: 1, defval: null, blankrows: true, raw: true });
  const edited = utils.aoa_to_sheet(edit(grid));
  if (name === sheet) book.Sheets[sheet] = edited;
  else utils.book_append_sheet(book, edited, name);
  return [{ name: file.name, bytes: writeBook(book, { type: 'buffer', bookType: 'xlsx' }) }];
}

describe('sheets, header rows and columns are found by their names', () => {
  const same = (grid: Grid) => grid;
  /** A whole new column, also through the rows above the header. */
  const inserted =
    (at: number, headerRows: readonly number[], header = 'Remark') =>
    (grid: Grid): Grid =>
      grid.map((row, index) => row.toSpliced(at, 0, headerRows.includes(index + 1) ? header : index + 1 > 8 ? 'see notes' : null));
  const spelled =
    (isHeader: (row: Grid[number], number: number) => boolean) =>
    (grid: Grid): Grid =>
      grid.map((row, index) =>
        isHeader(row, index + 1)
          ? row.map((cell) => (cell === null || cell === '' ? cell : ` ${String(cell).toUpperCase().replaceAll(' ', '  ')} [note 1]`))
          : row,
      );
  const blockHeads = Array.from({ length: 10 }, (_, block) => 6 + 29 * block);

  async function answersAndTold(files: readonly PublishedFile[]) {
    const lookedFor: LookedFor[] = [];
    const { edition, problems } = await listenTo(lookedFor, () => examine(skillsProjections, name, files, needs));
    const made = documents({
      release: edition.release,
      observations: edition.observations,
      needs,
      provenance: {} as never,
      attribution: 'credit',
    });
    return { problems: problems.map(formatProblem), answers: JSON.stringify([...made]), read: { ...edition, lookedFor } };
  }

  test.each<[string, string, (grid: Grid) => Grid]>([
    ['a new column before the labels of the levels', 'Occ_T2', inserted(0, [6])],
    ['a new column before the years', 'Occ_T2', inserted(1, [6])],
    ['a new column between the years', 'Occ_T2', inserted(4, [6])],
    ['a new column between the changes', 'Occ_T2', inserted(8, [6])],
    ['a new column before the labels of the blocks', 'RD_T1', inserted(0, blockHeads)],
    ['a new column within the blocks', 'RD_T1', inserted(3, blockHeads)],
    ['a new column before the labels of Info', 'Info', inserted(0, [])],
    ['a new column before the names in Info', 'Info', inserted(1, [])],
    ['prose above the levels', 'Occ_T2', (grid) => [['Published by the publisher'], [], ...grid]],
    ['prose above the blocks', 'RD_T1', (grid) => [['Published by the publisher'], [], ...grid]],
    ['prose above Info', 'Info', (grid) => [['Published by the publisher'], [], ...grid]],
    ['other spellings in the levels', 'Occ_T2', spelled((_, row) => row >= 3 && row <= 6)],
    ['other spellings in the blocks', 'RD_T1', spelled((row, at) => at === 5 || /constrained/i.test(String(row[0])))],
    [
      'other spellings in Info',
      'Info',
      (grid) => grid.map(([label, ...rest]) => [String(label).toUpperCase().replace(' ', '  '), ...rest]),
    ],
  ])('%s: passes and changes no answer', async (title, sheet, edit) => {
    const sound = await answersAndTold(await walesWith(sheet, same));
    const changed = await answersAndTold(await walesWith(sheet, edit));
    expect(changed.problems).toEqual([]);
    expect(changed.answers).toBe(sound.answers);
    const told = newColumns(changed.read, sound.read).map(({ check, severity, message }) => `${severity} ${check}: ${message}`);
    if (/new column (?!before the (?:labels|names))/.test(title))
      expect(told).toEqual([expect.stringMatching(/^info new-columns: .*the column "Remark" is new since/)]);
    else expect(told).toEqual([]);
  });

  test('after such a change messages name the cells as they stand', async () => {
    const lines = async (edit: (grid: Grid) => Grid, sheet = 'Occ_T2') => (await judged(await walesWith(sheet, edit))).lines;
    const moved = inserted(0, [6]);
    expect((await lines((grid) => moved(grid.with(8, (grid[8] ?? []).with(0, '19 Others'))))).join()).toContain(
      `${place}!B9: "19 Others" does not begin with a sub-major group`,
    );
    expect((await lines((grid) => moved(grid.with(0, ['Occupation Table 2  Change, Scotland'])))).join()).toContain(
      `${place}!B1: the title ends in "Scotland"`,
    );
    expect((await lines((grid) => moved(grid.with(4, (grid[4] ?? []).with(1, 'Cornwall'))), 'Info')).join()).toContain(
      '\'Info\'!C5: "Cornwall" is not one of the 14 areas',
    );
  });

  const without = (column: number, rows: readonly number[]) => (grid: Grid) =>
    grid.map((row, index) => (rows.includes(index + 1) ? row.with(column, null) : row));
  test.each<[string, string, (grid: Grid) => Grid, string]>([
    ['a column is missing', 'Occ_T2', without(8, [5, 6]), `${place}!row 6: no column is headed "replacement demand"; found `],
    ['a column stands twice', 'Occ_T2', inserted(5, [6], '2020'), `${place}!row 6: 2 columns are headed "2020"; found `],
    ['a column of the blocks is missing', 'RD_T1', without(5, [6]), `'RD_T1'!row 6: no column is headed "total requirement"; found `],
    [
      'a column of the blocks stands twice',
      'RD_T1',
      inserted(3, blockHeads, 'Net  change'),
      `'RD_T1'!row 6: 2 columns are headed "net change"`,
    ],
    [
      'the columns of one block stand elsewhere',
      'RD_T1',
      (grid) => grid.map((row, index) => (index + 1 === 35 ? row.toSpliced(2, 0, 'Remark') : row)),
      "'RD_T1': the blocks do not have their columns in the same places",
    ],
    ['no title', 'Occ_T2', (grid) => grid.with(0, [null]), `${place}: no cell above the levels begins with "Occupation Table 2"`],
    [
      'no table of both sexes',
      'Occ_T2',
      (grid) => grid.with(3, ['Males', ...(grid[3] ?? []).slice(1)]),
      `${place}!row 6: 0 tables of levels`,
    ],
    ['two tables of both sexes', 'Occ_T2', (grid) => grid.with(3, (grid[3] ?? []).with(11, null)), `${place}!row 6: 2 tables of levels`],
    [
      'a label of the area twice',
      'Info',
      (grid) => [...grid, ['Country name', 'Scotland']],
      '\'Info\': no cell is "Country name", or several are',
    ],
  ])('%s: held back with the place', async (_, sheet, edit, expected) => {
    expect((await judged(await walesWith(sheet, edit))).lines.join('\n')).toContain(expected);
  });

  test('a sheet that stands twice is held back', async () => {
    const { lines } = await judged(await walesWith('Occ_T2', same, 'Occ T2'));
    expect(lines).toEqual([expect.stringContaining('2 sheets are named "Occ T2", found "Info", "Occ_T2", "RD_T1", "Qual_T1", "Occ T2"')]);
  });
});

/** Every figure of the tables twice as large; years stay. */
const double = (xml: string) =>
  xml.replace(/<table:table table:name="Occ_T2">.*$/s, (sheets) =>
    sheets.replace(/office:value="([\d.e-]+)"/g, (whole, value: string) =>
      Number.isInteger(Number(value)) ? whole : `office:value="${Number(value) * 2}"`,
    ),
  );

describe('checks', () => {
  const times1000 = (xml: string) =>
    xml.replace(/office:value="(-?\d+\.[\d.e-]+)"/g, (_, value: string) => `office:value="${Number(value) * 1000}"`);
  test.each<[string, Edit, string[], string]>([
    [
      'a nation missing',
      (area, xml) => (area === 'Wales' ? null : xml),
      ['block areas-complete', 'known-issue areas-not-in-this-release'],
      'the areas of the workbooks lack "Wales", expected all 14',
    ],
    ['thousands doubled', only('Wales', double), ['block areas-add-up'], 'parts add up to'],
  ])('%s', async (_, edit, expected, finding) => {
    const { lines, checks, findings } = await judged(await edited(edit));
    expect(lines).toEqual([]);
    expect(checks).toEqual(expect.arrayContaining(expected));
    expect(findings.join('\n')).toContain(finding);
  });

  test.each<[string, (xml: string) => string, string[], string]>([
    ['thousands applied before', times1000, ['block size'], `${levels}!D35: the size of all occupations is `],
    [
      'a figure of one group',
      figure('12 ', 2, (value) => String(value + 1)),
      ['block sum', 'block identity', 'block qualification-sum'],
      `${levels}!D35: the groups add up to`,
    ],
    [
      'a replacement demand',
      figure('12 ', 6, (value) => String(-value)),
      ['block sum', 'block identity', 'block qualification-sum'],
      `${levels}!I35: the groups add up to`,
    ],
    [
      'a group missing',
      (xml) => xml.replace(/<table:table-row>(?:(?!<table:table-row>).)*<text:p>12 .*?<\/table:table-row>/s, '<table:table-row/>'),
      ['block labels', 'block sum'],
      'the groups lack "12", expected all 27',
    ],
    [
      'no table by qualification',
      (xml) => xml.replace('table:name="RD_T1"', 'table:name="RD_T9"'),
      ['known-issue qualifications-not-in-this-release'],
      'Wales has no projections by qualification',
    ],
    [
      'a block missing',
      (xml) => xml.replace('RQF8 Doctorate (Constrained)', 'RQF8 Doctorate'),
      ['block qualification-blocks', 'block qualification-sum'],
      'the levels of qualification lack "rqf8", expected all 10',
    ],
  ])('%s', async (_, change, expected, finding) => {
    const { lines, checks, findings } = await judged(await wales(change));
    expect(lines).toEqual([]);
    expect(checks).toEqual(expect.arrayContaining(expected));
    expect(findings.join('\n')).toContain(finding);
  });

  test('against the edition before: a group that moves by more than 5 %, and an area that is gone', async () => {
    const [before, after] = await Promise.all(
      [
        published,
        await edited((area, xml) =>
          area === 'Wales' ? null : area === 'Scotland' ? figure('12 ', 4, (value) => String(value * 1.06))(xml) : xml,
        ),
      ].map((files) => examine(skillsProjections, name, files, needs)),
    );
    const found = (check: string) =>
      skillsProjections.checks.find((candidate) => candidate.name === check)?.check(after?.edition ?? fail(), before?.edition ?? null) ??
      [];
    expect(found('movement').map(({ place: at }) => at)).toEqual([
      "skills-projections sample-2020-2035-revised Nations_projections.zip Scotland_Main_Tables.ods 'Occ_T2'!F9",
    ]);
    expect(found('areas-lost')[0]?.message).toBe('the areas lack "wales", expected all 14');
    expect(found('areas-complete')).toHaveLength(1);
  });
});

function fail(): never {
  throw new Error('the release was not examined');
}

describe('documents', () => {
  const answers = async (change: (xml: string) => string): Promise<Map<string, ProjectionResponse>> => {
    const { edition } = await examine(skillsProjections, name, await wales(change), needs);
    const made: Document[] = [
      ...documents({ release: edition.release, observations: edition.observations, needs, provenance: {} as never, attribution: 'credit' }),
    ];
    return new Map(made.map(({ place: { soc, area }, body }) => [`${soc}/${area}`, body as ProjectionResponse]));
  };
  const set = (figures: readonly (number | null)[]) => (xml: string) =>
    figures.reduce((text: string, value, index) => (value === null ? text : figure('12 ', index, () => String(value))(text)), xml);

  test.each([
    [
      '9,999 jobs in the base year',
      [null, null, 9.999, null, 12, 2.001, 1, 3.001],
      { employmentBase: null, direction: null, presentable: false },
    ],
    [
      '9,999 jobs in the target year',
      [null, null, 12, null, 9.999, -2.001, 1, -1.001],
      { netChange: null, totalRequirement: null, presentable: false },
    ],
    [
      '10,000 jobs and a rise',
      [null, null, 10, null, 10.0055, 0.0055, 1, 1.0055],
      {
        employmentBase: 10000,
        employmentTarget: 10006,
        netChange: 6,
        netChangePercent: 0.1,
        direction: 'growing',
        replacementDemand: 1000,
        totalRequirement: 1006,
        presentable: true,
        withheld: null,
      },
    ],
    [
      'a change that is printed as 0',
      [null, null, 20, null, 19.996, -0.004, 1, 0.996],
      { netChange: -4, netChangePercent: 0, direction: 'stable' },
    ],
    [
      'a fall below what leaves',
      [null, null, 20, null, 15.0004, -4.9996, 1, -3.9996],
      { netChange: -5000, netChangePercent: -25, direction: 'declining', totalRequirement: -4000 },
    ],
  ])('%s', async (_, figures, expected) => {
    const answer = (await answers(set(figures))).get('1211/wales');
    expect(answer?.outlook).toMatchObject(expected);
    if (!answer?.outlook.presentable) expect(answer?.outlook.withheld).toMatchObject({ reason: 'below-threshold', marker: null });
    expect(answer).toMatchObject({
      group: { code: '12', unitGroups: 22 },
      period: '2020 to 2035',
      referenceDates: { from: '2020-01-01', to: '2035-12-31' },
      quality: 'unrated',
      qualityBasis: null,
      outlook: { baseYear: 2020, targetYear: 2035 },
      citation: 'credit',
    });
  });

  test('without the table by qualification its nine rows are null with that reason', async () => {
    const answer = (await answers((xml) => xml.replace('table:name="RD_T1"', 'table:name="RD_T9"'))).get('1211/wales');
    expect(answer?.byQualification.map(({ withheld }) => withheld?.reason)).toEqual(Array.from({ length: 9 }, () => 'not-in-this-release'));
    expect(answer?.outlook.presentable).toBe(true);
  });
});

test('all occupations are kept apart from the groups', async () => {
  const { edition } = await examine(skillsProjections, name, published, needs);
  expect(edition.observations.projections.get('uk')?.groups.get(allGroups)?.base).toBeGreaterThan(30_000);
});
