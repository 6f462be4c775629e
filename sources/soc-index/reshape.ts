// The coding index's rows to entries: markers, qualifiers, defaults, capitals, ISCO-08 codes,
// cross-references.
import { replaceBetween } from '#sources/kit/read/between.ts';
import type { IndexEntry, NeededObservations, Needs } from '#sources/kit/needs.ts';
import type { Complain } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import type { CrossReference } from './build-title-index.ts';
import { type EntryRow, type Rows, entriesIn, layout } from './layout.ts';

/**
 * What the publisher prints if there is no code. A title column can have it too. It must never be
 * shown.
 */
export const noCode = '}}}}';

/** The default markers (FILE SPEC, rows 38–43). Empty: no default. */
export const defaultMarkers: readonly string[] = ['', 'O', 'I', 'M', 'A', 'Q', 'QS'];

type GivenToOthers = NeededObservations['soc-index'];

export interface IndexObservations extends GivenToOthers {
  /**
   * The unit groups of SOC 2020, ordered. The edition has documents for each, even if the index
   * does not name it.
   */
  readonly occupations: readonly string[];
  /** The number of the version; null if the workbook does not state it. */
  readonly version: number | null;
  /** The number of entries that the publisher states; null if the workbook does not state it. */
  readonly statedRecords: number | null;
  readonly crossReferences: readonly CrossReference[];
  readonly abbreviations: readonly { readonly short: string; readonly long: string }[];
}

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): IndexObservations {
  const complain = layout.complainTo(release, rows, problems);
  const entries: IndexEntry[] = [];
  const crossReferences: CrossReference[] = [];
  for (const row of entriesIn(rows)) {
    const soc2020 = readCode(row, 'soc2020', complain);
    if (soc2020 === null) {
      const reference = crossReferenceOf(row);
      if (reference !== null) crossReferences.push(reference);
      continue;
    }
    const entry = readEntry(row, soc2020, complain);
    if (entry !== null) entries.push(entry);
  }
  const version = noteMatch(rows, /^Version (\d+)\b/im);
  const stated = noteMatch(rows, /^Number of records[^:\r\n\u2028\u2029]*: *([\d,]+)/im);
  return {
    entries,
    crossReferences,
    iscoTitles: iscoTitlesOf(rows),
    abbreviations: abbreviationsOf(rows),
    occupations: needs.get('soc-structure').unitGroups.map(({ code }) => code),
    version: version === null ? null : Number(version),
    statedRecords: stated === null ? null : Number(stated.replaceAll(',', '')),
  };
}

/** A code of an entry; null for the publisher's braces, and after a complaint. */
function readCode(
  row: EntryRow,
  column: 'soc2020' | 'soc2010' | 'isco08',
  complain: Complain<EntryRow>,
): string | null {
  const text = row[column].trim();
  if (text === noCode) return null;
  // The ISCO-08 codes of the armed forces are texts with a leading zero. A spreadsheet may have
  // turned them into numbers.
  const shape = column === 'isco08' ? /^\d{3,4}$/ : /^\d{4}$/;
  if (shape.test(text)) return text.padStart(4, '0');
  return complain(
    row,
    column,
    `unknown marker "${text}", expected a code of four digits or ${noCode}`,
  );
}

/** An entry of a unit group; null after a complaint about its title. */
function readEntry(
  row: EntryRow,
  soc2020: string,
  complain: Complain<EntryRow>,
): IndexEntry | null {
  const title = titleOf(row);
  if (title === '' || title.includes(noCode))
    return complain(row, 'natural', `got "${row.natural}", expected a job title`);
  const qualifier = qualifierOf(row);
  return {
    id: row.id,
    title,
    inverted: row.inverted,
    qualifier,
    // O on an entry with a qualifier marks the default within that qualifier, not of the bare
    // title ("Manager", computer services).
    isDefault: row.marker !== '' && qualifier === null,
    soc2020,
    soc2010: readCode(row, 'soc2010', complain),
    isco08: readCode(row, 'isco08', complain),
  };
}

/**
 * ADD and IND as printed, joined by a comma if an entry has both (149 entries of V12). The index
 * sorts by them in this order and prints commas within them too. Null for the bare title.
 */
export function qualifierOf({
  additional,
  industry,
}: Pick<EntryRow, 'additional' | 'industry'>): string | null {
  const parts = [additional.trim(), industry.trim()].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(', ');
}

/**
 * The title in natural word order with the capitals of the inverted order. The publisher made the
 * natural order by machine and lost capitals ("Hgv driver", "Higher (d) executive officer", "IT
 * technical archITect"). The inverted order has them ("Driver, HGV"), but it also begins with a
 * capital.
 */
