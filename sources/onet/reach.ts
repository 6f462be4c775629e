// From ISCO-08 to occupations of O*NET: which of them a unit group reaches, and with what weight. Nobody publishes weights for this
// way, so every step after the first splits equally.
import { byCodeUnit } from '#schemas/order.ts';
import type { IscoShare } from '#schemas/resources/isco-shares.ts';
import type { Correction } from './corrections.ts';

/** Codes by code, each list as published. */
export type Crosswalk = ReadonlyMap<string, readonly string[]>;

export interface Crosswalks {
  /** ISCO-08 to US SOC 2010; a full and a partial match count alike. */
  readonly soc2010OfIsco: Crosswalk;
  /** US SOC 2010 to US SOC 2018, of which O*NET-SOC 2019 is made. */
  readonly soc2018OfSoc2010: Crosswalk;
}

export interface ReachedOccupation {
  /** O*NET-SOC 2019. */
  readonly code: string;
  /** All weights of a unit group add up to 1. */
  readonly weight: number;
  readonly via: 'isco-08' | 'correction';
}

/** What a unit group reaches. */
export interface Reach {
  /** Ordered by code, which is the order in which weights are summed. */
  readonly occupations: readonly ReachedOccupation[];
  /** How much of the way leads to occupations with ratings, 0 to 1: what leads elsewhere loses its weight. */
  readonly covered: number;
}

/** Which occupations have ratings, by their US SOC 2018 code: the first seven characters of their own. */
export function ratedBySoc(codes: Iterable<string>): Crosswalk {
  return new Map([...Map.groupBy(codes, (code) => code.slice(0, 7))].map(([soc, of]) => [soc, of.toSorted(byCodeUnit)]));
}

/** The way of one unit group through ISCO-08, and what is added to it. */
export function reachOf(
  shares: readonly IscoShare[],
  { soc2010OfIsco, soc2018OfSoc2010 }: Crosswalks,
  rated: Crosswalk,
  added: readonly Correction[],
): Reach {
  const weights = new Map<string, number>();
  for (const { code: isco, share } of shares) {
    const soc2010 = soc2010OfIsco.get(isco) ?? [];
    for (const old of soc2010) {
      const soc2018 = successorsOf(old, soc2018OfSoc2010.get(old) ?? [], rated);
      for (const soc of soc2018) {
        // Several occupations of O*NET share one SOC code: they are averaged first, so that the code does not weigh more for being divided.
        const codes = rated.get(soc) ?? [];
        for (const code of codes) weights.set(code, (weights.get(code) ?? 0) + share / soc2010.length / soc2018.length / codes.length);
      }
    }
  }
  const found = [...weights]
    .map(([code, weight]) => ({ code, weight, via: 'isco-08' as const }))
    .sort((a, b) => byCodeUnit(a.code, b.code));
  // Shares that add up to a half do so only to the last binary digits; nine decimals are what they are worth.
  const covered = Math.round(sum(found) * 1e9) / 1e9;
  const greatest = found.reduce((most, { weight }) => Math.max(most, weight), 0);
  const isRated = (code: string) => rated.get(code.slice(0, 7))?.includes(code) ?? false;
  const extra = added
    .filter(({ code }) => isRated(code) && !weights.has(code))
    .map(({ code }) => ({ code, weight: greatest === 0 ? 1 : greatest, via: 'correction' as const }));
  const all = [...found, ...extra].sort((a, b) => byCodeUnit(a.code, b.code));
  const total = sum(all);
  return { occupations: all.map((occupation) => ({ ...occupation, weight: occupation.weight / total })), covered };
}

/**
 * The codes of 2018 with ratings that stand for one of 2010: the code itself where it has kept its number, else all that it became. The
 * Bureau's crosswalk also names what a code has lost a part to: 29-9099 (midwives) lost one to 29-9093 (surgical assistants), which is no
 * reason to count these for midwives.
 */
function successorsOf(old: string, all: readonly string[], rated: Crosswalk): readonly string[] {
  const found = all.filter((code) => rated.has(code));
  return found.includes(old) ? [old] : found;
}

function sum(occupations: readonly { readonly weight: number }[]): number {
  return occupations.reduce((total, { weight }) => total + weight, 0);
}
