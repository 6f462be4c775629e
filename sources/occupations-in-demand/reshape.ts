// What the printed cells mean: levels, indicators by name, caveats and markers, and which rows are of an occupation. All judgement about
// the assessment is here.
import type { Problem } from '#sources/kit/problem.ts';
import { type AccountRow, accountIn, dataRowsOf, eesMarkers } from '#sources/kit/read/ees-data-set.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { type DemandIndicator, type DemandLevel, type WithheldReason, areaOf, demandIndicators } from '#schemas/codes.ts';
import { type Withheld, notUnderstood } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type Column, type Row, type Rows, placeOf } from './parse.ts';

/** A remark of the publisher's on an assessment, and the indicators that it names; null where it names others. */
export interface Remark {
  readonly printed: string;
  readonly indicators: readonly DemandIndicator[] | null;
}

/** One occupation in one year. Where a cell holds a marker, it stands in place of what is published. */
export interface Assessment {
  /** The row that the level was read from. */
  readonly row: number;
  readonly label: string;
  readonly level: DemandLevel;
  readonly indicators: readonly DemandIndicator[] | string;
  readonly workers: number | string;
  /** Null where there is nothing to remark; a text is a marker. */
  readonly uncertainty: Remark | string | null;
  readonly uncertaintyFlag: boolean | null;
  readonly imputed: Remark | string | null;
  readonly capped: Remark | string | null;
}

export interface DemandObservations {
  /** Of the latest assessment. */
  readonly year: number;
  /** The 412 unit groups. */
  readonly occupations: readonly string[];
  readonly assessments: ReadonlyMap<string, Assessment>;
  /** The year before, assessed again by the same method; null where the release has no row of it. */
  readonly previous: ReadonlyMap<string, Assessment> | null;
  readonly account: AccountRow | undefined;
}

// The spelling of the first is attested, that of the others is not; case is not relied on.
const levels: Readonly<Record<string, DemandLevel>> = {
  'critical demand': 'critical',
  'elevated demand': 'elevated',
  'not in high demand': 'not_in_high_demand',
};

/** Stands for a cell that is not understood. The problem holds the release back, and nothing of it is served. */
const unknownMarker = '';

/** How a filter says that it does not filter, and a text that there is nothing to say. */
const total = 'Total';
const noRemark = ['', 'none', 'total', 'z'];

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): DemandObservations {
  const { unitGroups } = needs.get('soc-structure');
  const reader: Reader = { release, rows, problems };
  const known = new Set(unitGroups.map(({ code }) => code));
  const data = dataRowsOf(rows).filter((row) => isOfOccupation(reader, row, known));
  const years = [...new Set(data.map(({ period }) => period))].sort(byCodeUnit);
  const newest = years.at(-1);
  if (newest === undefined)
    problems.push({ place: `occupations-in-demand ${release.name}`, message: 'no row is of an occupation in the United Kingdom' });
  const year = Number(newest ?? release.name.slice(-4));
  const ofYear = (wanted: number) =>
    assessmentsOf(
      reader,
      data.filter(({ period }) => period === String(wanted)),
    );
  return {
    year,
    occupations: [...known],
    assessments: ofYear(year),
    previous: years.includes(String(year - 1)) ? ofYear(year - 1) : null,
    account: accountIn(rows),
  };
}

interface Reader {
  readonly release: Release;
  readonly rows: Rows;
  readonly problems: Problem[];
}

/** Rows of no single occupation are sums, and passed over. */
function isOfOccupation({ release, rows, problems }: Reader, row: Row, known: ReadonlySet<string>): boolean {
  const complain = (column: Column, message: string) => {
    problems.push({ place: placeOf(release, rows, row.row, column), message });
    return false;
  };
  if (!/^20\d\d$/.test(row.period)) return complain('period', `found "${row.period}", expected a year`);
  if (row.geographicLevel !== 'National' || row.countryCode !== areaOf('uk').code) {
    return complain(
      'countryCode',
      `found "${row.geographicLevel}", "${row.countryCode}" (${row.countryName}), expected the United Kingdom alone`,
    );
  }
  if (row.code === total) return false;
  return known.has(row.code) || complain('code', `found "${row.code}" (${row.label}), expected a unit group of SOC 2020 or "${total}"`);
}

function assessmentsOf(reader: Reader, data: readonly Row[]): Map<string, Assessment> {
  const byCode = Map.groupBy(data, ({ code }) => code);
  return new Map(
    [...byCode]
      .sort(([a], [b]) => byCodeUnit(a, b))
      .flatMap(([code, rows]) => {
        const assessment = readAssessment(reader, rows);
        return assessment === null ? [] : [[code, assessment] as const];
      }),
  );
}

/** The rows that state the facts of an occupation: that of all industries, or where there is none those of every industry, which must agree. */
export function factRows(rows: readonly Row[]): readonly Row[] {
  const stating = rows.filter(({ level }) => level !== total);
  const overall = stating.filter(({ industry }) => industry === total);
  return overall.length > 0 ? overall : stating;
}

