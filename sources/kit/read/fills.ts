// The fills of a table's cells, kept as one short text a row: where a publisher puts quality into colours, they are read beside the texts.

/** One character for a fill: a blank for none, else a letter, `a` being the first of the palette, which grows by what it has not met. */
export function letterOfFill(fill: string | null, palette: string[]): string {
  if (fill === null) return ' ';
  if (!palette.includes(fill)) palette.push(fill);
  return String.fromCharCode(97 + palette.indexOf(fill));
}

/** The fill of a cell as the reader of workbooks names it, `lightGray/9`; null where it has none. `place` counts the row's cells from 0. */
export function fillOfLetter(palette: readonly string[], fills: string, place: number): string | null {
  const letter = fills[place];
  return letter === undefined || letter === ' ' ? null : (palette[letter.charCodeAt(0) - 97] ?? null);
}
