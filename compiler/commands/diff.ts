// lmi diff: shows how every figure changed between two editions of a source.
import { sources } from '#sources/index.ts';
import { chooseDirectory, requireCatalogue } from '../edition/data-directory.ts';
import type { Change } from '../diff/changes.ts';
import { describeDiff, describeSaid, figureName } from '../diff/describe-diff.ts';
import { type Difference, diffEditions } from '../diff/diff-editions.ts';
import { LayoutError, UnreadableFileError } from '#sources/kit/problem.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { EditionReader } from '../release/read-again.ts';
import { terminal } from '../report/report.ts';
import { print, tell } from '../report/print.ts';

export interface DiffArguments {
  readonly data?: string;
  readonly json?: boolean;
  /** Prints every change, not only the counts. */
  readonly all?: boolean;
}

/** The JSON has `changes`, then the summary. Changes are written as they are found, because there can be millions. */
export async function diffCommand(older: string, newer: string, { data, json = false, all = false }: DiffArguments): Promise<number> {
  const directory = chooseDirectory(data);
  const { editions } = requireCatalogue(directory);
  const [before, after] = [older, newer].map((id) => editions.find((edition) => edition.id === id));
  if (before === undefined || after === undefined) {
    tell(`${before === undefined ? older : newer}: ${directory} holds no edition with this id; lmi editions lists them\n`);
    return exitCodes.usage;
  }
  if (before.source !== after.source) {
    tell(`${older} is of ${before.source} and ${newer} of ${after.source}: only editions of one source can be compared\n`);
    return exitCodes.usage;
  }
  const screen = terminal();
  screen.progress(`${before.source}: reading ${before.release} and ${after.release} again`);
  const lines: string[] = [];
  const flush = () => print(lines.splice(0).join(''));
  let changes = 0;
  let titleOf: (group: string | null) => string = () => '';
  const take = (change: Change, titles: typeof titleOf) => {
    titleOf = titles;
    if (json) lines.push(`${changes === 0 ? '{"changes":[' : ','}${JSON.stringify(change)}\n`);
    else if (all) lines.push(`${change.kind} ${figureName(change, titles)}: ${describeSaid(change.old)} → ${describeSaid(change.new)}\n`);
    changes += 1;
    if (lines.length >= 1000) flush();
  };
  let difference: Difference;
  try {
    difference = await diffEditions(new EditionReader(directory, sources, { editions }), older, newer, take);
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof LayoutError)) throw error;
    screen.done();
    tell(`${error.message}\n`);
    return exitCodes.unreadable;
  }
  screen.done();
  flush();
  if (json) print(`${changes === 0 ? '{"changes":[' : ''}],"summary":${JSON.stringify(difference)}}\n`);
  else for (const line of describeDiff(difference, titleOf)) print(`${line}\n`);
  return exitCodes.fine;
}
