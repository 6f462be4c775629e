// What the printed cells mean: the figure of each row, the status that withholds it, and its quality. All judgement about the survey's
// figures is here.
import { countFigures } from '#sources/kit/cells.ts';
import { complainTo } from '#sources/kit/place.ts';
import { type Problem, quoteList } from '#sources/kit/problem.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { type AreaSlug, type Quality, type QualityBasis, type WithheldReason, qualityOfCv } from '#schemas/codes.ts';
import { type Explained, notUnderstood } from '#schemas/figures.ts';
import { type ColumnName, type QueryName, type Row, type Rows, areaOfCode, areaSlugs, printed } from './layout.ts';

/** A figure with its quality, or the reason why there is none. */
export interface Estimate {
  readonly count: number | null;
  /** Half-width of the 95 % interval. */
  readonly interval: number | null;
  readonly quality: Quality;
  readonly qualityBasis: QualityBasis | null;
  readonly withheld: Explained | null;
  /** Why a count has no interval. */
  readonly intervalWithheld: Explained | null;
}

/** Who is counted: everybody, or one of the parts of the United Kingdom's figures. */
export const parts = ['all', 'female', 'male', 'partTime', 'fullTime', 'selfEmployed', 'employees'] as const;
export type Part = (typeof parts)[number];

/** Figures by group. An empty code stands for the total. */
export type Estimates = ReadonlyMap<string, Estimate>;

export const total = '';

export interface EmploymentObservations {
  /** As printed, `Jul 2025-Jun 2026`. */
  readonly period: string;
  /** The month in which it ends, `2026-06`. */
  readonly closing: string;
  readonly occupations: readonly string[];
  readonly areas: readonly AreaSlug[];
  readonly employment: ReadonlyMap<AreaSlug, Estimates>;
  /** Of the United Kingdom. */
  readonly parts: ReadonlyMap<Part, Estimates>;
}

interface Status {
  /** How the text of the status begins. */
  readonly text: string;
  /** Why there is no figure, if none is printed with the status. */
  readonly reason: WithheldReason;
  readonly explanation: string;
}

/** The status of a figure without reservations. */
export const normal = 'A';
/** The confidentiality of a figure that is free for publication. No real answer seen has another. */
export const free = 'F';

/** The service's own texts. We have seen no letter other than A, so the text decides. */
export const statuses: readonly Status[] = [
  {
    text: 'Estimate and confidence interval not available',
    reason: 'disclosive',
    explanation:
      'The publisher gives no figure, because nobody in its sample belongs to the group, or so few people (up to 2) that the figure could identify them.',
  },
  {
    text: 'Estimate and confidence interval unreliable',
    reason: 'unreliable',
    explanation: 'The publisher calls the figure unreliable, because few people in its sample belong to the group (3 to 9).',
  },
  { text: 'Estimate is less than 500', reason: 'below-threshold', explanation: 'The publisher gives no estimate below 500 people.' },
  { text: 'These figures are missing', reason: 'not-available', explanation: 'The publisher marks the figure as missing.' },
];

/** 95 % of a normal distribution lie within this many standard errors of its middle. */
const standardErrors = 1.96;

/** Says what is wrong with a cell. */
type Complain = (row: Row, column: ColumnName, message: string, repair?: string) => void;

function complainOf(release: Release, problems: Problem[]): Complain {
  const complain = complainTo(release, problems);
  return (row, column, message, repair) => complain(printed(row), row.row, column, message, repair);
}

/** Rows to observations. Unknown statuses, codes and labels are collected in `problems`, each with its cell. */
export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): EmploymentObservations {
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const complain = complainOf(release, problems);
  const employment = new Map(areaSlugs.map((area) => [area, new Map<string, Estimate>()]));
  const byPart = new Map(parts.map((part) => [part, new Map<string, Estimate>()]));
  for (const { area, part, code, value, interval, isOfAreas } of pairsOf(rows, occupations, complain)) {
    const estimate = estimateOf(value, interval, complain);
    if (isOfAreas) employment.get(area)?.set(code, estimate);
    if (area === 'uk' && (part !== 'all' || isOfAreas)) byPart.get(part)?.set(code, estimate);
  }
  const [first] = rows;
  return { period: first?.period ?? '', closing: first?.date ?? '', occupations, areas: areaSlugs, employment, parts: byPart };
}

