// Judges what a probe has seen: a page that moved, a file with a new name, a renamed column, or a
// publisher that is down. Pure.
import type { LookedFor } from '#sources/kit/looked-for.ts';
import { LayoutError, MovedError, PageError, UnreadableFileError } from '#sources/kit/problem.ts';
import { sniff } from '#sources/kit/read/sniff.ts';
import { type Exchange, FetchError } from '../fetch/http.ts';
import { NotJsonError } from '../fetch/web.ts';
import { type Compared, compare } from './compare.ts';
import { type Verdict, verdicts } from './verdicts.ts';

export interface Evidence {
  /**
   * Where it ended: at the publisher's pages, at a file, or in the contents of the files; null if
   * it came to the end.
   */
  readonly stage: 'pages' | 'files' | 'contents' | null;
  readonly error: unknown;
  /** Every request so far, the failing one last. */
  readonly asked: readonly Exchange[];
  /** What the readers of the failing stage looked for; of the contents, if nothing failed. */
  readonly lookedFor: readonly LookedFor[];
}

/** A verdict, and its cause in words for a list. */
export interface Judged {
  readonly verdict: Verdict;
  readonly title: string;
}

const judged = (verdict: Verdict, title: string = verdicts[verdict].title): Judged => ({
  verdict,
  title,
});

const isCut = judged('wrong-file', 'half a file came');
const isHtml = judged('wrong-file', 'a web page came');

export function verdictOn(evidence: Evidence): Judged {
  const { stage, error, asked, lookedFor } = evidence;
  const differing = compare(lookedFor).find(({ missing }) => missing.length > 0);
  if (stage === null)
    return differing === undefined ? judged('as-expected') : verdictOfDifference(differing);
  const answer = stage === 'contents' ? undefined : asked.at(-1);
  const byAnswer = answer === undefined ? null : verdictOfAnswer(answer, evidence);
  if (byAnswer !== null) return byAnswer;
  if (error instanceof UnreadableFileError && error.isCut) return isCut;
  if (stage === 'contents' && differing !== undefined) return verdictOfDifference(differing);
  if (error instanceof LayoutError) return judged('column-renamed');
  // Parts of a file are looked for by their names. A key that cannot be sent is a FetchError, and
  // nothing was asked.
  if (error instanceof UnreadableFileError)
    return judged(stage === 'contents' ? 'file-renamed' : 'column-renamed');
  if (error instanceof FetchError && answer === undefined) return judged('no-key');
  if (error instanceof FetchError && stage === 'files') return judged('file-renamed');
  if (stage !== 'pages') return judged('our-fault');
  if (error instanceof NotJsonError && !wasRedirected(asked)) return verdictOfText(answer);
  const lacking = lookedFor.findLast(({ wanted }) => wanted.some(({ found }) => found === null));
  if (
    !(error instanceof MovedError) &&
    lacking !== undefined &&
    ['file', 'data set'].includes(lacking.what) &&
    lacking.there.length > 0
  )
    return judged('file-renamed');
  const isOfPage =
    error instanceof MovedError || error instanceof PageError || error instanceof FetchError;
  return judged(isOfPage ? 'moved' : 'our-fault');
}

/** What the last answer alone tells; null if it is an answer like any other. */
function verdictOfAnswer(
  { status, fault, bytes, length, beginning }: Exchange,
  { stage, asked }: Evidence,
): Judged | null {
  if (fault === 'no-network') return judged('down', 'the site is not found');
  if (fault === 'slow' || status === 408) return judged('down', 'the publisher is too slow');
  if (fault === 'cut') return isCut;
  if (fault !== null || status === null || status >= 500)
    return judged('down', 'the publisher is down');
  if ([401, 403, 407, 429, 451].includes(status)) return judged('down', 'the publisher refuses');
  // A file that no page has named has an address of ours.
  if (status === 404 || status === 410)
    return judged(
      stage === 'pages' || asked.every(({ url }) => url === asked[0]?.url)
        ? 'moved'
        : 'file-renamed',
    );
  if (status >= 300) return judged('moved');
  if (bytes === 0) return judged('wrong-file', 'nothing came');
  if (isLogin(beginning)) return judged('wrong-file', 'a login page came');
  if (length !== null && bytes < length) return isCut;
  return stage === 'files' && sniff(beginning) === 'html' ? isHtml : null;
}

function verdictOfText(answer: Exchange | undefined): Judged {
  const beginning = answer?.beginning ?? new Uint8Array();
  if (sniff(beginning) === 'html') return isHtml;
  return /^\s*[[{]/.test(Buffer.from(beginning).toString()) ? isCut : judged('moved');
}

function isLogin(beginning: Uint8Array): boolean {
  if (sniff(beginning) !== 'html') return false;
  const text = Buffer.from(beginning).toString();
  return (
    (text.match(/<input\b[^<>]*/gi) ?? []).some((tag) => /\btype\s*=\s*["']?password/i.test(tag)) ||
    /<title>[^<]*\b(log ?in|sign ?in)\b/i.test(text)
  );
}

function wasRedirected(asked: readonly Exchange[]): boolean {
  const status = asked.at(-2)?.status ?? 200;
  return status >= 300 && status < 400;
}

/**
 * More than this share of missing names, without others like them, and it is not the same data set.
 */
const mostMissing = 1 / 3;

function verdictOfDifference({ what, found, missing }: Compared): Judged {
  if (what === 'shape') return judged('moved');
  const alike = missing.filter(({ nearest }) => nearest !== null).length;
  // A workbook with one of our sheets is ours.
  const isOther =
    what === 'sheet'
      ? found.length === 0
      : missing.length / (found.length + missing.length) >= mostMissing;
  return isOther && alike < missing.length / 2
    ? judged('wrong-file', 'another data set came')
    : judged('column-renamed');
}
