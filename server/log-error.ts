// An error in the operator's log. It can quote text of a client, a publisher or a damaged file.
import { printable } from '#schemas/printable.ts';

/** Logs what failed and why, with the stack. Characters that a terminal would obey are escaped. */
export function logError(what: string, error: unknown): void {
  const why = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  console.error(printable(`${what}: ${why}`));
}
