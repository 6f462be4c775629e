// Which industries of a list can be used, and those that cannot: each is named with its line and counted, because nobody reads 100,000 rows.
import { quoteList } from '#sources/kit/problem.ts';
import { count } from '../report/report.ts';
import { partsOf, stemsOf } from './choose-entry.ts';
import { mayLackZero, sectionIn } from './industry-sections.ts';

interface Unknown {
  rows: number;
  readonly line: number;
}

const mostNamed = 10;
// Cells that differ. A column of free text has more; what they have in common is counted all the same.
const mostKept = 10_000;

export class Industries {
  /** The parts of qualifiers by one of their words. */
  readonly #parts = new Map<string, ReadonlySet<string>[]>();
  readonly #known = new Map<string, boolean>();
  readonly #unknown = new Map<string, Unknown>();
  #rows = 0;

  /** `qualifiers`: of the coding index. */
  constructor(qualifiers: Iterable<string>) {
    for (const part of [...qualifiers].flatMap(partsOf)) {
      const [first] = part;
      if (first !== undefined) this.#parts.set(first, [...(this.#parts.get(first) ?? []), part]);
    }
  }

  /** The cell if it names a section of SIC 2007, or words of a qualifier; otherwise nothing, and the row is counted. */
  read(cell: string, line: number): string {
    if (cell.trim() === '') return '';
    const known = this.#known.get(cell) ?? (sectionIn(cell) !== null || this.#namesQualifier(cell));
    if (this.#known.size < mostKept) this.#known.set(cell, known);
    if (known) return cell;
    this.#rows += 1;
    const unknown = this.#unknown.get(cell);
    if (unknown !== undefined) unknown.rows += 1;
    else if (this.#unknown.size < mostKept) this.#unknown.set(cell, { rows: 1, line });
    return '';
  }

  /** What could not be used, for a person: nothing if everything could. */
  described(heading: string): string[] {
    if (this.#rows === 0) return [];
    const most = [...this.#unknown].sort(([, a], [, b]) => b.rows - a.rows || a.line - b.line);
    const lacking = most.map(([cell]) => cell.trim()).filter(mayLackZero);
    const named = most.slice(0, mostNamed).map(([cell, { rows, line }]) => `"${cell}" (${count(rows, 'row')}, first line ${line})`);
    const others = this.#unknown.size - named.length;
    return [
      `column "${heading}": ${count(this.#rows, 'row')} ${this.#rows === 1 ? 'has' : 'have'} an industry that names no section and no qualifier, so nothing was chosen by it: ${named.join(', ')}${others > 0 ? ` and ${others.toLocaleString('en')} others` : ''}`,
      '  expected a section of SIC 2007 (C, or Manufacturing), its number (86, 86.10, 86101), or words of the coding index (retail trade)',
      ...(lacking.length === 0
        ? []
        : [`  ${quoteList(lacking)}: may have lost the first zero; write five digits (01110) or a point (11.10)`]),
    ];
  }

  #namesQualifier(cell: string): boolean {
    const stems = stemsOf(cell);
    return [...stems].some((stem) => this.#parts.get(stem)?.some((part) => [...part].every((one) => stems.has(one))) ?? false);
  }
}
