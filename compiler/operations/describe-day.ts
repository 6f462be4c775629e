// Describes a day for the person who looks after the service: what to do first, each with its next
// commands, and then what is new.
import type { SourceKey } from '#schemas/codes.ts';
import type { Standing } from '#schemas/standing.ts';
import type { Source } from '#sources/kit/source.ts';
import { describeDiff } from '../diff/describe-diff.ts';
import type { Broken, Day } from './daily.ts';
import {
  type ComparedDayEdition,
  type DayEdition,
  type DayReport,
  type HeldEdition,
  type DayProblem,
  type StandingReport,
  problemKey,
  reportOfStanding,
  selectProblems,
  waitsOnlyForLayout,
} from './day-report.ts';
import { inOrderOfNeeds } from '../release/releases.ts';
import { quotedForShell } from '../report/print.ts';
import { count, number } from '../report/report.ts';
import { type Line, type Section, describeNotice, line, withNext } from '../report/sections.ts';

export interface DayPlace {
  readonly store: string;
  readonly sources: readonly Source[];
  readonly now: Date;
}

/**
 * The sections of a report. The first says the day and how it ended; there are no others if nothing
 * happened.
 */
export function sectionsOfDay({ exitCode, broken, report }: Day, place: DayPlace): Section[] {
  const isStopped = broken.some(({ stopped }) => stopped);
  const sections = report === null ? [] : sectionsIn(dayPartsOf(report, { ...place, isStopped }));
  const steps = broken.map(({ step, stopped }) =>
    stopped ? `stopped at ${step}, nothing was published` : `${step} failed`,
  );
  const summary = [...steps, ...(report === null ? [] : summaryOf(report, isStopped))];
  const text =
    summary.length === 0 ? 'nothing new, nothing held, nothing late' : summary.join('; ');
  return [
    {
      title: `${place.now.toISOString().slice(0, 10)}: ${text} (exit code ${exitCode})`,
      lines: [],
    },
    ...(broken.length === 0 ? [] : [{ title: 'Broken', lines: broken.map(describeBroken) }]),
    ...sections,
  ];
}

/**
 * New problems with their sources, those of earlier reports, and what was done. `isStopped`:
 * nothing was published.
 */
function summaryOf(report: DayReport, isStopped: boolean): string[] {
  const { problems, fresh, compiledAgain, servedAgain, withdrawn } = report;
  const byKind = (all: readonly DayProblem[]) => [...Map.groupBy(all, ({ what }) => what)];
  const newProblems = byKind(problems.filter(({ isNew }) => isNew))
    .map(([what, alike]) => `${number(alike.length)} ${what}${namesOf(alike)}`)
    .join(', ');
  const earlier = byKind(problems.filter(({ isNew }) => !isNew))
    .map(([what, alike]) => `${number(alike.length)} ${what}`)
    .join(', ');
  const changes = [
    { editions: fresh, what: isStopped ? 'waiting to be published' : 'published' },
    { editions: compiledAgain, what: 'compiled again' },
    { editions: servedAgain, what: 'served again' },
    { editions: withdrawn, what: 'withdrawn' },
  ];
  const done = changes
    .filter(({ editions }) => editions.length > 0)
    .map(({ editions, what }) => `${number(editions.length)} ${what}`)
    .join(', ');
  return [
    ...(newProblems === '' ? [] : [`new problems: ${newProblems}`]),
    ...(earlier === '' ? [] : [`known problems: ${earlier}`]),
    ...(problems.length === 0 && done !== '' ? ['no problems'] : []),
    ...(done === '' ? [] : [done]),
  ];
}

const noConnection = 'no publisher could be checked: is this machine connected?';
const mostNamed = 3;

/** ` (ashe, onet)`; empty if there are more than the first line has room for. */
function namesOf(problems: readonly DayProblem[]): string {
  const names = [...new Set(problems.map(({ source }) => source))];
  return names.length > mostNamed ? '' : ` (${names.join(', ')})`;
}

