// Everything that the command line prints passes here, so that text of publishers and callers stays text.
import { printable } from '#schemas/printable.ts';

/** Prints results on standard output. False if the reader is slower, as `write` says. */
export function print(text: string): boolean {
  return process.stdout.write(printable(text));
}

/** Tells a person something on standard error. */
export function tell(text: string): void {
  process.stderr.write(printable(text));
}

/** Prints an answer or a table for another program: exactly as it is, unless a person sees it on a terminal. */
export function printData(text: string): boolean {
  return process.stdout.write(process.stdout.isTTY ? printable(text) : text);
}
