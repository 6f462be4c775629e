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
export class LocalShares {
  readonly #observations: AdvertObservations;
  /** The indexes of the months of each of the latest quarters. */
  readonly #monthsOfQuarters: readonly (readonly number[])[];
  readonly #uk: CountsByOccupation;
  /** All adverts of the UK by month; null for a month that we cannot use. */
  readonly #allUk: readonly (number | null)[];

  constructor(observations: AdvertObservations) {
    const { months, quarters, regional } = observations;
    this.#observations = observations;
    this.#monthsOfQuarters = quarters
      .slice(-yearOfQuarters)
      .map((quarter) => monthsOf(quarter).map((month) => months.indexOf(month)));
    const uk: CountsByOccupation = regional.get('uk') ?? new Map();
    this.#uk = uk;
    this.#allUk = months.map((_, month) => sumOfPublished(uk, month));
  }

  /**
   * The publisher's total of a place if each month of the quarter has one, else the sum of its
   * occupations.
   */
  totalsOf(slug: string): AreaTotals {
    const { quarters, local, places } = this.#observations;
    const occupations = local.get(slug);
    const firstQuarter = quarters.length - this.#monthsOfQuarters.length;
    return this.#monthsOfQuarters.map((monthsOfQuarter, index) => {
      const sum =
        occupations === undefined ? null : sumOfPublished(occupations, firstQuarter + index);
      if (sum === null) return null;
      const printed = monthsOfQuarter.map((month) => places.get(slug)?.[month] ?? suppressed);
      if (printed.includes(suppressed)) return sum;
      return printed.reduce((total, count) => total + count, 0);
    });
  }

  /** The share of an occupation in a place, over the quarters that have both figures. */
  shareOf(soc: string, counts: Counts, totals: AreaTotals): Share {
    const firstQuarter = counts.length - this.#monthsOfQuarters.length;
    let adverts = 0;
    let all = 0;
    const usedQuarters: number[] = [];
    for (const [index, total] of totals.entries()) {
      const count = counts[firstQuarter + index] ?? suppressed;
      if (total === null || count === suppressed) continue;
      adverts += count;
      all += total;
      usedQuarters.push(index);
    }
    if (usedQuarters.length === 0 || all === 0)
      return {
        perThousand: null,
        concentration: null,
        withheldFigures: { perThousand: notBoth, concentration: notBoth },
      };
    const share = adverts / all;
    const perThousand = round(1000 * share, 1);
    const shareInUk = this.#shareInUk(soc, usedQuarters);
    if (shareInUk === null)
      return { perThousand, concentration: null, withheldFigures: { concentration: tooFewInUk } };
    return { perThousand, concentration: round(share / shareInUk, 2), withheldFigures: {} };
  }

  /**
   * The UK share over those months of the quarters that have both the occupation's adverts and all
   * adverts; null if it is too weak.
   */
  #shareInUk(soc: string, usedQuarters: readonly number[]): number | null {
    let adverts = 0;
    let all = 0;
    for (const month of usedQuarters.flatMap((quarter) => this.#monthsOfQuarters[quarter] ?? [])) {
      const count = this.#uk.get(soc)?.[month] ?? suppressed;
      const total = this.#allUk[month] ?? null;
      if (count === suppressed || total === null) continue;
      adverts += count;
      all += total;
    }
    return adverts < fewestUkAdverts ? null : adverts / all;
  }
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
