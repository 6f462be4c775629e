// The optimal string alignment distance: the number of insertions, deletions, substitutions and
// swaps of neighbours between two words.

// Three rows of the table of distances, made once: a search measures hundreds of words.
let rows: [number[], number[], number[]] = [[], [], []];

/**
 * The distance between a and b in UTF-16 code units, or limit + 1 if it is above the limit. Most
 * typing errors are one of Damerau's four edits (no substring is edited twice), and a swap of two
 * neighbouring letters must cost one, not two.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [twoBack, before, current] = rows;
  for (let column = 0; column <= b.length; column++) before[column] = column;
  let smallestBefore = 0;
  for (let row = 1; row <= a.length; row++) {
    let smallest = (current[0] = row);
    for (let column = 1; column <= b.length; column++) {
      const unit = a.charCodeAt(row - 1);
      const other = b.charCodeAt(column - 1);
      let cost =
        Math.min(
          before[column] ?? 0,
          current[column - 1] ?? 0,
          (before[column - 1] ?? 0) - (unit === other ? 1 : 0),
        ) + 1;
      if (
        row > 1 &&
        column > 1 &&
        unit === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === other
      )
        cost = Math.min(cost, (twoBack[column - 2] ?? 0) + 1);
      current[column] = cost;
      if (cost < smallest) smallest = cost;
    }
    // A swap can skip a row whose smallest entry is above the limit, so the row before counts too.
    if (smallest > limit && smallestBefore >= limit) return limit + 1;
    smallestBefore = smallest;
    [twoBack, before, current] = [before, current, twoBack];
  }
  rows = [twoBack, before, current];
  return Math.min(before[b.length] ?? 0, limit + 1);
}
