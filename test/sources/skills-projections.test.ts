// Skills projections: the traps of their workbooks and the checks, on edits of the sample.
import { read as readBook, utils, write as writeBook } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { newColumns } from '#compiler/checks.ts';
import { type Lookup, recordLookups } from '#sources/kit/lookups.ts';
import { LayoutError, formatProblem } from '#sources/kit/problem.ts';
import { readWorkbook } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { writeOpenDocument } from '#sources/kit/sample/open-document.ts';
import { archive } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { ProjectionResponse } from '#schemas/resources/projections.ts';
import { skillsProjections } from '#sources/skills-projections/source.ts';
import { editMembers } from '../edit-members.ts';
import { keptSample } from '../kept.ts';
import { structureOfSample } from './classification.ts';
import { bodiesOf, findingsOf } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const [{ release: name, files: published } = expect.fail('there is no sample')] =
  await keptSample(skillsProjections);
const read = (files: readonly PublishedFile[]) => examine(skillsProjections, name, files, needs);
const sample = await read(published);

type Edit = (area: string, xml: string) => string | null;

const ofArea = /^(.*)_Main_Tables\.ods$/;
const editCells = (workbook: Uint8Array, edit: (xml: string) => string) =>
  editMembers(workbook, (part, content) =>
    part === 'content.xml' ? edit(content.toString()) : content,
  );

/** The sample with the cells of its workbooks edited; null leaves a workbook out. */
function edited(edit: Edit): Promise<PublishedFile[]> {
  const files = published.map(async ({ name: zip, bytes }) => ({
    name: zip,
    bytes: await editMembers(bytes, async (member, workbook) => {
      const area = ofArea.exec(member)?.[1];
      if (area === undefined) return workbook;
      let isKept = true;
      const changed = await editCells(workbook, (xml) => {
        const text = edit(area, xml);
        isKept = text !== null;
        return text ?? xml;
      });
      return isKept ? changed : null;
    }),
  }));
  return Promise.all(files);
}

const members = await readZip('nations', published[0]?.bytes ?? Buffer.alloc(0));
const ofWales =
  (await members.find((member) => member.name === 'Wales_Main_Tables.ods')?.read()) ??
  Buffer.alloc(0);
/**
 * Wales alone, as a workbook by itself, edited: most of what can go wrong does so within one
 * workbook.
 */
async function wales(change: (xml: string) => string = (xml) => xml): Promise<PublishedFile[]> {
  return [{ name: 'Wales_Main_Tables.ods', bytes: await editCells(ofWales, change) }];
}

type Grid = (string | number | null)[][];
/** Wales with the cells of one sheet edited as a grid. */
function walesWith(sheet: string, edit: (grid: Grid) => Grid, as = sheet): PublishedFile[] {
  const book = readBook(ofWales, { type: 'buffer' });
  const grid = utils.sheet_to_json<Grid[number]>(book.Sheets[sheet] ?? {}, {
    header: 1,
    defval: null,
    blankrows: true,
    raw: true,
  });
  const changed = utils.aoa_to_sheet(edit(grid));
  if (as === sheet) book.Sheets[sheet] = changed;
  else utils.book_append_sheet(book, changed, as);
  return [
    { name: 'Wales_Main_Tables.ods', bytes: writeBook(book, { type: 'buffer', bookType: 'xlsx' }) },
  ];
}

/**
 * Changes the first figure after a label, so that of 'Occ_T2'. `place` counts its figures from 0.
 */
const figure =
  (label: string, place: number, change: (value: number) => number) => (xml: string) => {
    let count = -1;
    const from = xml.indexOf(`<text:p>${label}`);
    const changed = (whole: string, value: string) =>
      (count += 1) === place ? `office:value="${change(Number(value))}"` : whole;
    return xml.slice(0, from) + xml.slice(from).replace(/office:value="([^"]+)"/g, changed);
  };
const replace = (from: string | RegExp, to: string) => (xml: string) => xml.replaceAll(from, to);
/** Every figure that is not whole, so no year, so many times as large. */
const times = (factor: number) => (xml: string) =>
  xml.replace(
    /office:value="(-?\d+\.[\d.e-]+)"/g,
    (_, value: string) => `office:value="${Number(value) * factor}"`,
  );
