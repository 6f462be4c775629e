// lmi review and lmi diff: what a person reads before deciding about an edition.
import { neverLookedAt } from '#schemas/catalogue.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { noticesOf, standingOf } from '#schemas/standing.ts';
import { sources } from '#sources/index.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { exitCodes } from '../exit-codes.ts';
import { type Compared, changeOf } from '../diff/compare.ts';
import {
  type TitleOf,
  describeDiff,
  describePublished,
  figureName,
} from '../diff/describe-diff.ts';
import { diffEditions } from '../diff/diff-editions.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { requireEditionNamed, requireTwoNamed } from '../edition/named-edition.ts';
import { EditionReader } from '../release/read-again.ts';
import { reportOfStanding } from '../operations/day-report.ts';
import { partsToDecide, sectionsIn } from '../operations/describe-day.ts';
import { print, tell } from '../report/print.ts';
import { onScreen } from '../report/report.ts';
import { type Section, describeSections } from '../report/sections.ts';
import { reviewSections, shortened } from '../review/describe-review.ts';
import { noteReviewed, reviewEdition } from '../review/review.ts';
import { type Given, printResult, sourcesNamed } from './arguments.ts';

/**
 * Without an edition, lists what waits for a decision. Exit code 4 if the files of the edition are
 * not here.
 */
export async function reviewCommand(
  name: string | undefined,
  { data, all = false, json = false }: Given<never, 'all'>,
): Promise<number> {
  const directory = chooseDirectory(data);
  const catalogue = requireCatalogue(directory);
  const show = (sections: readonly Section[]) =>
    printResult(json, sections, ...describeSections(sections));
  if (name === undefined) {
    const waiting = sectionsIn(
      partsToDecide(reportOfStanding(standingOf(servingOf(catalogue), new Date())), sources),
    );
    return show(
      waiting.length > 0 ? waiting : [{ title: 'Nothing waits for a decision', lines: [] }],
    );
  }
  const { editions } = catalogue;
  const edition = requireEditionNamed(editions, name, {
    directory,
    states: ['quarantined', 'served'],
  });
  const review = await onScreen(({ progress }) => {
    progress(`${edition.source} ${edition.release}: reading again`);
    return reviewEdition(directory, sources, editions, edition);
  });
  const { ingest = neverLookedAt } =
    catalogue.sources.find(({ key }) => key === edition.source) ?? {};
  const sections = reviewSections(review, noticesOf(ingest, edition));
  show(all || json ? sections : shortened(sections, edition.id));
  // A directory that cannot be written can still be reviewed.
  try {
    noteReviewed(directory, edition.id);
  } catch (error) {
    tell(`${directory}: lmi accept will not know of this review (${messageOf(error)})\n`);
  }
  return exitCodes.fine;
}

/**
 * The JSON has `changes`, then the summary. Changes are written as they are found, because there
 * can be millions.
 */
export async function diffCommand(
  older: string,
  newer: string,
  { data, json = false, all = false, source }: Given<'source', 'all'>,
): Promise<number> {
  if (source !== undefined) sourcesNamed([source]);
  const directory = chooseDirectory(data);
  const { editions } = requireCatalogue(directory);
  const named = requireTwoNamed(editions, { older, newer }, directory, source ?? null);
  const lines: string[] = [];
  const flush = () => print(lines.splice(0).join(''));
  let changes = 0;
  const reader = new EditionReader(directory, sources, { editions });
  let titleOf: TitleOf = () => '';
  const take = (compared: Compared) => {
    const change = changeOf(compared);
    if (change === null) return;
    if (json) lines.push(`${changes === 0 ? '{"changes":[' : ','}${JSON.stringify(change)}\n`);
    else if (all)
      lines.push(
        `${change.kind} ${figureName(change, titleOf)}: ` +
          `${describePublished(change.old)} → ${describePublished(change.new)}\n`,
      );
    changes += 1;
    if (lines.length >= 1000) flush();
  };
  const difference = await onScreen(async ({ progress }) => {
    progress(`${named.older.source}: comparing ${named.older.release} and ${named.newer.release}`);
    titleOf = await reader.titlesFor(named.newer.id);
    return diffEditions(reader, named.older.id, named.newer.id, take);
  });
  flush();
  if (json)
    print(`${changes === 0 ? '{"changes":[' : ''}],"summary":${JSON.stringify(difference)}}\n`);
  else for (const line of describeDiff(difference, titleOf)) print(`${line}\n`);
  return exitCodes.fine;
}
