// What the printed cells mean: levels, indicators by name, caveats and markers, and which rows describe an occupation. Every decision
// about the assessment is made here.
import { type Cell, countFigures, markedCells } from '#sources/kit/cells.ts';
import { complainTo, placeOfRelease } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { type AccountRow, accountIn, dataRowsOf, eesMarkers, printedDataSet } from '#sources/kit/read/ees-data-set.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { type DemandIndicator, type DemandLevel, areaOf, demandIndicators } from '#schemas/codes.ts';
import type { Withheld } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { Column, Row, Rows } from './parse.ts';

/** A remark of the publisher on an assessment, and the indicators that it names; null if it names anything else. */
export interface Remark {
  readonly printed: string;
  readonly indicators: readonly DemandIndicator[] | null;
}

/** One occupation in one year. A cell with a marker holds the marker. */
export interface Assessment {
  /** The row that the level was read from. */
  readonly row: number;
  readonly label: string;
  readonly level: DemandLevel;
  readonly indicators: readonly DemandIndicator[] | string;
  readonly workers: Cell;
  /** Null if there is no remark; a text is a marker. */
  readonly uncertainty: Remark | string | null;
  readonly uncertaintyFlag: boolean | null;
  readonly imputed: Remark | string | null;
  readonly capped: Remark | string | null;
}

export interface DemandObservations {
  /** The year of the latest assessment. */
  readonly year: number;
  /** The 412 unit groups. */
  readonly occupations: readonly string[];
  readonly assessments: ReadonlyMap<string, Assessment>;
  /** The year before, assessed again by the same method; null if the release has no row for it. */
  readonly previous: ReadonlyMap<string, Assessment> | null;
  readonly account: AccountRow | undefined;
}

// We have seen the spelling of the first only. Case is ignored.
const levels: Readonly<Record<string, DemandLevel>> = {
  'critical demand': 'critical',
  'elevated demand': 'elevated',
  'not in high demand': 'not_in_high_demand',
};

/** The cells of the data set. Text columns have the same markers. */
const cells = markedCells({
  number: /^\d+$/,
  expected: 'a whole number',
  markers: eesMarkers,
  repair: "add it to the markers in sources/kit/read/ees-data-set.ts once the release's data guidance has been read",
});

/** The value of a filter that selects everything, and the texts that mean "no remark". */
const total = 'Total';
const noRemark = ['', 'none', 'total', 'z'];

/** Reports a fault of a cell. Always returns null. */
type Complain = (row: Pick<Row, 'row'>, column: Column, message: string, repair?: string) => null;

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): DemandObservations {
  const [table, complainOf] = [printedDataSet(rows), complainTo(release, problems)];
  const complain: Complain = ({ row }, column, message, repair) => complainOf(table, row, column, message, repair);
  const known = new Set(needs.get('soc-structure').unitGroups.map(({ code }) => code));
  const data = dataRowsOf(rows).filter((row) => isOfOccupation(row, known, complain));
  const years = [...new Set(data.map(({ period }) => period))].sort(byCodeUnit);
  const newest = years.at(-1);
  if (newest === undefined) problems.push({ place: placeOfRelease(release), message: 'no row is for an occupation in the United Kingdom' });
  const year = Number(newest ?? release.name.slice(-4));
  const ofYear = (wanted: number) => {
    const byCode = Map.groupBy(
      data.filter(({ period }) => period === String(wanted)),
      ({ code }) => code,
    );
    const ordered = [...byCode].sort(([a], [b]) => byCodeUnit(a, b)).map(([code, own]) => [code, readAssessment(own, complain)] as const);
    return new Map(ordered.flatMap(([code, assessment]) => (assessment === null ? [] : [[code, assessment] as const])));
  };
  return {
    year,
    occupations: [...known],
    assessments: ofYear(year),
    previous: years.includes(String(year - 1)) ? ofYear(year - 1) : null,
    account: accountIn(rows),
  };
}

/** Whether a row describes one occupation. The others are sums and are skipped. */
function isOfOccupation(row: Row, known: ReadonlySet<string>, complain: Complain): boolean {
  const { period, geographicLevel, countryCode, countryName, code, label } = row;
  if (!/^20\d\d$/.test(period)) complain(row, 'period', `found "${period}", expected a year`);
  else if (geographicLevel !== 'National' || countryCode !== areaOf('uk').code) {
    const found = `found "${geographicLevel}", "${countryCode}" (${countryName})`;
    complain(row, 'countryCode', `${found}, expected the United Kingdom only`);
  } else if (code !== total && !known.has(code))
    complain(row, 'code', `found "${code}" (${label}), expected a unit group of SOC 2020 or "${total}"`);
  else return code !== total;
  return false;
}

