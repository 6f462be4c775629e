// Describes a comparison of two editions for people.
import { joinLines } from '#schemas/trimmed.ts';
import { count, number } from '../report/report.ts';
import { type ChangeKind, type FigureName, type PublishedValue, changeKinds } from './compare.ts';
import type { Difference, MeasureSummary, Side, Summary } from './diff-editions.ts';
import type { RowChanges } from './rows.ts';

export type TitleOf = (group: string | null) => string;

export function describeDiff(
  { older, newer, figures, rows }: Difference,
  titleOf: TitleOf = () => '',
): string[] {
  return [
    `${sideName(older)} → ${sideName(newer)}`,
    ...(figures === null ? [] : describeSummary(figures, titleOf)),
    ...(rows === null ? [] : describeRows(rows, figures === null ? 'texts, no figures' : 'texts')),
  ];
}

function sideName({ source, release, state, id }: Side): string {
  return (
    `${source} ${release} ` +
    `${id}${state === 'quarantined' ? ' (held back)' : state === 'withdrawn' ? ' (withdrawn)' : ''}`
  );
}

function describeSummary(summary: Summary, titleOf: TitleOf): string[] {
  const { measures, movers } = summary;
  const all = measures.reduce((sum, { figures }) => sum + figures, 0);
  if (!measures.some(hasChanged)) return [`  every figure is the same (${number(all)})`];
  return [
    `  ${describeKinds(summary)}`,
    ...describeMeasures(measures),
    ...(movers.length === 0
      ? []
      : ['  largest movements, of the figures that answers give by default:']),
    ...movers.map(
      ({ percent, old, new: now, unit, ...name }) =>
        `    ${percent > 0 ? '+' : ''}${percent}% ` +
        `${figureName({ ...name, unit }, titleOf)}: ${describePublished(old)} → ` +
        `${describePublished(now)} ${unit}`,
    ),
  ];
}

const kindWords: Readonly<Record<ChangeKind, string>> = {
  revised: 'revised',
  'other-period': 'of another period',
  added: 'added',
  removed: 'removed',
  'newly-withheld': 'newly withheld',
  'newly-published': 'newly published',
  'withheld-otherwise': 'withheld for another reason',
};

/** The differences between two releases in one sentence, without the counts. */
function describeKinds({ measures }: Summary): string {
  const all = (kind: ChangeKind) => measures.reduce((sum, { changes }) => sum + changes[kind], 0);
  const revised = all('revised');
  const other = all('other-period');
  const moved =
    other === 0
      ? ''
      : `${count(other, 'figure')} differ because the releases have different periods`;
  if (revised === 0)
    return moved === '' ? 'no number is revised' : `${moved}; no number is revised`;
  const verb = revised === 1 ? 'is' : 'are';
  const anew = `${count(revised, 'figure')} of the same period ${verb} revised`;
  return moved === '' ? anew : `${anew}; ${moved}`;
}

function hasChanged({ figures, unchanged }: MeasureSummary): boolean {
  return figures > unchanged;
}

/**
 * A line for each measure that changed. Its coefficients of variation follow it, because they
 * describe its figures.
 */
function describeMeasures(measures: readonly MeasureSummary[]): string[] {
  return measures.flatMap((measure) => {
    if (measure.coefficientOf !== undefined) return [];
    const coefficients = measures.find(
      ({ endpoint, coefficientOf }) =>
        endpoint === measure.endpoint && coefficientOf === measure.measure,
    );
    const hasOther = coefficients !== undefined && hasChanged(coefficients);
    if (!hasChanged(measure) && !hasOther) return [];
    return [
      `  ${measure.endpoint} ${measure.measure}: ${describeCounts(measure)}`,
      ...(hasOther ? [`    coefficients of variation: ${describeCounts(coefficients)}`] : []),
    ];
  });
}

function describeCounts({ figures, unchanged, changes, risen }: MeasureSummary): string {
  const kinds = changeKinds.flatMap((kind) => {
    if (changes[kind] === 0) return [];
    const up = kind === 'revised' || kind === 'other-period' ? ` (${number(risen[kind])} up)` : '';
    return [`${kindWords[kind]} ${number(changes[kind])}${up}`];
  });
  return [count(figures, 'figure'), `unchanged ${number(unchanged)}`, ...kinds].join(', ');
}

/** The name of a measure; of coefficients of variation, in words. */
function measureName({
  measure,
  coefficientOf,
}: {
  readonly measure: string;
  readonly coefficientOf?: string | undefined;
}): string {
  return coefficientOf === undefined ? measure : `${coefficientOf}, coefficient of variation`;
}

/** A figure's name in one line. */
export function figureName(
  { dimensions, area, group, period, ...name }: FigureName,
  titleOf: TitleOf,
): string {
  const parts = [
    group ?? '',
    titleOf(group),
    area?.name ?? '',
    period ?? '',
    measureName(name),
    ...Object.values(dimensions),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

export function describePublished(published: PublishedValue): string {
  if (published === null) return 'nothing';
  return 'withheld' in published ? published.withheld : String(published.value);
}

function describeRows(
  { older, newer, changed, removed, added }: RowChanges,
  what: string,
): string[] {
  const cut = (sign: string, rows: readonly string[]) =>
    rows.slice(0, 10).map((row) => `    ${sign} ${row.slice(0, 200)}`);
  const changes = (rows: RowChanges['changed'][number]['rows']) =>
    rows.map((row) => `${row.id} ${row.title}: ${describeChange(row.old, row.new)}`);
  return [
    `  ${what}: ${count(older, 'row')} before, ${number(newer)} now, ` +
      `${number(removed.length)} only before, ${number(added.length)} only now`,
    ...changed.flatMap(({ column, rows }) => [
      `    ${column} changed in ${count(rows.length, 'row')}`,
      ...cut('~', changes(rows)),
    ]),
    ...cut('-', removed),
    ...cut('+', added),
  ];
}

// So that both sides of a change fit in a line, with some words before it.
const mostOfText = 60;
const mostBefore = 20;

/** Both texts in one line; of long ones, the part where they differ. */
function describeChange(old: string, now: string): string {
  const before = joinLines(old, ' / ');
  const after = joinLines(now, ' / ');
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from =
    before.length <= mostOfText && after.length <= mostOfText ? 0 : Math.max(0, same - mostBefore);
  const until = from + mostOfText;
  const part = (text: string) => {
    const beginning = from > 0 ? '…' : '';
    const end = until < text.length ? '…' : '';
    return `"${beginning}${text.slice(from, until)}${end}"`;
  };
  return `${part(before)} → ${part(after)}`;
}
