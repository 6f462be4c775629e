// An occupation's share in all adverts of a local area, and how that compares with the UK.
import type { Explained } from '#schemas/figures.ts';
import { withheldAs } from '#schemas/withheld-legend.ts';
import { round } from '#schemas/round.ts';
import {
  type AdvertObservations,
  type Counts,
  type CountsByOccupation,
  monthsOf,
  suppressed,
  unclassified,
} from './reshape.ts';

const yearOfQuarters = 4;

// The publisher suppresses more than half of some places' cells. The rest of such a quarter does
// not describe the place.
const leastPublished = 0.5;
// A UK share that rests on fewer adverts is too weak to compare with.
const fewestUkAdverts = 30;

interface Share {
  readonly perThousand: number | null;
  readonly concentration: number | null;
  readonly withheldFigures: Record<string, Explained>;
}

/**
 * All adverts of a place in each of the latest four quarters; null for a quarter that we cannot
 * use.
 */
type AreaTotals = readonly (number | null)[];

const notBoth = withheldAs(
  'suppressed-by-publisher',
  "No quarter has both the occupation's figure and at least half of the area's figures.",
);
const tooFewInUk = withheldAs(
  'below-threshold',
  `The UK has fewer than ${fewestUkAdverts} adverts to compare with over the same months.`,
);

/** The shares of a release, from unrounded figures. */
export function sharesOf({ months, quarters, regional, local, places }: AdvertObservations) {
  const latest = quarters.slice(-yearOfQuarters);
  const monthsOfQuarters = latest.map((quarter) =>
    monthsOf(quarter).map((month) => months.indexOf(month)),
  );
  const uk: CountsByOccupation = regional.get('uk') ?? new Map();
  const allUk = months.map((_, month) => sumOfPublished(uk, month));

  /**
   * The UK share over those months of the quarters that have both the occupation's adverts and all
   * adverts; null if it is too weak.
   */
  const ukShare = (soc: string, used: readonly boolean[]): number | null => {
    let adverts = 0;
    let all = 0;
    for (const month of monthsOfQuarters.flatMap((ofQuarter, index) =>
      used[index] ? ofQuarter : [],
    )) {
      const count = uk.get(soc)?.[month] ?? suppressed;
      const total = allUk[month] ?? null;
      if (count === suppressed || total === null) continue;
      adverts += count;
      all += total;
    }
    return adverts < fewestUkAdverts ? null : adverts / all;
  };

  return {
    /**
     * The publisher's total of a place if each month of the quarter has one, else the sum of its
     * occupations.
     */
    totalsOf(slug: string): AreaTotals {
      const occupations = local.get(slug);
      if (occupations === undefined) return latest.map(() => null);
      return monthsOfQuarters.map((ofQuarter, index) => {
        const sum = sumOfPublished(occupations, quarters.length - latest.length + index);
        if (sum === null) return null;
        const printed = ofQuarter.map((month) => places.get(slug)?.[month] ?? suppressed);
        return printed.includes(suppressed)
          ? sum
          : printed.reduce((total, count) => total + count, 0);
      });
    },

    shareOf(soc: string, counts: Counts, totals: AreaTotals): Share {
      let adverts = 0;
      let all = 0;
      const used = totals.map((total, index) => {
        const count = counts[counts.length - latest.length + index] ?? suppressed;
        if (total === null || count === suppressed) return false;
        adverts += count;
        all += total;
        return true;
      });
      if (!used.some(Boolean) || all === 0)
        return {
          perThousand: null,
          concentration: null,
          withheldFigures: { perThousand: notBoth, concentration: notBoth },
        };
      const share = adverts / all;
      const perThousand = round(1000 * share, 1);
      const ofUk = ukShare(soc, used);
      if (ofUk === null)
        return { perThousand, concentration: null, withheldFigures: { concentration: tooFewInUk } };
      return { perThousand, concentration: round(share / ofUk, 2), withheldFigures: {} };
    },
  };
}

/**
 * The sum of all published figures of one period, unclassified adverts included; null if fewer than
 * half of the occupations have one.
 */
function sumOfPublished(occupations: CountsByOccupation, period: number): number | null {
  let sum = 0;
  let published = 0;
  let classified = 0;
  for (const [soc, counts] of occupations) {
    const count = counts[period] ?? suppressed;
    if (soc !== unclassified) classified += 1;
    if (count === suppressed) continue;
    sum += count;
    if (soc !== unclassified) published += 1;
  }
  return classified === 0 || published < classified * leastPublished ? null : sum;
}