/** What waits for a person, and what is known of the publishers. */
export function sectionsOfStanding(
  standings: readonly Standing[],
  sources: readonly Source[],
): Section[] {
  const report = reportOfStanding(standings);
  return sectionsIn([...partsToDecide(report, sources), ...partsOfPublishers(report, sources)]);
}

export function sectionsIn(parts: readonly Section[]): Section[] {
  return parts.filter(({ lines }) => lines.length > 0);
}

function part<Item>(
  title: string,
  items: readonly Item[],
  describe: (item: Item) => Line,
): Section {
  return { title, lines: items.map(describe) };
}

/** New problems, and those that may make a served figure wrong, which are said every day. */
function isInFull({ isNew, what }: DayProblem): boolean {
  return isNew || what === 'corrected by the publisher' || what === 'in doubt';
}

/** New problems, what was done, and a row for each problem that an earlier report has explained. */
function dayPartsOf(
  report: DayReport,
  { store, sources, isStopped }: DayPlace & { readonly isStopped: boolean },
): Section[] {
  const keysInFull = new Set(report.problems.filter(isInFull).map(problemKey));
  const inFull = selectProblems(report, (problem) => keysInFull.has(problemKey(problem)));
  const known = selectProblems(report, (problem) => !keysInFull.has(problemKey(problem)));
  const unconnected = isUnconnected(report, sources);
  const waiting = [...report.corrections, ...report.held, ...report.doubted];
  const afterwards = line('fetch the data first, and publish the decision afterwards');
  const commands = ['pull', 'publish'].map((name) => `lmi ${name} ${quotedForShell(store)}`);
  return [
    ...partsToDecide(inFull, sources),
    ...partsOfPublishers(inFull, sources, unconnected),
    part(isStopped ? 'New, and not published yet' : 'New', report.fresh, (edition) =>
      withNext(
        describeCompared(edition, mostLinesOf(report.fresh.length)),
        `lmi review ${edition.id}`,
      ),
    ),
    part('Compiled again', report.compiledAgain, describeEdition),
    part('Served again', report.servedAgain, describeEdition),
    part('Withdrawn', report.withdrawn, describeEdition),
    partOfKnown(known, sources, unconnected),
    part('Deciding on another machine', waiting.slice(0, 1), () =>
      withNext(afterwards, ...commands),
    ),
  ];
}

/** The problems of earlier reports, each in one row with the command that explains it. */
function partOfKnown(
  known: StandingReport,
  sources: readonly Source[],
  unconnected: boolean,
): Section {
  const row = (command: string, text: string) => `lmi ${command}  # ${text}`;
  const looking = (source: string) => `update --dry-run --source ${source}`;
  const failedRows = known.failed
    .filter(({ way }) => !(unconnected && way === 'failed'))
    .map(({ source, way, checked, since }) => {
      if (way === 'waiting')
        return row(`status --source ${source}`, waitingFor(source, sources, known.served));
      const what =
        way === 'refused' && since !== null
          ? `refused by the publisher since ${dayOf(since)}`
          : `could not be checked, ${lastChecked(checked)}`;
      return row(looking(source), `${source}: ${what}`);
    });
  const rows = [
    ...inOrderOf(sources, known.held).map((edition) => {
      const { id, source, release, since } = edition;
      const why = waitsOnlyForLayout(edition) ? 'new layout, waiting' : 'held back';
      const text = [`${source} ${release}: ${why} since ${since}`, ...newsOfPublisher(edition)];
      return row(`review ${id}`, text.join('; '));
    }),
    ...(unconnected && known.failed.length > failedRows.length
      ? [row('doctor', noConnection)]
      : []),
    ...failedRows,
    ...known.unwatched.map(({ source }) =>
      row(`update --source ${source}`, `${source}: ${keyVariableOf(source, sources)} is not set`),
    ),
    ...known.late.map(({ source, since }) =>
      row(looking(source), `${source}: announced for ${since}, not published yet`),
    ),
    ...(known.missing.length === 0
      ? []
      : [row(`update --source ${known.missing.join(' ')}`, 'nothing is served')]),
  ];
  return {
    title: 'Known from earlier reports',
    lines: rows.length === 0 ? [] : [withNext(line('lmi status explains each'), ...rows)],
  };
}

