// Errors that are told to a person, each with the exit code that the command line ends with.

/** Exit codes of the command line. `held` and `unreadable` are of compile, sample and update, `refused` of commands that print an answer which is a problem. */
export const exitCodes = { fine: 0, refused: 1, usage: 2, held: 3, unreadable: 4 } as const;

/**
 * What a person can mend, or must know of: its message is the whole account. The command line prints it without a stack and ends with
 * its exit code. An error that is no ReportedError is a fault of ours.
 */
export class ReportedError extends Error {
  readonly exitCode: number = exitCodes.usage;
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}
