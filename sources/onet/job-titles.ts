// Job titles of US occupations, from which search learns. A fault in them never stops a release: a row with a fault is left out, and a check
// names it.
import { type Rows, type TitleKind, type TitleRow, layoutOf, rowsOfKind } from './parse.ts';
import { onetCode } from './reach.ts';

/** A title of the file `Alternate Titles.txt`. */
export interface AlternateTitle {
  /** O*NET-SOC 2019. */
  readonly code: string;
  /** For instance `Chief Executive Officer (CEO)`. */
  readonly title: string;
  /** For instance `CEO`; null if the publisher gives none. */
  readonly shortTitle: string | null;
  /** The publisher's codes of where the title comes from: two digits each, such as `04`. */
  readonly sources: readonly string[];
}

/** A title of the file `Sample of Reported Titles.txt`: people in the occupation have reported it in surveys. */
export interface ReportedTitle {
  readonly code: string;
  readonly title: string;
  /** Whether My Next Move, the publisher's site for job seekers, shows the title. */
  readonly isShown: boolean;
}

/** The rows of each file, in its order. Null if the release does not have the file, or it cannot be read. */
export interface JobTitles {
  readonly alternate: readonly AlternateTitle[] | null;
  readonly reported: readonly ReportedTitle[] | null;
}

/** The job titles of a release. */
export function jobTitlesOf(rows: Rows): JobTitles {
  return {
    alternate:
      sound(rows, 'alternateTitles')?.map(({ code, title, shortTitle, sources }) => ({
        ...{ code, title, shortTitle: shortTitle === 'n/a' ? null : shortTitle, sources: sources.split(',') },
      })) ?? null,
    reported: sound(rows, 'reportedTitles')?.map(({ code, title, shown }) => ({ code, title, isShown: shown === 'Y' })) ?? null,
  };
}

/** What is wrong with a row: our name of its column, and a message. Null if nothing is. */
export function faultOf(row: TitleRow): readonly [column: string, message: string] | null {
  if (!onetCode.test(row.code)) return ['code', `found the code "${row.code}", expected one like 15-1252.00`];
  if (row.title.trim() === '') return ['title', 'found no title'];
  if (row.kind === 'reportedTitles')
    return row.shown === 'Y' || row.shown === 'N' ? null : ['shown', `unknown marker "${row.shown}", expected Y or N`];
  if (row.shortTitle.trim() === '') return ['shortTitle', 'found no short title, expected one, or n/a'];
  return /^\d{2}(,\d{2})*$/.test(row.sources) ? null : ['sources', `found the sources "${row.sources}", expected codes like 04,06`];
}

function sound<Kind extends TitleKind>(rows: Rows, kind: Kind) {
  return layoutOf(rows, kind) === undefined ? null : rowsOfKind(rows, kind).filter((row) => faultOf(row) === null);
}
