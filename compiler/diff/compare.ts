// Compares every figure of two releases of a source: another period, revised, added, removed, newly
// withheld or published.
import type { WithheldReason } from '#schemas/codes.ts';
import type { Figure } from '#sources/kit/figures.ts';

/** A number, a word, or why a figure is withheld. Null if the edition does not have the figure. */
export type PublishedValue =
  | { readonly value: number | string }
  | { readonly withheld: WithheldReason }
  | null;

/**
 * A number that differs is `revised` if it was published anew for the same period, and
 * `other-period` if each release has a period of its own: pay of 2024 does not revise pay of 2023.
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

/**
 * The name of a figure. It has a period if a release has the figure for several; else each side has
 * its own period.
 */
export interface FigureName
  extends Pick<
    Figure,
    'endpoint' | 'measure' | 'coefficientOf' | 'unit' | 'dimensions' | 'area' | 'group'
  > {
  readonly period: string | null;
}

export interface Compared extends FigureName {
  readonly kind: ChangeKind | null;
  /** The period in either release; null where a release lacks the figure. */
  readonly periods: { readonly old: string | null; readonly new: string | null };
  readonly old: PublishedValue;
  readonly new: PublishedValue;
  /** The figure of the newer release; null if that lacks it. */
  readonly figure: Figure | null;
}

export interface Change extends Omit<Compared, 'figure'> {
  readonly kind: ChangeKind;
}

export function changeOf({ figure: _, ...compared }: Compared): Change | null {
  const { kind } = compared;
  return kind === null ? null : { ...compared, kind };
}

interface OlderFigure {
  readonly published: PublishedValue;
  readonly period: string;
}

/**
 * The figures of a release without cells and answers, so that memory need not hold both releases.
 */
export class OlderFigures {
  /** Figures that differ only in the group are kept together, because there are millions. */
  readonly #named = new Map<
    string,
    { readonly name: Omit<FigureName, 'group'>; readonly byGroup: Map<string | null, OlderFigure> }
  >();

  add(figures: Iterable<Figure>): void {
    for (const figure of figures) {
      const key = keyOf(figure);
      const series = this.#named.get(key) ?? { name: figureNameOf(figure), byGroup: new Map() };
      this.#named.set(key, series);
      series.byGroup.set(figure.group, { published: publishedIn(figure), period: figure.period });
    }
  }

  /**
   * Compares figures of the newer release. It works only once, because it drops each figure that
   * the newer release has.
   */
  *compare(newer: Iterable<Figure>): Generator<Compared> {
    for (const figure of newer) {
      const byGroup = this.#named.get(keyOf(figure))?.byGroup;
      const before = byGroup?.get(figure.group);
      byGroup?.delete(figure.group);
      const old = before?.published ?? null;
      const now = publishedIn(figure);
      const periods = { old: before?.period ?? null, new: figure.period };
      yield {
        ...figureNameOf(figure),
        group: figure.group,
        kind: kindOf(old, now, periods),
        periods,
        old,
        new: now,
        figure,
      };
    }
  }

  *removed(): Generator<Compared> {
    for (const { name, byGroup } of this.#named.values())
      for (const [group, { published, period }] of byGroup)
        yield {
          ...name,
          group,
          kind: 'removed',
          periods: { old: period, new: null },
          old: published,
          new: null,
          figure: null,
        };
  }
}

export function keyOfFigure(figure: Figure): string {
  return `${keyOf(figure)}\n${figure.group ?? ''}`;
}

function keyOf({ endpoint, measure, dimensions, area, series, period }: Figure): string {
  return [
    endpoint,
    measure,
    ...Object.values(dimensions),
    area?.slug ?? '',
    series ? period : '',
  ].join('\n');
}

function figureNameOf({
  endpoint,
  measure,
  coefficientOf,
  unit,
  dimensions,
  area,
  series,
  period,
}: Figure): Omit<FigureName, 'group'> {
  const coefficient = coefficientOf === undefined ? {} : { coefficientOf };
  return {
    endpoint,
    measure,
    ...coefficient,
    unit,
    dimensions,
    area,
    period: series ? period : null,
  };
}

function publishedIn({ value, category, withheld }: Figure): NonNullable<PublishedValue> {
  const published = value ?? category;
  return published === null
    ? { withheld: withheld?.reason ?? 'not-available' }
    : { value: published };
}

function kindOf(
  old: PublishedValue,
  now: NonNullable<PublishedValue>,
  periods: Compared['periods'],
): ChangeKind | null {
  if (old === null) return 'added';
  if ('withheld' in now) {
    if ('value' in old) return 'newly-withheld';
    return old.withheld === now.withheld ? null : 'withheld-otherwise';
  }
  if ('withheld' in old) return 'newly-published';
  if (old.value === now.value) return null;
  return periods.old === periods.new ? 'revised' : 'other-period';
}
