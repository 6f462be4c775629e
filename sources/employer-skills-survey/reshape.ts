// What the printed cells mean: markers, numbers, areas and groups, and which level of SOC 2020 speaks for an occupation. All judgement
// about the survey's figures is here.
import type { Problem } from '#sources/kit/problem.ts';
import { type AccountRow, accountIn, dataRowsOf, eesMarkers } from '#sources/kit/read/ees-data-set.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { type AreaSlug, type WithheldReason, areaOf, areaSlugs } from '#schemas/codes.ts';
import { type Withheld, notUnderstood } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type VacancyLevel, vacancyLevels } from '#schemas/resources/vacancies.ts';
import { type Column, type Row, type Rows, placeOf } from './parse.ts';

/** A published number, or what the publisher printed in its place. */
export type Cell = number | string;

export const measures = [
  'vacancies',
  'hardToFill',
  'skillShortage',
  'hardToFillPercent',
  'skillShortagePercent',
] as const satisfies readonly Column[];
export type Measure = (typeof measures)[number];

/** One printed row: a group of SOC 2020 in one area and sector. */
export interface Printed {
  readonly row: number;
  readonly area: AreaSlug;
  readonly sector: string;
  /** The code of the group, empty for all occupations. */
  readonly code: string;
  /** The group's name as printed. */
  readonly label: string;
  readonly cells: Readonly<Record<Measure, Cell>>;
  /** How many surveyed establishments the row is based on. */
  readonly base: Cell;
}

export interface VacancyObservations {
  /** Of the survey. */
  readonly year: number;
  /** The 412 unit groups. */
  readonly occupations: readonly string[];
  readonly areas: readonly AreaSlug[];
  /** Every row of the year, all sectors. */
  readonly printed: readonly Printed[];
  /** By area, the rows of all sectors together by their group's code. */
  readonly groups: ReadonlyMap<AreaSlug, ReadonlyMap<string, Printed>>;
  readonly account: AccountRow | undefined;
}

/** The code under which the row of all occupations is kept. */
export const allOccupations = '';

/** How a filter says that it does not filter. */
const total = 'Total';

/** The survey withholds figures based on fewer employers than this; `**` stands for them in its workbooks. */
export const smallestBase = 30;

/** The markers of the data set. Other publishers mean other things by the same signs. */
const markers: readonly { readonly printed: string; readonly reason: WithheldReason; readonly explanation: string }[] = [
  ...eesMarkers,
  {
    printed: 'u',
    reason: 'unreliable',
    explanation: 'The publisher withholds the figure because its reliability is low: too few employers were asked about such vacancies.',
  },
  { printed: 'low', reason: 'below-threshold', explanation: 'The figure rounds to zero and is not zero.' },
];

/** Stands for a cell that is not understood. The problem holds the release back, and nothing of it is served. */
const unknownMarker = '';

/** The columns that name a group, with the digits of its code and our name of its level, finest first. */
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

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): VacancyObservations {
  const { unitGroups } = needs.get('soc-structure');
  const data = dataRowsOf(rows);
  const year = newestYear(release, rows, data, problems);
  const reader: Reader = { release, rows, problems };
  const printed = data.filter((row) => row.period === String(year)).flatMap((row) => readRow(reader, row) ?? []);
  const groups = new Map<AreaSlug, Map<string, Printed>>();
  for (const row of printed) {
    if (row.sector !== total) continue;
    const ofArea = groups.get(row.area) ?? new Map<string, Printed>();
    groups.set(row.area, ofArea);
    const twin = ofArea.get(row.code);
    if (twin !== undefined) {
      const what = row.code === allOccupations ? 'the total of all occupations' : `the group "${row.code}"`;
      problems.push({
        place: placeOf(release, rows, row.row, 'unit'),
        message: `${what} stands twice for ${areaOf(row.area).name}, first in row ${twin.row}`,
      });
    } else ofArea.set(row.code, row);
  }
  return {
    year,
    occupations: unitGroups.map(({ code }) => code),
    areas: areaSlugs.ukAndNations.filter((area) => groups.has(area)),
    printed,
    groups,
    account: accountIn(rows),
  };
}

/** The newest year of which there are rows for the United Kingdom: the survey of 2019 left Scotland out, and its whole is not the UK. */
function newestYear(release: Release, rows: Rows, data: readonly Row[], problems: Problem[]): number {
  const years = new Set<string>();
  for (const row of data) {
    if (!/^20\d\d$/.test(row.period) || row.periodKind !== 'Calendar year') {
      problems.push({
        place: placeOf(release, rows, row.row, 'period'),
        message: `found "${row.period}", "${row.periodKind}", expected a year and "Calendar year"`,
      });
    } else if (row.countryCode === areaOf('uk').code) years.add(row.period);
  }
  const newest = [...years].sort(byCodeUnit).at(-1);
  if (newest === undefined)
    problems.push({ place: `employer-skills-survey ${release.name}`, message: `no row is of the United Kingdom (${areaOf('uk').code})` });
  return Number(newest ?? release.name.slice(-4));
}

interface Reader {
  readonly release: Release;
  readonly rows: Rows;
  readonly problems: Problem[];
}

