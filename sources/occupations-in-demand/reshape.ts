// What the printed cells mean: levels, the demand index, what each indicator signals, and caveats.
// Every decision about the assessment is made here.
import type { Complain } from '#sources/kit/place.ts';
import { eesMarkers } from '#sources/kit/read/ees-pages.ts';
import { type Cell, markedCells } from '#sources/kit/cells.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import {
  type DemandIndicator,
  type DemandLevel,
  areaOf,
  demandIndicatorKeys,
} from '#schemas/codes.ts';
import type { Explained } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { TableOrRow } from '#sources/kit/table-places.ts';
import { type RawRow, type Rows, type ScaledRow, layout, total } from './layout.ts';

export interface IndicatorReading {
  /** The publisher's value, unrounded, or a marker. A printed 0.00001 of visa grants is 0. */
  readonly value: Cell;
  /**
   * Critical or elevated if the publisher flags it so; null if there is no value that could be
   * either.
   */
  readonly level: DemandLevel | null;
  /** The marker in place of a value or a flag if there is no level; null if there is one. */
  readonly marker: string | null;
}

/** One occupation in one year. A cell with a marker holds the marker. */
export interface Assessment {
  /** The rows of the fixed combination in the raw and the scaled data set. */
  readonly raw: RawRow;
  readonly scaled: ScaledRow;
  readonly label: string;
  readonly level: DemandLevel;
  readonly index: number;
  readonly indicators: Readonly<Record<DemandIndicator, IndicatorReading>>;
  readonly workers: Cell;
  /**
   * The publisher's sentences about indicators, as printed; null where one says that there is
   * nothing to remark.
   */
  readonly remarks: Readonly<Record<keyof typeof noRemark, string | null>>;
  readonly uncertaintyFlag: boolean;
}

/** A row of several occupations. */
export interface Sum {
  readonly row: RawRow;
  readonly occupations: Cell;
  readonly workers: Cell;
}

export interface AssessedYear {
  readonly year: number;
  readonly tables: {
    readonly raw: 'raw' | 'rawBefore';
    readonly scaled: 'scaled' | 'scaledBefore';
  };
  /** By unit group, ordered by code. */
  readonly assessments: ReadonlyMap<string, Assessment>;
  /** The occupations that the publisher excludes, together. It does not list them. */
  readonly excluded: Sum | null;
  /** All occupations, excluded ones too. */
  readonly all: Sum | null;
}

/** The assessments of a release, in the order of its figures. */
export const assessments = [
  'latest',
  'previous',
] as const satisfies readonly (keyof DemandObservations)[];

export interface DemandObservations {
  readonly occupations: readonly string[];
  readonly latest: AssessedYear;
  /** The year before, assessed again by the same method; null if the release does not have it. */
  readonly previous: AssessedYear | null;
}

const levels: Readonly<Record<string, DemandLevel>> = {
  'Critical demand': 'critical',
  'Elevated demand': 'elevated',
  'Not in high demand': 'not_in_high_demand',
};

/** What the publisher prints in a column of remarks where it has none. */
export const noRemark = {
  uncertainty: 'No uncertainty',
  imputed: 'No indicators imputed',
  capped: 'No indicators capped at elevated due to imputation',
} as const;

/** Printed in every filter of the one row of the occupations that are not assessed. */
export const excludedOccupations = 'Excluded occupations';

export const valueColumns = {
  visa_grant_density: 'visaGrantDensity',
  online_job_advert_density: 'onlineJobAdvertDensity',
  hourly_wage_change: 'hourlyWageChange',
  wage_premium: 'wagePremium',
  hours_worked_change: 'hoursWorkedChange',
} as const satisfies Readonly<Record<DemandIndicator, keyof RawRow>>;

/** The columns in which the publisher says what an indicator signals. */
export const signalColumnsOf = (indicator: DemandIndicator) =>
  [`${valueColumns[indicator]}Critical`, `${valueColumns[indicator]}Elevated`] as const;