export function titleOf({ natural, inverted }: Pick<EntryRow, 'natural' | 'inverted'>): string {
  if (natural.toLowerCase() === inverted.toLowerCase()) return inverted;
  const printed = new Map<string, string>();
  for (const [index, word] of wordsIn(inverted).entries()) {
    // The first word has a capital only because it begins the line, unless it has more capitals
    // (GP, YouTuber).
    const lowered = index === 0 && !/[A-Z]/.test(word.slice(1)) ? word.toLowerCase() : word;
    if (!printed.has(word.toLowerCase())) printed.set(word.toLowerCase(), lowered);
  }
  const title = natural.replace(wordPattern, (word) => printed.get(word.toLowerCase()) ?? word);
  // iOS and similar words keep their small letter.
  return /^[a-z]+[A-Z]/.test(title)
    ? title
    : title.replace(/^[a-zà-ÿ]/, (initial) => initial.toUpperCase());
}

const wordPattern = /[\p{L}\d]+(?:['’&][\p{L}\d]+)*/gu;

function wordsIn(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/**
 * The reference of an entry without a code. "see Engineer (professional)" means the entries of
 * Engineer with this qualifier, and "see Manager ( )" those with any. "see notes" refers to the
 * coding rules, which search does not cover, so it is not an alias.
 */
export function crossReferenceOf(
  row: Pick<EntryRow, 'natural' | 'inverted' | 'see'>,
): CrossReference | null {
  const { to, qualifier } = seenIn(row.see.trim());
  if (to === '' || /^(also )?notes\b/i.test(to) || row.natural.includes(noCode)) return null;
  return { from: titleOf(row), to, qualifier };
}

/**
 * The words after "see" or "see also", and those in brackets at the end; empty if there are none.
 */
function seenIn(reference: string): { readonly to: string; readonly qualifier: string } {
  const [see = '', also = ''] = /^see (also )?/i.exec(reference) ?? [];
  const nothing = { to: '', qualifier: '' };
  if (see === '') return nothing;
  const words = reference.slice(see.length);
  const opened = words.indexOf('(');
  if (opened < 0) return { to: words, qualifier: '' };
  if (words.indexOf(')', opened) !== words.length - 1) return nothing;
  return {
    // "see also (…)" refers to "also".
    to: words.slice(0, opened).trimEnd() || also.trimEnd(),
    qualifier: words.slice(opened + 1, -1).trim(),
  };
}

/** What a cell of the notes on the file says, found by a pattern for its beginning. */
function noteMatch(rows: Rows, pattern: RegExp): string | null {
  const lines = [...layout.rowsOf(rows, 'information'), ...layout.rowsOf(rows, 'specification')];
  return pattern.exec(lines.flatMap(({ text }) => text.split('\t')).join('\n'))?.[1] ?? null;
}

/**
 * Titles of the ISCO-08 unit groups. Only unit groups have four digits; those of the armed forces
 * begin with 0.
 */
function iscoTitlesOf(rows: Rows): Map<string, string> {
  const codesWithTitles = layout
    .rowsOf(rows, 'isco')
    .flatMap(({ text }) => [...text.matchAll(/(?:^|\t)(\d{4})\t(\P{N}[^\t]*)/gu)]);
  return new Map(codesWithTitles.map(([, code = '', title = '']) => [code, title]));
}

/**
 * The abbreviations that search may expand. The sheet dates from SOC 2010 and joins several forms
 * in a cell. Nobody types the meaning of a grade, so grades, forms with digits and parts of words
 * are left out. If a form has two meanings, the first is kept.
 */
function abbreviationsOf(rows: Rows): { short: string; long: string }[] {
  const abbreviationsByShort = new Map<string, { short: string; long: string }>();
  for (const { short: printed, long: meaning } of layout.rowsOf(rows, 'abbreviations')) {
    if (/\bgrades?\b|\(in combination\)|\(formerly/i.test(meaning)) continue;
    const withoutBrackets = replaceBetween(meaning, '(', ')', ' ');
    // "and/or" counts as its first word.
    const oneForm = withoutBrackets.replace(/(?<!\p{L})(\p{L}+)\/\p{L}+/gu, '$1');
    const long = oneForm.replace(/\s+/g, ' ').replace(/\.$/, '').trim();
    for (const form of printed.replace(/\*\s*$/, '').split('/')) {
      const short = form.trim();
      if (
        /^[\p{L}][\p{L}& ]*\p{L}$/u.test(short) &&
        long !== '' &&
        !abbreviationsByShort.has(short.toLowerCase())
      )
        abbreviationsByShort.set(short.toLowerCase(), { short, long });
    }
  }
  return [...abbreviationsByShort.values()];
}
