// lmi diff: shows how every figure changed between two editions of a source.
import { sources } from '#sources/index.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { type Compared, changeOf } from '../diff/compare.ts';
import { type TitleOf, describeDiff, describeSaid, figureName } from '../diff/describe-diff.ts';
import { PageFigures, drawDiff, modeOfPage } from '../diff/diff-page.ts';
import { chooseEditions } from '../edition/named-edition.ts';
import { writeAtomically } from '../edition/files.ts';
import { type Difference, diffEditions } from '../diff/diff-editions.ts';
import { LayoutError, UnreadableFileError } from '#sources/kit/problem.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { EditionReader } from '../release/read-again.ts';
import { terminal } from '../report/report.ts';
import { print, printData, tell } from '../report/print.ts';
import { areSources } from './are-sources.ts';

export interface DiffArguments {
  readonly data?: string;
  readonly json?: boolean;
  /** Prints every change, not only the counts. */
  readonly all?: boolean;
  /** The source of both releases, where several have releases of these names. */
  readonly source?: string;
  /** A file for the page. */
  readonly html?: string;
}

/** The JSON has `changes`, then the summary. Changes are written as they are found, because there can be millions. */
export async function diffCommand(
  older: string,
  newer: string,
  { data, json = false, all = false, source, html }: DiffArguments,
): Promise<number> {
  if (source !== undefined && !areSources([source])) return exitCodes.usage;
  const directory = chooseDirectory(data);
  const { editions, sample } = requireCatalogue(directory);
  const chosen = chooseEditions(editions, older, newer, source);
  if ('fault' in chosen) {
    tell(`${directory}: ${chosen.fault}\n`);
    return exitCodes.usage;
  }
  const { older: before, newer: after } = chosen;
  const screen = terminal();
  screen.progress(`${before.source}: comparing ${before.release} and ${after.release}`);
  const lines: string[] = [];
  const flush = () => print(lines.splice(0).join(''));
  let changes = 0;
  const drawn = html === undefined ? null : new PageFigures();
  const reader = new EditionReader(directory, sources, { editions });
  let titleOf: TitleOf = () => '';
  const take = (compared: Compared) => {
    drawn?.take(compared);
    const change = changeOf(compared);
    if (change === null) return;
    if (json) lines.push(`${changes === 0 ? '{"changes":[' : ','}${JSON.stringify(change)}\n`);
    else if (all) lines.push(`${change.kind} ${figureName(change, titleOf)}: ${describeSaid(change.old)} → ${describeSaid(change.new)}\n`);
    changes += 1;
    if (lines.length >= 1000) flush();
  };
  let difference: Difference;
  try {
    titleOf = await reader.titlesFor(after.id);
    difference = await diffEditions(reader, before.id, after.id, take);
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof LayoutError)) throw error;
    screen.done();
    tell(`${error.message}\n`);
    return exitCodes.unreadable;
  }
  screen.done();
  flush();
  if (html !== undefined && drawn !== null) {
    writeAtomically(html, drawDiff({ difference, drawn, titleOf, sample }), modeOfPage(difference));
    if (!json) printData(`${html}\n`);
  }
  if (json) print(`${changes === 0 ? '{"changes":[' : ''}],"summary":${JSON.stringify(difference)}}\n`);
  else if (html === undefined) for (const line of describeDiff(difference, titleOf)) print(`${line}\n`);
  return exitCodes.fine;
}
