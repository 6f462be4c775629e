// Reads marked cells. A cell holds a number, or a marker that says why there is none. Every source
// describes its own cells, because publishers use the same marker with different meanings.
import type { WithheldReason } from '#schemas/codes.ts';
import type { Explained } from '#schemas/figures.ts';
import { notUnderstood } from '#schemas/withheld-legend.ts';
import { dayShown, isErrorValue } from './read/cell-contents.ts';

/**
 * What a publisher prints in place of numbers: the reason, and the reason as one plain sentence for
 * answers.
 */
export type Markers = Readonly<
  Record<string, readonly [reason: WithheldReason, explanation: string]>
>;

export interface CellDescription {
  /**
   * The form of a number, from the first character to the last. `12.3x` and `1,234` are not numbers
   * unless it says so.
   */
  readonly number: RegExp;
  /** The form in words: "a whole number above 0". */
  readonly expected: string;
  readonly markers: Markers;
  /** What to do about an unknown marker. */
  readonly repair: string;
}

/** A number, or the marker printed in its place. */
export type Cell = number | string;

/** The value of an unknown marker. Its problem holds the release back, so it is never served. */
export const unknownMarker = '\u0000';

export interface MarkedCells {
  readonly markers: Markers;
  /**
   * The number or the known marker of a printed text. Reports anything else to `complain` and
   * returns `unknownMarker`, never 0. `allowed` are the markers that this place may have, by
   * default all of them.
   */
  read(
    printed: string,
    complain: (message: string, repair?: string) => void,
    allowed?: readonly string[],
  ): Cell;
  /** The same for a column in a row of a table. */
  readIn<Row, Column extends keyof Row>(
    row: Row,
    column: Column,
    complain: (row: Row, column: Column, message: string, repair?: string) => unknown,
    allowed?: readonly string[],
  ): Cell;
  /** The number of a printed text; null if it is not a number. */
  number(printed: string): number | null;
  /**
   * Why a cell has no number; null if it has one. Throws RangeError for a text that is not a
   * marker.
   */
  withheld(cell: string): Explained;
  withheld(cell: Cell): Explained | null;
}

const repairOfNumber =
  'look at the cell in the published file: if it has the same text, tell the publisher; ' +
  'if it has a number, download the file again';

const repairOfError =
  'tell the publisher: a formula of the workbook has failed, and its error is no marker';
const repairOfDate =
  'give the cell the format General in Excel and compare the number with the ' +
  'publication; and tell the publisher';

/** The markers for a message, after the form of a number; empty if there are none. */
function orOneOf(markers: readonly string[]): string {
  if (markers.length === 0) return '';
  const listed = markers.map((marker) => (marker === '' ? 'an empty cell' : marker));
  return ` or one of ${listed.join(' ')}`;
}

/**
 * A reader of the cells described. It reads each text once: millions of cells hold the same few
 * thousand texts.
 */
export function markedCells({
  number: shape,
  expected,
  markers,
  repair,
}: CellDescription): MarkedCells {
  const numbers = new Map<string, number | null>();
  const withheldBy = new Map(
    Object.entries(markers).map(([marker, [reason, explanation]]): [string, Explained] => [
      marker,
      { reason, marker, explanation },
    ]),
  );
  const known = Object.keys(markers);

  const number = (printed: string): number | null => {
    const before = numbers.get(printed);
    if (before !== undefined) return before;
    const read = shape.test(printed) ? Number(printed) : null;
    numbers.set(printed, read);
    return read;
  };

  const complainOfUnknown = (
    printed: string,
    complain: (message: string, repair?: string) => void,
  ): void => {
    const day = dayShown(printed);
    const wanted = `expected ${expected}${orOneOf(known.filter((marker) => marker !== ''))}`;
    if (isErrorValue(printed))
      complain(`the cell shows the error ${printed}, ${wanted}`, repairOfError);
    else if (day !== null)
      complain(`the cell is formatted as a date and shows ${day}, ${wanted}`, repairOfDate);
    // Markers have no digits. A number with other characters in it is damaged or has another form.
    else if (/\d/.test(printed)) complain(`found "${printed}", ${wanted}`, repairOfNumber);
    else complain(`unknown marker "${printed}", ${wanted}`, repair);
  };

  const read: MarkedCells['read'] = (printed, complain, allowed = known) => {
    const read = number(printed);
    if (read !== null) return read;
    if (allowed.includes(printed)) return printed;
    if (withheldBy.has(printed)) {
      const cell = printed === '' ? 'an empty cell' : `the marker "${printed}"`;
      complain(`${cell} is not allowed here, expected ${expected}${orOneOf(allowed)}`);
    } else complainOfUnknown(printed, complain);
    return unknownMarker;
  };
  return {
    markers,
    number,
    read,
    readIn: (row, column, complain, allowed) =>
      read(
        String(row[column]),
        (message, repair) => complain(row, column, message, repair),
        allowed,
      ),
    withheld,
  };

  function withheld(cell: string): Explained;
  function withheld(cell: Cell): Explained | null;
  function withheld(cell: Cell): Explained | null {
    if (typeof cell === 'number') return null;
    if (cell === unknownMarker) return notUnderstood;
    const meaning = withheldBy.get(cell);
    if (meaning === undefined) throw new RangeError(`the marker "${cell}" has no meaning`);
    return meaning;
  }
}
