// The figures of a release: the value of each, the cells it was made from, and where answers give
// it.
import type { Quality, WithheldReason } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Explained, ReferenceDates } from '#schemas/figures.ts';

/** How many figures a release publishes, and how many it withholds, by reason. */
export interface FigureCount {
  readonly published: number;
  readonly withheld: Partial<Record<WithheldReason, number>>;
}

export interface FileCell {
  /** Its name among the inputs of the edition, or of an edition that it needs. */
  readonly file: string;
  /** The file within a zip; null if the file is not a zip. */
  readonly member: string | null;
  /** The sheet of a workbook; null for any other file. */
  readonly sheet: string | null;
  /**
   * `F231` as a spreadsheet addresses it. In some delimited files `row 231 OBS_VALUE`, with the
   * column's header. In JSON the codes and names on the way to it, `ST0118 1.1 maxFunding`, because
   * the order of a list may change.
   */
  readonly address: string;
  /** The text of the cell; empty for an empty cell. */
  readonly printed: string;
}

export interface FigureAnswer {
  readonly endpoint: string;
  readonly place: DocumentPlace;
  /** The query parameters that it depends on, besides the place; empty if every query gives it. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * JSON pointer into the answer (RFC 6901). An answer may order and cut its lists, so a step
   * `soc2020=2134` selects the member of a list with that value, and `area.slug=wales` looks at a
   * nested member.
   */
  readonly pointer: string;
}

/** One figure of a release, for tables for analysts, traces and comparisons. */
export interface Figure {
  /** Id of the main endpoint that gives it. */
  readonly endpoint: string;
  /** Code of a unit group, or of a broader group of SOC 2020; null for all occupations together. */
  readonly group: string | null;
  readonly area: { readonly code: string; readonly slug: string; readonly name: string } | null;
  /** A year `2024`, a month `2026-07`, a quarter `2026-Q2`, or the publisher's own words. */
  readonly period: string;
  /**
   * True if a release has the figure for several periods. Releases are then compared period by
   * period.
   */
  readonly series: boolean;
  /**
   * What else distinguishes it from other figures, in a fixed order: sex, pattern, statistic,
   * industry, qualification. Figures of one measure have the same names. No name equals another
   * column of a table.
   */
  readonly dimensions: Readonly<Record<string, string>>;
  readonly measure: string;
  readonly unit: string;
  /** As answers give it; null if it is withheld or is not a number. */
  readonly value: number | null;
  /**
   * The value of a figure that is not a number, for instance a level of demand; null for every
   * number.
   */
  readonly category: string | null;
  /** Why value and category are both null; null if the figure is published. */
  readonly withheld: Explained | null;
  /** Null for a figure without a quality band, for instance a coefficient of variation. */
  readonly quality: Quality | null;
  /**
   * The figure's own coefficient of variation in percent, of sources that publish them; null if
   * none is published for it.
   */
  readonly coefficientOfVariation?: number | null;
  /**
   * Its cell; null if the publisher has none for it. Absent from a figure of a column without
   * coefficients. Computed on demand.
   */
  readonly coefficientCell?: () => FileCell | null;
  /** The measure that a coefficient belongs to; absent from any other figure. */
  readonly coefficientOf?: string;
  /** True if it is computed from several figures, not only scaled or rounded from one cell. */
  readonly derived: boolean;
  /**
   * The cells it was made from, the most important first; none if the publisher has no cell for it.
   * Computed on demand.
   */
  cells(): readonly FileCell[];
  /**
   * True if no cell is more important than another, as in a sum and an average. A row of a table
   * has room for one cell, so it then names none of several.
   */
  readonly areCellsEqual?: boolean;
  /**
   * How it was made from the cells: one short sentence, the same for all figures made the same way.
   */
  readonly rule: string;
  /** Every place in answers that gives it. Computed on demand. */
  answers(): readonly FigureAnswer[];
  /**
   * A name for figures whose answers differ only in their own group, area, period, measure and
   * dimensions. The answers of such figures are worked out once. A source of many figures states
   * it.
   */
  readonly answered?: string;
}

/** A figure as its source states it: what is special about it, and where answers give it. */
interface StatedFigure
  extends Pick<Figure, 'measure' | 'cells'>,
    Partial<Omit<Figure, 'measure' | 'cells'>> {
  /** The pointer to it in the answers of the endpoint. */
  readonly pointer?: string;
  /** The unit groups whose answers give it, if not only its own group's. */
  readonly occupations?: readonly string[];
  /** Answers of other endpoints that give it, such as a list of occupations. */
  readonly also?: () => readonly FigureAnswer[];
}

/** A place of a figure in an answer without query parameters. */
export const answerAt = (
  endpoint: string,
  place: DocumentPlace,
  pointer: string,
): FigureAnswer => ({
  endpoint,
  place,
  query: {},
  pointer,
});

