// Which industries of a list can be used. Those that cannot are counted, and the first is named
// with its line.
import { count } from '../report/report.ts';
import { partsOf, stemsOf } from './choose-entry.ts';
import { mayLackZero, sectionIn } from './industry-sections.ts';

interface Unread {
  rows: number;
  readonly cell: string;
  readonly line: number;
}

export class Industries {
  /** The parts of qualifiers by one of their words. */
  readonly #parts = new Map<string, ReadonlySet<string>[]>();
  #unread: Unread | null = null;
  /** The first that may be a number of SIC 2007 whose zero a spreadsheet has cut off. */
  #withoutZero: Omit<Unread, 'rows'> | null = null;

  /** `qualifiers`: of the coding index. */
  constructor(qualifiers: Iterable<string>) {
    for (const part of [...qualifiers].flatMap(partsOf)) {
      const [first] = part;
      if (first !== undefined) this.#parts.set(first, [...(this.#parts.get(first) ?? []), part]);
    }
  }

  /**
   * The cell if it names a section of SIC 2007, or words of a qualifier; otherwise nothing, and the
   * row is counted.
   */
  read(cell: string, line: number): string {
    if (cell.trim() === '') return '';
    if (sectionIn(cell) !== null || this.#namesQualifier(cell)) return cell;
    this.#unread ??= { rows: 0, cell, line };
    this.#unread.rows += 1;
    if (mayLackZero(cell.trim())) this.#withoutZero ??= { cell, line };
    return '';
  }

  /** What could not be used, for a person: nothing if everything could. */
  described(heading: string): string[] {
    if (this.#unread === null) return [];
    const { rows, cell, line } = this.#unread;
    const lacking = this.#withoutZero;
    return [
      `column "${heading}": ${count(rows, 'row')} ${rows === 1 ? 'has' : 'have'} an industry that names no section and no qualifier, so nothing was chosen by it; the first is "${cell}" in line ${line}`,
      '  expected a section of SIC 2007 (C, or Manufacturing), its number (86, 86.10, 86101), or words of the coding index (retail trade)',
      ...(lacking === null
        ? []
        : [
            `  "${lacking.cell.trim()}" in line ${lacking.line} may have lost the first zero; write five digits (01110) or a point (11.10)`,
          ]),
    ];
  }

  #namesQualifier(cell: string): boolean {
    const stems = stemsOf(cell);
    return [...stems].some(
      (stem) =>
        this.#parts.get(stem)?.some((part) => [...part].every((one) => stems.has(one))) ?? false,
    );
  }
}
