// Describes a comparison of two editions for people.
import { count, number } from '../report/report.ts';
import { type ChangeKind, type FigureName, type Said, changeKinds } from './changes.ts';
import type { Difference, Side } from './diff-editions.ts';
import type { RowChanges } from './rows.ts';
import type { MeasureSummary, Mover, Summary } from './summary.ts';

export function describeDiff({ older, newer, figures, rows }: Difference, titleOf: (group: string | null) => string = () => ''): string[] {
  return [
    `${sideName(older)} → ${sideName(newer)}`,
    ...(figures === null ? [] : describeSummary(figures, titleOf)),
    ...(rows === null ? [] : describeRows(rows, figures === null ? 'texts, no figures' : 'texts')),
  ];
}

function sideName({ source, release, state, id }: Side): string {
  return `${source} ${release} ${id}${state === 'quarantined' ? ' (held back)' : state === 'withdrawn' ? ' (withdrawn)' : ''}`;
}

function describeSummary({ measures, movers }: Summary, titleOf: (group: string | null) => string): string[] {
  const changed = measures.filter(hasChanged);
  if (changed.length === 0) return [`  every figure is the same (${number(measures.reduce((sum, { figures }) => sum + figures, 0))})`];
  return [
    `  ${describeKinds({ measures, movers })}`,
    ...describeMeasures(measures),
    ...(movers.length === 0 ? [] : ['  largest movements, of the figures that answers give by default:']),
    ...movers.map((mover) => `    ${describeMover(mover, titleOf)}`),
  ];
}

/** The kinds of change, as a person reads them. */
export const kindWords: Readonly<Record<ChangeKind, string>> = {
  revised: 'revised',
  'other-period': 'of another period',
  added: 'added',
  removed: 'removed',
  'newly-withheld': 'newly withheld',
  'newly-published': 'newly published',
  'withheld-otherwise': 'withheld for another reason',
};

/** What happened between two releases in one sentence; the counts stand elsewhere. */
export function describeKinds({ measures }: Summary): string {
  const all = (kind: ChangeKind) => measures.reduce((sum, { changes }) => sum + changes[kind], 0);
  const [revised, other] = [all('revised'), all('other-period')];
  const moved = other === 0 ? '' : `${count(other, 'figure')} differ because the releases have different periods`;
  if (revised === 0) return moved === '' ? 'no number is revised' : `${moved}; no number is revised`;
  const anew = `${count(revised, 'figure')} of the same period ${revised === 1 ? 'is' : 'are'} revised`;
  return moved === '' ? anew : `${anew}; ${moved}`;
}

function hasChanged({ figures, unchanged }: MeasureSummary): boolean {
  return figures > unchanged;
}

/** A line for each measure that changed. Its coefficients of variation stand beneath it, because they describe its figures. */
function describeMeasures(measures: readonly MeasureSummary[]): string[] {
  return measures.flatMap((measure) => {
    if (measure.coefficientOf !== undefined) return [];
    const coefficients = measures.find(({ endpoint, coefficientOf }) => endpoint === measure.endpoint && coefficientOf === measure.measure);
    const hasOther = coefficients !== undefined && hasChanged(coefficients);
    if (!hasChanged(measure) && !hasOther) return [];
    return [
      `  ${measure.endpoint} ${measure.measure}: ${describeCounts(measure)}`,
      ...(hasOther ? [`    coefficients of variation: ${describeCounts(coefficients)}`] : []),
    ];
  });
}

function describeCounts({ figures, unchanged, changes, risen }: MeasureSummary): string {
  const told = changeKinds.flatMap((kind) => {
    if (changes[kind] === 0) return [];
    const up = kind === 'revised' || kind === 'other-period' ? ` (${number(risen[kind])} up)` : '';
    return [`${kindWords[kind]} ${number(changes[kind])}${up}`];
  });
  return [count(figures, 'figure'), `unchanged ${number(unchanged)}`, ...told].join(', ');
}

function describeMover(mover: Mover, titleOf: (group: string | null) => string): string {
  return `${mover.percent > 0 ? '+' : ''}${mover.percent} % ${figureName(mover, titleOf)}: ${describeSaid(mover.old)} → ${describeSaid(mover.new)} ${mover.unit}`;
}

/** The name of a measure; of coefficients of variation, in words. */
export function measureName({
  measure,
  coefficientOf,
}: Pick<FigureName, 'measure'> & { readonly coefficientOf?: string | undefined }): string {
  return coefficientOf === undefined ? measure : `${coefficientOf}, coefficient of variation`;
}

/** A figure's name in one line. */
export function figureName({ dimensions, area, group, period, ...name }: FigureName, titleOf: (group: string | null) => string): string {
  const parts = [group ?? '', titleOf(group), area?.name ?? '', period ?? '', measureName(name), ...Object.values(dimensions)];
  return parts.filter((part) => part !== '').join(' ');
}

export function describeSaid(said: Said): string {
  if (said === null) return 'nothing';
  return 'withheld' in said ? said.withheld : String(said.value);
}

export function describeRows({ older, newer, changed, removed, added }: RowChanges, what: string): string[] {
  const cut = (sign: string, rows: readonly string[]) => rows.slice(0, 10).map((row) => `    ${sign} ${row.slice(0, 200)}`);
  return [
    `  ${what}: ${count(older, 'row')} before, ${number(newer)} now, ${number(removed.length)} only before, ${number(added.length)} only now`,
    ...changed.flatMap(({ column, rows }) => [
      `    ${column} changed in ${count(rows.length, 'row')}`,
      ...cut(
        '~',
        rows.map(({ id, title, old, new: now }) => `${id} ${title}: ${describeChange(old, now)}`),
      ),
    ]),
    ...cut('-', removed),
    ...cut('+', added),
  ];
}

// So that both sides of a change fit in a line, with some words before it.
const [mostOfText, mostBefore] = [60, 20];

/** Both texts in one line. */
function describeChange(old: string, now: string): string {
  const inOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' / ');
  const [before, after] = [inOneLine(old), inOneLine(now)];
  return `${fromChange(before, after)} → ${fromChange(after, before)}`;
}

/** A text in quotation marks; of a long one, the part where it differs from the other. */
function fromChange(text: string, other: string): string {
  if (text.length <= mostOfText && other.length <= mostOfText) return `"${text}"`;
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const from = Math.max(0, same - mostBefore);
  const part = text.slice(from, from + mostOfText);
  return `"${from > 0 ? '…' : ''}${part}${from + mostOfText < text.length ? '…' : ''}"`;
}
