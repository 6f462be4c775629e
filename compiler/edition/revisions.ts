// How far provisional pay figures moved when they were revised. Computed from the stored documents of the two editions of a year, for
// the catalogue: an edition must not know of another, or it would no longer be a function of its own inputs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { type Measure, measureKeys } from '#schemas/codes.ts';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { type Comparable, percentMoved } from '#schemas/selections/pay-change.ts';
import type { PayDocument } from '#schemas/resources/pay.ts';
import type { PayRevision } from '#schemas/resources/pay-revisions.ts';
import { round } from '#schemas/round.ts';
import { selectPay } from '#schemas/selections/select-pay.ts';
import { codeDigest } from './digest.ts';
import { servedEditions } from './catalogue.ts';
import type { Source } from '#sources/kit/source.ts';

const pay = endpoints.find((endpoint) => endpoint.id === 'pay');

interface Pair {
  readonly year: number;
  readonly provisional: CatalogueEdition;
  readonly revised: CatalogueEdition;
}

/**
 * The revisions of every reference year whose served edition is revised and of which a provisional one is held; oldest year first,
 * none for a source that is not of pay. What was computed before by the same code is taken over.
 */
export function revisionsOf(
  directory: string,
  source: Source,
  editions: readonly CatalogueEdition[],
  before: readonly PayRevision[],
): PayRevision[] {
  if (source.key !== pay?.sources[0]) return [];
  const pairs = pairsOf(source, editions);
  const code = pairs.length === 0 ? '' : codeDigest();
  return pairs.flatMap((pair) => {
    const known = before.find(({ provisional, revised }) => provisional === pair.provisional.id && revised === pair.revised.id);
    if (known?.code === code) return [known];
    const measures = compare(directory, pair);
    // Documents may lie elsewhere than the catalogue does, as after a partial pull: what is known of the pair is then kept.
    if (measures === null) return known === undefined ? [] : [known];
    return [{ year: pair.year, provisional: pair.provisional.id, revised: pair.revised.id, measures, code }];
  });
}

function pairsOf(source: Source, editions: readonly CatalogueEdition[]): Pair[] {
  const pairs = servedEditions(source, editions).flatMap((revised): Pair[] => {
    const { year } = revised;
    if (year === null || revised.provisional) return [];
    // Of several provisional editions, a corrected one for instance, the one that the revised edition took over from.
    const [provisional] = servedEditions(
      source,
      editions.filter((edition) => edition.year === year && edition.provisional),
    );
    return provisional === undefined ? [] : [{ year, provisional, revised }];
  });
  return pairs.sort((a, b) => a.year - b.year);
}

/** The statistics of a pair by measure; null where a document of either edition is not on this disk. */
function compare(directory: string, { provisional, revised }: Pair): PayRevision['measures'] | null {
  const moved = new Map<Measure, number[]>(measureKeys.map((measure) => [measure, []]));
  const occupations = provisional.axes.occupations.filter((soc) => revised.axes.occupations.includes(soc));
  for (const soc of occupations) {
    const [first, second] = [payDocument(directory, provisional, soc), payDocument(directory, revised, soc)];
    if (first === null || second === null) return null;
    for (const [measure, movements] of moved) {
      const percent = percentMoved(medianOf(first, measure), medianOf(second, measure));
      if (percent !== null) movements.push(percent);
    }
  }
  return [...moved].flatMap(([measure, percents]) => (percents.length === 0 ? [] : [{ measure, ...statisticsOf(percents) }]));
}

/** Statistics over movements in percent, at least one. Exported for its test. */
export function statisticsOf(percents: readonly number[]): Omit<PayRevision['measures'][number], 'measure'> {
  // Sorted first: a sum of binary fractions depends on the order of its terms, and that of occupations is not for ever.
  const signed = percents.toSorted((a, b) => a - b);
  const absolute = percents.map(Math.abs).sort((a, b) => a - b);
  return {
    comparableMedians: percents.length,
    medianAbsolutePercent: round(quantile(absolute, 0.5), 2),
    percentile90AbsolutePercent: round(quantile(absolute, 0.9), 2),
    meanPercent: round(signed.reduce((sum, percent) => sum + percent, 0) / signed.length, 2),
    movedMoreThanOnePercentPercent: round((100 * absolute.filter((percent) => percent > 1).length) / absolute.length, 1),
  };
}

/** A quantile of sorted numbers by linear interpolation between the two nearest (type 7 of Hyndman and Fan, as in spreadsheets). */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

function medianOf(document: PayDocument, measure: Measure): Comparable {
  const { distribution, presentable } = selectPay(document, { measure, sex: 'all', pattern: 'all' });
  return { median: distribution.median, presentable };
}

function payDocument(directory: string, edition: CatalogueEdition, soc: string): PayDocument | null {
  if (pay === undefined) return null;
  try {
    // Validated against its schema before it was published, and immutable since.
    return JSON.parse(readFileSync(join(directory, 'editions', edition.id, documentPath(pay, { soc, area: 'uk' })), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
