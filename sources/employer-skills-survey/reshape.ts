// What the printed cells mean: markers, numbers, areas and groups, and which level of SOC 2020
// describes an occupation. Every decision about the survey's figures is made here.
import type { Complain } from '#sources/kit/place.ts';
import { eesMarkers } from '#sources/kit/read/ees-pages.ts';
import { type Cell, markedCells } from '#sources/kit/cells.ts';
import type { MeasuresByName } from '#sources/kit/figures.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import { type AreaSlug, areaOf, areaSlugs } from '#schemas/codes.ts';
import type { Explained } from '#schemas/figures.ts';
import { withheldAs } from '#schemas/withheld-legend.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type VacancyLevel, vacancyLevels } from '#schemas/resources/vacancies.ts';
import { type Column, type Row, type Rows, layout } from './layout.ts';

/** The members of an answer that are figures of a row: each is a column of its name. */
export const measures = {
  vacancies: {
    unit: 'vacancies',
    meaning: 'The vacancies that employers had, grossed up to all employers.',
  },
  hardToFillVacancies: {
    unit: 'vacancies',
    meaning: 'The vacancies that employers find hard to fill, for any reason.',
  },
  skillShortageVacancies: {
    unit: 'vacancies',
    meaning:
      'The vacancies that are hard to fill because applicants lack skills, qualifications ' +
      'or experience, grossed up to all employers.',
  },
  hardToFillShare: {
    unit: 'percent',
    meaning:
      'The hard-to-fill vacancies as a percentage of all vacancies, as the publisher prints it.',
  },
  skillShortageShare: {
    unit: 'percent',
    meaning:
      'The skill-shortage vacancies as a percentage of all vacancies, as the publisher prints it.',
  },
  employers: {
    unit: 'employers',
    meaning: 'The employers that the figures of the row rest on.',
  },
} as const satisfies Partial<Record<Column, MeasuresByName[string]>>;
export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

/** A row of the year: a group of SOC 2020 in one area and sector. */
export interface Printed {
  readonly row: Row;
  readonly area: AreaSlug;
  /** The code of the group, empty for all occupations. */
  readonly code: string;
  readonly label: string;
  readonly cells: Readonly<Record<Measure, Cell>>;
}

export interface VacancyObservations {
  readonly year: number;
  readonly occupations: readonly string[];
  readonly areas: readonly AreaSlug[];
  /** Every row of the year, all sectors. */
  readonly printed: readonly Printed[];
  /** By area, the rows of all sectors together by their group's code. */
  readonly groups: ReadonlyMap<AreaSlug, ReadonlyMap<string, Printed>>;
}

/** The code under which the row of all occupations is kept. */
export const allOccupations = '';

/** The value of a filter that selects everything. */
const total = 'Total';

/**
 * The survey withholds figures based on fewer employers than this. Its workbooks print `**` in
 * their place.
 */
export const smallestBase = 30;

/** The cells of the data set. The same markers mean other things at other publishers. */
export const cells = markedCells({
  number: /^\d+(\.\d+)?$/,
  expected: 'a number',
  markers: {
    ...eesMarkers,
    u: [
      'unreliable',
      'The publisher withholds the figure because its reliability is low: it asked too ' +
        'few employers about such vacancies.',
    ],
    low: ['rounds-to-zero', 'The figure rounds to zero but is not zero.'],
  },
  repair:
    'add it to the markers in sources/employer-skills-survey/reshape.ts once the ' +
    "release's data guidance has been read",
});

/**
 * The columns that name a group, with the digits of its code and our name of its level, finest
 * first.
 */
const levelColumns = [
  { column: 'unit', digits: 4 },
  { column: 'minor', digits: 3 },
  { column: 'subMajor', digits: 2 },
  { column: 'major', digits: 1 },
] as const satisfies readonly { column: Column; digits: number }[];

/** The level of a group by the length of its code. */
export function levelOf(code: string): VacancyLevel {
  const level = vacancyLevels[vacancyLevels.length - code.length];
  if (level === undefined) throw new RangeError(`"${code}" is the code of no group`);
  return level;
}

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): VacancyObservations {
  const complain = layout.complainTo(release, rows, problems);
  const data = layout.rowsOf(rows, 'vacancies');
  const newest = newestYear(data, complain);
  if (newest === undefined)
    complain('vacancies', 'countryCode', `no row is for the United Kingdom (${areaOf('uk').code})`);
  const year = Number(newest ?? release.name.slice(-4));
  const printed = data
    .filter((row) => row.period === String(year))
    .flatMap((row) => readRow(row, complain) ?? []);
  const groups = new Map<AreaSlug, Map<string, Printed>>();
  for (const printedRow of printed.filter(({ row }) => row.sector === total)) {
    const ofArea = groups.get(printedRow.area) ?? new Map<string, Printed>();
    groups.set(printedRow.area, ofArea);
    const twin = ofArea.get(printedRow.code);
    const what =
      printedRow.code === allOccupations
        ? 'the total of all occupations'
        : `the group "${printedRow.code}"`;
    if (twin === undefined) ofArea.set(printedRow.code, printedRow);
    else
      complain(
        printedRow.row,
        'unit',
        `${what} occurs twice for ${areaOf(printedRow.area).name}, first in row ${twin.row.row}`,
      );
  }
  const areas = areaSlugs.ukAndNations.filter((area) => groups.has(area));
  return {
    year,
    areas,
    printed,
    groups,
    occupations: needs.get('soc-structure').unitGroups.map(({ code }) => code),
  };
}

