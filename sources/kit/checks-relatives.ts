// A rule for checks: a figure is near at least one of its relatives, the other figures that measure
// nearly the same thing. A single wrong figure is far from all of them. A real figure that is
// unusual beside one relative is usual beside another.
import { round } from '#schemas/round.ts';
import { type Look, type Place, type Published, type Rule, each, written } from './checks.ts';

export interface Related {
  readonly place: Place;
  readonly value: number;
  readonly nearest: number;
  /** What the relative is: "the year before". */
  readonly relativeName: string;
  /** The larger divided by the smaller, at least 1. */
  readonly times: number;
}

/**
 * Finds the nearest relative of a figure. One object is used for all figures, because a release has
 * a million of them.
 */
export class Nearest {
  #value = 0;
  #floor = 0;
  nearest = 0;
  relativeName = '';
  /** Infinite if no relative is published. */
  times = Number.POSITIVE_INFINITY;

  /**
   * Begins with a figure above 0. Smaller figures than `floor` count as large as it, because their
   * rounding is coarse.
   */
  begin(value: number, floor = 0): void {
    this.#value = Math.max(value, floor);
    this.#floor = floor;
    this.times = Number.POSITIVE_INFINITY;
  }

  /**
   * Adds a relative, if it is published and not 0 where no floor is set. `times` is the usual ratio
   * of the figure to the relative.
   */
  compare(relative: number | null, relativeName: string, times = 1): void {
    if (relative === null) return;
    const expected = Math.max(relative * times, this.#floor);
    if (expected <= 0) return;
    const apart = expected > this.#value ? expected / this.#value : this.#value / expected;
    if (apart >= this.times) return;
    this.times = apart;
    this.nearest = relative * times;
    this.relativeName = relativeName;
  }

  found(place: Place): Related {
    return {
      place,
      value: this.#value,
      nearest: this.nearest,
      relativeName: this.relativeName,
      times: this.times,
    };
  }
}

/** The figures of a table now and in another period. */
export interface RepeatedTable {
  readonly place: Place;
  readonly pairs: Iterable<readonly [now: Published, then: Published]>;
  /** Names the other period. */
  readonly since: string;
}

/**
 * A table is not a copy of another period's: at most the share `most` of the figures (0 to 1) is
 * equal. Nothing is compared if both have fewer than `least` figures.
 */
export function notRepeated<Edition>(
  look: Look<Edition, RepeatedTable>,
  { most, least }: { readonly most: number; readonly least: number },
): Rule<Edition> {
  return each(
    look,
    ({ place }) => place,
    ({ pairs, since }) => {
      const compared = [...pairs].filter(
        ([now, then]) => (now ?? null) !== null && (then ?? null) !== null,
      );
      const equal = compared.filter(([now, then]) => now === then).length;
      if (compared.length < least || equal <= most * compared.length) return null;
      return (
        `${equal} of ${compared.length} figures equal those of ${since}: ` +
        'they may have been copied'
      );
    },
  );
}

/**
 * Every figure is less than `most` times as large or as small as the nearest of its relatives.
 * `what` names it: "the figure".
 */
export function nearRelatives<Edition>(
  what: string,
  look: Look<Edition, Related>,
  most: number,
): Rule<Edition> {
  return function* (edition, previous) {
    for (const { place, value, nearest, relativeName, times } of look(edition, previous)) {
      if (times < most) continue;
      const apart =
        `${round(times, 1)} times ${value > nearest ? 'as large' : 'as small'} as its ` +
        'nearest relative';
      const message =
        `${what} is ${value}, ${apart}: ${relativeName} gives ${round(nearest, 2)}; ` +
        `expected less than ${most} times`;
      yield { place: written(place), message, times: value / nearest };
    }
  };
}
