// Joins the answers about pay of one occupation and area of several years to a series.
import { type Unit, areaOf } from '../codes.ts';
import { payChangeColumns, payMainColumns } from '../pay-columns.ts';
import { type Comparable, changeFrom, whyNotCompared } from './pay-change.ts';
import { medianMembers, yearMembers, payCoverage } from './select-pay.ts';
import type { PayResponse, PaySeriesPoint, PaySeriesResponse } from '../resources/pay.ts';
import { withLegendOf, withheldAs } from '../withheld-legend.ts';
import type { JoinContext, Parts } from './joins.ts';
import { payNotes } from './pay-notes.ts';

type Editions = Pick<JoinContext, 'edition' | 'needs' | 'revisions'>;

const pointColumns = [...payMainColumns, ...payChangeColumns];

/**
 * The series in the measure's unit. Its own edition is the newest that covers the area. The parts
 * are named by their years, so the oldest comes first.
 */
export function joinPaySeries(parts: Parts, joined: Editions): PaySeriesResponse {
  const years = Object.values(parts) as PayResponse[];
  const ownAnswer = years.findLast(({ provenance }) => provenance.editionId === joined.edition.id);
  if (ownAnswer === undefined) throw new Error('a pay series is joined without its own edition');
  const { soc2020, title, area, measure, unit, sex, workPattern, attribution, provenance } =
    ownAnswer;
  const points: PaySeriesPoint[] = [];
  for (const year of years) {
    const before = points.at(-1);
    const compared = before?.year === year.year - 1 ? before.figures.median : null;
    points.push({ ...pointOf(year), ...changeOn(compared, year.figures.median, unit) });
  }
  return withLegendOf<PaySeriesResponse>(
    { withheldLegend: years.flatMap(({ withheldLegend }) => withheldLegend) },
    {
      soc2020,
      title,
      area,
      measure,
      unit,
      sex,
      workPattern,
      points,
      breaks: breaksOf(points, area.name),
      ...revisionsOf(joined, measure),
      notes: payNotes('series', { measure, noted: points }),
      coverage: payCoverage(unit),
      attribution,
      provenance: {
        ...provenance,
        inputs: joined.needs.map(({ source, label, id }) => ({
          source,
          edition: label,
          editionId: id,
        })),
      },
    },
  );
}

const noYearBefore = withheldAs('not-applicable', 'The series has no point for the year before.');

/** The change on the median of the year before, which is null if the series has no such point. */
function changeOn(
  before: Comparable | null,
  median: Comparable,
  unit: Unit,
): Pick<PaySeriesPoint, 'change' | 'changeWithheld'> {
  if (before === null) return { change: null, changeWithheld: noYearBefore };
  return {
    change: changeFrom(before, median, unit),
    changeWithheld: whyNotCompared(before, median),
  };
}

function pointOf(response: PayResponse): Omit<PaySeriesPoint, 'change' | 'changeWithheld'> {
  const { edition, editionId } = response.provenance;
  const figures = Object.fromEntries(
    pointColumns.map((column) => [column, response.figures[column]]),
  ) as PaySeriesPoint['figures'];
  return {
    ...yearMembers(response.unit, response),
    edition,
    editionId,
    ...medianMembers(figures),
    figures,
  };
}

function breaksOf(points: readonly PaySeriesPoint[], area: string): PaySeriesResponse['breaks'] {
  const breaks: PaySeriesResponse['breaks'][number][] = [];
  points.forEach((point, place) => {
    const before = points[place - 1];
    if (before !== undefined && point.year > before.year + 1) {
      const missing = Array.from(
        { length: point.year - before.year - 1 },
        (_, step) => before.year + 1 + step,
      );
      breaks.push({
        kind: 'years-not-held',
        years: missing,
        explanation:
          `There is no edition for ${missing.join(', ')}. Do not join ${before.year} to ` +
          `${point.year}.`,
      });
    }
    if (point.figures.median.withheld?.reason !== 'not-received') return;
    breaks.push({
      kind: 'not-received',
      years: [point.year],
      explanation:
        `The edition "${point.edition}" does not cover this measure in the area ` + `${area}.`,
    });
  });
  return breaks;
}

const noRevisions = withheldAs(
  'not-available',
  'None of these years has both a provisional and a revised edition here, so we do not ' +
    'know how far provisional medians move.',
);

/**
 * Statistics of the requested measure, always over all employees in the United Kingdom, because
 * most occupations have only these figures.
 */
function revisionsOf(
  { edition, needs, revisions }: Editions,
  measure: PayResponse['measure'],
): Pick<PaySeriesResponse, 'revisions' | 'revisionsWithheld'> {
  const labels = new Map([edition, ...needs].map(({ id, label }) => [id, label]));
  const editionNamed = (editionId: string) => ({
    edition: labels.get(editionId) ?? editionId,
    editionId,
  });
  const years = (revisions ?? []).flatMap(({ year, provisional, revised, measures }) => {
    const revision = measures.find((candidate) => candidate.measure === measure);
    if (revision === undefined) return [];
    const { measure: _, ...statistics } = revision;
    return [
      {
        year,
        provisional: editionNamed(provisional),
        revised: editionNamed(revised),
        ...statistics,
      },
    ];
  });
  if (years.length === 0) return { revisions: null, revisionsWithheld: noRevisions };
  const description =
    'How far the medians of unit groups moved between the provisional and the revised ' +
    'edition of the same year, in percent of the provisional median. We compute this ' +
    'from the two editions, for all employees in the United Kingdom, over every unit ' +
    'group whose median is presentable in both.';
  const sorted = years.sort((a, b) => a.year - b.year);
  return {
    revisions: {
      measure,
      sex: 'all',
      workPattern: 'all',
      area: { ...areaOf('uk') },
      description,
      years: sorted,
    },
    revisionsWithheld: null,
  };
}
