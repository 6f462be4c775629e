// The optimal string alignment distance: the number of insertions, deletions, substitutions and swaps of neighbours between two words.

/** Three rows of the table of distances, made once: a search measures hundreds of words. */
let table = [new Int32Array(64), new Int32Array(64), new Int32Array(64)] as const;

/**
 * The distance between a and b in UTF-16 code units, or limit + 1 as soon as it is certain to be above the limit. Most typing errors are
 * one of Damerau's four edits (no substring is edited twice), and a swap of two neighbouring letters must cost one, not two. The limit
 * keeps a lookup over a whole vocabulary cheap: cells further from the diagonal are above it.
 */
export function editDistance(a: string, b: string, limit: number): number {
  const tooFar = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return tooFar;

  // Equal beginnings and endings cost nothing, and most pairs share one of them.
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > start && bEnd > start && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd--;
    bEnd--;
  }
  const rows = aEnd - start;
  const columns = bEnd - start;
  if (rows === 0 || columns === 0) return Math.min(rows + columns, tooFar);

  if (columns >= table[0].length) table = [new Int32Array(columns * 2), new Int32Array(columns * 2), new Int32Array(columns * 2)];
  let [twoBack, before, current] = table;
  for (let column = 0; column <= columns; column++) before[column] = column;
  let smallestBefore = 0;
  for (let row = 1; row <= rows; row++) {
    const first = Math.max(1, row - limit);
    const last = Math.min(columns, row + limit);
    current[first - 1] = first === 1 ? row : tooFar;
    let smallest = current[first - 1] ?? tooFar;
    const aUnit = a.charCodeAt(start + row - 1);
    for (let column = first; column <= last; column++) {
      const bUnit = b.charCodeAt(start + column - 1);
      let cost = Math.min(
        (before[column] ?? tooFar) + 1,
        (current[column - 1] ?? tooFar) + 1,
        (before[column - 1] ?? tooFar) + (aUnit === bUnit ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && aUnit === b.charCodeAt(start + column - 2) && a.charCodeAt(start + row - 2) === bUnit;
      if (swapped) cost = Math.min(cost, (twoBack[column - 2] ?? tooFar) + 1);
      current[column] = cost;
      if (cost < smallest) smallest = cost;
    }
    current[last + 1] = tooFar;
    // A swap can still skip a row whose smallest entry is above the limit, so the row before counts too.
    if (smallest > limit && smallestBefore >= limit) return tooFar;
    smallestBefore = smallest;
    [twoBack, before, current] = [before, current, twoBack];
  }
  return Math.min(before[columns] ?? tooFar, tooFar);
}
