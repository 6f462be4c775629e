// From ISCO-08 to occupations of O*NET: which occupations a unit group reaches, and with what
// weight. No weights are published for this mapping, so every step after the first splits equally.
import { byCodeUnit } from '#schemas/order.ts';
import type { IscoShare } from '#schemas/resources/isco-shares.ts';
import type { Correction } from './corrections.ts';

/** A code of O*NET-SOC 2019: a code of US SOC 2018 and two digits more. */
export const onetCode = /^\d{2}-\d{4}\.\d{2}$/;

/** Codes by code, each list as published. */
export type Crosswalk = ReadonlyMap<string, readonly string[]>;

export interface Crosswalks {
  /** ISCO-08 to US SOC 2010. Full and partial matches count alike. */
  readonly soc2010OfIsco: Crosswalk;
  /** US SOC 2010 to US SOC 2018. O*NET-SOC 2019 is built on US SOC 2018. */
  readonly soc2018OfSoc2010: Crosswalk;
}

export interface ReachedOccupation {
  /** O*NET-SOC 2019. */
  readonly code: string;
  /** All weights of a unit group add up to 1. */
  readonly weight: number;
  readonly via: 'isco-08' | 'correction';
}

export interface Reach {
  /** Ordered by code. Weights are summed in this order. */
  readonly occupations: readonly ReachedOccupation[];
  /** The share of the weight that reaches occupations with ratings, 0 to 1. The rest is lost. */
  readonly covered: number;
  /**
   * The US SOC 2018 codes without ratings to which the rest goes, and their shares of the weight,
   * heaviest first, ties by code.
   */
  readonly lost: readonly { readonly code: string; readonly share: number }[];
}

/**
 * The occupations with ratings by their US SOC 2018 code, which is the first seven characters of
 * their own code.
 */
export function ratedBySoc(codes: Iterable<string>): Crosswalk {
  return new Map(
    [...Map.groupBy(codes, (code) => code.slice(0, 7))].map(([soc, codesOfSoc]) => [
      soc,
      codesOfSoc.toSorted(byCodeUnit),
    ]),
  );
}

/** What one unit group reaches through ISCO-08 and through its corrections. */
export function reachOf(
  shares: readonly IscoShare[],
  { soc2010OfIsco, soc2018OfSoc2010 }: Crosswalks,
  rated: Crosswalk,
  added: readonly Correction[],
): Reach {
  const weights = new Map<string, number>();
  const lost = new Map<string, number>();
  const add = (to: Map<string, number>, code: string, weight: number) =>
    to.set(code, (to.get(code) ?? 0) + weight);
  for (const { code: isco, share } of shares) {
    const soc2010 = soc2010OfIsco.get(isco) ?? [];
    for (const old of soc2010) {
      const all = soc2018OfSoc2010.get(old) ?? [];
      const soc2018 = successorsOf(old, all, rated);
      for (const soc of soc2018) {
        // O*NET divides some SOC codes into several occupations. They share the weight of the code.
        const codes = rated.get(soc) ?? [];
        for (const code of codes)
          add(weights, code, share / soc2010.length / soc2018.length / codes.length);
      }
      if (soc2018.length === 0)
        for (const soc of all) add(lost, soc, share / soc2010.length / all.length);
    }
  }
  const reachedCodes = [...weights]
    .map(([code, weight]) => ({ code, weight, via: 'isco-08' as const }))
    .sort((a, b) => byCodeUnit(a.code, b.code));
  // Binary fractions miss in their last digits, and `covered` is compared with a half: nine
  // decimals are exact enough.
  const exact = (share: number) => Math.round(share * 1e9) / 1e9;
  const covered = exact(sum(reachedCodes));
  const greatest = reachedCodes.reduce((most, { weight }) => Math.max(most, weight), 0);
  const isRated = (code: string) => rated.get(code.slice(0, 7))?.includes(code) ?? false;
  const extra = added
    .filter(({ code }) => isRated(code) && !weights.has(code))
    .map(({ code }) => ({
      code,
      weight: greatest === 0 ? 1 : greatest,
      via: 'correction' as const,
    }));
  const all = [...reachedCodes, ...extra].sort((a, b) => byCodeUnit(a.code, b.code));
  const total = sum(all);
  return {
    occupations: all.map((occupation) => ({ ...occupation, weight: occupation.weight / total })),
    covered,
    lost: Array.from(lost, ([code, share]) => ({ code, share: exact(share) })).sort(
      (a, b) => b.share - a.share || byCodeUnit(a.code, b.code),
    ),
  };
}

/**
 * The rated codes of 2018 that replace a code of 2010: the same code if it kept its number, else
 * all its successors. The Bureau's crosswalk also names codes that took over a part: 29-9093
 * (surgical assistants) took a part of 29-9099 (midwives). Surgical assistants must not count as
 * midwives.
 */
function successorsOf(old: string, all: readonly string[], rated: Crosswalk): readonly string[] {
  const ratedCodes = all.filter((code) => rated.has(code));
  return ratedCodes.includes(old) ? [old] : ratedCodes;
}

const sum = (occupations: readonly { readonly weight: number }[]) =>
  occupations.reduce((total, { weight }) => total + weight, 0);
