// Sums up a comparison of two releases: how many figures of each measure changed in which way, and which moved most. Pure.
import type { Endpoint } from '#schemas/endpoints.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { round } from '#schemas/round.ts';
import type { Figure } from '#sources/kit/source.ts';
import { type Change, type ChangeKind, type Compared, changeKinds } from './changes.ts';

export interface MeasureSummary {
  readonly endpoint: string;
  readonly measure: string;
  /** Figures of either edition, withheld ones too. */
  readonly figures: number;
  readonly unchanged: number;
  readonly changes: Readonly<Record<ChangeKind, number>>;
  /** Revised figures that are now greater. */
  readonly risen: number;
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

/** Takes figures one by one; call `summary` at the end. */
export class Summing {
  readonly #measures = new Map<
    string,
    { endpoint: string; measure: string; figures: number; unchanged: number; changes: Record<ChangeKind, number>; risen: number }
  >();
  readonly #movers = new Map<string, Mover[]>();

  take({ name, figure, old, new: now, kind }: Compared): void {
    const key = `${name.endpoint} ${name.measure}`;
    const changes = Object.fromEntries(changeKinds.map((each) => [each, 0])) as Record<ChangeKind, number>;
    const measure = this.#measures.get(key) ?? {
      endpoint: name.endpoint,
      measure: name.measure,
      figures: 0,
      unchanged: 0,
      changes,
      risen: 0,
    };
    this.#measures.set(key, measure);
    measure.figures += 1;
    if (kind === null) measure.unchanged += 1;
    else measure.changes[kind] += 1;
    if (kind !== 'revised' || figure === null || old === null || now === null || !('value' in old) || !('value' in now)) return;
    if (typeof old.value !== 'number' || typeof now.value !== 'number') return;
    if (now.value > old.value) measure.risen += 1;
    if (old.value === 0 || figure.unit === 'percent' || figure.derived) return;
    const percent = round((100 * (now.value - old.value)) / Math.abs(old.value), 1);
    const movers = this.#movers.get(figure.unit) ?? [];
    const least = movers.length < mostMovers ? -1 : Math.abs(movers.at(-1)?.percent ?? 0);
    if (Math.abs(percent) <= least || !isReliable(figure) || !isGivenByDefault(figure)) return;
    this.#movers.set(figure.unit, [...movers, { ...name, kind, old, new: now, percent }].sort(byMovement).slice(0, mostMovers));
  }

  summary(): Summary {
    return {
      measures: [...this.#measures.values()].sort((a, b) => byCodeUnit(a.endpoint, b.endpoint) || byCodeUnit(a.measure, b.measure)),
      movers: [...this.#movers].sort(([a], [b]) => byCodeUnit(a, b)).flatMap(([, movers]) => movers),
    };
  }
}

function byMovement(a: Mover, b: Mover): number {
  return Math.abs(b.percent) - Math.abs(a.percent);
}

/** Whether a movement means anything. A figure that its publisher calls unreliable moves by chance. */
function isReliable({ quality }: Figure): boolean {
  return quality !== null && quality !== 'unreliable';
}

/** Whether the endpoint gives the figure if every parameter except the area has its default. */
function isGivenByDefault(figure: Figure): boolean {
  const [first] = figure.answers();
  const endpoint: Endpoint | undefined = endpoints.find(({ id }) => id === first?.endpoint);
  return Object.entries(first?.query ?? {}).every(([name, value]) =>
    endpoint?.query.some((parameter) => parameter.name === name && parameter.kind === 'enum' && parameter.default === value),
  );
}