const firstOf = (from: string, to: string) => (xml: string) => xml.replace(from, to);
/** An x in place of the first group's first figure of 2020. */
const marked = (xml: string) =>
  xml.replace(
    /(<text:p>12 (?:.*?<table:table-cell){2}.*?)<table:table-cell office:value-type="float" [^>]*><text:p>[\d.]+</s,
    '$1<table:table-cell office:value-type="string"><text:p>x<',
  );

/** What is said of the files: the problems of reading them. */
async function problemsOf(files: readonly PublishedFile[]): Promise<string> {
  try {
    return (await read(files)).problems.map(formatProblem).join('\n');
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return error.problems.map(formatProblem).join('\n');
  }
}
const found = async (
  check: string,
  files: readonly PublishedFile[],
  previous = null as typeof sample | null,
) => findingsOf(skillsProjections, check, (await read(files)).edition, previous?.edition);

test('an .ods gives full numbers, and repeated rows and cells', async () => {
  const second = [null, -2.5];
  const bytes = await writeOpenDocument([
    { name: 'Occ_T2', rows: [['a & b', null, 1.23456789012345], second] },
  ]);
  const repeated = await editCells(bytes, (xml) =>
    xml
      .replace('<text:p>1.23456789012345<', '<text:p>1<')
      .replace(/<table:table-cell ?\/>/, '<table:table-cell table:number-columns-repeated="2"/>')
      .replace(
        '</table:table-row>',
        `$&<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>`,
      ),
  );
  const [sheet] = (await readWorkbook('test', 'a.ods', repeated)).sheets;
  const cells = [sheet?.text(1, 1), sheet?.text(1, 2), sheet?.text(1, 4), sheet?.text(4, 2)];
  expect([sheet?.name, sheet?.rowCount, ...cells]).toEqual([
    'Occ_T2',
    4,
    'a & b',
    '',
    '1.23456789012345',
    '-2.5',
  ]);
});