/** The two rows of a figure, either of which may be missing. */
export interface Pair {
  readonly area: AreaSlug;
  readonly part: Part;
  readonly code: string;
  readonly value?: Row;
  readonly interval?: Row;
  /** True if they come from the query for every area and everybody. */
  readonly isOfAreas: boolean;
}

/** The rows two by two, in the order in which the files first give the figures. */
export function pairsOf(rows: Rows, occupations: readonly string[], complain: Complain = () => {}): Pair[] {
  const known = new Set([total, ...occupations]);
  const partOf = partsByLabel(rows, complain);
  const found = new Map<string, Omit<Pair, 'value' | 'interval'> & { value?: Row; interval?: Row }>();
  for (const row of rows.filter((candidate) => !isAboveUnits(candidate))) {
    const area = areaOfCode(row.geography);
    const code = codeOf(row.occupation);
    const part = partOf(row);
    if (area === undefined) {
      const expected = `${quoteList(areaSlugs)} by their codes`;
      complain(row, 'geography', `got "${row.geography}" (${row.geographyName}), expected one of the queried areas, ${expected}`);
    } else if (code === null || !known.has(code))
      complain(row, 'occupation', `got "${row.occupation}", expected a unit group of SOC 2020, "2134 : …", or "Total"`);
    else if (row.measures !== 'Value' && row.measures !== 'Confidence')
      complain(row, 'measures', `got "${row.measures}", expected "Value" or "Confidence"`);
    else if (part !== null) {
      // The query by sex repeats the figures of everybody. The first row counts, and the check totals-agree compares them.
      const key = `${area} ${part === 'all' ? row.query : part} ${code}`;
      const figure = found.get(key) ?? { area, part, code, isOfAreas: part === 'all' && row.query === 'employment' };
      found.set(key, figure);
      const kind = row.measures === 'Value' ? 'value' : 'interval';
      if (figure[kind] === undefined) figure[kind] = row;
    }
  }
  return [...found.values()];
}

/** The code of a group, empty for the total; null for anything else. The title is not read, because it may be out of date. */
export function codeOf(label: string): string | null {
  if (label.trim() === 'Total') return total;
  return /^([1-9]\d{3}) : \S/.exec(label.trim())?.[1] ?? null;
}

/** Whether a row is of a group above the unit groups, which no query asks for: `1 : …`, `11 : …`, `111 : …`. */
export function isAboveUnits({ occupation }: Pick<Row, 'occupation'>): boolean {
  return /^[1-9]\d{0,2} : \S/.test(occupation.trim());
}

/** Each query's dimension with its labels: the part that we want, and the opposite part. */
const dimensions = [
  { query: 'sex', column: 'sex', named: /female/i, part: 'female', other: () => true, otherPart: 'male' },
  { query: 'part-time', column: 'hours', named: /part/i, part: 'partTime', other: () => true, otherPart: 'fullTime' },
  // A fourth category, schemes and family workers, is not read.
  {
    query: 'self-employed',
    column: 'status',
    named: /self/i,
    part: 'selfEmployed',
    other: (label: string) => /^employee/i.test(label),
    otherPart: 'employees',
  },
] as const satisfies readonly {
  query: QueryName;
  column: ColumnName;
  named: RegExp;
  part: Part;
  other: (label: string) => boolean;
  otherPart: Part;
}[];

/**
 * Which part a row counts, by its label. The query for everybody tells the label of everybody. Null for the categories that are not
 * read.
 */
function partsByLabel(rows: Rows, complain: Complain): (row: Row) => Part | null {
  const labels = new Map<string, Part>();
  for (const { query, column, named, part, other, otherPart } of dimensions) {
    const labelsOf = (of: QueryName) => [...new Set(rows.flatMap((row) => (row.query === of ? [row[column]] : [])))];
    const whole = labelsOf('employment');
    const others = labelsOf(query).filter((label) => !whole.includes(label));
    const matching = others.filter((label) => named.test(label));
    const opposite = others.filter((label) => !named.test(label) && other(label));
    for (const label of whole) labels.set(`${query} ${label}`, 'all');
    for (const label of matching) labels.set(`${query} ${label}`, part);
    for (const label of opposite) labels.set(`${query} ${label}`, otherPart);
    if (whole.length === 1 && matching.length === 1 && opposite.length === 1) continue;
    const row = rows.find((candidate) => candidate.query === query);
    if (row === undefined) continue;
    const expected = `expected one for everybody, one that contains "${named.source}" and one for ${otherPart}`;
    const repair = 'if the publisher has renamed a category, change the table in sources/aps-employment/reshape.ts';
    complain(row, column, `the labels are ${quoteList([...whole, ...others])}, ${expected}`, repair);
  }
  return (row) => {
    const dimension = dimensions.find(({ query }) => query === row.query);
    return dimension === undefined ? 'all' : (labels.get(`${row.query} ${row[dimension.column]}`) ?? null);
  };
}