/** What waits for a person, each with its next commands. */
export function partsToDecide(
  { corrections, held, doubted }: StandingReport,
  sources: readonly Source[],
): Section[] {
  const first = held.filter(waitsOnlyForLayout);
  const others = held.filter((edition) => !waitsOnlyForLayout(edition));
  return [
    part(
      'Corrected or withdrawn by the publisher: decide',
      corrections,
      ({ source, release, id, date, text }) => {
        const correction = line(
          `${source} ${release}${date === null ? '' : `, on ${date}`}: ${text}`,
        );
        return withNext(
          correction,
          `lmi withdraw ${id} --reason "…"`,
          `lmi accept ${id} --reason "…"`,
        );
      },
    ),
    part('Held back: decide', others, describeHeld),
    partOfFirst(inOrderOf(sources, first)),
    part('Served, but a check fails now: decide', doubted, (edition) =>
      withNext(
        describeEdition(edition),
        `lmi review ${edition.id}`,
        `lmi withdraw ${edition.id} --reason "…"`,
      ),
    ),
  ];
}

/** In the order in which they are compiled, and so looked at. */
function inOrderOf(
  sources: readonly Source[],
  editions: readonly HeldEdition[],
): readonly HeldEdition[] {
  const order = inOrderOfNeeds(sources).map(({ key }) => key);
  return editions.toSorted((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
}

/** True if no publisher at all could be checked. */
function isUnconnected(report: StandingReport, sources: readonly Source[]): boolean {
  const failed = report.failed.filter(({ way }) => way === 'failed');
  const asked = sources.filter(({ builtIn }) => builtIn === undefined);
  return failed.length > 1 && failed.length + report.unwatched.length === asked.length;
}

function partsOfPublishers(
  report: StandingReport,
  sources: readonly Source[],
  unconnected = isUnconnected(report, sources),
): Section[] {
  const ofWay = (way: StandingReport['failed'][number]['way']) =>
    report.failed.filter((failure) => failure.way === way);
  // A fault begins with the source, mostly.
  const faultOf = ({ source, fault }: StandingReport['failed'][number]) =>
    fault.startsWith(source) ? fault : `${source}: ${fault}`;
  const failed = ofWay('failed');
  const unchecked = part('Could not be checked', failed, (failure) =>
    withNext(
      line(faultOf(failure), lastChecked(failure.checked)),
      `lmi update --dry-run --source ${failure.source}`,
    ),
  );
  const why = [failed[0]?.fault ?? '', failed.map(({ source }) => source).join(', ')];
  const notConnected = withNext(line(noConnection, ...why), 'lmi doctor');
  // One line for all of them: on a first day they would push the rest of the report off the page.
  const { missing } = report;
  const toImport = line(
    missing.join(', '),
    'if a publisher cannot be reached, docs/sources.md says which files to import',
  );
  const notServed = withNext(toImport, `lmi update --source ${missing.join(' ')}`);
  return [
    unconnected && failed.length > 0 ? { ...unchecked, lines: [notConnected] } : unchecked,
    part(
      'Refused by the publisher: import by hand, or ask it to let this program in',
      ofWay('refused'),
      (refusal) => {
        const since = refusal.since === null ? '' : `since ${dayOf(refusal.since)}`;
        return withNext(
          line(faultOf(refusal), since, lastChecked(refusal.checked)),
          `lmi update --dry-run --source ${refusal.source}`,
        );
      },
    ),
    part('Waits for another source', ofWay('waiting'), ({ source }) =>
      line(waitingFor(source, sources, report.served)),
    ),
    part('Not looked for', report.unwatched, ({ source, checked }) => {
      const unset = line(
        `${source}: ${keyVariableOf(source, sources)} is not set`,
        lastChecked(checked),
        'ask the publisher for a key, set it, and then',
      );
      return withNext(unset, `lmi update --source ${source}`);
    }),
    part('Late', report.late, ({ source, since }) =>
      withNext(
        line(`${source}: announced for ${since}, not published yet`),
        `lmi update --dry-run --source ${source}`,
      ),
    ),
    {
      title: 'Nothing is served',
      lines: missing.length === 0 ? [] : [notServed],
    },
  ];
}

function waitingFor(key: SourceKey, sources: readonly Source[], served: readonly string[]): string {
  const needs = sources.find((candidate) => candidate.key === key)?.needs ?? [];
  const missing = needs.filter((need) => !served.includes(need));
  return `${key}: is compiled as soon as ${missing.join(' and ')} is served`;
}

function keyVariableOf(key: SourceKey, sources: readonly Source[]): string {
  const source = sources.find((candidate) => candidate.key === key);
  return source?.publisherKey?.variable ?? "the publisher's key";
}

/**
 * New layouts are accepted together, so the command is given once. Each has one row, because a
 * first day has a dozen of them.
 */
function partOfFirst(first: readonly HeldEdition[]): Section {
  const reviews = first.map(({ source, release, id, isNew, since }) => {
    const waiting = isNew ? '' : `, waiting since ${since}`;
    return `lmi review ${id}  # ${source} ${release}${waiting}`;
  });
  const accepting = withNext(
    line('then, for all that are right'),
    'lmi accept --first --reason "…"',
  );
  return {
    title: 'A layout that we see for the first time: look at each, in this order',
    lines:
      first.length === 0
        ? []
        : [withNext(line(count(first.length, 'release')), ...reviews), accepting],
  };
}

function describeBroken({ message, next }: Broken): Line {
  const [first = '', ...furtherLines] = message.split('\n');
  return withNext(line(first, ...furtherLines.map((text) => text.trim())), ...next);
}

function describeHeld(edition: HeldEdition): Line {
  const { id, isNew, since, acceptable, overrides } = edition;
  const described = describeCompared(edition);
  return {
    ...described,
    details: [
      ...(isNew ? [] : [`waiting since ${since}`]),
      ...newsOfPublisher(edition),
      ...described.details,
      ...(acceptable ? [] : ['it cannot be accepted, because its files were not understood']),
    ],
    next: [
      `lmi review ${id}`,
      ...(acceptable ? [`lmi accept ${id}${overrides} --reason "…"`] : []),
      `lmi accept --not ${id} --reason "…"`,
    ],
  };
}

/** What its publisher has said or done about a held edition. */
function newsOfPublisher({ gone, corrections, withdrawals }: HeldEdition): string[] {
  return [
    ...[...withdrawals, ...corrections].map(describeNotice),
    ...(gone ? ['its publisher no longer offers it'] : []),
  ];
}

/**
 * How many lines of changes an edition may have, so that a report of many fits on a screen. lmi
 * diff shows all changes.
 */
function mostLinesOf(editions: number): number {
  return Math.max(1, Math.min(5, Math.floor(15 / editions)));
}

function describeCompared(
  { compared, ...edition }: ComparedDayEdition,
  mostLines = mostLinesOf(1),
): Line {
  const described = describeEdition(edition);
  if (compared === null) return described;
  const { older, newer } = compared;
  // The first line names both editions.
  const changes = describeDiff(compared).map((text) => text.trim());
  const left = changes.length - mostLines;
  return {
    text: described.text,
    details: [
      ...described.details,
      ...changes.slice(0, mostLines),
      ...(left > 0 ? [`… ${count(left, 'more line')}: lmi diff ${older.id} ${newer.id}`] : []),
    ],
  };
}

function describeEdition({ source, release, id, reason }: DayEdition): Line {
  return line(`${source} ${release}, edition ${id}`, reason ?? '');
}

function lastChecked(checked: string | null): string {
  return checked === null ? 'never checked before' : `last checked ${dayOf(checked)}`;
}

function dayOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length);
}
