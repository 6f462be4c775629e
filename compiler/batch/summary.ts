// The result for a list, in a few lines for a person.
import { count, number } from '../report/report.ts';
import type { CodedRow } from './answer-columns.ts';

const mostDamaged = 10;

/** Counts rows as they are coded. */
export class Summary {
  /** Rows by the kind of their answer, or by why there is none. */
  readonly #counts = new Map<string, number>();
  readonly #damaged: string[] = [];
  #confidence = 0;
  #coded = 0;

  add({ row, matches: [first], isAmbiguous, isCoded }: CodedRow): void {
    if (isCoded === true) this.#coded += 1;
    const isBlank = row.cells.every((cell) => cell === '');
    const isAsked = row.damage === null && !isBlank;
    const asked = first === undefined ? 'none' : isAmbiguous ? 'ambiguous' : first.matchType;
    const kind = isAsked ? asked : row.damage === null ? 'blank' : 'damaged';
    this.#counts.set(kind, this.#of(kind) + 1);
    if (isAsked && first !== undefined && !isAmbiguous) this.#confidence += first.confidence;
    if (row.damage !== null && this.#damaged.length < mostDamaged)
      this.#damaged.push(`line ${row.line}: ${row.damage}; kept, and not coded`);
  }

  #of(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  #rowsOf(kinds: readonly string[]): number {
    return kinds.reduce((total, kind) => total + this.#of(kind), 0);
  }

  get hasDamage(): boolean {
    return this.#damaged.length > 0;
  }

  /** The damaged rows, at most ten, and how many more there are. */
  damaged(): string[] {
    const unlisted = this.#of('damaged') - this.#damaged.length;
    return unlisted === 0
      ? this.#damaged
      : [
          ...this.#damaged,
          `${number(unlisted)} more damaged rows, each named in the column of its damage`,
        ];
  }

  /** `threshold`: null if there is none. `index`: the release of the coding index. */
  lines(threshold: number | null, index: string): string[] {
    // The kinds that every summary has, and the others that occur.
    const first = ['exact', 'fuzzy', 'partial'];
    const last = ['ambiguous', 'none'];
    const apart = ['damaged', 'blank'].filter((kind) => this.#of(kind) > 0);
    const knownKinds = [...first, ...last, ...apart];
    const others = [...this.#counts.keys()].filter((kind) => !knownKinds.includes(kind)).sort();
    const kinds = [...first, ...others, ...last, ...apart].map(
      (kind) => `${number(this.#of(kind))} ${kind}`,
    );
    const rows = this.#rowsOf([...this.#counts.keys()]);
    const sure = rows - this.#rowsOf([...last, 'damaged', 'blank']);
    const right = ((100 * this.#confidence) / sure).toFixed(1);
    const open = number(rows - this.#of('blank') - this.#coded);
    return [
      `${count(rows, 'row')}: ${kinds.join(', ')}`,
      ...(sure === 0
        ? []
        : [
            `expected right: ${right}% of ${count(sure, 'unambiguous answer')}, by ` +
              'their confidences',
          ]),
      ...(threshold === null
        ? []
        : [
            `threshold ${threshold}: ${number(this.#coded)} coded, ${open} to be looked ` +
              'at (column decision)',
          ]),
      `coded with ${index}`,
    ];
  }
}