describe('what has drifted is said with its place', () => {
  const place = "skills-projections sample-2020-2035-revised Wales_Main_Tables.ods 'Occ_T2'";
  const header =
    (at: number, text: string, rows = [6]) =>
    (grid: Grid) =>
      grid.map((row, line) => row.toSpliced(at, 0, rows.includes(line + 1) ? text : null));
  const without = (column: number, rows: readonly number[]) => (grid: Grid) =>
    grid.map((row, line) => (rows.includes(line + 1) ? row.with(column, null) : row));
  const moved = (grid: Grid) => grid.with(34, (grid[34] ?? []).toSpliced(2, 0, 'Remark'));
  /** Another table to the right, with a name above it. */
  const beside = (name: string) => (grid: Grid) =>
    grid.map((row, line) => [
      ...row,
      ...Array(11 - row.length).fill(null),
      ...(line === 3 ? [name] : line > 2 ? row : []),
    ]);
  const blocks = Array.from({ length: 10 }, (_, block) => 6 + 29 * block);

  test.each<[string, (xml: string) => string]>([
    [
      `${place}!row 6: no column is headed "total requirement"; found `,
      replace('<text:p>Requirement<', '<text:p>Demand of all<'),
    ],
    [
      `${place}: no cell begins with "Levels (000s)" or "Levels"`,
      replace('<text:p>Levels<', '<text:p>Jobs<'),
    ],
    [`${place}!D9: unknown marker "x", expected a number`, marked],
    [
      `${place}: the unit of the levels is "jobs, thousands", expected "thousands"`,
      firstOf('<text:p>thousands<', '<text:p>jobs<'),
    ],
    [
      'covers the years 2020-2030, expected 2020-2035, those of the release',
      firstOf('<text:p>2020-2035<', '<text:p>2020-2030<'),
    ],
    [
      `${place}!A9: "19 Other managers and proprietors" does not begin with a sub-major group`,
      firstOf('<text:p>12 ', '<text:p>19 '),
    ],
    [`'RD_T1'!A35: unknown qualification "RQF9 More"`, firstOf('RQF8 Doctorate', 'RQF9 More')],
    [
      `'Info'!A1: the workbook is of a geography "LSIP", expected Country`,
      firstOf('<text:p>Country<', '<text:p>LSIP<'),
    ],
    [
      `'Info'!B2: "Cornwall" is not one of the 14 areas`,
      replace('<text:p>Wales', '<text:p>Cornwall'),
    ],
    [
      `${place}!A1: the title ends in "Scotland", expected "Wales"`,
      firstOf(', Wales<', ', Scotland<'),
    ],
  ])('%s', async (expected, change) => {
    expect(await problemsOf(await wales(change))).toContain(expected);
  });

  test.each<[string, string, (grid: Grid) => Grid, string]>([
    [
      'a column missing',
      'Occ_T2',
      without(8, [5, 6]),
      `${place}!row 6: no column is headed "replacement demand"; found `,
    ],
    [
      'a column twice',
      'Occ_T2',
      header(5, '2020'),
      `${place}!row 6: 2 columns are headed "2020"; found `,
    ],
    ['one block moved', 'RD_T1', moved, 'the blocks do not have their columns in the same places'],
    [
      'no title',
      'Occ_T2',
      (grid) => grid.with(0, [null]),
      `${place}: no cell above the levels begins with "Occupation Table 2"`,
    ],
    ['two such tables', 'Occ_T2', beside(''), '!row 6: 2 tables of levels'],
    [
      'an area twice',
      'Info',
      (grid) => [...grid, ['Country name', 'Scotland']],
      '\'Info\': no cell is "Country name", or several are',
    ],
  ])('%s', async (_, sheet, edit, expected) => {
    expect(await problemsOf(walesWith(sheet, edit))).toContain(expected);
  });
  test('a sheet twice, an area twice, a zip without main tables, and no file', async () => {
    expect(await problemsOf(walesWith('Occ_T2', (grid) => grid, 'Occ T2'))).toContain(
      '2 sheets are named "Occ T2"',
    );
    const twice = await edited((area, xml) =>
      area === 'Wales' ? xml.replaceAll('Wales', 'Scotland') : xml,
    );
    expect(await problemsOf(twice)).toMatch(/"Scotland" is already the area of .*Main_Tables\.ods/);
    const zip = {
      name: 'Nations_projections.zip',
      bytes: await archive([{ name: 'UK_additional.ods', bytes: Buffer.from('x') }]),
    };
    await expect(read([zip])).rejects.toThrow(
      'holds no workbook of main tables, found "UK_additional.ods"',
    );
    await expect(read([])).rejects.toThrow(
      "found no file, expected the producer's workbook of England's main tables or the zips",
    );
  });

  const spelled = (isHeader: (line: number, row: Grid[number]) => boolean) => (grid: Grid) =>
    grid.map((row, line) =>
      isHeader(line + 1, row)
        ? row.map((cell) =>
            cell === null || cell === '' ? cell : ` ${String(cell).toUpperCase()} [note 1]`,
          )
        : row,
    );
  const prose = (grid: Grid): Grid => [['Published by the publisher'], [], ...grid];
  test.each<[string, string, (grid: Grid) => Grid]>([
    ['a new column between the years', 'Occ_T2', header(4, 'Remark')],
    ['a new column in the blocks', 'RD_T1', header(3, 'Remark', blocks)],
    ['a new column in Info', 'Info', header(1, '', [])],
    ['prose above the levels', 'Occ_T2', prose],
    [
      'levels of men beside the levels, and shares below them',
      'Occ_T2',
      (grid) => [...beside('Males')(grid), [], ...grid.slice(5)],
    ],
    ['shares below the totals', 'Qual_T1', (grid) => [...grid, [], ...grid.slice(2)]],
    [
      'other tables beside the blocks',
      'RD_T1',
      (grid) => grid.map((row) => [...row, null, ...row.slice(1)]),
    ],
    [
      'an area that ends in a blank',
      'Info',
      (grid) => grid.map((row) => row.map((cell) => (cell === 'Wales' ? 'Wales ' : cell))),
    ],
    ['other spellings of the levels', 'Occ_T2', spelled((line) => line >= 3 && line <= 6)],
    [
      'other spellings of the blocks',
      'RD_T1',
      spelled((line, row) => line === 6 || /constrained/i.test(String(row[0]))),
    ],
  ])('%s changes no answer', async (title, sheet, edit) => {
    const answersOf = async (files: readonly PublishedFile[]) => {
      const lookups: Lookup[] = [];
      const { edition, problems } = await recordLookups(lookups, () => read(files));
      const bodies = bodiesOf(skillsProjections, edition, ({ soc, area }) => `${soc} ${area}`);
      return { problems, answers: JSON.stringify([...bodies]), asRead: { ...edition, lookups } };
    };
    const sound = await answersOf(walesWith(sheet, (grid) => grid));
    const changed = await answersOf(walesWith(sheet, edit));
    expect([changed.problems, changed.answers === sound.answers]).toEqual([[], true]);
    const told = newColumns(skillsProjections, changed.asRead, sound.asRead).map(
      ({ message }) => message,
    );
    const isTold =
      title.startsWith('a new column between') || title.startsWith('a new column in the blocks');
    expect(told).toEqual(
      isTold ? [expect.stringContaining('the column "Remark" is new since')] : [],
    );
  });
});

