// Addresses of cells as Excel writes them.

/** A cell's address: `D86`. */
export function cellAddress(row: number, column: number): string {
  let letters = '';
  for (let remaining = column; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    letters = String.fromCharCode(65 + ((remaining - 1) % 26)) + letters;
  return `${letters}${row}`;
}

/** The row and column of an address: D86 is row 86, column 4. */
export function parseAddress(address: string): { row: number; column: number } {
  const match = /^([A-Z]+)([1-9][0-9]*)$/.exec(address);
  if (match === null) throw new RangeError(`"${address}" is not a cell address`);
  let column = 0;
  for (const letter of match[1] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(match[2]), column };
}