/**
 * The newest year with rows for the United Kingdom. The 2019 survey left Scotland out, so its total
 * is not the UK.
 */
function newestYear(data: readonly Row[], complain: Complain<Row>): string | undefined {
  const years = new Set<string>();
  for (const row of data) {
    if (!/^20\d\d$/.test(row.period) || row.periodKind !== 'Calendar year')
      complain(
        row,
        'period',
        `found "${row.period}", "${row.periodKind}", expected a year and "Calendar year"`,
      );
    else if (row.countryCode === areaOf('uk').code) years.add(row.period);
  }
  return [...years].sort(byCodeUnit).at(-1);
}

function readRow(row: Row, complain: Complain<Row>): Printed | null {
  const { geographicLevel, countryCode, countryName } = row;
  const area = areaSlugs.ukAndNations.map(areaOf).find(({ code }) => code === countryCode);
  if (geographicLevel !== 'National')
    return complain(
      row,
      'geographicLevel',
      `found "${geographicLevel}", expected "National": the data set has no smaller areas`,
    );
  if (area === undefined)
    return complain(
      row,
      'countryCode',
      `found "${countryCode}" (${countryName}), expected the United Kingdom or one of its nations`,
    );
  if (countryName.trim() !== area.name)
    complain(row, 'countryName', `found "${countryName}" beside the code of ${area.name}`);
  const finestColumn = levelColumns.find(({ column }) => row[column] !== total);
  const group =
    finestColumn === undefined
      ? { code: allOccupations, label: total }
      : readGroup(row, finestColumn, complain);
  if (group === null) return null;
  const figures = measureNames.map((measure) => [measure, readCell(row, measure, complain)]);
  return {
    row,
    area: area.slug,
    ...group,
    cells: Object.fromEntries(figures) as Record<Measure, Cell>,
  };
}

/**
 * The finest group that a row names. Its code ends at the first blank. It must belong to the
 * broader groups of the same row.
 */
function readGroup(
  row: Row,
  { column: finest, digits: wanted }: (typeof levelColumns)[number],
  complain: Complain<Row>,
) {
  const [, code = '', label = ''] = /^(\d+) +(.+)$/s.exec(row[finest]) ?? [];
  if (code.length !== wanted) {
    const expected =
      `a code of ${wanted} digit${wanted === 1 ? '' : 's'}, a blank and a name, or ` + `"${total}"`;
    return complain(row, finest, `found "${row[finest]}", expected ${expected}`);
  }
  for (const { column, digits } of levelColumns) {
    const expected = code.slice(0, digits);
    if (digits < wanted && row[column] !== total && !row[column].startsWith(`${expected} `))
      complain(
        row,
        column,
        `found "${row[column]}" beside the group ${code}, expected the group ${expected}`,
      );
  }
  return { code, label };
}

function readCell(row: Row, column: Measure, complain: Complain<Row>): Cell {
  const cell = cells.readIn(row, column, complain);
  // Sums are grossed up and may have decimals. A vacancy is whole.
  if (column.endsWith('Share') && Number(cell) > 100)
    complain(row, column, `found "${row[column]}", expected a share of 0 to 100`);
  if (column === 'employers' && typeof cell === 'number' && !Number.isInteger(cell))
    complain(row, column, `found "${row[column]}", expected a whole number`);
  return cell;
}

/** The publisher prints `c` for a base below 5. */
export function isBelowThreshold({ cells: { employers } }: Pick<Printed, 'cells'>): boolean {
  return employers === 'c' || (typeof employers === 'number' && employers < smallestBase);
}

/**
 * Why a row cannot describe an occupation: the row is missing, it rests on too few employers, or
 * its number of vacancies is withheld.
 */
export function withheldRow(row: Printed | undefined): Explained | null {
  if (row === undefined)
    return withheldAs('not-listed', 'The release has no row for this group in this area.');
  const cell = cells.withheld(row.cells.vacancies);
  if (!isBelowThreshold(row)) return cell;
  return withheldAs(
    'below-threshold',
    `The survey withholds figures based on fewer than ${smallestBase} employers.`,
    cell?.marker,
  );
}

/** The finest group of an occupation with published figures; null if none of its groups has any. */
export function finestPublished(
  { groups }: VacancyObservations,
  area: AreaSlug,
  occupation: string,
): Printed | null {
  for (const { digits } of levelColumns) {
    const row = groups.get(area)?.get(occupation.slice(0, digits));
    if (row !== undefined && withheldRow(row) === null) return row;
  }
  return null;
}

/**
 * The major group of an occupation, by which an answer says why none of its groups is published.
 */
export function broadestOf(
  { groups }: VacancyObservations,
  area: AreaSlug,
  occupation: string,
): Printed | undefined {
  return groups.get(area)?.get(occupation.slice(0, 1));
}
