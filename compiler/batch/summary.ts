// Sums up the results of a list in a few lines for a person.
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
    const kind = kindOf({ row, first, isAmbiguous });
    this.#counts.set(kind, this.#countOf(kind) + 1);
    if (kind === first?.matchType) this.#confidence += first.confidence;
    if (row.damage !== null && this.#damaged.length < mostDamaged)
      this.#damaged.push(`line ${row.line}: ${row.damage}; kept, and not coded`);
  }

  #countOf(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  #rowsOf(kinds: readonly string[]): number {
    return kinds.reduce((total, kind) => total + this.#countOf(kind), 0);
  }

  get hasDamage(): boolean {
    return this.#damaged.length > 0;
  }

  /** The damaged rows, at most ten, and how many more there are. */
  damaged(): string[] {
    const unlisted = this.#countOf('damaged') - this.#damaged.length;
    return unlisted === 0
      ? this.#damaged
      : [
          ...this.#damaged,
          `${number(unlisted)} more damaged rows, each named in the column of its damage`,
        ];
  }

  /** `threshold`: null if there is none. `index`: the release of the coding index. */
  lines(threshold: number | null, index: string): string[] {
    // Every summary has the usual kinds. The others are there if they occur.
    const usualMatches = ['exact', 'fuzzy', 'partial'];
    const withoutMatch = ['ambiguous', 'none'];
    const notAsked = ['damaged', 'blank'].filter((kind) => this.#countOf(kind) > 0);
    const listedKinds = [...usualMatches, ...withoutMatch, ...notAsked];
    const otherMatches = [...this.#counts.keys()]
      .filter((kind) => !listedKinds.includes(kind))
      .sort();
    const kinds = [...usualMatches, ...otherMatches, ...withoutMatch, ...notAsked].map(
      (kind) => `${number(this.#countOf(kind))} ${kind}`,
    );
    const rows = this.#rowsOf([...this.#counts.keys()]);
    const sure = rows - this.#rowsOf([...withoutMatch, 'damaged', 'blank']);
    const right = ((100 * this.#confidence) / sure).toFixed(1);
    const open = number(rows - this.#countOf('blank') - this.#coded);
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

/** The kind of a row's answer, or why it has none. */
function kindOf({
  row,
  first,
  isAmbiguous,
}: Pick<CodedRow, 'row' | 'isAmbiguous'> & {
  readonly first: CodedRow['matches'][number] | undefined;
}): string {
  if (row.damage !== null) return 'damaged';
  if (row.cells.every((cell) => cell === '')) return 'blank';
  if (first === undefined) return 'none';
  return isAmbiguous ? 'ambiguous' : first.matchType;
}
