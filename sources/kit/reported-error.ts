// Errors for a person, each with the exit code of the command line.

/**
 * Exit codes of the command line; cli.ts says what each means. Commands that print an answer use
 * `refused` if it is a problem.
 */
export const exitCodes = { fine: 0, refused: 1, usage: 2, held: 3, unreadable: 4 } as const;

/**
 * An error that a person can repair or must know of. Its message says everything. The command line
 * prints it without a stack and ends with its exit code. Any other error is a bug of ours.
 */
export class ReportedError extends Error {
  readonly exitCode: number = exitCodes.usage;
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}
