// Compares two editions of a source by their stored figures, and sums up: how many figures of each
// measure changed in which way, and which moved most. Editions may be served, superseded or held
// back.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { round } from '#schemas/round.ts';
import type { Figure } from '#sources/kit/figures.ts';
import { type EditionReader, hasTexts } from '../release/read-again.ts';
import {
  type Change,
  type ChangeKind,
  type Compared,
  OlderFigures,
  type PublishedValue,
  changeKinds,
  changeOf,
} from './compare.ts';
import { type RowChanges, compareRows } from './rows.ts';

/** The figures of a release, and how many of them it withholds. */
export interface Published {
  figures: number;
  withheld: number;
}

export interface MeasureSummary {
  readonly endpoint: string;
  readonly measure: string;
  /** Of coefficients of variation, the measure that they belong to. */
  readonly coefficientOf?: string;
  /** Figures of either edition, withheld ones too. */
  figures: number;
  unchanged: number;
  readonly changes: Record<ChangeKind, number>;
  /** Numbers that are now greater: of those revised, and of those of another period. */
  readonly risen: Record<'revised' | 'other-period', number>;
  readonly before: Published;
  readonly now: Published;
}

export interface Mover extends Change {
  readonly percent: number;
}

export interface Summary {
  readonly measures: readonly MeasureSummary[];
  /**
   * The largest movements of each unit except percent, of the figures that answers give without
   * parameters. Largest first.
   */
  readonly movers: readonly Mover[];
}

// For each unit, because pounds and people do not move alike.
const mostMovers = 5;

/** Takes figures one by one; call `summary` at the end. */
export class SummaryBuilder {
  readonly #measures = new Map<string, MeasureSummary>();
  readonly #movers = new Map<string, readonly Mover[]>();

  take(compared: Compared): void {
    const { endpoint, measure, coefficientOf, unit, figure, kind } = compared;
    const key = `${endpoint} ${measure}`;
    const summary = this.#measures.get(key) ?? {
      endpoint,
      measure,
      ...(coefficientOf === undefined ? {} : { coefficientOf }),
      figures: 0,
      unchanged: 0,
      changes: Object.fromEntries(changeKinds.map((each) => [each, 0])) as Record<
        ChangeKind,
        number
      >,
      risen: { revised: 0, 'other-period': 0 },
      before: { figures: 0, withheld: 0 },
      now: { figures: 0, withheld: 0 },
    };
    this.#measures.set(key, summary);
    summary.figures += 1;
    count(summary.before, compared.old);
    count(summary.now, compared.new);
    if (kind === null) summary.unchanged += 1;
    else summary.changes[kind] += 1;
    if (kind !== 'revised' && kind !== 'other-period') return;
    const numbers = numbersOf(compared);
    if (numbers === null || figure === null) return;
    if (numbers.now > numbers.old) summary.risen[kind] += 1;
    const percent = movementOf(numbers);
    if (percent === null || unit === 'percent' || !this.#isAmongLargest(unit, percent)) return;
    if (canBeMover(figure)) this.#takeMover({ ...(changeOf(compared) as Change), percent });
  }

  /** Checked first, because most figures move little. */
  #isAmongLargest(unit: string, percent: number): boolean {
    const movers = this.#movers.get(unit) ?? [];
    const smallest = movers.at(-1);
    if (smallest === undefined || movers.length < mostMovers) return true;
    return Math.abs(percent) > Math.abs(smallest.percent);
  }

  #takeMover(mover: Mover): void {
    const movers = [...(this.#movers.get(mover.unit) ?? []), mover];
    movers.sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent));
    this.#movers.set(mover.unit, movers.slice(0, mostMovers));
  }

  summary(): Summary {
    return {
      measures: [...this.#measures.values()].sort(
        (a, b) => byCodeUnit(a.endpoint, b.endpoint) || byCodeUnit(a.measure, b.measure),
      ),
      movers: [...this.#movers]
        .sort(([a], [b]) => byCodeUnit(a, b))
        .flatMap(([, movers]) => movers),
    };
  }
}

function count(counts: Published, value: PublishedValue): void {
  if (value !== null) counts.figures += 1;
  if (value !== null && 'withheld' in value) counts.withheld += 1;
}

/** A figure that its publisher calls unreliable moves by chance. */
function canBeMover(figure: Figure): boolean {
  const { derived, quality } = figure;
  if (derived || quality === null || quality === 'unreliable') return false;
  return isGivenByDefault(figure);
}

/** What both releases print of a figure; null if either prints no number. */
function numbersOf({
  old,
  new: now,
}: Pick<Compared, 'old' | 'new'>): { readonly old: number; readonly now: number } | null {
  if (old === null || now === null || !('value' in old) || !('value' in now)) return null;
  return typeof old.value === 'number' && typeof now.value === 'number'
    ? { old: old.value, now: now.value }
    : null;
}

/** By how much a number moved, in percent of the old one, to one decimal; null from 0. */
function movementOf({ old, now }: { readonly old: number; readonly now: number }): number | null {
  return old === 0 ? null : round((100 * (now - old)) / Math.abs(old), 1);
}

/** Whether the endpoint gives the figure if every parameter except the area has its default. */
function isGivenByDefault(figure: Figure): boolean {
  const [first] = figure.answers();
  const endpoint: Endpoint | undefined = endpoints.find(({ id }) => id === first?.endpoint);
  return Object.entries(first?.query ?? {}).every(([name, value]) =>
    endpoint?.query.some(
      (parameter) =>
        parameter.name === name && parameter.kind === 'enum' && parameter.default === value,
    ),
  );
}

export type Side = Pick<CatalogueEdition, 'id' | 'source' | 'release' | 'state'>;

export interface Difference {
  readonly older: Side;
  readonly newer: Side;
  /** Null if the source has texts and no figures. */
  readonly figures: Summary | null;
  /** The rows that only one edition has, if the source has texts; null otherwise. */
  readonly rows: RowChanges | null;
}

/**
 * Compares two editions of one source and passes every figure of either to `take`, the same ones
 * too. Throws UnreadableFileError if a file of figures is missing or damaged, or a snapshot of
 * texts is gone, and LayoutError if those cannot be parsed.
 */
export async function diffEditions(
  reader: EditionReader,
  older: string,
  newer: string,
  take: (compared: Compared) => void = () => {},
): Promise<Difference> {
  const before = reader.open(older);
  const after = reader.open(newer);
  const sideOf = ({ edition: { id, source, release, state } }: typeof before): Side => ({
    id,
    source,
    release,
    state,
  });
  const sides = { older: sideOf(before), newer: sideOf(after) };
  const rows = hasTexts(after.source)
    ? compareRows(
        before.source.describeRows((await before.read()).rows),
        after.source.describeRows((await after.read()).rows),
      )
    : null;
  if (before.figures === null || after.figures === null) return { ...sides, figures: null, rows };
  const olderFigures = new OlderFigures();
  const builder = new SummaryBuilder();
  for await (const group of before.figures()) olderFigures.add(group);
  const takeAll = (compared: Iterable<Compared>) => {
    for (const comparison of compared) {
      builder.take(comparison);
      take(comparison);
    }
  };
  for await (const group of after.figures()) takeAll(olderFigures.compare(group));
  takeAll(olderFigures.removed());
  return { ...sides, figures: builder.summary(), rows };
}
