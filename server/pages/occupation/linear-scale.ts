// A linear scale with d3-array's ticks. That of d3-scale brings interpolation of colours and texts and the formatting of numbers along, which would be a
// twentieth of the worker.
import { nice, ticks } from 'd3-array';

type Pair = readonly [number, number];

/** From numbers to places. */
export interface LinearScale {
  (value: number): number;
  readonly domain: Pair;
  readonly range: Pair;
  /** About so many round numbers of the domain. */
  ticks(count: number): readonly number[];
  /** The same scale over a domain that ends at round numbers. */
  nice(count: number): LinearScale;
}

export function linearScale(domain: Pair, range: Pair): LinearScale {
  const [from, to] = domain;
  const share = (value: number) => (to === from ? 0.5 : (value - from) / (to - from));
  return Object.assign((value: number) => range[0] * (1 - share(value)) + range[1] * share(value), {
    domain,
    range,
    ticks: (count: number) => ticks(from, to, count),
    nice: (count: number) => linearScale(nice(from, to, count), range),
  });
}