function readAssessment(reader: Reader, all: readonly Row[]): Assessment | null {
  const { release, rows, problems } = reader;
  const facts = factRows(all);
  const [first] = facts;
  if (first === undefined) {
    problems.push({
      place: placeOf(release, rows, all[0]?.row ?? 1, 'level'),
      message: `no row of ${all[0]?.code} states a level of demand`,
    });
    return null;
  }
  /** What the rows say in a column: never a sum, and "Total" beside something else says nothing. */
  const agreed = (column: Column): string => {
    const values = [...new Set(facts.map((row) => row[column].trim()))];
    const stated = values.filter((value) => value !== total);
    const other = facts.find((row) => row[column].trim() !== total && row[column].trim() !== stated[0]);
    if (other !== undefined)
      problems.push({
        place: placeOf(release, rows, other.row, column),
        message: `found "${other[column]}", but "${stated[0]}" for the same occupation and year in another row`,
      });
    return stated[0] ?? values[0] ?? '';
  };
  const at = (column: Column) => placeOf(release, rows, first.row, column);
  const printedLevel = agreed('level');
  const level = levels[printedLevel.toLowerCase()];
  if (level === undefined) {
    problems.push({
      place: at('level'),
      message: `unknown level "${printedLevel}", expected "Critical demand", "Elevated demand" or "Not in high demand"`,
    });
    return null;
  }
  const remark = (column: 'uncertainty' | 'imputed' | 'capped') => {
    const printed = agreed(column);
    if (noRemark.includes(printed.toLowerCase())) return null;
    return isMarker(printed) ? printed : { printed, indicators: indicatorsNamed(printed) };
  };
  return {
    row: first.row,
    label: agreed('label'),
    level,
    indicators: readIndicators(agreed('indicators'), at('indicators'), problems),
    workers: readWorkers(agreed('workers'), at('workers'), problems),
    uncertainty: remark('uncertainty'),
    uncertaintyFlag: readFlag(agreed('uncertaintyFlag'), at('uncertaintyFlag'), problems),
    imputed: remark('imputed'),
    capped: remark('capped'),
  };
}

function isMarker(printed: string): boolean {
  return eesMarkers.some((marker) => marker.printed === printed);
}

/** The indicators that a text names, in our order; null where it names anything else. How the publisher separates them is not known. */
export function indicatorsNamed(text: string): DemandIndicator[] | null {
  let rest = text.toLowerCase();
  const named = demandIndicators.filter(({ name }) => {
    const before = rest;
    rest = rest.replace(name, '|');
    return rest !== before;
  });
  return named.length > 0 && /^\s*\|(\s*([;,]|\band\b|[;,]\s*and\b)\s*\|)*\s*\.?$/.test(rest) ? named.map(({ key }) => key) : null;
}

function readIndicators(printed: string, place: string, problems: Problem[]): readonly DemandIndicator[] | string {
  if (isMarker(printed)) return printed;
  if (noRemark.includes(printed.toLowerCase())) return [];
  const named = indicatorsNamed(printed);
  if (named !== null) return named;
  problems.push({
    place,
    message: `found "${printed}", expected "None" or some of ${demandIndicators.map(({ name }) => `"${name}"`).join(', ')}`,
    repair: 'read the methodology of the release: where the indicators have changed, schemas/codes.ts has to change with them',
  });
  return [];
}

function readWorkers(printed: string, place: string, problems: Problem[]): number | string {
  if (/^\d+$/.test(printed)) return Number(printed);
  if (isMarker(printed)) return printed;
  problems.push({
    place,
    message: `unknown marker "${printed}", expected a whole number or one of ${eesMarkers.map((marker) => marker.printed).join(' ')}`,
  });
  return unknownMarker;
}

function readFlag(printed: string, place: string, problems: Problem[]): boolean | null {
  if (printed === 'Yes' || printed === 'No') return printed === 'Yes';
  if (!noRemark.includes(printed.toLowerCase()) && !isMarker(printed))
    problems.push({ place, message: `found "${printed}", expected "Yes" or "No"` });
  return null;
}

/** The meaning of a marker; null for what is published. */
export function withheldBy(printed: unknown): Withheld | null {
  if (typeof printed !== 'string') return null;
  if (printed === unknownMarker) return notUnderstood;
  const marker = eesMarkers.find((candidate) => candidate.printed === printed);
  if (marker === undefined) throw new Error(`marker "${printed}" has no meaning`);
  return { reason: marker.reason, marker: printed, explanation: marker.explanation };
}

/** How many levels and numbers of workers the release gives for the latest year, and how many it withholds for which reason. */
export function count({ occupations, assessments }: DemandObservations): FigureCount {
  const withheld: Partial<Record<WithheldReason, number>> = {};
  let published = 0;
  for (const code of occupations) {
    const assessment = assessments.get(code);
    const reasons =
      assessment === undefined ? (['not-assessed', 'not-assessed'] as const) : [undefined, withheldBy(assessment.workers)?.reason];
    for (const reason of reasons) {
      if (reason === undefined) published += 1;
      else withheld[reason] = (withheld[reason] ?? 0) + 1;
    }
  }
  return { published, withheld };
}
