// What the printed cells mean: the figure of each row, the status that withholds it, and its
// quality. All decisions about the survey's figures are made here.
import type { Complain } from '#sources/kit/place.ts';
import type { Markers } from '#sources/kit/cells.ts';
import type { Needs } from '#sources/kit/needs.ts';
import { type Problem, quoteList } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import { type AreaSlug, type Quality, type QualityBasis, qualityOfCv } from '#schemas/codes.ts';
import type { Explained } from '#schemas/figures.ts';
import { notUnderstood, withheldAs } from '#schemas/withheld-legend.ts';
import {
  type ColumnName,
  type QueryName,
  type Row,
  type Rows,
  answersIn,
  areaOfCode,
  areaSlugs,
  layout,
} from './layout.ts';

/** A figure with its quality, or the reason why there is none. */
export interface Estimate {
  readonly count: number | null;
  /** Half-width of the 95% interval. */
  readonly interval: number | null;
  readonly quality: Quality;
  readonly qualityBasis: QualityBasis | null;
  readonly withheld: Explained | null;
  readonly intervalWithheld: Explained | null;
  readonly rows: Printed;
}

/**
 * The rows that print a figure and its interval, by the publisher's names of both. Either may be
 * missing.
 */
type Printed = { readonly [Measures in 'Value' | 'Confidence']?: Row };

/**
 * Who is counted in the United Kingdom: each query's dimension, and its parts by their labels.
 * Schemes and family workers are not read.
 */
const dimensions = [
  { query: 'sex', column: 'sex', parts: { female: /female/i, male: /^(?!.*female)/i } },
  { query: 'part-time', column: 'hours', parts: { partTime: /part/i, fullTime: /^(?!.*part)/i } },
  {
    query: 'self-employed',
    column: 'status',
    parts: { selfEmployed: /self/i, employees: /^employee(?!.*self)/i },
  },
] as const satisfies readonly {
  query: QueryName;
  column: ColumnName;
  parts: Readonly<Record<string, RegExp>>;
}[];

type KeysOfEach<Union> = Union extends unknown ? keyof Union : never;
export type Part = KeysOfEach<(typeof dimensions)[number]['parts']>;
export const servedParts = [
  'female',
  'partTime',
  'selfEmployed',
] as const satisfies readonly Part[];
export type ServedPart = (typeof servedParts)[number];

/** Everybody in an area, or a part of the United Kingdom's. */
export type Who = AreaSlug | Part;

/** Figures by group. The total has an empty code. */
export type Estimates = ReadonlyMap<string, Estimate>;

export const total = '';

export interface EmploymentObservations {
  /** As printed, `Jul 2025-Jun 2026`. */
  readonly period: string;
  /** The month in which it ends, `2026-06`. */
  readonly closing: string;
  readonly occupations: readonly string[];
  readonly areas: readonly AreaSlug[];
  readonly tables: ReadonlyMap<Who, Estimates>;
}

/** The status of a figure without reservations. */
export const normal = 'A';
/**
 * The confidentiality of a figure that is free for publication. No real answer seen has another.
 */
export const free = 'F';

/**
 * By how the text of the status begins: why there is no figure, if none is printed with it. We have
 * seen no letter other than A, so the text decides.
 */
export const statuses: Markers = {
  'Estimate and confidence interval not available': [
    'disclosive',
    'The publisher gives no figure, because nobody in its sample belongs to the group, ' +
      'or so few people (up to 2) that the figure could identify them.',
  ],
  'Estimate and confidence interval unreliable': [
    'unreliable',
    'The publisher calls the figure unreliable, because few people in its sample belong ' +
      'to the group (3 to 9).',
  ],
  'Estimate is less than 500': [
    'below-threshold',
    'The publisher gives no estimate below 500 people.',
  ],
  'These figures are missing': ['not-available', 'The publisher marks the figure as missing.'],
};

/** 95% of a normal distribution are within this many standard errors of its mean. */
const standardErrors = 1.96;

/**
 * Rows to observations. Unknown statuses, codes and labels are collected in `problems`, each with
 * its cell.
 */
