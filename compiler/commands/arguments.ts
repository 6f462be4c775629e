// Code that commands share: common options, the sources that a person names, and how a result is
// printed.
import { sources } from '#sources/index.ts';
import { quoteList } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Source } from '#sources/kit/source.ts';
import { print, printJson, tell } from '../report/print.ts';

/** The arguments of a command: texts and switches, by the names of their options in cli.ts. */
export type Given<Texts extends string = never, Switches extends string = never> = {
  readonly [Name in Texts | 'data']?: string | undefined;
} & { readonly [Name in Switches | 'json']?: boolean };

export interface RunArguments extends Given<never, 'verbose' | 'inWorkerProcesses'> {
  readonly source?: readonly string[];
}

/** The sources of these keys, or all. Throws ReportedError if a key is unknown. */
export function sourcesNamed(
  keys: readonly string[] = sources.map(({ key }) => key),
): readonly Source[] {
  const unknown = keys.filter((key) => !sources.some((source) => source.key === key));
  if (unknown.length === 0) return sources.filter(({ key }) => keys.includes(key));
  throw new ReportedError(
    `--source ${quoteList(unknown)}: no such source, expected ` +
      `${sources.map(({ key }) => key).join(', ')}`,
  );
}

/**
 * Prints a result as JSON, or as lines for a person. Returns the exit code of a command that has
 * succeeded.
 */
export function printResult(json: boolean, result: unknown, ...lines: readonly string[]): number {
  printRun(json, result, [], lines);
  return exitCodes.fine;
}

/** The same for a result that can have faults, which are printed on standard error. */
export function printRun(
  json: boolean,
  result: unknown,
  faults: readonly string[],
  lines: readonly string[],
): void {
  if (json) printJson(result);
  else {
    for (const fault of faults) tell(`${fault}\n`);
    for (const line of lines) print(`${line}\n`);
  }
}