describe('checks', () => {
  const withoutGroup = replace(
    /<table:table-row>(?:(?!<table:table-row>).)*<text:p>12 .*?<\/table:table-row>/gs,
    '<table:table-row/>',
  );
  const withoutBlocks = replace('table:name="RD_T1"', 'table:name="RD_T9"');
  const levels = "Wales_Main_Tables.ods 'Occ_T2'";
  const swapped = (xml: string) => {
    const four = 'RQF4 HE below degree level (Constrained)';
    const five = 'RQF5 Foundation degree;Nursing;Teaching (Constrained)';
    return xml.replace(four, '<>').replace(five, four).replace('<>', five);
  };
  test.each<[string, (xml: string) => string, string]>([
    ['sum', figure('12 ', 6, (value) => -value), `${levels}!I35: the groups add up to`],
    [
      'qualification-sum',
      figure('12 ', 2, (value) => value + 1),
      'the figure of all qualifications is',
    ],
    ['labels', withoutGroup, 'the groups lack "12", expected all 27'],
    [
      'qualifications-not-in-this-release',
      withoutBlocks,
      'Wales has no projections by qualification',
    ],
    [
      'qualification-blocks',
      firstOf('RQF8 Doctorate (Constrained)', 'RQF8 Doctorate'),
      'lack "rqf8", expected all 10',
    ],
    ['levels-as-totalled', swapped, 'the level of all occupations, whose total is'],
  ])('%s', async (check, change, finding) => {
    expect(findingsOf(skillsProjections, check, sample.edition)).toEqual([]);
    expect((await found(check, await wales(change))).join('\n')).toContain(finding);
  });
  test('over the areas and against the edition before', async () => {
    const missing = await edited((area, xml) => (area === 'Wales' ? null : xml));
    expect(await found('areas-not-in-this-release', missing)).toHaveLength(1);
    expect(await found('areas-lost', missing, sample)).toEqual([
      expect.stringContaining('the areas lack "wales", expected all 14'),
    ]);
    const doubled = await edited((area, xml) => (area === 'Wales' ? times(2)(xml) : xml));
    expect((await found('areas-add-up', doubled)).join('\n')).toContain('4 parts add up to');
    const moved = await edited((area, xml) =>
      area === 'Scotland' ? figure('12 ', 4, (value) => value * 1.06)(xml) : xml,
    );
    expect(await found('movement', moved, sample)).toEqual([
      expect.stringContaining("Scotland_Main_Tables.ods 'Occ_T2'!F9"),
    ]);
    expect(await found('movement', published, sample)).toEqual([]);
  });
});

test('without the table by qualification its nine rows are null with that reason', async () => {
  const { edition } = await read(await wales(replace('table:name="RD_T1"', 'table:name="RD_T9"')));
  const answer = bodiesOf<ProjectionResponse>(
    skillsProjections,
    edition,
    ({ soc, area }) => `${soc}/${area}`,
  ).get('1211/wales');
  expect(answer?.byQualification.map(({ withheld: reason }) => reason?.reason)).toEqual(
    Array(9).fill('not-in-this-release'),
  );
  expect(answer?.outlook.presentable).toBe(true);
});
