// Judges what a probe has seen: tells a page that moved, a file with a new name, a renamed column and a publisher that is down apart. Pure.
import type { LookedFor } from '#sources/kit/looked-for.ts';
import { LayoutError, MovedError, PageError, UnreadableFileError } from '#sources/kit/problem.ts';
import { sniff } from '#sources/kit/read/sniff.ts';
import { type Exchange, FetchError } from '../fetch/http.ts';
import { NotJsonError } from '../fetch/web.ts';
import { type Compared, compare } from './compare.ts';
import type { Verdict } from './verdicts.ts';

export interface Evidence {
  /** Where it ended: at the publisher's pages, at a file, or in the contents of the files; null if it came to the end. */
  readonly stage: 'pages' | 'files' | 'contents' | null;
  readonly error: unknown;
  /** Every request so far, the failing one last. */
  readonly asked: readonly Exchange[];
  /** What the readers of the failing stage looked for; of the contents, if nothing failed. */
  readonly lookedFor: readonly LookedFor[];
}

export function verdictOn(evidence: Evidence): Verdict {
  const { stage, error, asked, lookedFor } = evidence;
  const differing = compare(lookedFor).find(({ missing }) => missing.length > 0);
  if (stage === null) return differing === undefined ? 'as-expected' : verdictOfDifference(differing);
  if (stage === 'contents') {
    if (error instanceof UnreadableFileError && error.isCut) return 'cut';
    if (differing !== undefined) return verdictOfDifference(differing);
    if (error instanceof LayoutError) return 'layout-changed';
    return error instanceof UnreadableFileError ? 'file-renamed' : 'our-fault';
  }
  const answer = asked.at(-1);
  // A key that cannot be sent: nothing was asked.
  if (answer === undefined && error instanceof FetchError) return 'no-key';
  const byAnswer = answer === undefined ? null : verdictOfAnswer(answer, evidence);
  if (byAnswer !== null) return byAnswer;
  if (stage === 'files') {
    if (error instanceof UnreadableFileError) return error.isCut ? 'cut' : 'layout-changed';
    return error instanceof FetchError ? 'file-missing' : 'our-fault';
  }
  if (error instanceof MovedError || (error instanceof PageError && wasRedirected(asked))) return 'page-moved';
  if (error instanceof NotJsonError) return verdictOfText(answer);
  const lacking = lookedFor.findLast(({ wanted }) => wanted.some(({ found }) => found === null));
  if (lacking?.what === 'file' && lacking.there.length > 0) return 'file-renamed';
  if (lacking?.what === 'data set') return 'layout-changed';
  return error instanceof PageError || error instanceof FetchError ? 'page-changed' : 'our-fault';
}

/** What the last answer alone tells; null if it is an answer like any other. */
function verdictOfAnswer({ status, fault, bytes, length, beginning }: Exchange, { stage, asked }: Evidence): Verdict | null {
  if (fault === 'unreachable') return 'down';
  if (fault !== null) return fault;
  if (status === null || status >= 500) return 'down';
  if ([401, 403, 407, 429, 451].includes(status)) return 'refused';
  if (status === 408) return 'slow';
  // A file that no page has named has an address of ours.
  if (status === 404 || status === 410)
    return stage === 'pages' || asked.every(({ url }) => url === asked[0]?.url) ? 'page-moved' : 'file-missing';
  if (status >= 400) return 'page-changed';
  if (status >= 300) return 'page-moved';
  if (bytes === 0) return 'empty';
  if (isLogin(beginning)) return 'login';
  if (length !== null && bytes < length) return 'cut';
  return stage === 'files' && sniff(beginning) === 'html' ? 'html' : null;
}

function verdictOfText(answer: Exchange | undefined): Verdict {
  const beginning = answer?.beginning ?? new Uint8Array();
  if (sniff(beginning) === 'html') return 'html';
  return /^\s*[[{]/.test(Buffer.from(beginning).toString()) ? 'cut' : 'page-changed';
}

function isLogin(beginning: Uint8Array): boolean {
  if (sniff(beginning) !== 'html') return false;
  const text = Buffer.from(beginning).toString();
  return /<input\b[^>]*\btype\s*=\s*["']?password/i.test(text) || /<title>[^<]*\b(log ?in|sign ?in)\b/i.test(text);
}

function wasRedirected(asked: readonly Exchange[]): boolean {
  const before = asked.at(-2);
  return before !== undefined && before.location !== null && before.status !== null && before.status >= 300 && before.status < 400;
}

/** More than this share of missing names, without others like them, and it is not the same data set. */
const mostMissing = 1 / 3;

function verdictOfDifference({ what, found, missing }: Compared): Verdict {
  if (what === 'shape') return 'page-changed';
  const alike = missing.filter(({ nearest }) => nearest !== null).length;
  // A workbook with one of our sheets is ours.
  const isOther = what === 'sheet' ? found.length === 0 : missing.length / (found.length + missing.length) >= mostMissing;
  if (isOther && alike < missing.length / 2) return 'other-data';
  return alike === missing.length ? 'column-renamed' : 'layout-changed';
}
