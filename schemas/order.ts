// The one order of texts: by UTF-16 code unit, because `localeCompare` depends on the locale of the
// compiling machine.

/** Compares two texts by code unit, for `Array.sort`. */
export function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
