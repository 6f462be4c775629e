// Composes the series of one occupation and area from the pay documents of several years. Pure and without a library. The server has
// chosen their editions before, from the catalogue.
import { type Unit, areaOf } from '../codes.ts';
import type { Provenance } from '../figures.ts';
import { payChangeColumns, payMainColumns } from '../pay-columns.ts';
import { type Comparable, changeFrom, whyNotCompared } from './pay-change.ts';
import { headlineOf, ofYear, payCoverage, unitOf } from './pay-figures.ts';
import type { PayRevision } from '../catalogue.ts';
import type { PayDocument, PaySeriesPoint, PaySeriesResponse } from '../resources/pay.ts';
import { Legend, withheldAs } from '../withheld-legend.ts';
import { payNotes } from './pay-notes.ts';
import { type PayQuery, asked, figuresIn } from './select-pay.ts';

/** A reference year: its edition and its pay document, which is null if the edition does not cover the occupation. */
export interface YearOfPay {
  readonly year: number;
  readonly provisional: boolean;
  readonly edition: string;
  readonly editionId: string;
  readonly document: PayDocument | null;
}

export interface PaySeriesParts {
  /** Oldest first. At least one has a document. */
  readonly years: readonly YearOfPay[];
  /** The revisions of these years, with the releases as provenance names them. */
  readonly revisions: readonly (PayRevision & { readonly names: { readonly provisional: string; readonly revised: string } })[];
  /** Every edition behind the answer, except its own. */
  readonly inputs: Provenance['inputs'];
}

type Point = PaySeriesPoint;

const pointColumns = [...payMainColumns, ...payChangeColumns];

/** The series for one query, in the measure's unit. Its own edition is the newest with a document. */
export function composePaySeries({ years, revisions, inputs }: PaySeriesParts, query: PayQuery): PaySeriesResponse {
  const own = years.findLast(({ document }) => document !== null)?.document;
  if (own === undefined || own === null) throw new Error('a pay series is composed of at least one pay document');
  const unit = unitOf(query.measure);
  const legend = new Legend();
  const points: Point[] = [];
  for (const year of years) {
    const point = pointOf(year, query, legend);
    const before = points.at(-1);
    const compared = before?.year === point.year - 1 ? before.figures.median : null;
    points.push({ ...point, ...changeOn(compared, point.figures.median, unit, legend) });
  }
  const { soc2020, title, area, attribution } = own;
  return {
    ...{ soc2020, title, area, ...asked(query), points },
    breaks: breaksOf(points, years, area.name),
    ...revisionsOf(revisions, query, legend),
    notes: payNotes('series', { measure: query.measure, noted: points }),
    coverage: payCoverage(unit),
    attribution,
    provenance: { ...own.provenance, inputs },
    withheldLegend: legend.entries(),
  };
}

const noYearBefore = withheldAs('not-applicable', 'The series has no point for the year before.');

/** The change on the median of the year before, which is null if the series has no such point. */
function changeOn(before: Comparable | null, median: Comparable, unit: Unit, legend: Legend): Pick<Point, 'change' | 'changeWithheld'> {
  if (before === null) return { change: null, changeWithheld: legend.noted(noYearBefore) };
  return { change: changeFrom(before, median, unit), changeWithheld: legend.notedIf(whyNotCompared(before, median)) };
}

function pointOf(of: YearOfPay, query: PayQuery, legend: Legend): Omit<Point, 'change' | 'changeWithheld'> {
  const { edition, editionId, document } = of;
  const figures = figuresIn(document, query, pointColumns, legend);
  return { ...ofYear(unitOf(query.measure), of), edition, editionId, ...headlineOf(figures), figures };
}

function breaksOf(points: readonly Point[], years: readonly YearOfPay[], area: string): PaySeriesResponse['breaks'] {
  const breaks: PaySeriesResponse['breaks'] = [];
  points.forEach((point, place) => {
    const before = points[place - 1];
    if (before !== undefined && point.year > before.year + 1) {
      const missing = Array.from({ length: point.year - before.year - 1 }, (_, step) => before.year + 1 + step);
      breaks.push({
        kind: 'years-not-held',
        years: missing,
        explanation: `There is no edition for ${missing.join(', ')}. Do not join ${before.year} to ${point.year}.`,
      });
    }
    if (point.figures.median.withheld?.reason !== 'not-received') return;
    const lacking = years[place]?.document === null ? 'the occupation' : `this measure in the area ${area}`;
    breaks.push({
      kind: 'not-received',
      years: [point.year],
      explanation: `The edition "${point.edition}" does not cover ${lacking}.`,
    });
  });
  return breaks;
}

const noRevisions = withheldAs(
  'not-available',
  'None of these years has both a provisional and a revised edition here, so we do not know how far provisional medians move.',
);

/** Statistics of the requested measure, always over all employees in the United Kingdom, because most occupations have only these figures. */
function revisionsOf(
  revisions: PaySeriesParts['revisions'],
  { measure }: PayQuery,
  legend: Legend,
): Pick<PaySeriesResponse, 'revisions' | 'revisionsWithheld'> {
  const years = revisions.flatMap(({ year, provisional, revised, names, measures }) => {
    const found = measures.find((candidate) => candidate.measure === measure);
    if (found === undefined) return [];
    const { measure: _, ...statistics } = found;
    const of = (edition: string, editionId: string) => ({ edition, editionId });
    return [{ year, provisional: of(names.provisional, provisional), revised: of(names.revised, revised), ...statistics }];
  });
  if (years.length === 0) return { revisions: null, revisionsWithheld: legend.noted(noRevisions) };
  const description =
    'How far the medians of unit groups moved between the provisional and the revised edition of the same year, in percent of the provisional median. We compute this from the two editions, for all employees in the United Kingdom, over every unit group whose median is presentable in both.';
  const sorted = years.sort((a, b) => a.year - b.year);
  return {
    revisions: { measure, sex: 'all', workPattern: 'all', area: { ...areaOf('uk') }, description, years: sorted },
    revisionsWithheld: null,
  };
}
