// Checks the keys of --source, and prints the unknown ones in one line.
import { sources } from '#sources/index.ts';
import { quoteList } from '#sources/kit/problem.ts';
import { tell } from '../report/print.ts';

export function areSources(keys: readonly string[] = []): boolean {
  const unknown = keys.filter((key) => !sources.some((source) => source.key === key));
  if (unknown.length > 0) tell(`--source ${quoteList(unknown)}: no such source, expected ${sources.map(({ key }) => key).join(', ')}\n`);
  return unknown.length === 0;
}
