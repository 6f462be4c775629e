// What the tables of ASHE say twice: weekly pay is hourly pay by the hours, annual pay is 52 weeks, a percentile lies beside its neighbours, a
// printed change leads back to the year before, a coefficient is like those of the same people. The checks compare all of them.
import { middleOf } from '#sources/kit/checks.ts';
import { Nearest, type Related } from '#sources/kit/checks-relatives.ts';
import { placeOf } from '#sources/kit/place.ts';
import type { Finding } from '#sources/kit/source.ts';
import { type AreaSlug, type Measure, measures, patterns, sexes } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type PayColumn, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';
import { jobsColumn, printed } from '../parse.ts';
import type { PayRow } from '../reshape.ts';
import { type Edition, type Table, placeOfFigure, predecessor, sheetOf, tablesOf, yearBefore } from './examined-tables.ts';

export type { Edition as Examinable } from './examined-tables.ts';

const percentiles = [
  'p10',
  'p20',
  'p25',
  'p30',
  'p40',
  'median',
  'p60',
  'p70',
  'p75',
  'p80',
  'p90',
] as const satisfies readonly PayColumn[];
const estimates = [...percentiles, 'mean'] as const satisfies readonly PayColumn[];
const [median, mean] = [payColumns.indexOf('median'), payColumns.indexOf('mean')];
const variantsOfMeasure = sexes.length * patterns.length;
const weeks = 52;

/** A published figure; null if it is withheld or there is no such row. */
function at(row: PayRow | undefined, column: number): number | null {
  const value = row?.values[column];
  return typeof value === 'number' ? value : null;
}

/** The product of two figures, or their quotient; null if one is not published. */
const product = (a: number | null, b: number | null) => (a === null || b === null ? null : a * b);
const quotient = (a: number | null, b: number | null) => (a === null || b === null || b === 0 ? null : a / b);

/** The rows of one group in one area, by place in `payQueries`. */
type Rows = readonly (PayRow | undefined)[];

/** The row of a measure for the same sex and pattern as the variant at `place`. */
function sameOf(rows: Rows, place: number, measure: Measure): PayRow | undefined {
  return rows[measures.findIndex(({ key }) => key === measure) * variantsOfMeasure + (place % variantsOfMeasure)];
}

/** Measures that differ by a few per cent, because overtime and other pay are a small part. */
const families: readonly (readonly Measure[])[] = [
  ['weekly_pay_gross', 'weekly_pay_excl_overtime', 'basic_pay_incl_other'],
  ['hourly_pay_gross', 'hourly_pay_excl_overtime'],
  ['hours_paid_total', 'hours_paid_basic'],
];

function siblingsOf(measure: Measure): readonly Measure[] {
  return families.find((family) => family.includes(measure))?.filter((other) => other !== measure) ?? [];
}

/** A figure of the same column by other figures of the same people: pay by hours, hours by pay, weeks of a year. */
function derived(rows: Rows, place: number, column: number): { readonly value: number | null; readonly of: string } {
  const figure = (measure: Measure, of = column) => at(sameOf(rows, place, measure), of);
  switch (payQueries[place]?.measure) {
    case 'weekly_pay_gross':
    case 'weekly_pay_excl_overtime':
    case 'basic_pay_incl_other':
      return { value: product(figure('hourly_pay_gross'), figure('hours_paid_total', mean)), of: 'hourly pay by mean hours' };
    case 'hourly_pay_gross':
    case 'hourly_pay_excl_overtime':
      return { value: quotient(figure('weekly_pay_gross'), figure('hours_paid_total', mean)), of: 'weekly pay by mean hours' };
    case 'annual_pay_gross':
      return { value: product(figure('weekly_pay_gross'), weeks), of: '52 times weekly pay' };
    case 'hours_paid_total':
    case 'hours_paid_basic':
      return { value: quotient(figure('weekly_pay_gross'), figure('hourly_pay_gross')), of: 'weekly pay by hourly pay' };
    case 'overtime_pay':
      return {
        value: product(figure('hours_paid_overtime'), figure('hourly_pay_excl_overtime', median)),
        of: 'overtime hours by hourly pay',
      };
    case 'hours_paid_overtime':
      return { value: quotient(figure('overtime_pay'), figure('hourly_pay_excl_overtime', median)), of: 'overtime pay by hourly pay' };
    default:
      return { value: null, of: '' };
  }
}

