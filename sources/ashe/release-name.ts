// Reads the names of ASHE's releases.
import { isDay } from '#sources/kit/release-name.ts';
import type { NamedRelease } from '#sources/kit/source.ts';

const firstSoc2020Year = 2021;

interface Printed {
  readonly year: number;
  readonly provisional: boolean;
  /** The day of a correction notice; empty if there is none. */
  readonly corrected: string;
}

function readName(name: string): Printed | null {
  const match = /^(\d{4})-(provisional|revised)(?:-(\d{4}-\d{2}-\d{2}))?$/.exec(name);
  if (match === null || (match[3] !== undefined && !isDay(match[3]))) return null;
  return { year: Number(match[1]), provisional: match[2] === 'provisional', corrected: match[3] ?? '' };
}

/** Editions up to 2021 provisional use SOC 2010, where the same codes mean other occupations. 2021 revised is the first by SOC 2020. */
function isBySoc2010({ year, provisional }: Printed): boolean {
  return year < firstSoc2020Year || (year === firstSoc2020Year && provisional);
}

/** Reads `2024-provisional`, `2023-revised`, or with the date of a correction notice `2025-provisional-2025-12-19`. */
export function readReleaseName(name: string): NamedRelease | null {
  const printed = readName(name);
  if (printed === null || isBySoc2010(printed)) return null;
  const { year, provisional, corrected } = printed;
  return { order: [year, provisional ? 0 : 1, corrected], year, provisional, released: null };
}

/** Why an edition by SOC 2010 is never compiled; null for any other name. */
export function whyRefused(name: string): string | null {
  const printed = readName(name);
  return printed !== null && isBySoc2010(printed)
    ? 'it is by SOC 2010, where the same codes mean other occupations: 2021-revised is the first edition by SOC 2020'
    : null;
}