/** A name as a step of a pointer (RFC 6901). */
export const pointerStep = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Makes the figures of an endpoint. It fills in what a source does not state: a number as printed,
 * in the unit of its measure, of one period, without further dimensions, and in the answer of its
 * group. With `inArea`, answers are by area too.
 */
export function figureMaker(
  endpoint: string,
  { measures }: Pick<Meanings<never>, 'measures'>,
  inArea?: 'in area',
): (stated: StatedFigure) => Figure {
  const units = new Map(measures.map(({ measure, unit }) => [measure, unit]));
  return ({ pointer = '', occupations, also, ...stated }) => ({
    endpoint,
    group: null,
    area: null,
    period: '',
    series: false,
    dimensions: {},
    unit: units.get(stated.measure) ?? '',
    value: null,
    category: null,
    withheld: null,
    quality: null,
    derived: false,
    rule: (stated.withheld ?? null) === null ? asPrinted : inPlaceOfNumber,
    answers: () => {
      const area = inArea === undefined ? {} : { area: stated.area?.slug ?? '' };
      const ownAnswers = (occupations ?? [stated.group ?? '']).map((soc) =>
        answerAt(endpoint, { soc, ...area }, pointer),
      );
      return [...ownAnswers, ...(also?.() ?? [])];
    },
    ...stated,
  });
}

export const asPrinted = 'The number as printed.';
export const inPlaceOfNumber = 'What is printed in place of a number says why there is none.';

/**
 * The coefficient of variation of a figure as a figure of its own, for traces and comparisons. In
 * tables it is in the row of its figure.
 */
export function coefficientOf(figure: Figure): Figure | null {
  const { measure, coefficientOfVariation: value = null, coefficientCell } = figure;
  if (coefficientCell === undefined) return null;
  const cell = coefficientCell();
  const printed = cell?.printed ?? null;
  const explanation = 'The publisher gives no coefficient of variation here.';
  const withheld: Explained = {
    reason: printed === 'x' ? 'unreliable' : 'not-available',
    marker: printed,
    explanation,
  };
  return {
    ...figure,
    measure: `${measure}_cv`,
    coefficientOf: measure,
    unit: 'percent',
    value,
    withheld: value === null ? withheld : null,
    quality: null,
    coefficientOfVariation: null,
    rule: value === null ? inPlaceOfNumber : asPrinted,
    cells: () => (cell === null ? [] : [cell]),
    answers: () => coefficientAnswers(figure),
  };
}

/** The places of a figure's coefficient in answers: beside each of its values. */
function coefficientAnswers(figure: Figure): FigureAnswer[] {
  const answersWithValue = figure.answers().filter(({ pointer }) => pointer.endsWith('/value'));
  return answersWithValue.map((answer) => ({
    ...answer,
    pointer: answer.pointer.replace(/\/value$/, '/coefficientOfVariation'),
  }));
}

/** Figures, each with its coefficient of variation after it. */
export function* withCoefficients(figures: Iterable<Figure>): Generator<Figure> {
  for (const figure of figures) {
    yield figure;
    const coefficient = coefficientOf(figure);
    if (coefficient !== null) yield coefficient;
  }
}

/** A dimension of figures, as a column of a table. */
export interface DimensionMeaning {
  /** A sentence that says what its values distinguish. */
  readonly meaning: string;
  /**
   * Every value that it can have, by the code's own list; absent if the publisher may name others.
   */
  readonly values?: readonly string[];
}

export interface MeasureMeaning {
  readonly measure: string;
  readonly unit: string;
  /** What it counts, in a sentence. */
  readonly meaning: string;
  /** The words that it has in place of numbers. */
  readonly categories?: readonly string[];
}

/** The measures of a source by their names. */
export type MeasuresByName = Readonly<Record<string, Omit<MeasureMeaning, 'measure'>>>;

export function listMeasures(measures: MeasuresByName): MeasureMeaning[] {
  return Object.entries(measures).map(([measure, meaning]) => ({ measure, ...meaning }));
}

/** What the columns of a table of figures mean, for readers who have only the table. */
export interface Meanings<Observations> {
  /** By their names. */
  readonly dimensions: Readonly<Record<string, DimensionMeaning>>;
  /**
   * Each measure in each of its units. A measure of the same name and unit means the same in every
   * source.
   */
  readonly measures: readonly MeasureMeaning[];
  /**
   * The dimension whose values are codes, and the titles of the codes, which get a column beside
   * it.
   */
  readonly titled?: {
    readonly dimension: string;
    titles(observations: Observations): ReadonlyMap<string, string>;
  };
  /** The days of a period, if they are not those of a year, month or quarter. */
  dates?(figure: Figure): ReferenceDates;
}
