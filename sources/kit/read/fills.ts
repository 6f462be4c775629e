// Stores the fills of a row's cells as one short text, for publishers that show quality by colour.

/**
 * One character for a fill: a blank for none, else a letter, `a` for the first of the palette. A
 * new fill is added to the palette.
 */
export function letterOfFill(fill: string | null, palette: string[]): string {
  if (fill === null) return ' ';
  if (!palette.includes(fill)) palette.push(fill);
  return String.fromCharCode(97 + palette.indexOf(fill));
}

/**
 * The fill of a cell as the reader of workbooks names it, `lightGray/9`; null if it has none.
 * `index` counts the row's cells from 0.
 */
export function fillOfLetter(
  palette: readonly string[],
  fills: string,
  index: number,
): string | null {
  const letter = fills[index];
  return letter === undefined || letter === ' '
    ? null
    : (palette[letter.charCodeAt(0) - 97] ?? null);
}