const repair =
  "add it to the markers in sources/kit/read/ees-pages.ts once the release's data " +
  'guidance has been read';
export const wholeNumbers = markedCells({
  number: /^\d+$/,
  expected: 'a whole number',
  markers: eesMarkers,
  repair,
});
export const values = markedCells({
  number: /^-?\d+(\.\d+)?$/,
  expected: 'a number',
  markers: eesMarkers,
  repair,
});
export const indexes = markedCells({
  number: /^-?\d+(\.\d+)?$/,
  expected: 'a number',
  markers: {},
  repair: 'read the methodology of the release',
});
export const flags = markedCells({
  number: /^[01]$/,
  expected: '0 or 1',
  markers: eesMarkers,
  repair,
});

type ComplainInTable = Complain<TableOrRow<keyof typeof layout.layouts>>;

/** How the publisher prints a visa density of zero. */
const printedZero = 0.00001;

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): DemandObservations {
  const complain = layout.complainTo(release, rows, problems);
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const known = new Set(occupations);
  const readYear = (tables: AssessedYear['tables']) =>
    yearOf(release, rows, tables, known, complain);
  const latest = readYear({ raw: 'raw', scaled: 'scaled' });
  const hasBefore = layout.header(rows, 'rawBefore') !== undefined;
  const previous = hasBefore ? readYear({ raw: 'rawBefore', scaled: 'scaledBefore' }) : null;
  if (previous !== null && previous.year !== latest.year - 1)
    complain(
      'rawBefore',
      undefined,
      `the data set is of ${previous.year}, expected the year before ${latest.year}`,
    );
  return { occupations, latest, previous };
}

function yearOf(
  release: Release,
  rows: Rows,
  tables: AssessedYear['tables'],
  known: ReadonlySet<string>,
  complain: ComplainInTable,
): AssessedYear {
  const raw = layout.rowsOf(rows, tables.raw);
  const period = raw.find((row) => /^20\d\d$/.test(row.period))?.period;
  if (period === undefined) complain(tables.raw, undefined, 'has no row of a year');
  /** The first row of each code. A check reports others. */
  const byCode = <Each extends RawRow | ScaledRow>(rowsOfKind: readonly Each[]) =>
    new Map(
      rowsOfKind
        .filter((row) => isOfYear(row, period ?? '', known, complain))
        .toReversed()
        .map((row) => [row.code, row]),
    );
  const rawRows = byCode(raw);
  const scaledRows = byCode(layout.rowsOf(rows, tables.scaled));
  const assessedRows = [...rawRows.values()]
    .filter(({ code }) => known.has(code))
    .sort((a, b) => byCodeUnit(a.code, b.code));
  const assessments = new Map<string, Assessment>();
  for (const row of assessedRows) {
    const scaled = scaledRows.get(row.code);
    if (scaled === undefined) {
      const { printedAs } = layout.printedTable(rows, tables.scaled);
      complain(row, 'code', `found ${row.code}, but no row for it in ${printedAs}`);
      continue;
    }
    const assessment = readAssessment(row, scaled, complain);
    if (assessment !== null) assessments.set(row.code, assessment);
  }
  const sumOf = (code: string): Sum | null => {
    const row = rawRows.get(code);
    if (row === undefined) return null;
    return {
      row,
      occupations: wholeNumbers.readIn(row, 'count', complain),
      workers: wholeNumbers.readIn(row, 'workers', complain),
    };
  };
  return {
    year: Number(period ?? release.name.slice(-4)),
    tables,
    assessments,
    excluded: sumOf(excludedOccupations),
    all: sumOf(total),
  };
}

/**
 * Whether a row is of the United Kingdom and the year of its data set, and of something that we
 * know.
 */
