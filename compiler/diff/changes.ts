// What has become of every figure between two releases of a source: revised, added, removed, newly withheld, newly published. Pure.
import type { WithheldReason } from '#schemas/codes.ts';
import type { Figure } from '#sources/kit/source.ts';

/** What the two editions say: a number, a word in place of a number, or why there is neither. Null where the edition does not have the figure. */
export type Said = { readonly value: number | string } | { readonly withheld: WithheldReason } | null;

export const changeKinds = ['revised', 'added', 'removed', 'newly-withheld', 'newly-published', 'withheld-otherwise'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Which figure it is. The period is told where a release has the figure of several; else each side has its own. */
export interface FigureName extends Pick<Figure, 'endpoint' | 'measure' | 'unit' | 'dimensions' | 'area' | 'group'> {
  readonly period: string | null;
}

export interface Change extends FigureName {
  readonly kind: ChangeKind;
  readonly old: Said;
  readonly new: Said;
}

/** A figure of the newer release beside what the older one says of it. */
export interface Compared {
  readonly name: FigureName;
  /** Null for one that the newer release lacks. */
  readonly figure: Figure | null;
  readonly old: Said;
  readonly new: Said;
  /** Null where both say the same. */
  readonly kind: ChangeKind | null;
}

/** Figures alike in all but the group: what the older release says of each, by the group's number. */
interface Shelf {
  readonly name: Omit<FigureName, 'group'>;
  readonly said: (number | string | undefined)[];
}

// A withheld figure is kept as its reason behind this sign, which no word in place of a number begins with.
const withheldSign = '!';

/** What a release says of each of its figures, without cells and answers: the release itself need not be kept beside the newer one. */
export class OlderFigures {
  readonly #numbers = new Map<string, number>();
  readonly #groups: (string | null)[] = [];
  readonly #shelves = new Map<string, Shelf>();

  constructor(figures: Iterable<Figure>) {
    for (const figure of figures) {
      const key = keyOf(figure);
      const shelf = this.#shelves.get(key) ?? { name: nameOf(figure), said: [] };
      this.#shelves.set(key, shelf);
      shelf.said[this.#numberOf(figure.group)] = encode(figure);
    }
  }

  /** Every figure of either release. It can be asked for once: what is left in the end is what the newer release lacks. */
  *compare(newer: Iterable<Figure>): Generator<Compared> {
    for (const figure of newer) {
      const said = this.#shelves.get(keyOf(figure))?.said;
      const place = this.#numberOf(figure.group);
      const before = said?.[place];
      if (said !== undefined) said[place] = undefined;
      const now = encode(figure);
      yield { name: { ...nameOf(figure), group: figure.group }, figure, old: decode(before), new: decode(now), kind: kindOf(before, now) };
    }
    for (const { name, said } of this.#shelves.values()) {
      for (const [place, before] of said.entries()) {
        if (before !== undefined)
          yield { name: { ...name, group: this.#groups[place] ?? null }, figure: null, old: decode(before), new: null, kind: 'removed' };
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

function keyOf({ endpoint, measure, dimensions, area, series, period }: Figure): string {
  return [endpoint, measure, ...Object.values(dimensions), area?.slug ?? '', series ? period : ''].join('\n');
}

function nameOf({ endpoint, measure, unit, dimensions, area, series, period }: Figure): Omit<FigureName, 'group'> {
  return { endpoint, measure, unit, dimensions, area, period: series ? period : null };
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

function kindOf(before: number | string | undefined, now: number | string): ChangeKind | null {
  if (before === now) return null;
  if (before === undefined) return 'added';
  if (isWithheld(now)) return isWithheld(before) ? 'withheld-otherwise' : 'newly-withheld';
  return isWithheld(before) ? 'newly-published' : 'revised';
}