/** Means that count people without any: a table of sums checks two of them, and nothing is like the mean of incentive pay. */
const meansWithZeroes: readonly Measure[] = ['overtime_pay', 'hours_paid_overtime', 'annual_pay_incentive'];

/** Every group of an edition with its rows, and its rows in the year before and in the United Kingdom. */
function* groupsOf(
  edition: Edition,
  previous: Edition | null,
): Generator<{ area: AreaSlug; code: string; rows: Rows; before: Rows; uk: Rows }> {
  const past = predecessor(edition, previous)?.observations.tables;
  const ofUk = edition.observations.tables.get('uk');
  for (const [area, tables] of edition.observations.tables) {
    const then = past?.get(area);
    const codes = new Set(tables.flatMap((table) => (table === null ? [] : [...table.keys()])));
    for (const code of codes) {
      const rows = tables.map((table) => table?.get(code));
      const before = then === undefined ? [] : then.map((table) => table?.get(code));
      yield { area, code, rows, before, uk: area === 'uk' || ofUk === undefined ? [] : ofUk.map((table) => table?.get(code)) };
    }
  }
}

const columnsOfEstimates = estimates.map((name) => payColumns.indexOf(name));
/** By place in `columnsOfEstimates`: the columns beside a percentile, the median beside the mean. */
const neighbours = estimates.map((name, place) => {
  const beside = name === 'mean' ? ['median' as const] : [percentiles[place - 1], percentiles[place + 1]];
  return beside.flatMap((other) => (other === undefined ? [] : [payColumns.indexOf(other)]));
});

/** Computes something of an edition once for several checks. */
function once<Value>(
  compute: (edition: Edition, previous: Edition | null) => Value,
): (edition: Edition, previous: Edition | null) => Value {
  const known = new WeakMap<Edition, { readonly previous: Edition | null; readonly value: Value }>();
  return (edition, previous) => {
    const found = known.get(edition);
    if (found !== undefined && found.previous === previous) return found.value;
    const value = compute(edition, previous);
    known.set(edition, { previous, value });
    return value;
  };
}

function relatedAt(
  edition: Edition,
  area: AreaSlug,
  place: number,
  code: string,
  column: PayColumn,
  value: number,
  near: Nearest,
): Related {
  const [query, rows] = [payQueries[place], edition.observations.tables.get(area)?.[place]];
  const where = () =>
    query === undefined || rows === null || rows === undefined ? '' : placeOfFigure(edition, { area, query, rows }, code, column);
  return { place: where, value, nearest: near.nearest, of: near.of, times: near.times };
}

/** The least factor that any check of figures asks about. */
const leastTimes = 1.5;

export interface RelatedFigure {
  readonly measure: Measure;
  readonly area: AreaSlug;
  readonly related: Related;
}

/** The figures that lie far from all their relatives. */
export const farFigures = once((edition, previous): readonly RelatedFigure[] => {
  const [far, near]: [RelatedFigure[], Nearest] = [[], new Nearest()];
  const since = `the same figure in ${previous?.release.name ?? ''}`;
  for (const { area, code, rows, before, uk } of groupsOf(edition, previous)) {
    for (const [place, row] of rows.entries()) {
      const measure = payQueries[place]?.measure;
      if (row === undefined || measure === undefined) continue;
      const siblings = siblingsOf(measure);
      for (const [index, column] of columnsOfEstimates.entries()) {
        const value = at(row, column);
        if (value === null || value === 0 || (column === mean && meansWithZeroes.includes(measure))) continue;
        near.begin(value);
        for (const sibling of siblings) near.beside(at(sameOf(rows, place, sibling), column), sibling);
        near.beside(at(before[place], column), since);
        // Most figures have a near relative, and a million figures are to be looked at.
        if (near.times < leastTimes) continue;
        const { value: other, of } = derived(rows, place, column);
        near.beside(other, of);
        if (siblings.includes('basic_pay_incl_other') || siblings.includes('weekly_pay_gross'))
          near.beside(at(sameOf(rows, place, 'annual_pay_gross'), column), 'annual pay by 52', 1 / weeks);
        for (const other of neighbours[index] ?? []) near.beside(at(row, other), payColumns[other] ?? '');
        near.beside(at(uk[place], column), 'the United Kingdom');
        if (near.times < leastTimes || near.times === Number.POSITIVE_INFINITY) continue;
        far.push({ measure, area, related: relatedAt(edition, area, place, code, payColumns[column] ?? 'median', value, near) });
      }
    }
  }
  return far;
});