function isOfYear(
  row: RawRow | ScaledRow,
  period: string,
  known: ReadonlySet<string>,
  complain: ComplainInTable,
): boolean {
  const { geographicLevel, countryCode, countryName, code, label } = row;
  if (row.period !== period)
    complain(
      row,
      'period',
      `found "${row.period}", expected ${period === '' ? 'a year' : `"${period}"`}`,
    );
  else if (row.periodKind !== 'Reporting year')
    complain(row, 'periodKind', `found "${row.periodKind}", expected "Reporting year"`);
  else if (geographicLevel !== 'National' || countryCode !== areaOf('uk').code) {
    const foundText = `found "${geographicLevel}", "${countryCode}" (${countryName})`;
    complain(row, 'countryCode', `${foundText}, expected the United Kingdom only`);
  } else if (code !== total && code !== excludedOccupations && !known.has(code)) {
    const expected = `expected a unit group of SOC 2020, "${excludedOccupations}" or "${total}"`;
    complain(row, 'code', `found "${code}" (${label}), ${expected}`);
  } else return true;
  return false;
}

function readAssessment(
  raw: RawRow,
  scaled: ScaledRow,
  complain: ComplainInTable,
): Assessment | null {
  const level = levels[raw.level];
  if (level === undefined) {
    const expected = Object.keys(levels).map((text) => `"${text}"`);
    return complain(
      raw,
      'level',
      `unknown level "${raw.level}", expected ${expected.join(' or ')}`,
    );
  }
  const index = indexes.readIn(scaled, 'index', complain);
  const remarkIn = (column: keyof typeof noRemark) => {
    const printed = raw[column];
    if (printed === noRemark[column]) return null;
    // A marker or an empty cell is no caveat.
    if (!printed.includes(' '))
      complain(raw, column, `found "${printed}", expected a sentence, or "${noRemark[column]}"`);
    return printed;
  };
  const flag = raw.uncertaintyFlag;
  if (flag !== 'Yes' && flag !== 'No')
    complain(raw, 'uncertaintyFlag', `found "${flag}", expected "Yes" or "No"`);
  const indicators = demandIndicatorKeys.map((key): [DemandIndicator, IndicatorReading] => [
    key,
    readIndicator(key, raw, scaled, complain),
  ]);
  return {
    raw,
    scaled,
    label: raw.label,
    level,
    index: typeof index === 'number' ? index : Number.NaN,
    indicators: Object.fromEntries(indicators) as Record<DemandIndicator, IndicatorReading>,
    workers: wholeNumbers.readIn(raw, 'workers', complain),
    remarks: {
      uncertainty: remarkIn('uncertainty'),
      imputed: remarkIn('imputed'),
      capped: remarkIn('capped'),
    },
    uncertaintyFlag: flag === 'Yes',
  };
}

function readIndicator(
  key: DemandIndicator,
  raw: RawRow,
  scaled: ScaledRow,
  complain: ComplainInTable,
): IndicatorReading {
  const printed = values.readIn(raw, valueColumns[key], complain);
  const value = key === 'visa_grant_density' && printed === printedZero ? 0 : printed;
  const [critical, elevated] = signalColumnsOf(key).map((column) =>
    flags.readIn(scaled, column, complain),
  );
  if (critical === 1) return { value, level: 'critical', marker: null };
  if (elevated === 1) return { value, level: 'elevated', marker: null };
  // That an indicator without a value is not flagged says nothing about it.
  const marker = [value, critical, elevated].find((cell) => typeof cell === 'string') ?? null;
  return { value, level: marker === null ? 'not_in_high_demand' : null, marker };
}

/** The meaning of a marker in a number of workers; null for a published number. */
export function withheldWorkers(cell: Cell): Explained | null {
  return wholeNumbers.withheld(cell);
}

/** Why an indicator has no level; null if it has one. */
export function withheldIndicator({ marker }: IndicatorReading): Explained | null {
  return marker === null ? null : values.withheld(marker);
}
