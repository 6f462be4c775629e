// The errors that are reported to a person, in place of a stack trace.

/** What a person must change: the command, the data that it needs, or a file. */
export type FaultKind = 'usage' | 'refused' | 'unreadable';

/**
 * An error that a person can repair or must know of. Its message says everything. The command line
 * prints it without a stack and ends with the exit code of its kind. Any other error is a bug of
 * ours.
 */
export class ReportedError extends Error {
  readonly kind: FaultKind = 'usage';
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}
