// Writes the employment documents: one for each unit group and area.
import type { Document, ExplainedMembers } from '#sources/kit/document.ts';
import type { ClassificationGroup } from '#sources/kit/needs.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import { type Explaining, withheldAs } from '#schemas/withheld-legend.ts';
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import type { EmploymentListDocument, EmploymentResponse } from '#schemas/resources/employment.ts';
import { isoMonth } from '#sources/kit/months.ts';
import { rankedRows } from '#sources/kit/ranks.ts';
import { datesOf } from '#schemas/reference-dates.ts';
import type { Explained, PeopleCoverage, ReferenceDates } from '#schemas/figures.ts';
import { round } from '#schemas/round.ts';
import { listNotes, notesOf } from './notes.ts';
import {
  type EmploymentObservations,
  type Estimate,
  type Part,
  type Who,
  absent,
  isPresentable,
  total,
} from './reshape.ts';

const coverage: PeopleCoverage = {
  population: 'people in employment',
  includesSelfEmployed: true,
  description:
    'People aged 16 and over by the occupation of their main job, both employees and ' +
    'self-employed. Figures of pay count employee jobs and leave out the self-employed, ' +
    'so the two differ.',
};

/** The document of each unit group in each area, then the list of each area. */
export function* documents({
  observations,
  needs,
  answer,
}: DocumentInputs<EmploymentObservations>): Generator<Document> {
  const { unitGroups } = needs.get('soc-structure');
  for (const { code } of unitGroups)
    for (const area of observations.areas)
      yield answer<EmploymentResponse>(
        { soc: code, area },
        'employment',
        employmentIn(observations, area, code),
      );
  for (const area of observations.areas)
    yield answer<EmploymentListDocument>(
      { area },
      'employment-list',
      listOf(observations, area, unitGroups),
    );
}

function estimateFor({ tables }: EmploymentObservations, who: Who, code: string): Estimate {
  return tables.get(who)?.get(code) ?? absent;
}

function employmentIn(
  observations: EmploymentObservations,
  area: AreaSlug,
  code: string,
): ExplainedMembers<EmploymentResponse> {
  const { period, closing } = observations;
  const estimate = estimateFor(observations, area, code);
  const everybody = estimateFor(observations, area, total);
  const everywhere = estimateFor(observations, 'uk', code);
  const share = shareOfAll(estimate, everybody);
  const partOf = (part: Part) => {
    const ofPart = estimateFor(observations, part, code);
    const percent = shareOfOccupation(ofPart, everywhere);
    return { ...figureOf(ofPart, { percent: percent.withheld }), percent: percent.value };
  };
  return {
    area: { ...areaOf(area) },
    period,
    referenceDates: yearTo(closing),
    employment: {
      ...figureOf(estimate, { shareOfAllEmploymentPercent: share.withheld }),
      shareOfAllEmploymentPercent: share.value,
    },
    breakdown:
      area === 'uk'
        ? {
            female: partOf('female'),
            partTime: partOf('partTime'),
            selfEmployed: partOf('selfEmployed'),
          }
        : null,
    allOccupations: figureOf(everybody),
    notes: notesOf({
      isUnitedKingdom: area === 'uk',
      closing,
      employment: estimate,
      selfEmployedPercent: reliablePercent(
        estimateFor(observations, 'selfEmployed', code),
        everywhere,
      ),
      selfEmployedPercentOfAll: reliablePercent(
        estimateFor(observations, 'selfEmployed', total),
        estimateFor(observations, 'uk', total),
      ),
    }),
    coverage,
  };
}

/** All occupations of an area. Only presentable numbers of people are ranked. */
function listOf(
  observations: EmploymentObservations,
  area: AreaSlug,
  unitGroups: readonly ClassificationGroup[],
): ExplainedMembers<EmploymentListDocument> {
  const { period, closing } = observations;
  const ranked = rankedRows(
    unitGroups.map(({ code, title }) => {
      const estimate = estimateFor(observations, area, code);
      const row = { soc2020: code, title, rank: null, ...figureOf(estimate) };
      return { code, total: isPresentable(estimate) ? estimate.count : null, row };
    }),
  );
  return {
    area: { ...areaOf(area) },
    period,
    referenceDates: yearTo(closing),
    total: ranked.length,
    ranked: ranked.filter(({ rank }) => rank !== null).length,
    occupations: ranked,
    notes: listNotes(closing),
    coverage,
  };
}

/** The survey year that ends in a month, `2026-06`. */
function yearTo(closing: string): ReferenceDates {
  const [year = 0, month = 0] = closing.split('-').map(Number);
  return datesOf(month === 12 ? isoMonth(year, 1) : isoMonth(year - 1, month + 1), closing);
}

/**
 * The figure of an estimate. `otherReasons` says, by the names of further figures, why those are
 * withheld; null for a published one.
 */
function figureOf(
  estimate: Estimate,
  otherReasons: Readonly<Record<string, Explained | null>> = {},
): Explaining<EmploymentResponse['allOccupations']> {
  const { count, interval, quality, qualityBasis, withheld, intervalWithheld } = estimate;
  const reasons = { confidenceInterval: intervalWithheld, ...otherReasons };
  const withheldFigures: Record<string, Explained> = {};
  // If the count is withheld, its reason holds for the others too.
  if (withheld === null)
    for (const [name, reason] of Object.entries(reasons))
      if (reason !== null) withheldFigures[name] = reason;
  return {
    count,
    confidenceInterval: interval,
    quality,
    qualityBasis,
    presentable: isPresentable(estimate),
    withheld,
    withheldFigures,
  };
}

interface Percent {
  readonly value: number | null;
  readonly withheld: Explained | null;
}

/**
 * The count as a percentage of all people in employment in the area, to three significant digits.
 */
export function shareOfAll(part: Estimate, whole: Estimate): Percent {
  return percentOf(part, whole, (percent) =>
    round(percent, 2 - Number(percent.toExponential().split('e')[1])),
  );
}

/** The count as a percentage of the occupation's, to one decimal. */
export function shareOfOccupation(part: Estimate, whole: Estimate): Percent {
  return percentOf(part, whole, (percent) => round(percent, 1));
}

function percentOf(part: Estimate, whole: Estimate, print: (percent: number) => number): Percent {
  if (part.count === null) return { value: null, withheld: part.withheld };
  if (whole.count === null) return { value: null, withheld: noWhole };
  return whole.count === 0
    ? { value: null, withheld: wholeIsZero }
    : { value: print((100 * part.count) / whole.count), withheld: null };
}

const noWhole = withheldAs(
  'no-total',
  'The total that this is a percentage of is withheld, so there is no percentage.',
);
const wholeIsZero = withheldAs(
  'not-applicable',
  'The total that this is a percentage of is 0 after rounding.',
);

/** A percentage that a note may give; null if one of its counts may not be shown. */
function reliablePercent(part: Estimate, whole: Estimate): number | null {
  return isPresentable(part) && isPresentable(whole) ? shareOfOccupation(part, whole).value : null;
}