export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): EmploymentObservations {
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const known = new Set([total, ...occupations]);
  const complain = layout.complainTo(release, rows, problems);
  const answers = answersIn(rows);
  const partOf = partsByLabel(answers, complain);
  const pairs = new Map<Who, Map<string, Printed>>(areaSlugs.map((area) => [area, new Map()]));
  for (const row of answers) {
    const group = groupCounted(row, known, complain);
    if (group === null) continue;
    const who = whoIsCounted(row, group.area, partOf(row));
    if (who === null) continue;
    const table = pairs.get(who) ?? new Map<string, Printed>();
    pairs.set(who, table.set(group.code, { [group.measures]: row, ...table.get(group.code) }));
  }
  const tables = new Map(
    [...pairs].map(([who, table]) => [
      who,
      new Map([...table].map(([code, pair]) => [code, estimateOf(pair, complain)])),
    ]),
  );
  const [first] = answers;
  return {
    period: first?.period ?? '',
    closing: first?.date ?? '',
    occupations,
    areas: areaSlugs,
    tables,
  };
}

/** The area, group and kind of number of a row; null after a complaint about one of them. */
function groupCounted(
  row: Row,
  known: ReadonlySet<string>,
  complain: Complain<Row>,
): { readonly area: AreaSlug; readonly code: string; readonly measures: keyof Printed } | null {
  const area = areaOfCode(row.geography);
  const code = codeOf(row.occupation);
  const { measures } = row;
  if (area === undefined)
    return complain(
      row,
      'geography',
      `got "${row.geography}" (${row.geographyName}), expected one of the queried areas, ` +
        `${quoteList(areaSlugs)} by their codes`,
    );
  if (code === null || !known.has(code))
    return complain(
      row,
      'occupation',
      `got "${row.occupation}", expected a unit group of SOC 2020, "2134 : …", or "Total"`,
    );
  if (measures !== 'Value' && measures !== 'Confidence')
    return complain(row, 'measures', `got "${measures}", expected "Value" or "Confidence"`);
  return { area, code, measures };
}

/** Whom a row counts; null for a row that is not read, or that repeats the figures of everybody. */
function whoIsCounted(row: Row, area: AreaSlug, part: Part | 'all' | null): Who | null {
  if (part === 'all') return row.kind === 'employment' ? area : null;
  return area === 'uk' ? part : null;
}

/**
 * The code of a group, empty for the total; null for anything else. The title is ignored, because
 * it may be out of date.
 */
export function codeOf(label: string): string | null {
  if (label.trim() === 'Total') return total;
  return /^([1-9]\d{3}) : \S/.exec(label.trim())?.[1] ?? null;
}

/**
 * Which part a row counts, by its label, `all` by the label of the query for everybody. Null for
 * categories that are not read.
 */
function partsByLabel(
  rows: readonly Row[],
  complain: Complain<Row>,
): (row: Row) => Part | 'all' | null {
  const known = new Map<string, Part | 'all'>();
  for (const { query, column, parts } of dimensions) {
    const labelsOf = (queryName: QueryName) => {
      const answer = rows.filter((row) => row.kind === queryName);
      return [...new Set(answer.map((row) => row[column]))];
    };
    const whole = labelsOf('employment');
    const others = labelsOf(query).filter((label) => !whole.includes(label));
    const labelsOfParts = Object.entries(parts).map(
      ([part, label]) => [part as Part, others.filter((other) => label.test(other))] as const,
    );
    const partsAndLabels = [['all', whole] as const, ...labelsOfParts];
    for (const [part, labels] of partsAndLabels)
      for (const label of labels) known.set(`${query} ${label}`, part);
    const row = partsAndLabels.every(([, labels]) => labels.length === 1)
      ? undefined
      : rows.find((candidate) => candidate.kind === query);
    const expected = `expected one for everybody and one each for ${quoteList(Object.keys(parts))}`;
    const repair =
      'if the publisher has renamed a category, change the table in ' +
      'sources/aps-employment/reshape.ts';
    if (row !== undefined)
      complain(
        row,
        column,
        `the labels are ${quoteList([...whole, ...others])}, ${expected}`,
        repair,
      );
  }
  return (row) => {
    const dimension = dimensions.find(({ query }) => query === row.kind);
    return dimension === undefined
      ? 'all'
      : (known.get(`${row.kind} ${row[dimension.column]}`) ?? null);
  };
}

