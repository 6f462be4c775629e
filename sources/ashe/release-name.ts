// Reads the names of ASHE's releases.
import { isDay } from '#sources/kit/release-name.ts';
import type { NamedRelease } from '#sources/kit/source.ts';

const firstSoc2020Year = 2021;

/** Reads `2024-provisional`, `2023-revised`, or with the date of a correction notice `2025-provisional-2025-12-19`. */
export function readReleaseName(name: string): NamedRelease | null {
  const match = /^(\d{4})-(provisional|revised)(?:-(\d{4}-\d{2}-\d{2}))?$/.exec(name);
  if (match === null) return null;
  const year = Number(match[1]);
  const provisional = match[2] === 'provisional';
  const corrected = match[3] ?? '';
  if (corrected !== '' && !isDay(corrected)) return null;
  // Editions up to 2021 provisional use SOC 2010, where the same codes mean other occupations. 2021 revised is the first by SOC 2020.
  if (year < firstSoc2020Year || (year === firstSoc2020Year && provisional)) return null;
  return { order: [year, provisional ? 0 : 1, corrected], year, provisional, released: null };
}
