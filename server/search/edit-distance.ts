// The optimal string alignment distance: the number of insertions, deletions, substitutions and swaps of neighbours between two words.

/**
 * The distance between a and b in UTF-16 code units, or limit + 1 as soon as it is certain to be above the limit. Most typing errors are
 * one of Damerau's four edits (no substring is edited twice), and a swap of two neighbouring letters must cost one, not two. The limit
 * keeps a lookup over a whole vocabulary cheap.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0;
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

  let twoBack = new Array<number>(columns + 1).fill(0);
  let before = Array.from({ length: columns + 1 }, (_, column) => column);
  for (let row = 1; row <= rows; row++) {
    const current = new Array<number>(columns + 1).fill(tooFar);
    current[0] = row;
    let smallest = row;
    const aUnit = a.charCodeAt(start + row - 1);
    for (let column = 1; column <= columns; column++) {
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
    // A swap can still skip a row whose smallest entry is above the limit, so the row before counts too.
    if (smallest > limit && Math.min(...before) >= limit) return tooFar;
    twoBack = before;
    before = current;
  }
  return Math.min(before[columns] ?? tooFar, tooFar);
}