function readRow(reader: Reader, row: Row): Printed | null {
  const { release, rows, problems } = reader;
  const complain = (column: Column, message: string) => void problems.push({ place: placeOf(release, rows, row.row, column), message });
  const area = areaSlugs.ukAndNations.map(areaOf).find(({ code }) => code === row.countryCode);
  if (row.geographicLevel !== 'National') {
    complain('geographicLevel', `found "${row.geographicLevel}", expected "National": the data set has no smaller areas`);
    return null;
  }
  if (area === undefined) {
    complain('countryCode', `found "${row.countryCode}" (${row.countryName}), expected the United Kingdom or one of its nations`);
    return null;
  }
  if (row.countryName.trim() !== area.name) complain('countryName', `found "${row.countryName}" beside the code of ${area.name}`);
  const named = levelColumns.find(({ column }) => row[column] !== total);
  const group = named === undefined ? { code: allOccupations, label: total } : readGroup(row, named, complain);
  if (group === null) return null;
  const cells = Object.fromEntries(measures.map((measure) => [measure, readCell(reader, row, measure)]));
  return {
    row: row.row,
    area: area.slug,
    sector: row.sector,
    ...group,
    cells: cells as Record<Measure, Cell>,
    base: readCell(reader, row, 'base'),
  };
}

/** The finest group that a row names: its code stands before the first blank. Broader groups beside it have to be those that it belongs to. */
function readGroup(
  row: Row,
  named: (typeof levelColumns)[number],
  complain: (column: Column, message: string) => void,
): { code: string; label: string } | null {
  const [, code = '', label = ''] = /^(\d+) +(.+)$/s.exec(row[named.column]) ?? [];
  if (code.length !== named.digits) {
    complain(
      named.column,
      `found "${row[named.column]}", expected a code of ${named.digits} digit${named.digits === 1 ? '' : 's'}, a blank and a name, or "${total}"`,
    );
    return null;
  }
  for (const { column, digits } of levelColumns) {
    if (digits >= named.digits || row[column] === total) continue;
    const expected = code.slice(0, digits);
    if (!row[column].startsWith(`${expected} `))
      complain(column, `found "${row[column]}" beside the group ${code}, expected that of code ${expected}`);
  }
  return { code, label };
}

function readCell({ release, rows, problems }: Reader, row: Row, column: Measure | 'base'): Cell {
  const printed = row[column];
  const isPercent = column === 'hardToFillPercent' || column === 'skillShortagePercent';
  if (/^\d+(\.\d+)?$/.test(printed)) {
    const number = Number(printed);
    // Sums are grossed up and may be printed with decimals; a vacancy is whole.
    const inRange = isPercent ? number <= 100 : column !== 'base' || Number.isInteger(number);
    if (!inRange)
      problems.push({
        place: placeOf(release, rows, row.row, column),
        message: `found "${printed}", expected ${isPercent ? 'a share of 0 to 100' : 'a whole number'}`,
      });
    return number;
  }
  if (!markers.some((marker) => marker.printed === printed)) {
    problems.push({
      place: placeOf(release, rows, row.row, column),
      message: `unknown marker "${printed}", expected a number or one of ${markers.map((marker) => marker.printed).join(' ')}`,
      repair: "add it to the markers in sources/employer-skills-survey/reshape.ts once the release's data guidance has been read",
    });
    return unknownMarker;
  }
  return printed;
}

/** What stands in place of a figure, with its reason; null where the figure is published. */
export function withheldCell(cell: Cell): Withheld | null {
  if (typeof cell === 'number') return null;
  if (cell === unknownMarker) return notUnderstood;
  const marker = markers.find(({ printed }) => printed === cell);
  if (marker === undefined) throw new Error(`marker "${cell}" has no meaning`);
  return { reason: marker.reason, marker: cell, explanation: marker.explanation };
}

/** Why a row cannot speak for an occupation: there is none, it rests on too few employers, or its number of vacancies is withheld. */
export function withheldRow(row: Printed | undefined): Withheld | null {
  if (row === undefined) return { reason: 'not-listed', marker: null, explanation: 'The release has no row for this group in this area.' };
  const cell = withheldCell(row.cells.vacancies);
  if (typeof row.base === 'number' && row.base < smallestBase) {
    return {
      reason: 'below-threshold',
      marker: cell?.marker ?? null,
      explanation: `The survey withholds figures based on fewer than ${smallestBase} employers; these would rest on ${row.base}.`,
    };
  }
  return cell;
}

/** The groups of an occupation, finest first, up to the first whose figures are published. */
export function finestPublished(
  { groups }: VacancyObservations,
  area: AreaSlug,
  occupation: string,
): { readonly published: Printed | null; readonly finer: readonly { readonly code: string; readonly withheld: Withheld }[] } {
  const finer: { code: string; withheld: Withheld }[] = [];
  for (const { digits } of levelColumns) {
    const code = occupation.slice(0, digits);
    const row = groups.get(area)?.get(code);
    const withheld = withheldRow(row);
    if (row !== undefined && withheld === null) return { published: row, finer };
    if (withheld !== null) finer.push({ code, withheld });
  }
  return { published: null, finer };
}

/** How many of the figures for unit groups and areas the survey gives at some level, and how many it withholds for which reason. */
export function count(observations: VacancyObservations): FigureCount {
  const withheld: Partial<Record<WithheldReason, number>> = {};
  let published = 0;
  const add = (reason: WithheldReason | undefined, figures: number) => {
    if (reason === undefined) published += figures;
    else withheld[reason] = (withheld[reason] ?? 0) + figures;
  };
  for (const area of observations.areas) {
    for (const occupation of observations.occupations) {
      const { published: row, finer } = finestPublished(observations, area, occupation);
      if (row === null) add(finer.at(-1)?.withheld.reason, measures.length);
      else for (const measure of measures) add(withheldCell(row.cells[measure])?.reason, 1);
    }
  }
  return { published, withheld };
}
