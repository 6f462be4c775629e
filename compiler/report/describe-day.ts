// Describes a day for the person who looks after the service: what to do first, each with its next commands, and then what is new.
import type { Source } from '#sources/kit/source.ts';
import { describeDiff } from '../diff/describe-diff.ts';
import { dataOption } from '../edition/data-directory.ts';
import type { Broken, Day } from '../operations/daily.ts';
import type { ComparedDayEdition, DayEdition, DayReport, HeldEdition } from './day-report.ts';
import { count, number } from './report.ts';
import { type Line, type Section, line } from './sections.ts';

export interface DayPlace {
  /** The data directory, and the store, for the commands. */
  readonly directory: string;
  readonly store: string;
  readonly sources: readonly Source[];
  readonly now: Date;
}

/** A part of the report: a section, and what the summary counts. */
interface Part {
  /** Empty: the summary does not tell it. */
  readonly word: string;
  readonly of: readonly unknown[];
  readonly title: string;
  readonly lines: readonly Line[];
}

/** The sections of a report. The first says the day and how it ended; there are no others if nothing happened. */
export function sectionsOfDay({ exitCode, broken, report }: Day, place: DayPlace): Section[] {
  const parts = (report === null ? [] : partsOf(report, place)).filter(({ lines }) => lines.length > 0);
  const summary = [
    ...broken.map(({ step, stopped }) => (stopped ? `stopped at ${step}, nothing was published` : `${step} failed`)),
    ...parts.flatMap(({ word, of }) => (word === '' ? [] : [`${number(of.length)} ${word}`])),
  ];
  const said = summary.length === 0 ? 'nothing new, nothing held, nothing late' : summary.join(', ');
  return [
    { title: `${place.now.toISOString().slice(0, 10)}: ${said} (exit code ${exitCode})`, lines: [] },
    ...(broken.length === 0 ? [] : [{ title: 'Broken', lines: broken.map((one) => describeBroken(one, place)) }]),
    ...parts.map(({ title, lines }) => ({ title, lines })),
  ];
}

function partsOf(report: DayReport, { directory, store, sources }: DayPlace): Part[] {
  const data = dataOption(directory);
  const part = <Item>(word: string, title: string, of: readonly Item[], describe: (item: Item) => Line): Part => ({
    ...{ word, title, of, lines: of.map(describe) },
  });
  const { failed, missing } = report;
  const waiting = [...report.corrections, ...report.held, ...report.doubted];
  const unchecked = part('not checked', 'Could not be checked', failed, ({ source, fault, checked }) => ({
    // A fault begins with the source, mostly.
    ...line(fault.startsWith(source) ? fault : `${source}: ${fault}`, lastChecked(checked)),
    next: [`lmi probe --source ${source}`],
  }));
  const everyCheckFailed = failed.length > 1 && failed.length + report.unwatched.length === sources.length;
  const connected = { ...line('no publisher could be checked: is this machine connected?'), next: [`lmi doctor${data}`] };
  return [
    part('corrected by the publisher', 'Corrected or withdrawn by the publisher: decide', report.corrections, (correction) => ({
      ...line(`${correction.source} ${correction.release}${correction.date === null ? '' : `, on ${correction.date}`}: ${correction.text}`),
      next: [`lmi withdraw ${correction.id} --reason "…"${data}`, `lmi accept ${correction.id} --reason "…"${data}`],
    })),
    part('held back', 'Held back: decide', report.held, (edition) => describeHeld(edition, data)),
    part('in doubt', 'Served, but a check fails now: decide', report.doubted, (edition) => ({
      ...describeEdition(edition),
      next: [`lmi review ${edition.id}${data}`, `lmi withdraw ${edition.id} --reason "…"${data}`],
    })),
    part('', 'Deciding on another machine', waiting.slice(0, 1), () => ({
      ...line('fetch the data first, and publish the decision afterwards'),
      next: [`lmi pull ${store}`, `lmi publish ${store}`],
    })),
    { ...unchecked, lines: [...(everyCheckFailed ? [connected] : []), ...unchecked.lines] },
    part('without a key', 'Not looked for', report.unwatched, ({ source, checked }) => {
      const variable = sources.find(({ key }) => key === source)?.publisherKey?.variable ?? "the publisher's key";
      return {
        ...line(`${source}: ${variable} is not set`, lastChecked(checked), 'ask the publisher for a key, set it, and then'),
        next: [`lmi update --source ${source}${data}`],
      };
    }),
    part('late', 'Late', report.late, ({ source, since }) => ({
      ...line(`${source}: announced for ${since}, not published yet`),
      next: [`lmi probe --source ${source}`],
    })),
    {
      ...part('not served', 'Nothing is served', missing, (source) => line(source)),
      // One line for all of them: on a first day they would push the rest of the report off the page.
      lines: missing.slice(0, 1).map((first) => ({
        ...line(missing.join(', ')),
        next: [
          `lmi update --source ${missing.join(' ')}${data}`,
          `lmi import FILE… --source ${missing.length === 1 ? first : 'SOURCE'}${data}`,
        ],
      })),
    },
    part('new', 'New', report.fresh, (edition) => ({ ...describeCompared(edition), next: [`lmi review ${edition.id}${data}`] })),
    part('compiled again', 'Compiled again', report.compiledAgain, describeEdition),
    part('served again', 'Served again', report.servedAgain, describeEdition),
    part('withdrawn', 'Withdrawn', report.withdrawn, describeEdition),
  ];
}

/** What waits for a decision, each with its next commands. */
export function sectionOfHeld(held: readonly HeldEdition[], directory: string): Section {
  if (held.length === 0) return { title: 'Nothing is held back', lines: [] };
  return { title: 'Held back: decide', lines: held.map((edition) => describeHeld(edition, dataOption(directory))) };
}

function describeBroken({ message, next }: Broken, { directory }: DayPlace): Line {
  const [first = '', ...more] = message.split('\n');
  return { ...line(first, ...more.map((text) => text.trim())), next: next.map((command) => `${command}${dataOption(directory)}`) };
}

function describeHeld(edition: HeldEdition, data: string): Line {
  const { id, isNew, since, gone, acceptable, overrides } = edition;
  const described = describeCompared(edition);
  return {
    ...described,
    details: [
      ...(isNew ? [] : [`waiting since ${since}`]),
      ...(gone ? ['its publisher no longer offers it'] : []),
      ...described.details,
      ...(acceptable ? [] : ['it cannot be accepted, because its files were not understood']),
    ],
    next: [
      `lmi review ${id}${data}`,
      ...(acceptable ? [`lmi accept ${id}${overrides} --reason "…"${data}`] : []),
      `lmi accept --not ${id} --reason "…"${data}`,
    ],
  };
}

// What changed is told in full on the page of the comparison.
const mostLines = 5;

function describeCompared({ compared, ...edition }: ComparedDayEdition): Line {
  const described = describeEdition(edition);
  if (compared === null) return described;
  const { difference, page, picture } = compared;
  // The first line names both editions.
  const told = describeDiff(difference).map((text) => text.trim());
  const left = told.length - mostLines;
  return {
    text: described.text,
    details: [...described.details, ...told.slice(0, mostLines), ...(left > 0 ? [`… ${count(left, 'more line')} on the page`] : [])],
    page,
    ...(picture === null ? {} : { picture }),
  };
}

function describeEdition({ source, release, id, reason }: DayEdition): Line {
  return line(`${source} ${release}, edition ${id}`, reason ?? '');
}

function lastChecked(checked: string | null): string {
  return checked === null ? 'never checked before' : `last checked ${checked.slice(0, 'YYYY-MM-DD'.length)}`;
}