/** One figure from its two rows, either of which may be missing. */
function estimateOf(valueRow: Row | undefined, intervalRow: Row | undefined, complain: Complain): Estimate {
  const value = cellOf(valueRow, complain);
  const interval = cellOf(intervalRow, complain);
  if (value.number === null) {
    const { withheld } = value;
    const quality = withheld.reason === 'unreliable' ? 'unreliable' : 'unrated';
    return { count: null, interval: null, quality, qualityBasis: null, withheld, intervalWithheld: null };
  }
  const intervalWithheld = interval.number === null ? interval.withheld : null;
  const cv = interval.number === null ? null : coefficientOfVariation(value.number, interval.number);
  const isFlagged = value.flagged || (interval.number === null ? interval.withheld.reason === 'unreliable' : interval.flagged);
  return {
    count: value.number,
    interval: interval.number,
    ...(isFlagged || cv === null
      ? // Without an interval we know no band, unless the publisher says that the figure is unreliable.
        { quality: isFlagged ? 'unreliable' : 'unrated', qualityBasis: null }
      : { quality: qualityOfCv(cv), qualityBasis: 'approximate-cv' }),
    withheld: null,
    intervalWithheld,
  };
}

/** Whether a figure may be shown as a number: it has a band, and a better one than unreliable. */
export function isPresentable({ count, quality }: Estimate): boolean {
  return count !== null && quality !== 'unreliable' && quality !== 'unrated';
}

/** In percent, from a count and the half-width of its 95 % interval; null if the count is 0. */
export function coefficientOfVariation(count: number, interval: number): number | null {
  return count === 0 ? null : (100 * interval) / (standardErrors * count);
}

type Cell =
  | { readonly number: number; readonly flagged: boolean }
  | { readonly number: null; readonly flagged: boolean; readonly withheld: Explained };

function cellOf(row: Row | undefined, complain: Complain): Cell {
  if (row === undefined) return { number: null, flagged: false, withheld: noRow };
  const { value, observationStatus: letter, observationStatusName: text, confidentiality } = row;
  if (confidentiality !== free) complain(row, 'confidentiality', `got "${confidentiality}", expected "${free}" (free for publication)`);
  const isNormal = letter === normal;
  const status = statuses.find((candidate) => text.startsWith(candidate.text));
  if (!isNormal && status === undefined) {
    const expected = `status "${normal}" or one of ${quoteList(statuses.map((candidate) => candidate.text))}`;
    const repair = 'add it to the statuses in sources/aps-employment/reshape.ts once its meaning is known';
    complain(row, 'observationStatusName', `unknown marker "${text}" (status "${letter}"), expected ${expected}`, repair);
  }
  if (/^\d+(\.\d+)?$/.test(value)) return { number: Number(value), flagged: !isNormal };
  const withhold = (withheld: Explained) => ({ number: null, flagged: true, withheld });
  if (value !== '') {
    complain(row, 'value', `got "${value}", expected a number`);
    return withhold(notUnderstood);
  }
  if (status !== undefined) return withhold({ reason: status.reason, marker: text, explanation: status.explanation });
  if (isNormal) complain(row, 'value', `the cell is empty but its status is "${normal}", expected a number`);
  return withhold(emptyCell);
}

const noRow: Explained = { reason: 'not-available', marker: null, explanation: 'The release has no row for this figure.' };
const emptyCell: Explained = { reason: 'not-available', marker: '', explanation: 'The publisher left the cell empty.' };

/** How many figures are published, and how many are withheld, by reason: of everybody in all areas, and of the three parts served. */
export function count({ occupations, employment, parts: byPart }: EmploymentObservations): FigureCount {
  const tables = [...employment.values(), ...servedParts.flatMap((part) => byPart.get(part) ?? [])];
  const estimates = tables.flatMap((table) => occupations.flatMap((code) => table.get(code) ?? []));
  return countFigures(estimates.map(({ withheld }) => withheld?.reason));
}

export const servedParts = ['female', 'partTime', 'selfEmployed'] as const satisfies readonly Part[];

/** Stands for a figure that the release does not have. The check units-complete holds such a release back. */
export const absent: Estimate = estimateOf(undefined, undefined, () => {});
