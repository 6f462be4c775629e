// Workforce: what the cells and the shading of the survey's ad hoc workbooks mean, on the sample
// with cells altered, and what is held back.
import ExcelJS from 'exceljs';
import { describe, expect, it, test } from 'vitest';
import { type Lookup, recordLookups } from '#sources/kit/lookups.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { WorkforceResponse } from '#schemas/resources/workforce.ts';
import type { Rows, Table, TableKind, TableRow } from '#sources/aps-workforce/layout.ts';
import { ageBandOf, caution, periodAbove } from '#sources/aps-workforce/reshape.ts';
import { apsWorkforce } from '#sources/aps-workforce/source.ts';
import { structureOfSample } from './classification.ts';
import { bodiesOf, checksThatFind, foundBy, filesOfSample } from './data-set.ts';
import { examine, examineSample, needsOf, reshaped } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const files = await filesOfSample(apsWorkforce);
const { edition: sample } = await examineSample(apsWorkforce, needs);
const { release } = sample;
type Edition = typeof sample;

const read = (rows: Rows) => reshaped(apsWorkforce, sample, rows);
const tables = (kind: TableKind, change: (table: Table) => Table): Rows =>
  sample.rows.map((table) => (table.kind === kind ? change(table) : table));
const rowsOf = (kind: TableKind, change: (row: TableRow, table: Table) => TableRow | null): Rows =>
  tables(kind, (table) => ({
    ...table,
    rows: table.rows.flatMap((row) => change(row, table) ?? []),
  }));
const line = (
  kind: TableKind,
  code: string,
  change: (row: TableRow, table: Table) => TableRow | null,
): Rows => rowsOf(kind, (row, table) => (row.label.startsWith(code) ? change(row, table) : row));
/** The cell of an occupation in a category of every table of a kind. */
const cell = (kind: TableKind, code: string, place: number, text: string): Rows =>
  line(kind, code, (row) => ({ ...row, cells: row.cells.with(place, text) }));
const headed = (kind: TableKind, change: (header: string, place: number) => string): Rows =>
  tables(kind, (table) => ({
    ...table,
    columns: table.columns.map((at, place) => ({ ...at, header: change(at.header, place) })),
  }));
const about = (kind: TableKind, from: string, to: string): Rows =>
  tables(kind, (table) => ({ ...table, about: table.about.map((text) => text.replace(from, to)) }));
const shadedAs = (fill: string): Rows =>
  tables('industry', (table) => ({
    ...table,
    palette: table.palette.map((known) => (known.startsWith('lightGray') ? fill : known)),
  }));

const documentOf = (code: string, edition: Edition = sample) =>
  bodiesOf<WorkforceResponse>(apsWorkforce, edition, ({ soc }) => String(soc)).get(code) ??
  expect.fail(code);

describe('a cell', () => {
  it.each([
    ['the pattern lightGray of any colour', 'lightGray/', ['acceptable', 'reasonable']],
    ['never a solid fill', 'solid/FFF9F9FB', ['reasonable']],
  ])('is shaded by %s, and a shaded figure is acceptable, with a caution', (_, fill, expected) => {
    const lines = read(shadedAs(fill)).edition.observations.industries.at(-1)?.lines.values() ?? [];
    const published = [...lines]
      .flatMap(({ figures }) => figures)
      .filter(({ count }) => count !== null);
    expect([...new Set(published.map(({ quality }) => quality))].sort()).toEqual(expected);
    for (const figure of published)
      expect(figure.caution).toBe(figure.quality === 'acceptable' ? caution : null);
  });
  const labelled = (label: string) => line('industry', '2134', (row) => ({ ...row, label }));
  it.each<[string, Rows, RegExp]>([
    ['a zero', cell('industry', '1111', 3, '0'), /'2023'!F9: found "0"/],
    ['an empty cell', cell('age', '1111', 0, ''), /'Age'!C9: unknown marker ""/],
    ['a code that is no unit group', labelled('2999 Pilots'), /'2023'!B\d+: got "2999 Pilots"/],
    ['an occupation twice', labelled('2133 A'), /'2023'!B\d+: the code "2133" occurs twice/],
    [
      'a section renamed',
      headed('industry', (header, at) => (at === 4 ? 'Water' : header)),
      /'2023'!G8: the header "Water"/,
    ],
    [
      'a second table of a kind',
      [...sample.rows, ...sample.rows.filter(({ kind }) => kind === 'age')],
      /'Age': a second table by age/,
    ],
  ])('%s is reported with its place', (_, rows, message) =>
    expect(read(rows).lines[0]).toMatch(message),
  );
});