const cvOfMedian = payCvColumns.indexOf('median');
const cvNeighbours = payCvColumns.map((name) => {
  const place = percentiles.findIndex((column) => column === name);
  if (place < 0) return name === 'mean' ? [cvOfMedian] : [];
  return [percentiles[place - 1], percentiles[place + 1]].flatMap((other) => (other === undefined ? [] : [payCvColumns.indexOf(other)]));
});
/** Coefficients below half a per cent say no more than that the figure is precise. */
const cvFloor = 0.5;
const leastCvTimes = 4;

/** The coefficients of unit groups that lie far from all their relatives, by measure. Those of jobs have a check of their own. */
export const farCoefficients = once((edition, previous): readonly RelatedFigure[] => {
  const [far, near]: [RelatedFigure[], Nearest] = [[], new Nearest()];
  const since = `the same coefficient in ${previous?.release.name ?? ''}`;
  const units = new Set(edition.observations.occupations);
  for (const { area, code, rows, before } of groupsOf(edition, previous)) {
    if (area !== 'uk' || !units.has(code)) continue;
    for (const [place, row] of rows.entries()) {
      const measure = payQueries[place]?.measure;
      if (row === undefined || measure === undefined) continue;
      const siblings = siblingsOf(measure);
      for (let column = 1; column < payCvColumns.length; column += 1) {
        const value = row.cvs[column] ?? null;
        if (value === null) continue;
        near.begin(value, cvFloor);
        for (const sibling of siblings) near.beside(sameOf(rows, place, sibling)?.cvs[column] ?? null, sibling);
        near.beside(before[place]?.cvs[column] ?? null, since);
        for (const other of cvNeighbours[column] ?? []) near.beside(row.cvs[other] ?? null, payCvColumns[other] ?? '');
        if (near.times < leastCvTimes || near.times === Number.POSITIVE_INFINITY) continue;
        for (const other of ['weekly_pay_excl_overtime', 'hourly_pay_excl_overtime', 'annual_pay_gross'] as const)
          if (other !== measure && families.slice(0, 2).some((family) => family.includes(measure)))
            near.beside(sameOf(rows, place, other)?.cvs[column] ?? null, other);
        if (measure === 'overtime_pay' || measure === 'hours_paid_overtime')
          near.beside(
            sameOf(rows, place, measure === 'overtime_pay' ? 'hours_paid_overtime' : 'overtime_pay')?.cvs[column] ?? null,
            'overtime',
          );
        if (near.times < leastCvTimes) continue;
        far.push({ measure, area, related: relatedAt(edition, area, place, code, payCvColumns[column] ?? 'median', value, near) });
      }
    }
  }
  return far;
});

/** Measures that count the same jobs. */
const annual: readonly Measure[] = ['annual_pay_gross', 'annual_pay_incentive'];

/** The coefficient of every row's number of jobs, with the coefficient in the first table that counts the same jobs. */
export function* jobsCoefficients(
  edition: Edition,
): Generator<[place: () => string, found: number | null, expected: number | null, what: string]> {
  for (const { area, code, rows } of groupsOf(edition, null)) {
    if (area !== 'uk') continue;
    for (const [place, row] of rows.entries()) {
      const query = payQueries[place];
      if (row === undefined || query === undefined) continue;
      const model = sameOf(rows, place, annual.includes(query.measure) ? 'annual_pay_gross' : 'weekly_pay_gross');
      const [found, expected] = [row.cvs[0] ?? null, model?.cvs[0] ?? null];
      if (found === expected || model === undefined) continue;
      const table: Table = { area, query, rows: edition.observations.tables.get(area)?.[place] ?? new Map() };
      yield [() => placeOfFigure(edition, table, code, 'jobsThousands'), found, expected, 'the coefficient of the number of jobs'];
    }
  }
}

/** A rare thing that is either nowhere in a release, or everywhere by a decision of the publisher. A few of them are faults. */
const mostFaults = 50;

function fewOnly(findings: readonly Finding[]): readonly Finding[] {
  return findings.length > mostFaults ? [] : findings;
}

/** Coefficients above 100 %: 2022 and 2024 have none, 2023 has thousands, which may be as printed. */
export function hugeCoefficients(edition: Edition): readonly Finding[] {
  const found: Finding[] = [];
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      for (const [place, cv] of row.cvs.entries())
        if (cv !== null && cv > 100 && found.length <= mostFaults)
          found.push({
            place: placeOfFigure(edition, table, code, payCvColumns[place] ?? 'median'),
            message: `the coefficient of variation is ${cv} %, and no other release than that of 2023 has any above 100 %`,
          });
  return fewOnly(found);
}

