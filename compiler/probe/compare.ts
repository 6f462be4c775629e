// Compares what the readers looked for with what was there, and finds the nearest name for each
// that is missing.
import { byCodeUnit } from '#schemas/order.ts';
import type { LookedFor } from '#sources/kit/looked-for.ts';
import { replaceBetween } from '#sources/kit/read/between.ts';
import { foldToLetters } from '#sources/kit/read/columns.ts';

/** Comparisons with the same result, together. */
export interface Compared {
  readonly what: LookedFor['what'];
  /** The first ten: a page, or source, release, file and sheet. */
  readonly places: readonly string[];
  readonly times: number;
  /** The wanted names that are there, as printed. */
  readonly found: readonly string[];
  /**
   * Those that are not, or are there twice: the spellings that we accept, and the name there that
   * is almost one of them.
   */
  readonly missing: readonly {
    readonly names: readonly string[];
    readonly nearest: string | null;
  }[];
  /** Names that are there and were not looked for. */
  readonly others: readonly string[];
}

/**
 * What readers looked for, place by place; equal results together. Sheets of one workbook are
 * looked for one at a time.
 */
export function compare(lookedFor: readonly LookedFor[]): Compared[] {
  const byPlace = [
    ...Map.groupBy(lookedFor, ({ what, place, there }) =>
      JSON.stringify([what, place, there]),
    ).values(),
  ];
  const results = byPlace.flatMap((alike) =>
    alike
      .slice(0, 1)
      .map(({ what, place, there }) => ({ place, result: resultOf(what, there, alike) })),
  );
  const equal = [...Map.groupBy(results, ({ result }) => JSON.stringify(result)).values()];
  return equal.flatMap((entries) =>
    entries.slice(0, 1).map(({ result }) => ({
      ...result,
      places: entries.slice(0, 10).map(({ place }) => place),
      times: entries.length,
    })),
  );
}

function resultOf(
  what: LookedFor['what'],
  there: readonly string[],
  alike: readonly LookedFor[],
): Omit<Compared, 'places' | 'times'> {
  const wanted = alike.flatMap((entry) => entry.wanted);
  const found = wanted.flatMap((name) => name.found ?? []);
  const others = there.filter((name) => !found.includes(name));
  const missing = wanted
    .filter((name) => name.found === null)
    .map(({ names }) => ({ names: [...names], nearest: nearestOf(names, others) }));
  return { what, found, missing, others };
}

// Below this, names of different things look alike: "SOC2020 Framework" and "ISCO-08 Framework"
// have 0.55.
const near = 0.6;

/** The name that is almost one of the wanted ones; null if none is. */
function nearestOf(names: readonly string[], others: readonly string[]): string | null {
  const ranked = others
    .map((other) => ({
      other,
      likeness: Math.max(...names.map((name) => likenessOf(withoutUnit(name), withoutUnit(other)))),
    }))
    .sort((a, b) => b.likeness - a.likeness || byCodeUnit(a.other, b.other));
  const [best] = ranked;
  return best === undefined || best.likeness < near ? null : best.other;
}

/** The letters of a name without what stands in brackets, mostly its unit. */
function withoutUnit(name: string): string {
  const bare = foldToLetters(replaceBetween(name, '(', ')', ''));
  return bare === '' ? foldToLetters(name) : bare;
}

/**
 * How alike two texts are, 0 to 1: the share of common pairs of neighbouring letters (Dice); 1 if
 * one is at least half of the other.
 */
function likenessOf(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  if (
    2 * Math.min(a.length, b.length) >= Math.max(a.length, b.length) &&
    (a.includes(b) || b.includes(a))
  )
    return 1;
  const pairs = (text: string) =>
    Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2));
  const ofA = pairs(a);
  const ofB = pairs(b);
  const total = ofA.length + ofB.length;
  let common = 0;
  for (const pair of ofA) {
    const at = ofB.indexOf(pair);
    if (at < 0) continue;
    ofB.splice(at, 1);
    common += 1;
  }
  return total === 0 ? 0 : (2 * common) / total;
}

/**
 * A difference for a person: `column "Median" is missing in … ; almost the same there: "Median
 * pay"`.
 */
export function describeDifferences(compared: readonly Compared[]): string[] {
  return compared.flatMap(({ what, places, times, missing }) =>
    missing.map(({ names, nearest }) => {
      const where = times === 1 ? (places[0] ?? '') : `${places[0]} and ${times - 1} more`;
      const wanted = names.map((name) => `"${name}"`).join(' or ');
      // Readers want a name once.
      const isTwice =
        nearest !== null && names.some((name) => foldToLetters(name) === foldToLetters(nearest));
      if (isTwice) return `${what} ${wanted} is there more than once in ${where}`;
      return `${what} ${wanted} is missing in ${where}; ${nearest === null ? 'nothing there has almost this name' : `almost the same there: "${nearest}"`}`;
    }),
  );
}
