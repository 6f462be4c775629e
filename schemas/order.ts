// The one ordering of texts: by UTF-16 code unit. `localeCompare` would follow the locale of the machine that compiles.

/** Compares two texts by code unit, for `Array.sort`. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
