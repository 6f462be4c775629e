// The content of a section as data. Pages, the terminal and the site of files each lay it out in
// their own way.
import type { Parts } from '#schemas/advert-totals.ts';
import type { Quality } from '#schemas/codes.ts';
import type { Provenance, WithheldLegend } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type AbsentFigure, type Figure, type Print, shownValue } from './figure.ts';

/** Words that lead to a page of ours, by its path on a server, or elsewhere. */
export interface Link {
  readonly text: string;
  readonly href: string;
  /** Text after the link. */
  readonly more?: string;
}

export type Label = string | Link;

export interface Row {
  readonly label: Label;
  /** Shown beneath the label. */
  readonly remark?: string;
  readonly figures: readonly Figure[];
  /** Shown at the axis of a line in place of the label. */
  readonly tick?: string;
  /** A provisional point of a line. */
  readonly hollow?: boolean;
}

/**
 * A picture of a table: bars of its first column with figures, its five percentiles, or a line
 * through its rows.
 */
export interface Chart {
  readonly kind: 'bars' | 'percentiles' | 'line';
  /** Describes the picture to people who do not see it. */
  readonly description: string;
  /** Explains the marks to people who see it. */
  readonly key?: string;
  readonly print?: Print;
  /** The ends of a scale of ratings, between which its bars are. */
  readonly scale?: readonly [number, number];
  /** The most bars; the longest are shown. */
  readonly most?: number;
}

export interface Table {
  readonly table: string;
  /** The first names the labels. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly chart?: Chart;
  /** The column of figures that is shown where there is room for one. */
  readonly main?: number;
  /** Folded on pages, where a picture says most of it. */
  readonly folded?: boolean;
  /** Whether each figure of the first column has a bar beneath it, from zero to either side. */
  readonly barred?: boolean;
}

export type Block =
  | Table
  | { readonly text: string; readonly as?: 'notice' | 'small' }
  | { readonly heading: Label }
  | { readonly list: readonly Label[]; readonly isLong?: boolean }
  | { readonly absent: AbsentFigure; readonly subject?: string }
  /**
   * Folded on pages, left out on paper unless it is `printed`, and left out where nothing folds.
   */
  | { readonly fold: string; readonly blocks: readonly Block[]; readonly printed?: boolean }
  /** The place of the logo of Skills England. */
  | { readonly logo: true };

export interface SectionContent {
  /** The area and period that the figures describe, and a broader group. */
  readonly about: string;
  readonly blocks: readonly Block[];
}

/** Shown with a headline figure. */
export interface HeadlineContext {
  /** Who the figure counts. */
  readonly note?: string;
  /** The same figure for some of them. */
  readonly second?: { readonly name: string; readonly figure: Figure };
}

/** The headline figure of a section. */
export interface HeadlineFigure extends HeadlineContext {
  readonly name: string;
  readonly figure: Figure;
  readonly remark: string;
}

/** The members for credit and notes that answers of sections share. */
export interface SourcedAnswer {
  readonly provenance: Provenance;
  readonly attribution?: string;
  readonly citation?: string;
  /** Of the headline figure. */
  readonly quality?: Quality;
  readonly notes?: readonly string[];
  readonly notices?: readonly string[];
  readonly derivation?: string;
  readonly accuracy?: string;
  readonly coverage?: { readonly description: string };
  readonly withheldLegend?: WithheldLegend;
}

/** The text that must accompany the figures. */
export const attributionOf = ({ attribution, citation }: SourcedAnswer): string =>
  attribution ?? citation ?? '';

export const row = (label: Label, ...figures: readonly Figure[]): Row => ({ label, figures });

/** A row with a remark beneath its label. */
export const rowWithRemark = (
  label: Label,
  remark: string,
  ...figures: readonly Figure[]
): Row => ({
  label,
  remark,
  figures,
});

export const table = (
  name: string,
  columns: readonly string[],
  rows: readonly Row[],
  chart?: Chart,
): Table => ({
  table: name,
  columns,
  rows,
  ...(chart === undefined ? {} : { chart }),
});

/**
 * The tables among blocks, folded ones too. The id of each has the places of the blocks down to it.
 */
export function tablesIn(
  blocks: readonly Block[],
  id: string,
): readonly (Table & { readonly id: string })[] {
  return blocks.flatMap((block, place) => {
    if ('table' in block) return [{ ...block, id: `${id}-${place}` }];
    return 'fold' in block ? tablesIn(block.blocks, `${id}-${place}`) : [];
  });
}

/**
 * Two tables: totals of a whole year, then totals that lack a part of it, which would rank too low
 * among the others.
 */
export function wholeThenPartial(
  name: string,
  columns: readonly string[],
  parts: Parts,
  counted: readonly { readonly lacks: number; readonly row: Row }[],
  most = counted.length,
): readonly Block[] {
  const whole = counted.filter(({ lacks }) => lacks === 0).map((total) => total.row);
  const partial = counted.filter(({ lacks }) => lacks > 0).map((total) => total.row);
  const [label = '', , ...others] = columns;
  return [
    ...unlessEmpty(whole.slice(0, most), (rows) => table(name, columns, rows)),
    ...unlessEmpty(partial.slice(0, most), (rows) =>
      table(
        `Not comparable, in the order of the alphabet: some ${parts} are missing`,
        [label, `Adverts in the ${parts} that are published`, ...others],
        rows.toSorted((a, b) => byCodeUnit(textOfLabel(a), textOfLabel(b))),
      ),
    ),
  ];
}

const textOfLabel = ({ label }: Row) => (typeof label === 'string' ? label : label.text);

/** Blocks that are there only if there is something in them. */
export const unlessEmpty = <Item>(
  items: readonly Item[],
  block: (items: readonly Item[]) => Block,
): readonly Block[] => (items.length === 0 ? [] : [block(items)]);

/**
 * The bars of a table: its first column with figures for a picture, because where no share is
 * published the number of people is.
 */
export function barsOf({ rows, chart }: Table): {
  readonly rows: readonly Row[];
  readonly column: number;
  readonly isCut: boolean;
} {
  const rowsWithFigure = (column: number) =>
    rows.filter(({ figures }) => shownValue(figures[column]) !== null);
  const columnWith = (least: number) =>
    [0, 1].find((candidate) => rowsWithFigure(candidate).length >= least);
  const column = columnWith(2) ?? columnWith(1) ?? 0;
  const all = rowsWithFigure(column);
  const isCut = all.length > (chart?.most ?? Number.POSITIVE_INFINITY);
  const lengthOfBar = (row: Row) => shownValue(row.figures[column]) ?? 0;
  return {
    rows: isCut
      ? all.toSorted((a, b) => lengthOfBar(b) - lengthOfBar(a)).slice(0, chart?.most)
      : all,
    column,
    isCut,
  };
}
