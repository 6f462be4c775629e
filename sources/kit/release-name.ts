// Reads names of releases in the forms that several sources share.
import type { NamedRelease } from './release.ts';

/**
 * A release named by the day it came out, `2025-04-16`, with a suffix if it was issued again that
 * day: `2026-08-27-v2`.
 */
export function dayRelease(name: string): NamedRelease | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:-v(\d+))?$/.exec(name);
  const released = match?.[1];
  if (released === undefined || !isDay(released)) return null;
  return { order: [released, Number(match?.[2] ?? '1')], year: null, provisional: false, released };
}

/** A release named by its year, `2022`, for publications that come out at most once a year. */
export function yearRelease(name: string): NamedRelease | null {
  return /^20\d\d$/.test(name)
    ? { order: [Number(name)], year: null, provisional: false, released: null }
    : null;
}

/**
 * A release of a harvested source, named by the day of its download. The publisher states no day of
 * publication.
 */
export function harvestRelease(name: string): NamedRelease | null {
  return isDay(name) ? { order: [name], year: null, provisional: false, released: null } : null;
}

/** The day in the eight digits of a file name; null if there is none. */
export function dayInFileName(name: string): string | null {
  const [digits] = /\d{8}/.exec(name) ?? [];
  return digits === undefined ? null : dayOfDigits(digits);
}

/**
 * Eight digits of a file name as a day: YYYYMMDD, as ONS writes it since August 2026, else
 * DDMMYYYY. No day of this century is both.
 */
export function dayOfDigits(digits: string): string | null {
  const yearFirst = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  if (digits.startsWith('20') && isDay(yearFirst)) return yearFirst;
  const yearLast = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  return isDay(yearLast) ? yearLast : null;
}

/**
 * The release in the name of a workbook with the eight digits of its day as the first group of
 * `match` and the number of a reissue as the second: `2025-04-16`, `2026-08-27-v2`. Null for any
 * other name.
 */
export function datedRelease(
  name: string,
  match: RegExp,
): { readonly name: string; readonly day: string; readonly issue: number } | null {
  const [, digits = '', issue = '1'] = match.exec(name) ?? [];
  const day = dayOfDigits(digits);
  return day === null
    ? null
    : { name: Number(issue) > 1 ? `${day}-v${issue}` : day, day, issue: Number(issue) };
}

/** The release `2026-08-27-v2` as the end of a file name, `27082026v2`. */
export function digitsOfRelease(release: string): string {
  const [year = '', month = '', day = '', issue = ''] = release.split('-');
  return `${day}${month}${year}${issue}`;
}

/** True for a day of the calendar in ISO form. The 31st of February is not one. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
