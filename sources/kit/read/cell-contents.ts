// What a cell can hold in place of a text or a number, for all readers of workbooks.

/** A cell without a readable value. */
export class CellFault {
  readonly message: string;
  readonly repair: string;
  constructor(message: string, repair: string) {
    this.message = message;
    this.repair = repair;
  }
}

/** Some programs write formulas without calculating them. */
export const noResult = new CellFault(
  'the cell has a formula and no result',
  'open the workbook in Excel or LibreOffice and save it, which calculates the formula; ' +
    'and tell the publisher',
);

const dayMs = 86_400_000;
/** 1 January 1970, counted from 30 December 1899, and the days from there to 1 January 1904. */
const days = { toUnix: 25_569, to1904: 1462 };

/** The text of a number that is shown as a date: `2020-01-31T00:00:00.000Z`. */
export function dateText(number: number, countsFrom1904: boolean): string {
  const date = new Date(
    Math.round((number - days.toUnix + (countsFrom1904 ? days.to1904 : 0)) * dayMs),
  );
  return Number.isNaN(date.getTime()) ? String(number) : date.toISOString();
}

/** Whether a text is what a formula that failed shows in place of a value. */
export function isErrorValue(text: string): boolean {
  return /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/.test(text);
}

/** The day of a date that a cell shows in place of a number; null for another text. */
export function dayShown(text: string): string | null {
  return /^(\d{4}-\d{2}-\d{2})T[\d:.]+Z?$/.exec(text)?.[1] ?? null;
}
