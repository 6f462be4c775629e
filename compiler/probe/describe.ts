// Tells people what a probe has found: a line for each source that is as expected, a few for each
// other one.
import { count, cutList, number, size } from '../report/report.ts';
import { type Compared, describeDifferences } from './compare.ts';
import type { ProbeReport, SourceProbe } from './probe.ts';
import { isFine } from './verdicts.ts';

/** `verbose`: every request and every comparison too. */
export function describeProbe(
  { sources }: ProbeReport,
  { verbose = false }: { readonly verbose?: boolean } = {},
): string[] {
  const keys = Math.max(...sources.map(({ source }) => source.length));
  const titles = Math.max(...sources.map(({ title }) => title.length));
  const lines = sources.flatMap((probe) => {
    const head = `${probe.source.padEnd(keys)}  ${probe.title.padEnd(titles)}  `;
    const indent = ' '.repeat(keys + 2);
    const more = [
      ...probe.remarks,
      ...(verbose ? probe.asked.map(describeAsked) : []),
      ...(verbose ? probe.compared.map(describeProbedPlace) : []),
      ...(probe.today === null ? [] : [`today: ${probe.today}`]),
    ];
    return [
      `${head}${probe.because ?? describeFound(probe)}`.trimEnd(),
      ...more.map((line) => `${indent}${line}`),
    ];
  });
  return [...lines, total(sources)];
}

/** What would be taken of a source that is as expected. */
function describeFound({ releases, compared, nextRelease }: SourceProbe): string {
  const [newest] = releases;
  if (newest === undefined) return '';
  const read = newest.files.filter(({ state }) => state === 'read');
  const bytes = read.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const files = `${count(newest.files.length, 'file')}${bytes === 0 ? '' : `, ${size(bytes)} read`}`;
  const names = compared.reduce((sum, { found }) => sum + found.length, 0);
  const others = compared
    .filter(({ what }) => what === 'column')
    .flatMap((each) => each.others).length;
  const [, ...older] = releases.map(({ name }) => name);
  return [
    `${newest.name}: ${files}`,
    ...(read.length === 0
      ? []
      : [
          `${number(names)} names as expected${others === 0 ? '' : `, ${number(others)} further columns`}`,
        ]),
    ...(older.length === 0 ? [] : [`also ${older.join(', ')}`]),
    ...(nextRelease === null ? [] : [`the next is announced for ${nextRelease}`]),
  ].join('; ');
}

function describeAsked({
  url,
  status,
  fault,
  type,
  bytes,
  begins,
  redirectsTo,
}: SourceProbe['asked'][number]): string {
  const answer =
    status === null
      ? 'no answer'
      : `${status}${type === null ? '' : ` ${type}`}, ${number(bytes)} bytes`;
  const where = redirectsTo === null ? '' : `, redirects to ${redirectsTo}`;
  return `asked ${url}: ${fault === null ? '' : `${fault}, `}${answer}${where}${begins === '' ? '' : `, begins "${begins}"`}`;
}

function describeProbedPlace(compared: Compared): string {
  const { what, places, times, found, others } = compared;
  return [
    `${what} in ${places[0]}${times === 1 ? '' : ` and ${times - 1} more`}: ${found.length} as expected`,
    ...describeDifferences([compared]),
    ...(others.length === 0 ? [] : [`further names: ${cutList(others)}`]),
  ].join('; ');
}

function total(sources: readonly SourceProbe[]): string {
  const differing = sources.filter(({ verdict }) => !isFine(verdict)).length;
  const unasked = sources.filter(({ verdict }) => verdict === 'no-key').length;
  const asked = `${sources.length - differing - unasked} as expected, ${differing} not${unasked === 0 ? '' : `, ${unasked} not asked`}`;
  const hint =
    differing === 0
      ? ''
      : '; lmi probe --json prints everything that was asked and seen, --verbose most of it';
  const alone =
    sources.length > 1 &&
    sources.every(({ verdict }) => verdict === 'down' || verdict === 'no-key');
  if (alone && differing > 0)
    return `no publisher answers: is this machine online? Nothing was changed`;
  return `${count(sources.length, 'source')}: ${asked}; nothing was changed${hint}`;
}