/** Figures withheld as unreliable beside a coefficient that calls them reliable: 2022 and 2024 have none, 2023 has 855. */
export function withheldThoughReliable(edition: Edition): readonly Finding[] {
  const found: Finding[] = [];
  const values = payCvColumns.map((column) => payColumns.indexOf(column));
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      for (const [place, cv] of row.cvs.entries())
        if (cv !== null && cv <= 20 && row.values[values[place] ?? 0] === 'x' && found.length <= mostFaults)
          found.push({
            place: placeOfFigure(edition, table, code, payCvColumns[place] ?? 'median'),
            message: `the figure is withheld as unreliable, but its coefficient of variation is ${cv} %, expected more than 20 %`,
          });
  return fewOnly(found);
}

/** With how many decimals the publisher prints the figures of a measure. */
function decimalsOf(unit: (typeof measures)[number]['unit']): number {
  return { gbp_per_year: 0, gbp_per_week: 1, gbp_per_hour: 2, hours_per_week: 1 }[unit];
}

/** Cells with more decimals than the publisher prints: a figure that somebody has computed, or of another unit. */
export function* tooManyDecimals({ release, rows }: Edition): Generator<Finding> {
  const places = new Map<string, number>();
  const decimalsIn = (text: string) => {
    const known = places.get(text);
    if (known !== undefined) return known;
    const count = /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
    places.set(text, count);
    return count;
  };
  for (const sheet of rows) {
    const unit = measures[sheet.number - 1]?.unit ?? 'gbp_per_year';
    const most = payColumns.map((column) => {
      if (sheet.kind === 'b' || column === 'medianChangePercent' || column === 'meanChangePercent') return 1;
      return column === 'jobsThousands' ? 0 : decimalsOf(unit);
    });
    for (const row of sheet.rows)
      for (let column = 0; column < most.length; column += 1) {
        const text = row.cells[column + jobsColumn - 1] ?? '';
        const limit = most[column] ?? 0;
        if (decimalsIn(text) <= limit) continue;
        const message = `"${text}" has ${decimalsIn(text)} decimals, expected at most ${limit}`;
        yield { place: placeOf(release, printed(sheet), row.row, column + jobsColumn), message };
      }
  }
}

/** A table's level: the median over the unit groups of how many times one figure is another. */
function levelOf(codes: readonly string[], ratio: (code: string) => number | null): number | null {
  const ratios = codes.flatMap((code) => ratio(code) ?? []);
  return ratios.length < leastCompared ? null : (middleOf(ratios) ?? null);
}

// Fewer than 20 groups make no level.
const leastCompared = 20;

type Level = readonly [place: string, level: number | null];

function levelsOfTables(
  edition: Edition,
  wanted: readonly Measure[],
  ratio: (table: Table, code: string, column: number) => number | null,
): Level[] {
  const { occupations } = edition.observations;
  return tablesOf(edition, ['uk']).flatMap((table) => {
    if (!wanted.includes(table.query.measure)) return [];
    const place = placeOf(edition.release, sheetOf(table.query, 14));
    return columnsOfEstimates.map((column): Level => {
      const level = levelOf(occupations, (code) => ratio(table, code, column));
      return [`${place} ${payColumns[column]}`, level === null ? null : round(level, 3)];
    });
  });
}

/** How many times the figures of each table and column are those of the year before. */
export function levelsSinceBefore(wanted: readonly Measure[]): (edition: Edition, previous: Edition | null) => Level[] {
  return (edition, previous) => {
    const before = predecessor(edition, previous)?.observations.tables.get('uk');
    if (before === undefined) return [];
    const places = new Map(payQueries.map((query, place) => [query, place]));
    return levelsOfTables(edition, wanted, ({ query, rows }, code, column) =>
      quotient(at(rows.get(code), column), at(before[places.get(query) ?? 0]?.get(code), column)),
    );
  };
}

