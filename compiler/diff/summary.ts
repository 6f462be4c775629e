// Sums up a comparison of two releases: how many figures of each measure changed in which way, and which moved most. Pure.
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { round } from '#schemas/round.ts';
import type { Figure } from '#sources/kit/source.ts';
import { type Change, type ChangeKind, type Compared, type FigureName, type Said, changeKinds } from './changes.ts';

export interface MeasureSummary {
  readonly endpoint: string;
  readonly measure: string;
  /** Of coefficients of variation, the measure that they belong to. */
  readonly coefficientOf?: string;
  /** Figures of either edition, withheld ones too. */
  readonly figures: number;
  readonly unchanged: number;
  readonly changes: Readonly<Record<ChangeKind, number>>;
  /** Numbers that are now greater: of those revised, and of those of another period. */
  readonly risen: Readonly<Record<Moved, number>>;
  /** The figures of each release, and how many of them it withholds. */
  readonly before: Published;
  readonly now: Published;
}

/** The kinds of change from one number to another. */
type Moved = 'revised' | 'other-period';

export interface Published {
  readonly figures: number;
  readonly withheld: number;
}

export interface Mover extends Change {
  readonly percent: number;
}

export interface Summary {
  readonly measures: readonly MeasureSummary[];
  /** The largest movements of each unit except percent, of the figures that answers give without parameters. Largest first. */
  readonly movers: readonly Mover[];
}

// For each unit, because pounds and people do not move alike.
const mostMovers = 5;

type Counts<Of> = { -readonly [Name in keyof Of]: Of[Name] extends string | number ? Of[Name] : Counts<Of[Name]> };

function emptySummary({ endpoint, measure, coefficientOf }: FigureName): Counts<MeasureSummary> {
  return {
    endpoint,
    measure,
    ...(coefficientOf === undefined ? {} : { coefficientOf }),
    figures: 0,
    unchanged: 0,
    changes: Object.fromEntries(changeKinds.map((each) => [each, 0])) as Record<ChangeKind, number>,
    risen: { revised: 0, 'other-period': 0 },
    before: { figures: 0, withheld: 0 },
    now: { figures: 0, withheld: 0 },
  };
}

function add(published: Counts<Published>, said: Said): void {
  if (said === null) return;
  published.figures += 1;
  if ('withheld' in said) published.withheld += 1;
}

/** Takes figures one by one; call `summary` at the end. */
export class Summing {
  readonly #measures = new Map<string, Counts<MeasureSummary>>();
  readonly #movers = new Map<string, Mover[]>();

  take(compared: Compared): void {
    const { name, figure, old, new: now, kind } = compared;
    const key = `${name.endpoint} ${name.measure}`;
    const measure = this.#measures.get(key) ?? emptySummary(name);
    this.#measures.set(key, measure);
    measure.figures += 1;
    add(measure.before, old);
    add(measure.now, now);
    if (kind === null) measure.unchanged += 1;
    else measure.changes[kind] += 1;
    if (kind !== 'revised' && kind !== 'other-period') return;
    const numbers = numbersOf(compared);
    if (numbers === null || figure === null) return;
    if (numbers.now > numbers.old) measure.risen[kind] += 1;
    const percent = movementOf(numbers);
    if (percent === null || figure.unit === 'percent' || figure.derived) return;
    const movers = this.#movers.get(figure.unit) ?? [];
    const least = movers.length < mostMovers ? -1 : Math.abs(movers.at(-1)?.percent ?? 0);
    if (Math.abs(percent) <= least || !isReliable(figure) || !isGivenByDefault(figure)) return;
    const mover = { ...name, kind, periods: compared.periods, old, new: now, percent };
    this.#movers.set(figure.unit, [...movers, mover].sort(byMovement).slice(0, mostMovers));
  }

  summary(): Summary {
    return {
      measures: [...this.#measures.values()].sort((a, b) => byCodeUnit(a.endpoint, b.endpoint) || byCodeUnit(a.measure, b.measure)),
      movers: [...this.#movers].sort(([a], [b]) => byCodeUnit(a, b)).flatMap(([, movers]) => movers),
    };
  }
}

/** What both releases print of a figure; null if either prints no number. */
export function numbersOf({ old, new: now }: Pick<Compared, 'old' | 'new'>): { readonly old: number; readonly now: number } | null {
  if (old === null || now === null || !('value' in old) || !('value' in now)) return null;
  return typeof old.value === 'number' && typeof now.value === 'number' ? { old: old.value, now: now.value } : null;
}

/** By how much a number moved, in percent of the old one, to one decimal; null from 0. */
export function movementOf({ old, now }: { readonly old: number; readonly now: number }): number | null {
  return old === 0 ? null : round((100 * (now - old)) / Math.abs(old), 1);
}

function byMovement(a: Mover, b: Mover): number {
  return Math.abs(b.percent) - Math.abs(a.percent);
}

/** Whether a movement means anything. A figure that its publisher calls unreliable moves by chance. */
function isReliable({ quality }: Figure): boolean {
  return quality !== null && quality !== 'unreliable';
}

/** Whether the endpoint gives the figure if every parameter except the area has its default. */
export function isGivenByDefault(figure: Figure): boolean {
  const [first] = figure.answers();
  const endpoint: Endpoint | undefined = endpoints.find(({ id }) => id === first?.endpoint);
  return Object.entries(first?.query ?? {}).every(([name, value]) =>
    endpoint?.query.some((parameter) => parameter.name === name && parameter.kind === 'enum' && parameter.default === value),
  );
}