const noRow = withheldAs('not-available', 'The release has no row for this figure.');

function estimateOf(rows: Printed, complain: Complain<Row>): Estimate {
  const value = cellOf(rows.Value, complain);
  const interval = cellOf(rows.Confidence, complain);
  const count = value.number;
  const { number } = interval;
  if (count === null) {
    const quality = value.withheld?.reason === 'unreliable' ? 'unreliable' : 'unrated';
    return {
      count,
      interval: null,
      quality,
      qualityBasis: null,
      withheld: value.withheld,
      intervalWithheld: null,
      rows,
    };
  }
  const cv = number === null ? null : coefficientOfVariation(count, number);
  const isFlagged =
    value.flagged ||
    (number === null ? interval.withheld?.reason === 'unreliable' : interval.flagged);
  const quality = qualityOf(cv, isFlagged);
  const qualityBasis = isFlagged || cv === null ? null : 'approximate-cv';
  return {
    count,
    interval: number,
    quality,
    qualityBasis,
    withheld: null,
    intervalWithheld: interval.withheld,
    rows,
  };
}

/** Without an interval we know no band, unless the publisher says that the figure is unreliable. */
function qualityOf(cv: number | null, isFlagged: boolean): Quality {
  if (isFlagged) return 'unreliable';
  return cv === null ? 'unrated' : qualityOfCv(cv);
}

/** Whether a figure may be shown as a number: it has a band, and a better one than unreliable. */
export function isPresentable({ count, quality }: Estimate): boolean {
  return count !== null && quality !== 'unreliable' && quality !== 'unrated';
}

/** In percent, from a count and the half-width of its 95% interval; null if the count is 0. */
export function coefficientOfVariation(count: number, interval: number): number | null {
  return count === 0 ? null : (100 * interval) / (standardErrors * count);
}

interface Cell {
  readonly number: number | null;
  /** True if the row has a status that is not normal. */
  readonly flagged: boolean;
  readonly withheld: Explained | null;
}

function cellOf(row: Row | undefined, complain: Complain<Row>): Cell {
  const withhold = (withheld: Explained): Cell => ({
    number: null,
    flagged: row !== undefined,
    withheld,
  });
  if (row === undefined) return withhold(noRow);
  const { value, observationStatus: letter, observationStatusName: text, confidentiality } = row;
  if (confidentiality !== free)
    complain(
      row,
      'confidentiality',
      `got "${confidentiality}", expected "${free}" (free for publication)`,
    );
  const isNormal = letter === normal;
  const [, status] = Object.entries(statuses).find(([start]) => text.startsWith(start)) ?? [];
  if (!isNormal && status === undefined) {
    const expected = `status "${normal}" or one of ${quoteList(Object.keys(statuses))}`;
    const repair =
      'add it to the statuses in sources/aps-employment/reshape.ts once its meaning is known';
    complain(
      row,
      'observationStatusName',
      `unknown marker "${text}" (status "${letter}"), expected ${expected}`,
      repair,
    );
  }
  if (/^\d+(\.\d+)?$/.test(value))
    return { number: Number(value), flagged: !isNormal, withheld: null };
  if (value !== '') {
    complain(row, 'value', `got "${value}", expected a number`);
    return withhold(notUnderstood);
  }
  if (status !== undefined) return withhold(withheldAs(...status, text));
  if (isNormal)
    complain(row, 'value', `the cell is empty but its status is "${normal}", expected a number`);
  return withhold(withheldAs('not-available', 'The publisher left the cell empty.', ''));
}

/** The estimate without a row. The check units-complete holds such a release back. */
export const absent: Estimate = {
  count: null,
  interval: null,
  quality: 'unrated',
  qualityBasis: null,
  withheld: noRow,
  intervalWithheld: null,
  rows: {},
};