describe('a table', () => {
  it('matches codes, letters and years, whatever titles and order', () => {
    const turned = sample.rows.toReversed().map((table) => ({
      ...table,
      columns: table.columns.toReversed(),
      rows: table.rows.map((row) => ({
        ...row,
        label: row.label.replace(/^(2134 \w+).*/, '$1'),
        cells: row.cells.toReversed(),
        fills: row.fills.split('').toReversed().join(''),
      })),
    }));
    const { title, industries, ages } = documentOf('2134', read(turned).edition);
    expect([title, industries]).toEqual([
      'Programmers and software development professionals',
      documentOf('2134').industries,
    ]);
    expect(ages.bands.toReversed()).toEqual(documentOf('2134').ages.bands);
    expect([industries.period, ages.period]).toEqual([
      'January to December 2024',
      'April 2025 to March 2026',
    ]);
  });
  it.each([
    ['January-December 2024', 'January to December 2024'],
    ['April 2025 to March 2026', 'April 2025 to March 2026'],
    ['Weighted 2022', ''],
  ])('%s is the period "%s"', (text, period) =>
    expect(periodAbove({ about: [text] }).period).toBe(period),
  );
  it.each([
    ['16 to 17', 16, 17],
    ['Aged 50–54', 50, 54],
    ['65 and over', 65, null],
    ['Under 25', 16, 24],
  ])('the band %s', (header, fromAge, toAge) =>
    expect(ageBandOf(header)).toMatchObject({ fromAge, toAge }),
  );
});

describe('headline shares', () => {
  it('under 25: cannot be told where a band lies across its age', () => {
    const { edition } = read(headed('age', (header) => header.replace('18-24', '18-34')));
    expect(documentOf('2134', edition).headline.agedUnder25).toMatchObject({
      count: null,
      withheld: { reason: 'not-applicable' },
    });
  });
  it('with a degree: cannot be told where no level is that of degrees', () => {
    const { edition } = read(
      headed('qualification', (header) => header.replace('Degree or equivalent', 'NQF level 4')),
    );
    expect(documentOf('2134', edition).headline.withDegree.withheld?.reason).toBe('not-applicable');
  });
  it('are withheld in a release without ages and qualifications, which is a known issue', () => {
    const { edition, lines } = read(sample.rows.filter(({ kind }) => kind === 'industry'));
    const { headline, ages, qualifications, derivation } = documentOf('2134', edition);
    for (const part of [...Object.values(headline), ages, qualifications])
      expect(part.withheld).toMatchObject({ reason: 'not-received' });
    expect([lines, ages.bands, ages.period, qualifications.levels]).toEqual([[], [], null, []]);
    expect(derivation).toContain('which we have not received');
    expect(checksThatFind(apsWorkforce, edition)).toEqual([]);
    expect(checksThatFind(apsWorkforce, edition, null, 'known-issue')).toEqual([
      'ages-and-qualifications-in-this-release',
    ]);
  });
});

