// A fault of a publisher's file as a value: the place, what was found and expected, and the repair
// if there is one.
import { onOneLine } from '#schemas/printable.ts';
import { ReportedError } from './reported-error.ts';

export interface Problem {
  /**
   * Source, release, workbook, sheet and cell, as far as they are known: `ashe 2024-provisional
   * 14.7a 'All'!F231`.
   */
  readonly place: string;
  readonly message: string;
  readonly repair?: string;
}

/** A problem for a person: one line, and the repair on the next. */
export function formatProblem({ place, message, repair }: Problem): string {
  return `${onOneLine(place)}: ${onOneLine(message)}${repair === undefined ? '' : `\n  ${repair}`}`;
}

/**
 * Thrown if a file is not what its name says: cut short, damaged, or an error page. The download
 * failed, so nothing is compiled from it.
 */
export class UnreadableFileError extends ReportedError {
  override readonly kind = 'unreadable';
  readonly problem: Problem;
  /** True if the file begins correctly but does not end correctly. */
  readonly isCut: boolean;
  constructor(
    problem: Problem,
    { isCut = false }: Partial<Pick<UnreadableFileError, 'isCut'>> = {},
  ) {
    super(formatProblem(problem));
    this.problem = problem;
    this.isCut = isCut;
  }
}

/** The error for a faulty download. The next one may be sound. */
export function unreadable(
  place: string,
  message: string,
  options: Partial<Pick<UnreadableFileError, 'isCut'>> = {},
): UnreadableFileError {
  return new UnreadableFileError({ place, message, repair: 'download the file again' }, options);
}

/** The error for a file whose reader gave up. `what` is the kind of the file: "workbook". */
export function damaged(place: string, what: string, reason: unknown): UnreadableFileError {
  return unreadable(place, `the ${what} is damaged or cut short (${messageOf(reason)})`, {
    isCut: true,
  });
}

/** The error for a workbook that is a sound archive but that we cannot read. */
export function brokenWorkbook(
  place: string,
  message: string,
  reason?: unknown,
): UnreadableFileError {
  return new UnreadableFileError({
    place,
    message: reason === undefined ? message : `${message} (${messageOf(reason)})`,
    repair: 'open the workbook in Excel or LibreOffice and save it again; and tell the publisher',
  });
}

/** The error for an encrypted file. `what` is the kind of the file: "workbook". */
export function protectedByPassword(place: string, what: string): UnreadableFileError {
  return new UnreadableFileError({
    place,
    message: `the ${what} is protected by a password`,
    repair: 'ask the publisher for a file without a password',
  });
}

/** The result of `read`; null if the file is unreadable. */
export function readOrNull<Value>(read: () => Value): Value | null {
  return readOrReport<Value | null>(() => {}, null, read);
}

/**
 * The result of `read`. If the file is unreadable, reports the problem to `blame` and returns
 * `otherwise`.
 */
export function readOrReport<Value>(
  blame: (problem: Problem) => void,
  otherwise: Value,
  read: () => Value,
): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    blame(error.problem);
    return otherwise;
  }
}

/**
 * Thrown if a file opens but has another layout than its source says. Reading on would be guessing.
 */
export class LayoutError extends ReportedError {
  override readonly kind = 'unreadable';
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

/**
 * The faults of a file that cannot be read, or that has another layout; null for any other error.
 */
export function faultsOf(error: unknown): readonly Problem[] | null {
  if (error instanceof LayoutError) return error.problems;
  return error instanceof UnreadableFileError ? [error.problem] : null;
}

/**
 * Thrown if a publisher's page is missing, or does not have what we look for. Another page may have
 * it.
 */
export class PageError extends ReportedError {
  override readonly kind = 'unreadable';
}

/**
 * Thrown if a publisher's page says that its publication has moved to a place where we cannot read
 * it.
 */
export class MovedError extends PageError {}

/** Values for a message: quoted, cut at ten with the count; "nothing" if there are none. */
export function quoteList(values: readonly string[]): string {
  if (values.length === 0) return 'nothing';
  const shown = values
    .slice(0, 10)
    .map((value) => `"${value}"`)
    .join(', ');
  return values.length > 10 ? `${shown} … (${values.length} in all)` : shown;
}

/** Any thrown value as a problem. The lines after the first of a reported error are its repair. */
export function problemOf(place: string, error: unknown): Problem {
  if (error instanceof UnreadableFileError) return error.problem;
  const [message = '', ...repair] =
    error instanceof ReportedError ? error.message.split('\n  ') : [messageOf(error)];
  return { place, message, ...(repair.length === 0 ? {} : { repair: repair.join('\n  ') }) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
