// lmi status, lmi doctor and lmi prune: the content of a data directory, its faults and those of
// this machine, and what can be removed.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { type Standing, failedChecks, newestFirst, standingOf } from '#schemas/standing.ts';
import { sources } from '#sources/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { chooseDirectory, defaultDirectories } from '../edition/data-directory.ts';
import { examineMachine, examineServer } from '../operations/doctor.ts';
import { prune } from '../operations/prune.ts';
import { reportOfStanding } from '../operations/day-report.ts';
import { partsToDecide, sectionsIn, sectionsOfStanding } from '../operations/describe-day.ts';
import { tell } from '../report/print.ts';
import { number, size } from '../report/report.ts';
import { describeSections } from '../report/sections.ts';
import { defaultState } from '../serve/secrets.ts';
import { type Given, printResult, sourcesNamed } from './arguments.ts';
import { wordOf } from '../release/outcome.ts';

export function statusCommand({
  data,
  all = false,
  source,
  json = false,
}: Given<'source', 'all'>): number {
  if (source !== undefined) sourcesNamed([source]);
  const directory = chooseDirectory(data);
  const catalogue = requireCatalogue(directory);
  const { serial, written, sample } = catalogue;
  const head =
    `${directory}${sample ? ' (synthetic sample, not statistics)' : ''}: catalogue ` +
    `${serial} of ${written}`;
  const isWanted = (candidate: { readonly source: string }) =>
    source === undefined || candidate.source === source;
  if (all) {
    const editions = newestFirst(catalogue.editions.filter(isWanted));
    return printResult(json, editions, head, ...editions.flatMap(describeListedEdition));
  }
  const standings = standingOf(servingOf(catalogue), new Date()).filter(isWanted);
  const result = { directory, sample, serial, written, sources: standings };
  // A sample has no publishers to ask for news.
  const sections = sample
    ? sectionsIn(partsToDecide(reportOfStanding(standings), sources))
    : sectionsOfStanding(standings, sources);
  const waiting = describeSections(sections);
  printResult(
    json,
    result,
    head,
    ...standings.flatMap(describeStanding),
    ...(waiting.length === 0 ? [] : ['', ...waiting]),
  );
  return standings.some(({ unreadable }) => unreadable.length > 0)
    ? exitCodes.unreadable
    : exitCodes.fine;
}

/** A line for a source, and the faults of its served editions and those served before. */
function describeStanding({
  source,
  ingest,
  served,
  unreadable,
  withdrawn,
  lateSince,
}: Standing): string[] {
  const { configured, checked, nextRelease } = ingest;
  const releases =
    served.length === 0
      ? 'nothing served'
      : `served ${served.map(({ label }) => label).join(', ')}`;
  const looked = describeLastCheck(configured, checked);
  const due = nextRelease === null || lateSince !== null ? '' : `, next release ${nextRelease}`;
  const issues = [...new Set(served.flatMap(failedChecks).map(({ check }) => check))];
  return [
    `${source}: ${releases}; ${looked}${due}`,
    ...unreadable.flatMap(({ message, repair }) => [`  ${message}`, `    ${repair}`]),
    ...(issues.length === 0
      ? []
      : [`  known issues: ${issues.join(', ')} (lmi status --all --source ${source} lists them)`]),
    ...withdrawn.map(
      ({ release, id, withdrawn: taken }) => `  withdrawn ${release} ${id}: ${taken?.reason}`,
    ),
  ];
}

function describeLastCheck(isConfigured: boolean, checked: string | null): string {
  if (!isConfigured) return 'not checked, because its key is not set';
  return checked === null
    ? 'never checked for new releases'
    : `checked for new releases ${checked}`;
}

/** An edition with what was done to it since it was compiled, and its failed checks. */
function describeListedEdition(edition: CatalogueEdition): string[] {
  const {
    source,
    label,
    state,
    id,
    files,
    figures,
    checks,
    accepted,
    dismissed,
    withdrawn,
    touched,
    pruned,
  } = edition;
  const successor = withdrawn?.replacedBy ? ` (use ${withdrawn.replacedBy})` : '';
  return [
    `${wordOf(state).padEnd(11)} ${source.padEnd(14)} ${label.padEnd(24)} ${id}  ` +
      `${number(files)} documents, ${number(figures)} figures`,
    ...(accepted === null ? [] : [`  accepted ${accepted.at}: ${accepted.reason}`]),
    ...(dismissed === undefined ? [] : [`  dismissed ${dismissed.at}: ${dismissed.reason}`]),
    ...(withdrawn === null ? [] : [`  withdrawn ${withdrawn.at}: ${withdrawn.reason}${successor}`]),
    ...(touched === null
      ? []
      : [`  touched ${touched}: the publisher saved the file again with equal cells`]),
    ...(pruned ? ['  pruned: only this entry is kept'] : []),
    ...checks.map(({ severity, check, message, places, count }) => {
      const moreText = count > places.length ? ` … (${number(count)} in all)` : '';
      return (
        `  ${severity} ${check}: ` +
        `${message}${places.length > 0 ? ` — ${places.slice(0, 3).join('; ')}${moreText}` : ''}`
      );
    }),
  ];
}

/** Exit code 1 if it finds a failure. */
export async function doctorCommand({
  data,
  state = defaultState,
  json = false,
}: Given<'state'>): Promise<number> {
  const machine = await examineMachine({
    directory: chooseDirectory(data),
    isNamed: data !== undefined,
    sources,
    environment: process.env,
    now: new Date(),
  });
  const findings = [...machine, ...(await examineServer(state))];
  const lines = findings.map(
    ({ level, what, repair }) =>
      `${level.padEnd(4)} ${what}${repair === null ? '' : `\n       ${repair}`}`,
  );
  printResult(json, findings, ...lines);
  return findings.some(({ level }) => level === 'fail') ? exitCodes.refused : exitCodes.fine;
}

export function pruneCommand({
  dryRun = false,
  data: directory = defaultDirectories.live,
  json = false,
}: Given<never, 'dryRun'>): number {
  const { removed } = prune({ directory, sources, dryRun, say: (line) => tell(`${line}\n`) });
  const files = removed.reduce((sum, place) => sum + place.files, 0);
  const bytes = removed.reduce((sum, place) => sum + place.bytes, 0);
  return printResult(
    json,
    { directory, dryRun, removed, files, bytes },
    ...removed.map(
      (place) =>
        `${place.path}: ${number(place.files)} files, ${size(place.bytes)} (${place.what})`,
    ),
    `${dryRun ? 'would free' : 'freed'} ${size(bytes)} in ${number(files)} files`,
  );
}