/** The rows that state the facts of an occupation: the row of all industries, or if it is missing the rows of every industry, which must agree. */
export function factRows(rows: readonly Row[]): readonly Row[] {
  const stating = rows.filter(({ level }) => level !== total);
  const overall = stating.filter(({ industry }) => industry === total);
  return overall.length > 0 ? overall : stating;
}

function readAssessment(rows: readonly Row[], complain: Complain): Assessment | null {
  const facts = factRows(rows);
  const [row] = facts;
  if (row === undefined) return complain(rows[0] ?? { row: 1 }, 'level', `no row of ${rows[0]?.code} states a level of demand`);
  /** The value on which the rows agree in a column. "Total" is ignored if another row has a value. */
  const agreed = (column: Column): string => {
    const values = facts.map((fact) => fact[column].trim());
    const stated = values.find((value) => value !== total);
    const other = facts.find((_, at) => values[at] !== total && values[at] !== stated);
    if (other !== undefined)
      complain(other, column, `found "${other[column]}", but "${stated}" for the same occupation and year in another row`);
    return stated ?? values[0] ?? '';
  };
  const printedLevel = agreed('level');
  const level = levels[printedLevel.toLowerCase()];
  if (level === undefined) {
    const expected = 'expected "Critical demand", "Elevated demand" or "Not in high demand"';
    return complain(row, 'level', `unknown level "${printedLevel}", ${expected}`);
  }
  const remark = (column: 'uncertainty' | 'imputed' | 'capped') => {
    const printed = agreed(column);
    if (saysNothing(printed)) return null;
    return isMarker(printed) ? printed : { printed, indicators: indicatorsNamed(printed) };
  };
  const indicators = (): readonly DemandIndicator[] | string => {
    const printed = agreed('indicators');
    if (isMarker(printed)) return printed;
    const named = saysNothing(printed) ? [] : indicatorsNamed(printed);
    if (named !== null) return named;
    const expected = `"None" or some of ${demandIndicators.map(({ name }) => `"${name}"`).join(', ')}`;
    complain(row, 'indicators', `found "${printed}", expected ${expected}`, otherMethod);
    return [];
  };
  const flag = (): boolean | null => {
    const printed = agreed('uncertaintyFlag');
    if (printed === 'Yes' || printed === 'No') return printed === 'Yes';
    return saysNothing(printed) || isMarker(printed)
      ? null
      : complain(row, 'uncertaintyFlag', `found "${printed}", expected "Yes" or "No"`);
  };
  return {
    row: row.row,
    label: agreed('label'),
    level,
    indicators: indicators(),
    workers: cells.read(agreed('workers'), (message, repair) => complain(row, 'workers', message, repair)),
    uncertainty: remark('uncertainty'),
    uncertaintyFlag: flag(),
    imputed: remark('imputed'),
    capped: remark('capped'),
  };
}

const otherMethod = 'read the methodology of the release; if the indicators have changed, change schemas/codes.ts with them';

function isMarker(printed: string): boolean {
  return eesMarkers.some((marker) => marker.printed === printed);
}

function saysNothing(printed: string): boolean {
  return noRemark.includes(printed.toLowerCase());
}

/** The indicators that a text names, in our order; null if it names anything else. We do not know how the publisher separates them. */
export function indicatorsNamed(text: string): DemandIndicator[] | null {
  let rest = text.toLowerCase();
  const named = demandIndicators.filter(({ name }) => {
    const before = rest;
    rest = rest.replace(name, '|');
    return rest !== before;
  });
  return named.length > 0 && /^\s*\|(\s*([;,]|\band\b|[;,]\s*and\b)\s*\|)*\s*\.?$/.test(rest) ? named.map(({ key }) => key) : null;
}

/** The meaning of a marker; null for a published value. */
export function withheldBy(cell: Assessment['indicators'] | Assessment['workers'] | undefined): Withheld | null {
  return typeof cell === 'string' ? cells.withheld(cell) : null;
}

/** How many levels and numbers of workers the release publishes for the latest year, and how many it withholds, by reason. */
export function count({ occupations, assessments }: DemandObservations): FigureCount {
  return countFigures(
    occupations.flatMap((code) => {
      const assessment = assessments.get(code);
      return assessment === undefined ? (['not-assessed', 'not-assessed'] as const) : [null, withheldBy(assessment.workers)?.reason];
    }),
  );
}
