// How every figure changed between two releases of a source: another period, revised, added, removed, newly withheld or published. Pure.
import type { WithheldReason } from '#schemas/codes.ts';
import type { Figure } from '#sources/kit/source.ts';

/** What an edition says of a figure: a number, a word, or why it is withheld. Null if the edition does not have the figure. */
export type Said = { readonly value: number | string } | { readonly withheld: WithheldReason } | null;

/**
 * A number that differs is `revised` if it was published anew for the same period, and `other-period` if each release has a period of its
 * own: pay of 2024 does not revise pay of 2023.
 */
export const changeKinds = [
  'revised',
  'other-period',
  'added',
  'removed',
  'newly-withheld',
  'newly-published',
  'withheld-otherwise',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The name of a figure. It has a period if a release has the figure for several; else each side has its own period. */
export interface FigureName extends Pick<Figure, 'endpoint' | 'measure' | 'coefficientOf' | 'unit' | 'dimensions' | 'area' | 'group'> {
  readonly period: string | null;
}

/** The period of a figure in either release; null where a release lacks the figure. */
export interface Periods {
  readonly old: string | null;
  readonly new: string | null;
}

export interface Change extends FigureName {
  readonly kind: ChangeKind;
  readonly periods: Periods;
  readonly old: Said;
  readonly new: Said;
}

/** A figure of the newer release, and what both releases say of it. */
export interface Compared {
  readonly name: FigureName;
  /** Null if the newer release lacks it. */
  readonly figure: Figure | null;
  readonly periods: Periods;
  readonly old: Said;
  readonly new: Said;
  /** Null if both say the same. */
  readonly kind: ChangeKind | null;
}

/** The change of a compared figure; null if both releases say the same. */
export function changeOf({ name, kind, periods, old, new: now }: Compared): Change | null {
  return kind === null ? null : { ...name, kind, periods, old, new: now };
}

/** Figures that differ only in the group: what the older release says of each, by the group's number. */
interface Shelf {
  readonly name: Omit<FigureName, 'group'>;
  readonly said: (number | string | undefined)[];
  /** The period of each; empty if the period is in the name. */
  readonly periods: string[];
}

// A withheld figure is kept as this sign and its reason. No word in place of a number begins with the sign.
const withheldSign = '!';

/** What a release says of each figure, without cells and answers, so that memory need not hold both releases. */
export class OlderFigures {
  readonly #numbers = new Map<string, number>();
  readonly #groups: (string | null)[] = [];
  readonly #shelves = new Map<string, Shelf>();

  add(figures: Iterable<Figure>): void {
    for (const figure of figures) {
      const key = keyOf(figure);
      const shelf = this.#shelves.get(key) ?? { name: nameOf(figure), said: [], periods: [] };
      this.#shelves.set(key, shelf);
      const place = this.#numberOf(figure.group);
      shelf.said[place] = encode(figure);
      if (!figure.series) shelf.periods[place] = figure.period;
    }
  }

  /** Compares figures of the newer release. It works only once, because it drops each figure that the newer release has. */
  *compare(newer: Iterable<Figure>): Generator<Compared> {
    for (const figure of newer) {
      const shelf = this.#shelves.get(keyOf(figure));
      const place = this.#numberOf(figure.group);
      const before = shelf?.said[place];
      if (shelf !== undefined) shelf.said[place] = undefined;
      const now = encode(figure);
      const periods = { old: before === undefined ? null : (shelf?.periods[place] ?? figure.period), new: figure.period };
      yield {
        name: { ...nameOf(figure), group: figure.group },
        figure,
        periods,
        old: decode(before),
        new: decode(now),
        kind: kindOf(before, now, periods),
      };
    }
  }

  /** The figures that the newer release lacks, after all of it has been compared. */
  *removed(): Generator<Compared> {
    for (const { name, said, periods } of this.#shelves.values()) {
      for (const [place, before] of said.entries()) {
        if (before === undefined) continue;
        yield {
          name: { ...name, group: this.#groups[place] ?? null },
          figure: null,
          periods: { old: periods[place] ?? name.period, new: null },
          old: decode(before),
          new: null,
          kind: 'removed',
        };
      }
    }
  }

  #numberOf(group: string | null): number {
    const known = this.#numbers.get(group ?? '');
    if (known !== undefined) return known;
    this.#numbers.set(group ?? '', this.#groups.length);
    this.#groups.push(group);
    return this.#groups.length - 1;
  }
}

/** What identifies a figure in every release of its source. */
export function keyOfFigure(figure: Figure): string {
  return `${keyOf(figure)}\n${figure.group ?? ''}`;
}

function keyOf({ endpoint, measure, dimensions, area, series, period }: Figure): string {
  return [endpoint, measure, ...Object.values(dimensions), area?.slug ?? '', series ? period : ''].join('\n');
}

function nameOf({ endpoint, measure, coefficientOf, unit, dimensions, area, series, period }: Figure): Omit<FigureName, 'group'> {
  return {
    endpoint,
    measure,
    ...(coefficientOf === undefined ? {} : { coefficientOf }),
    unit,
    dimensions,
    area,
    period: series ? period : null,
  };
}

function encode({ value, category, withheld }: Figure): number | string {
  return value ?? category ?? `${withheldSign}${withheld?.reason ?? 'not-available'}`;
}

function decode(said: number | string | undefined): Said {
  if (said === undefined) return null;
  return isWithheld(said) ? { withheld: said.slice(withheldSign.length) as WithheldReason } : { value: said };
}

function isWithheld(said: number | string): said is string {
  return typeof said === 'string' && said.startsWith(withheldSign);
}

function kindOf(before: number | string | undefined, now: number | string, periods: Periods): ChangeKind | null {
  if (before === now) return null;
  if (before === undefined) return 'added';
  if (isWithheld(now)) return isWithheld(before) ? 'withheld-otherwise' : 'newly-withheld';
  if (isWithheld(before)) return 'newly-published';
  return periods.old === periods.new ? 'revised' : 'other-period';
}
