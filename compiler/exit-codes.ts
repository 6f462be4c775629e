// The exit codes of the command line. cli.ts says what each means.
import type { FaultKind } from '#sources/kit/reported-error.ts';

/** Commands that print an answer use `refused` if it is a problem. */
export const exitCodes = {
  fine: 0,
  refused: 1,
  usage: 2,
  held: 3,
  unreadable: 4,
} as const satisfies Readonly<Record<FaultKind | 'fine' | 'held', number>>;
