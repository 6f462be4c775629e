// What the checks ask of an edition: sums over occupations, and shares of suppressed cells.
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type TableName, type Rows, headerOf, placeOf } from '../parse.ts';
import { type AdvertObservations, type Counts, type CountsByOccupation, suppressed } from '../reshape.ts';

export type Edition = Examined<Rows, AdvertObservations>;
export type AdvertCheck = Check<Rows, AdvertObservations>;

/** Where the column of a period stands, as the place of a finding. */
export function placeOfPeriod({ release, rows }: Edition, table: TableName, period: number): string {
  const { row, firstPeriod } = headerOf(rows, table);
  return placeOf(release, table, row, firstPeriod + period);
}

export function placeOfTable({ release }: Edition, table: TableName): string {
  return `online-job-adverts ${release.name} '${table}'`;
}

/** The sum of all occupations in one period; null where one of them is suppressed. */
export function sumWhole(occupations: CountsByOccupation | undefined, period: number): number | null {
  let sum = 0;
  for (const counts of occupations?.values() ?? []) {
    const count = counts[period] ?? suppressed;
    if (count === suppressed) return null;
    sum += count;
  }
  return occupations === undefined ? null : sum;
}

/** The sum of what is published of all occupations in one period. */
export function sumPublished(occupations: CountsByOccupation | undefined, period: number): number {
  let sum = 0;
  for (const counts of occupations?.values() ?? []) sum += Math.max(0, counts[period] ?? 0);
  return sum;
}

/** Which share of a period's cells is suppressed, over every place of a table. */
export function suppressedShare(table: ReadonlyMap<string, CountsByOccupation>, period: number): number {
  let [cells, gone] = [0, 0];
  for (const occupations of table.values()) {
    for (const counts of occupations.values()) {
      cells += 1;
      if ((counts[period] ?? suppressed) === suppressed) gone += 1;
    }
  }
  return cells === 0 ? 0 : gone / cells;
}

/** Every count of a table with the one of the edition before, for periods that both have. */
export function* countsInBoth(
  edition: Edition,
  previous: Edition,
): Generator<{ slug: string; soc: string; now: Counts; then: Counts; shift: number }> {
  const shift = previous.observations.months.indexOf(edition.observations.months[0] ?? '');
  if (shift < 0) return;
  for (const [slug, occupations] of edition.observations.regional) {
    for (const [soc, now] of occupations) {
      const then = previous.observations.regional.get(slug)?.get(soc);
      if (then !== undefined) yield { slug, soc, now, then, shift };
    }
  }
}

export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

/** Where a number leaves its bounds. */
export function outside(place: string, what: string, value: number, [low, high]: readonly [number, number]): Finding[] {
  return value >= low && value <= high
    ? []
    : [{ place, message: `${value} ${what}, expected ${low === high ? low : `${low} to ${high}`}` }];
}
