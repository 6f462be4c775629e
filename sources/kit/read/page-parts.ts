// Reads what pages of any publisher have in common: links to files, days in words, and the text of
// HTML.
import type { DiscoveredRelease } from '../discovery.ts';
import { recordLookup } from '../lookups.ts';
import { isoMonth, monthNumber } from '../months.ts';
import { isDay } from '../release-name.ts';
import { replaceBetween, withoutElements } from './between.ts';
import { decodeReferences } from './character-references.ts';

/** The files linked from a page of HTML whose name matches, each once, in the order of the page. */
export function linkedFiles(page: string, html: string, match: RegExp): DiscoveredRelease['files'] {
  const linkByName = new Map<string, string>();
  for (const [, double, single] of html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)) {
    const href = decodeReferences(double ?? single ?? '').trim();
    if (!URL.canParse(href, page)) continue;
    const url = new URL(href, page);
    const name = lastSegment(url.searchParams.get('uri') ?? url.pathname);
    if (match.test(name) && !linkByName.has(name)) linkByName.set(name, url.href);
  }
  return [...linkByName].map(([name, url]) => ({ name, url }));
}

/** Records the files of a page, and the one that was chosen by `match`. */
export function recordFiles(
  place: string,
  match: RegExp,
  foundName: string | null,
  files: readonly { readonly name: string }[],
): void {
  recordLookup({
    place,
    what: 'file',
    wanted: [{ names: [match.source], foundName }],
    present: files.map(({ name }) => name),
  });
}

// In summer, midnight in London is 23:00 of the day before in UTC.
const london = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * The ISO day, by the clock in London, of an instant or of a date in words; null for any other
 * text, such as "To be announced".
 */
export function londonDay(text: string): string | null {
  const words = /^(\d{1,2}) ([a-z]+) (\d{4})$/i.exec(text.trim());
  if (words !== null) {
    const [, day = '', month = '', year = ''] = words;
    const iso = `${isoMonth(year, monthNumber(month) ?? 0)}-${day.padStart(2, '0')}`;
    return isDay(iso) ? iso : null;
  }
  if (isDay(text.trim())) return text.trim();
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text) || Number.isNaN(Date.parse(text))) return null;
  const parts = new Map(
    london.formatToParts(new Date(text)).map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** The text of HTML on one line, without its tags, scripts and styles. */
export function textOf(html: string): string {
  const withoutCode = withoutElements(html, ['script', 'style']);
  return decodeReferences(replaceBetween(withoutCode, '<', '>', ' '))
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:])/g, '')
    .trim();
}

/** The part of a path after its last slash: the name of a file. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
