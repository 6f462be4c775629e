// How far medians moved from the provisional to the revised edition of a year: statistics over all
// occupations.
import { type Measure, measureKeys } from '#schemas/codes.ts';
import type { PayDocument } from '#schemas/resources/pay.ts';
import { round } from '#schemas/round.ts';
import { type Comparable, percentMoved } from '#schemas/selections/pay-change.ts';
import { Legend } from '#schemas/withheld-legend.ts';
import { figuresIn } from '#schemas/selections/select-pay.ts';
import type { Movement, PublishedEdition } from '#sources/kit/source.ts';

/** By measure, for the United Kingdom. Null if a document of either edition is not on this disk. */
export function revisions(
  provisional: PublishedEdition,
  revised: PublishedEdition,
): Movement | null {
  const moved = new Map<Measure, number[]>(measureKeys.map((measure) => [measure, []]));
  for (const soc of provisional.occupations.filter((code) => revised.occupations.includes(code))) {
    const first = payDocument(provisional, soc);
    const second = payDocument(revised, soc);
    if (first === null || second === null) return null;
    for (const [measure, movements] of moved) {
      const percent = percentMoved(medianOf(first, measure), medianOf(second, measure));
      if (percent !== null) movements.push(percent);
    }
  }
  return [...moved]
    .filter(([, percents]) => percents.length > 0)
    .map(([measure, percents]) => ({ measure, ...statisticsOf(percents) }));
}

/** Statistics over movements in percent, at least one. Exported for its test. */
export function statisticsOf(percents: readonly number[]): Omit<Movement[number], 'measure'> {
  // Sorted first, because a sum of binary fractions depends on the order of its terms, and the
  // order of occupations may change.
  const signed = percents.toSorted((a, b) => a - b);
  const absolute = percents.map(Math.abs).sort((a, b) => a - b);
  return {
    comparableMedians: percents.length,
    medianAbsolutePercent: round(quantile(absolute, 0.5), 2),
    percentile90AbsolutePercent: round(quantile(absolute, 0.9), 2),
    meanPercent: round(signed.reduce((sum, percent) => sum + percent, 0) / signed.length, 2),
    movedMoreThanOnePercentPercent: round(
      (100 * absolute.filter((percent) => percent > 1).length) / absolute.length,
      1,
    ),
  };
}

/**
 * A quantile of sorted numbers by linear interpolation between the two nearest (type 7 of Hyndman
 * and Fan, as in spreadsheets).
 */
function quantile(sorted: readonly number[], share: number): number {
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}

function medianOf(document: PayDocument, measure: Measure): Comparable {
  return figuresIn(document, { measure, sex: 'all', pattern: 'all' }, ['median'], new Legend())
    .median;
}

function payDocument(edition: PublishedEdition, soc: string): PayDocument | null {
  // A published document matches its schema.
  return edition.document('pay', { soc, area: 'uk' }) as PayDocument | null;
}
