// Reads the names of releases: the calendar years of the workbook by industry.
import type { NamedRelease } from '#sources/kit/release.ts';

/** Reads `2021-2024`, the calendar years of the workbook by industry. */
export function readReleaseName(name: string): NamedRelease | null {
  const years = yearsOf(name);
  return years === null
    ? null
    : { order: [years.last, years.first], year: null, provisional: false, released: null };
}

/** The first and the last year of a name; null if it is not a name of a release. */
export function yearsOf(name: string): { readonly first: number; readonly last: number } | null {
  const [, first = '', last = ''] = /^(?:sample-)?(20\d{2})-(20\d{2})$/.exec(name) ?? [];
  // 2021 is the first year by SOC 2020.
  return first === '' || Number(first) < 2021 || first > last
    ? null
    : { first: Number(first), last: Number(last) };
}