/** How many times the figures of each table and column are another figure of the same people. */
export function levelsBeside(
  wanted: readonly Measure[],
  other: (figure: (measure: Measure, column?: number) => number | null) => number | null,
) {
  return (edition: Edition): Level[] => {
    const tables = edition.observations.tables.get('uk') ?? [];
    const places = new Map(payQueries.map((query, place) => [query, place]));
    return levelsOfTables(edition, wanted, ({ query, rows }, code, column) => {
      const place = places.get(query) ?? 0;
      const figure = (measure: Measure, of = column) => {
        const index = measures.findIndex(({ key }) => key === measure) * variantsOfMeasure + (place % variantsOfMeasure);
        return at(tables[index]?.get(code), of);
      };
      return quotient(at(rows.get(code), column), other(figure));
    });
  };
}

export const beside = {
  hourlyByHours: levelsBeside(['weekly_pay_gross'], (figure) => product(figure('hourly_pay_gross'), figure('hours_paid_total', mean))),
  weeks: levelsBeside(['annual_pay_gross'], (figure) => product(figure('weekly_pay_gross'), weeks)),
  overtime: levelsBeside(['overtime_pay'], (figure) => product(figure('hours_paid_overtime'), figure('hourly_pay_excl_overtime', median))),
  withOvertime: [
    levelsBeside(['weekly_pay_excl_overtime'], (figure) => figure('weekly_pay_gross')),
    levelsBeside(['basic_pay_incl_other'], (figure) => figure('weekly_pay_excl_overtime')),
    levelsBeside(['hourly_pay_excl_overtime'], (figure) => figure('hourly_pay_gross')),
    levelsBeside(['hours_paid_basic'], (figure) => figure('hours_paid_total')),
  ],
};

/** Columns whose figures are those of the year before, nearly all of them. */
export function columnsOfBefore(edition: Edition, previous: Edition | null): Finding[] {
  const before = yearBefore(edition, previous);
  const then = before?.observations.tables.get('uk');
  if (before === null || then === undefined) return [];
  return tablesOf(edition, ['uk']).flatMap((table) => {
    const old = then[payQueries.indexOf(table.query)];
    return payColumns.flatMap((name, column): Finding[] => {
      let [compared, equal] = [0, 0];
      for (const code of edition.observations.occupations) {
        const [now, past] = [at(table.rows.get(code), column), at(old?.get(code), column)];
        // Many means of overtime are 0 in every year.
        if (now === null || past === null || (now === 0 && past === 0)) continue;
        compared += 1;
        if (now === past) equal += 1;
      }
      if (compared < leastCompared || equal < mostEqual * compared) return [];
      const message = `${equal} of ${compared} figures are those of ${before.release.name}: one of the two files is the other's`;
      return [{ place: `${placeOf(edition.release, sheetOf(table.query, 14))} ${name}`, message }];
    });
  });
}

// Hours change little: of their percentiles up to 70 % are equal to the year before's.
const mostEqual = 0.9;

/** Tables whose two printed changes fit each other's figures better than their own: the columns are swapped. */
export function swappedChanges(edition: Edition, previous: Edition | null): Finding[] {
  const before = yearBefore(edition, previous)?.observations.tables.get('uk');
  if (before === undefined) return [];
  return tablesOf(edition, ['uk']).flatMap((table): Finding[] => {
    let [compared, own, crossed] = [0, 0, 0];
    const old = before[payQueries.indexOf(table.query)];
    for (const [code, row] of table.rows) {
      const change = (column: number) => quotient(at(row, column), at(old?.get(code), column));
      const [ofMedian, ofMean] = [change(median), change(mean)];
      const [printedMedian, printedMean] = [at(row, median + 1), at(row, mean + 1)];
      if (ofMedian === null || ofMean === null || printedMedian === null || printedMean === null) continue;
      compared += 1;
      // A single group that has been revised by much must not decide.
      const apart = (print: number, times: number) => Math.min(10, Math.abs(print - 100 * (times - 1)));
      own += apart(printedMedian, ofMedian) + apart(printedMean, ofMean);
      crossed += apart(printedMean, ofMedian) + apart(printedMedian, ofMean);
    }
    if (compared < leastCompared || own <= mostCrossed * crossed) return [];
    const message = `the printed changes of ${compared} groups fit the other column as well as their own (${round(own / crossed, 2)}), expected at most ${mostCrossed}`;
    return [{ place: placeOf(edition.release, sheetOf(table.query, 14)), message }];
  });
}

// 0.09 to 0.66 in the tables of 2023 and 2024; 1.5 or more if the columns are swapped.
const mostCrossed = 0.85;

