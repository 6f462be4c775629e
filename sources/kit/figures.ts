// The figures of a release: what each says, the cells that it was made from, and where answers give it.
import type { Quality, WithheldReason } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Withheld } from '#schemas/figures.ts';

/** How many figures a release gives, and how many it withholds for which reason. */
export interface FigureCount {
  readonly published: number;
  readonly withheld: Partial<Record<WithheldReason, number>>;
}

/** A cell of a publisher's file. */
export interface FileCell {
  /** As the edition names it among its inputs, or one that it needs among its own. */
  readonly file: string;
  /** The file within a zip; null where the file is none. */
  readonly member: string | null;
  /** The sheet of a workbook; null for any other file. */
  readonly sheet: string | null;
  /**
   * `F231` as a spreadsheet addresses it; of some delimited files `row 231 OBS_VALUE`, with the column's header; of JSON the codes and names
   * that lead to it, `ST0118 1.1 maxFunding`, since the order of a list is not to be relied on.
   */
  readonly address: string;
  /** The text that stands there, empty where nothing does. */
  readonly printed: string;
}

/** Where a figure stands in the API's answers. */
export interface FigureAnswer {
  readonly endpoint: string;
  readonly place: DocumentPlace;
  /** The parameters on which it depends, beside those that name the place; empty where every query gives it. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * JSON pointer into the answer (RFC 6901). As an answer may order and cut its lists, a step `soc2020=2134` is the member of a list in
   * which that is so, and `area.slug=wales` looks into the member's own members.
   */
  readonly pointer: string;
}

/** One figure of a release, as tables for analysts, traces and comparisons tell it. */
export interface Figure {
  /** Id of the endpoint whose answers give it first. */
  readonly endpoint: string;
  /** Code of a unit group, or of a broader group of SOC 2020; null for all occupations together. */
  readonly group: string | null;
  readonly area: { readonly code: string; readonly slug: string; readonly name: string } | null;
  /** A year `2024`, a month `2026-07`, a quarter `2026-Q2`, or the publisher's own words. */
  readonly period: string;
  /** True where a release has the figure of several periods, so that releases are compared period by period. */
  readonly series: boolean;
  /** What else tells it from others, in a fixed order: sex, pattern, statistic, industry, qualification. Figures of one measure have the same names, and none has the name of another column of a table. */
  readonly dimensions: Readonly<Record<string, string>>;
  readonly measure: string;
  readonly unit: string;
  /** As answers give it; null where it is withheld, or where it is no number. */
  readonly value: number | null;
  /** What stands in place of a number, a level of demand for instance; null for every number. */
  readonly category: string | null;
  /** Why there is neither; null where the figure is published. */
  readonly withheld: Withheld | null;
  /** Null for what no band is given to, a coefficient of variation for instance. */
  readonly quality: Quality | null;
  /** True where it is computed from several figures, and not merely one cell scaled or rounded. */
  readonly derived: boolean;
  /** The cells that it was made from, the most telling first; none where the publisher has no cell for it. Computed when asked for. */
  cells(): readonly FileCell[];
  /** How it was made from the cells: one short sentence, shared by all figures made alike. */
  readonly rule: string;
  /** Every place where answers give it. Computed when asked for. */
  answers(): readonly FigureAnswer[];
}
