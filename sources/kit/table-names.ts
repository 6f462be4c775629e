// Compares the names of declared tables with those of a publisher's sheets and members, and prints
// them for the sample.
import type { OpenedFile } from './by-hand.ts';
import { foldToLetters } from './read/fold.ts';
import { type TableLayout, spellings } from './table-layout.ts';

/** Whether a sheet of that name is the declared one. */
export function isSheetOf(layout: TableLayout, name: string): boolean {
  const folded = foldToLetters(name);
  return spellings(layout.sheet).some((sheet) =>
    sheet.endsWith('*') ? folded.startsWith(foldToLetters(sheet)) : folded === foldToLetters(sheet),
  );
}

/** Whether a member of a zip has the name. A star in the name matches any text. */
export function isCalled(name: string, wanted: string): boolean {
  const [start = '', end] = wanted.split('*');
  return end === undefined ? name === wanted : name.startsWith(start) && name.endsWith(end);
}

/** Whether an opened file holds the table, judged by its names. */
export function isShownBy(opened: OpenedFile, layout: TableLayout): boolean {
  const { sheet, member, columns = {}, optional } = layout;
  if (sheet !== undefined)
    return optional === true || opened.sheets.some((name) => isSheetOf(layout, name));
  if (member !== undefined)
    return spellings(member).some((wanted) =>
      opened.members.some((name) => isCalled(name, wanted)),
    );
  return Object.values(columns).every((headers) =>
    spellings(headers).some((header) => opened.headers.includes(foldToLetters(header))),
  );
}

/** The name of the sheet as the sample prints it, without a star. */
export function printedSheetName({ sheet }: TableLayout): string {
  return (spellings(sheet)[0] ?? '').replace(/ ?\*$/, '');
}

/** The header of each column by our name of it, as the sample prints it. */
export function printedHeaders({ columns = {} }: TableLayout): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, headers]) => [name, spellings(headers)[0] ?? '']),
  );
}
