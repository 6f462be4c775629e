// What a page shows of a comparison: points for scatters, the figures withheld or published anew, and the groups added or removed. Pure.
import { byCodeUnit } from '#schemas/order.ts';
import { type Change, type ChangeKind, type Compared, type FigureName, type Periods, changeOf } from './changes.ts';
import { isGivenByDefault, movementOf, numbersOf } from './summary.ts';

/** A figure that is a number in both releases. */
export interface Point {
  readonly name: FigureName;
  readonly periods: Periods;
  readonly old: number;
  readonly now: number;
  /** True if it was published anew for the same period. */
  readonly revised: boolean;
  /** In percent of the old number; null from 0. */
  readonly percent: number | null;
}

/** The points of one measure of an endpoint. */
export interface Panel {
  readonly endpoint: string;
  readonly measure: string;
  /** Of coefficients of variation, the measure that they belong to. */
  readonly coefficientOf: string | undefined;
  readonly unit: string;
  /** How many figures could be drawn. At most `mostPoints` of them are: each that moved most, and every so many of the others. */
  readonly figures: number;
  readonly points: readonly Point[];
}

export interface Gathered {
  readonly panels: readonly Panel[];
  /** By kind, the figures that answers give by default; at most `mostListed` of each. */
  readonly listed: ReadonlyMap<ChangeKind, { readonly total: number; readonly changes: readonly Change[] }>;
}

const mostPoints = 1000;
const mostMoved = 100;
const mostListed = 100;

interface Collecting {
  readonly endpoint: string;
  readonly measure: string;
  readonly coefficientOf: string | undefined;
  readonly unit: string;
  figures: number;
  /** Every this many figures one is kept. */
  step: number;
  kept: Point[];
  moved: Point[];
}

const listedKinds: readonly ChangeKind[] = ['newly-withheld', 'newly-published', 'withheld-otherwise', 'added', 'removed'];

/** Takes figures one by one, as Summing does. */
export class Gathering {
  readonly #panels = new Map<string, Collecting>();
  readonly #listed = new Map<ChangeKind, { total: number; changes: Change[] }>();

  take(compared: Compared): void {
    const change = changeOf(compared);
    if (change !== null && listedKinds.includes(change.kind)) this.#list(change, compared);
    const numbers = numbersOf(compared);
    const { figure } = compared;
    // What its publisher calls unreliable moves by chance.
    if (numbers === null || figure === null || figure.derived || figure.quality === 'unreliable' || !isGivenByDefault(figure)) return;
    const { endpoint, measure, coefficientOf, unit } = figure;
    const key = [endpoint, measure, unit].join('\n');
    const panel = this.#panels.get(key) ?? { endpoint, measure, coefficientOf, unit, figures: 0, step: 1, kept: [], moved: [] };
    this.#panels.set(key, panel);
    const point = {
      name: compared.name,
      periods: compared.periods,
      ...numbers,
      revised: compared.kind === 'revised',
      percent: movementOf(numbers),
    };
    if (panel.figures % panel.step === 0) panel.kept.push(point);
    panel.figures += 1;
    if (panel.kept.length > mostPoints - mostMoved) {
      panel.kept = panel.kept.filter((_, place) => place % 2 === 0);
      panel.step *= 2;
    }
    if (point.percent === null || point.percent === 0) return;
    if (panel.moved.length === mostMoved && movement(point) <= movement(panel.moved.at(-1))) return;
    panel.moved = [...panel.moved, point].sort((a, b) => movement(b) - movement(a)).slice(0, mostMoved);
  }

  gathered(): Gathered {
    const panels = [...this.#panels.values()].map(({ endpoint, measure, coefficientOf, unit, figures, kept, moved }) => {
      const points = [...new Set([...moved, ...kept])];
      return { endpoint, measure, coefficientOf, unit, figures, points };
    });
    return {
      panels: panels.sort((a, b) => byCodeUnit(a.endpoint, b.endpoint) || byCodeUnit(a.measure, b.measure)),
      listed: this.#listed,
    };
  }

  #list(change: Change, { figure }: Compared): void {
    // A figure that the newer release lacks has no answers to look at.
    if (figure !== null && !isGivenByDefault(figure)) return;
    const listed = this.#listed.get(change.kind) ?? { total: 0, changes: [] };
    this.#listed.set(change.kind, listed);
    listed.total += 1;
    if (listed.changes.length < mostListed) listed.changes.push(change);
  }
}

function movement(point: Point | undefined): number {
  return Math.abs(point?.percent ?? 0);
}