/** A printed change with the nearest of its relatives: its own figures, the change of the other average, of the other measures. */
export interface RelatedChange {
  readonly place: () => string;
  readonly measure: Measure;
  readonly printed: number;
  readonly nearest: number;
  /** Points apart for each ten points and the smaller of both: a change of 60 may be 70 sooner than one of 0 may be 10. */
  readonly apart: number;
}

const likeChanges: Partial<Record<Measure, readonly Measure[]>> = {
  weekly_pay_gross: ['weekly_pay_excl_overtime', 'basic_pay_incl_other', 'hourly_pay_gross', 'annual_pay_gross'],
  weekly_pay_excl_overtime: ['weekly_pay_gross', 'basic_pay_incl_other', 'hourly_pay_excl_overtime'],
  basic_pay_incl_other: ['weekly_pay_gross', 'weekly_pay_excl_overtime', 'hourly_pay_excl_overtime'],
  overtime_pay: ['hours_paid_overtime'],
  hourly_pay_gross: ['hourly_pay_excl_overtime', 'weekly_pay_gross'],
  hourly_pay_excl_overtime: ['hourly_pay_gross', 'weekly_pay_excl_overtime'],
  annual_pay_gross: ['weekly_pay_gross', 'hourly_pay_gross'],
  hours_paid_total: ['hours_paid_basic'],
  hours_paid_basic: ['hours_paid_total'],
  hours_paid_overtime: ['overtime_pay'],
};

const leastApart = 0.5;

/** The printed changes of the United Kingdom that lie far from all that they can be compared with. */
export const farChanges = once((edition, previous): readonly RelatedChange[] => {
  const far: RelatedChange[] = [];
  const isYearBefore = yearBefore(edition, previous) !== null;
  for (const { area, code, rows, before } of groupsOf(edition, previous)) {
    if (area !== 'uk') continue;
    for (const [place, row] of rows.entries()) {
      const query = payQueries[place];
      if (row === undefined || query === undefined) continue;
      for (const average of [median, mean]) {
        const print = at(row, average + 1);
        if (print === null) continue;
        let [apart, nearest] = [Number.POSITIVE_INFINITY, 0];
        const compare = (other: number | null) => {
          if (other === null) return;
          const distance = Math.abs(print - other) / (10 + Math.min(Math.abs(print), Math.abs(other)));
          if (distance < apart) [apart, nearest] = [distance, other];
        };
        for (const other of likeChanges[query.measure] ?? []) compare(at(sameOf(rows, place, other), average + 1));
        if (apart < leastApart) continue;
        const own = isYearBefore ? quotient(at(row, average), at(before[place], average)) : null;
        compare(own === null ? null : 100 * (own - 1));
        compare(at(row, (average === median ? mean : median) + 1));
        if (apart < leastApart || apart === Number.POSITIVE_INFINITY) continue;
        const table: Table = { area, query, rows: edition.observations.tables.get(area)?.[place] ?? new Map() };
        const column = average === median ? 'medianChangePercent' : 'meanChangePercent';
        far.push({ place: () => placeOfFigure(edition, table, code, column), measure: query.measure, printed: print, nearest, apart });
      }
    }
  }
  return far;
});

/** Figures of 0 that nobody can have: only a mean may count people without any, and be 0. */
export function* impossibleZeroes(edition: Edition): Generator<Finding> {
  for (const table of tablesOf(edition)) {
    const mayBeZero = meansWithZeroes.includes(table.query.measure);
    for (const [code, row] of table.rows)
      for (const [place, column] of payColumns.entries()) {
        if (
          row.values[place] !== 0 ||
          column === 'medianChangePercent' ||
          column === 'meanChangePercent' ||
          (column === 'mean' && mayBeZero)
        )
          continue;
        yield { place: placeOfFigure(edition, table, code, column), message: 'the figure is 0, expected more than 0 or a marker' };
      }
  }
}

/** Changes printed beside a figure that is withheld. */
export function* changesWithoutFigures(edition: Edition): Generator<Finding> {
  for (const table of tablesOf(edition))
    for (const [code, row] of table.rows)
      for (const [place, column] of [[median, 'medianChangePercent'] as const, [mean, 'meanChangePercent'] as const]) {
        const [figure, change] = [row.values[place], row.values[place + 1]];
        if (typeof change !== 'number' || typeof figure === 'number') continue;
        const message = `the change is ${change} %, but its figure is "${figure}", expected an empty cell`;
        yield { place: placeOfFigure(edition, table, code, column), message };
      }
}
