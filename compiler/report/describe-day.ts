// Describes a day for the person who looks after the service: what to do first, each with its next commands, and then what is new.
import { dataOption } from '../edition/data-directory.ts';
import { describeDiff } from '../diff/describe-diff.ts';
import type { Source } from '#sources/kit/source.ts';
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

/** The sections of a report. The first says the day and how it ended; there are no others if nothing happened. */
export function sectionsOfDay({ exitCode, broken, report }: Day, place: DayPlace): Section[] {
  const after: Section[] = broken.length === 0 ? [] : [{ title: 'Broken', lines: broken.map((one) => describeBroken(one, place)) }];
  if (report !== null) after.push(...sectionsOf(report, place));
  return [{ title: `${place.now.toISOString().slice(0, 10)}: ${summaryOf(report, broken)} (exit code ${exitCode})`, lines: [] }, ...after];
}

function sectionsOf(report: DayReport, place: DayPlace): Section[] {
  const { held, doubted, corrections, failed, unwatched, late, missing, fresh, compiledAgain, servedAgain, withdrawn } = report;
  const data = dataOption(place.directory);
  const newCorrections = corrections.filter(({ isNew }) => isNew);
  const everyCheckFailed = failed.length > 1 && failed.length + unwatched.length === place.sources.length;
  const waits = held.length + doubted.length + newCorrections.length > 0;
  const sections: Section[] = [
    ...(held.length === 0 ? [] : [sectionOfHeld(held, place.directory)]),
    {
      title: 'Served, but a check fails now: decide',
      lines: doubted.map((edition) => ({
        ...describeEdition(edition),
        next: [`lmi review ${edition.id}${data}`, `lmi withdraw ${edition.id} --reason "…"${data}`],
      })),
    },
    {
      title: 'Corrected by the publisher: withdraw what is served if it is wrong',
      lines: [
        ...newCorrections.map(({ source, release, id, date, text }) => ({
          ...line(`${source} ${release}${date === null ? '' : `, on ${date}`}: ${text}`),
          next: [`lmi withdraw ${id} --reason "…"${data}`],
        })),
        ...(newCorrections.length < corrections.length
          ? [{ ...line(`${count(corrections.length - newCorrections.length, 'correction')} told before`), next: [`lmi status${data}`] }]
          : []),
      ],
    },
    {
      title: 'Deciding on another machine',
      lines: waits
        ? [
            {
              ...line('fetch the data first, and publish the decision afterwards'),
              next: [`lmi pull ${place.store}`, `lmi publish ${place.store}`],
            },
          ]
        : [],
    },
    {
      title: 'Could not be checked',
      lines: [
        ...(everyCheckFailed
          ? [{ ...line('no publisher could be checked: is this machine connected?'), next: [`lmi doctor${data}`] }]
          : []),
        ...failed.map(({ source, fault, checked }) => ({
          // A fault begins with the source, mostly.
          ...line(fault.startsWith(source) ? fault : `${source}: ${fault}`, lastChecked(checked)),
          next: [`lmi probe --source ${source}`],
        })),
      ],
    },
    {
      title: 'Not looked for',
      lines: unwatched.map(({ source, checked }) => {
        const variable = place.sources.find(({ key }) => key === source)?.publisherKey?.variable ?? "the publisher's key";
        return {
          ...line(`${source}: ${variable} is not set`, lastChecked(checked), 'ask the publisher for a key, set it, and then'),
          next: [`lmi update --source ${source}${data}`],
        };
      }),
    },
    {
      title: 'Late',
      lines: late.map(({ source, since }) => ({
        ...line(`${source}: announced for ${since}, not published yet`),
        next: [`lmi probe --source ${source}`],
      })),
    },
    {
      title: 'Nothing is served',
      // One line for all of them: on a first day they would push the rest of the report off the page.
      lines:
        missing.length === 0
          ? []
          : [
              {
                ...line(missing.join(', ')),
                next: [
                  `lmi update --source ${missing.join(' ')}${data}`,
                  `lmi import FILE… --source ${missing[1] === undefined ? missing[0] : 'SOURCE'}${data}`,
                ],
              },
            ],
    },
    { title: 'New', lines: fresh.map((edition) => ({ ...describeCompared(edition), next: [`lmi review ${edition.id}${data}`] })) },
    { title: 'Compiled again', lines: compiledAgain.map(describeEdition) },
    { title: 'Served again', lines: servedAgain.map(describeEdition) },
    { title: 'Withdrawn', lines: withdrawn.map(describeEdition) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** What waits for a decision, each with its next commands. */
export function sectionOfHeld(held: readonly HeldEdition[], directory: string): Section {
  if (held.length === 0) return { title: 'Nothing is held back', lines: [] };
  return { title: 'Held back: decide', lines: held.map((edition) => describeHeld(edition, dataOption(directory))) };
}

function summaryOf(report: DayReport | null, broken: readonly Broken[]): string {
  const parts = broken.map(({ step, stopped }) => (stopped ? `stopped at ${step}, nothing was published` : `${step} failed`));
  const of = (what: readonly unknown[] | undefined, word: string) =>
    what === undefined || what.length === 0 ? [] : [`${number(what.length)} ${word}`];
  parts.push(
    ...of(report?.held, 'held back'),
    ...of(report?.doubted, 'in doubt'),
    ...of(
      report?.corrections.filter(({ isNew }) => isNew),
      'corrected by the publisher',
    ),
    ...of(report?.failed, 'not checked'),
    ...of(report?.unwatched, 'without a key'),
    ...of(report?.late, 'late'),
    ...of(report?.missing, 'not served'),
    ...of(report?.fresh, 'new'),
    ...of(report?.compiledAgain, 'compiled again'),
    ...of(report?.servedAgain, 'served again'),
    ...of(report?.withdrawn, 'withdrawn'),
  );
  return parts.length === 0 ? 'nothing new, nothing held, nothing late' : parts.join(', ');
}

function describeBroken({ message, next }: Broken, place: DayPlace): Line {
  const [first = '', ...more] = message.split('\n');
  return { ...line(first, ...more.map((text) => text.trim())), next: next.map((command) => `${command}${dataOption(place.directory)}`) };
}

function describeHeld(edition: HeldEdition, data: string): Line {
  const { id, isNew, since, gone, acceptable } = edition;
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
      ...(acceptable ? [`lmi accept ${id} --reason "…"${data}`] : []),
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
  const rest = told.length - mostLines;
  return {
    text: described.text,
    details: [...described.details, ...told.slice(0, mostLines), ...(rest > 0 ? [`… ${count(rest, 'more line')} on the page`] : [])],
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
