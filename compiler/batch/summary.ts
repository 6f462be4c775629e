// What a list came to, in a few lines for a person.
import { count, number } from '../report/report.ts';
import type { CodedRow } from './answer-columns.ts';

const mostDamaged = 10;

/** Counts rows as they are coded. */
export class Summary {
  readonly #counts = new Map<string, number>();
  readonly #damaged: string[] = [];
  #rows = 0;
  #damages = 0;
  #blank = 0;
  #sure = 0;
  #confidence = 0;
  #coded = 0;

  add({ row, matches: [first], isAmbiguous, isCoded }: CodedRow): void {
    this.#rows += 1;
    if (isCoded === true) this.#coded += 1;
    if (row.damage !== null) {
      this.#damages += 1;
      if (this.#damaged.length < mostDamaged) this.#damaged.push(`line ${row.line}: ${row.damage}; kept, and not coded`);
      return;
    }
    if (row.text === '') {
      this.#blank += 1;
      return;
    }
    const kind = first === undefined ? 'none' : isAmbiguous ? 'ambiguous' : first.matchType;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    if (first === undefined || isAmbiguous) return;
    this.#sure += 1;
    this.#confidence += first.confidence;
  }

  get hasDamage(): boolean {
    return this.#damages > 0;
  }

  /** The damaged rows, at most ten, and how many more there are. */
  damaged(): string[] {
    const more = this.#damages - this.#damaged.length;
    return more === 0 ? this.#damaged : [...this.#damaged, `${number(more)} more damaged rows, each named in the column of its damage`];
  }

  /** `threshold`: null if there is none. `index`: the release of the coding index. */
  lines(threshold: number | null, index: string): string[] {
    const n = (kind: string) => number(this.#counts.get(kind) ?? 0);
    // The kinds that every list is asked about, and the others that occur.
    const others = [...this.#counts.keys()].filter((kind) => !['exact', 'fuzzy', 'partial', 'ambiguous', 'none'].includes(kind)).sort();
    const kinds = ['exact', 'fuzzy', 'partial', ...others, 'ambiguous', 'none'].map((kind) => `${n(kind)} ${kind}`);
    if (this.#damages > 0) kinds.push(`${number(this.#damages)} damaged`);
    if (this.#blank > 0) kinds.push(`${number(this.#blank)} blank`);
    const sure = `${((100 * this.#confidence) / this.#sure).toFixed(1)} % of ${count(this.#sure, 'unambiguous answer')}`;
    const open = number(this.#rows - this.#blank - this.#coded);
    return [
      `${count(this.#rows, 'row')}: ${kinds.join(', ')}`,
      ...(this.#sure === 0 ? [] : [`expected right: ${sure}, by their confidences`]),
      ...(threshold === null ? [] : [`threshold ${threshold}: ${number(this.#coded)} coded, ${open} to be looked at (column decision)`]),
      `coded with ${index}`,
    ];
  }
}