describe('checks', () => {
  const isTotal = ({ label }: TableRow) => label === 'Total';
  const scaled = (
    share: number,
    which: (row: TableRow) => boolean,
    kind: TableKind = 'industry',
  ): Rows =>
    rowsOf(kind, (row) => {
      if (!which(row)) return row;
      return {
        ...row,
        cells: row.cells.map((text) =>
          /^\d+$/.test(text) ? String(Math.round(Number(text) * share)) : text,
        ),
      };
    });
  const half = line('industry', 'Total', (row) => ({
    ...row,
    cells: row.cells.with(1, String(Math.round(Number(row.cells[1]) / 2))),
  }));
  test.each<[string, Rows, readonly string[]]>([
    ['the sample', sample.rows, []],
    ['a year that its sheet does not state', about('industry', '2024', '2022'), ['sheets']],
    [
      'two sections exchanged',
      headed('industry', (header, at) => ['2 B  Mining', '1 A  Agriculture'][at] ?? header),
      ['sections'],
    ],
    [
      'no row of all occupations',
      line('qualification', 'Total', () => null),
      ['units-complete', 'people-plausible'],
    ],
    ['a workbook without its styles', shadedAs('solid/FFF9F9FB'), ['fill-by-value']],
    [
      'figures ten times too large',
      scaled(10, (row) => !isTotal(row)),
      ['fill-by-value', 'column-totals'],
    ],
    ['a section above its total', half, ['column-totals']],
    ['people in pairs', scaled(2, () => true), ['people-plausible']],
    ['no period', about('age', 'April 2025-March 2026', 'a year'), ['periods']],
    ['a band above its total', cell('age', '2134', 2, '999999'), ['shares-add-up']],
    ['levels that miss their total', cell('qualification', 'Total', 0, '1'), ['shares-add-up']],
  ])('%s', (_, rows, names) => {
    const found = checksThatFind(apsWorkforce, read(rows).edition);
    expect(found.toSorted()).toEqual(names.toSorted());
  });
  it('of real years: a year that repeats another, and a figure unlike all other years', () => {
    const real = (rows: Rows) => ({
      ...read(rows).edition,
      release: { ...release, sample: false },
    });
    const same = sample.rows.map((table) => ({
      ...(sample.rows.find(({ kind }) => kind === table.kind) ?? table),
      sheet: table.sheet,
    }));
    expect(foundBy(apsWorkforce, 'not-the-year-before', real(same))).not.toEqual([]);
    expect(foundBy(apsWorkforce, 'figures-beside-other-years', real(same))).toEqual([]);
    const large = (row: TableRow) =>
      row.label.startsWith('2134') ? { ...row, cells: row.cells.map(() => '99999') } : row;
    const one = same.map((table) =>
      table.sheet === '2024' ? { ...table, rows: table.rows.map(large) } : table,
    );
    expect(foundBy(apsWorkforce, 'figures-beside-other-years', real(one))).not.toEqual([]);
  });
});

describe('workbooks', () => {
  const headerRow = 8;
  type Change = (sheet: ExcelJS.Worksheet) => void;
  /** The sample with every sheet of one workbook altered. Shading stays. */
  async function altered(workbook: number, change: Change): Promise<PublishedFile[]> {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(
      Buffer.from(files[workbook]?.bytes ?? []) as unknown as Parameters<typeof book.xlsx.load>[0],
    );
    for (const sheet of book.worksheets) if (sheet.name !== 'Sample') change(sheet);
    return files.with(workbook, {
      name: files[workbook]?.name ?? '',
      bytes: new Uint8Array(await book.xlsx.writeBuffer()),
    });
  }
  const inserted =
    (at: number, header: string): Change =>
    (sheet) => {
      const texts = Array.from({ length: sheet.rowCount - 4 }, (_, row): string | null =>
        row + 1 < headerRow ? null : 'see notes',
      );
      sheet.spliceColumns(at, 0, texts.with(headerRow - 1, header));
    };

  const named: Change = (sheet) => {
    sheet.getCell(headerRow - 1, 3).value = 'The variable';
    sheet.getCell(headerRow + 1, 1).value = 'The occupation';
  };

  it.each<[string, number, Change, number]>([
    ['a new column between the sections', 0, inserted(6, 'Remark'), 2],
    ['a new column before everything', 0, inserted(1, 'Remark'), 0],
    ['a new column between ages and between levels', 1, inserted(5, 'Remark'), 2],
    ['a name above the headers and left of the labels', 0, named, 0],
  ])(
    '%s changes no answer; a column within the table is reported',
    async (_, workbook, change, count) => {
      const lookups: Lookup[] = [];
      const changed = await altered(workbook, change);
      const { edition, problems } = await recordLookups(lookups, () =>
        examine(apsWorkforce, release.name, changed, needs),
      );
      expect(lookups.filter(({ present }) => present.includes('Remark'))).toHaveLength(count);
      expect([problems, checksThatFind(apsWorkforce, edition)]).toEqual([[], []]);
      expect(documentOf('2134', edition)).toEqual(documentOf('2134'));
    },
  );
  it('a section twice is held back with its place', async () => {
    const reading = examine(
      apsWorkforce,
      release.name,
      await altered(0, inserted(6, '7 C  Manufacturing again')),
      needs,
    );
    await expect(reading).rejects.toThrow(LayoutError);
    await expect(reading).rejects.toThrow(/'2023'!row 8: 2 columns are headed "3 C/);
  });
});
