// Writes the employment documents: one for each unit group and area.
import type { Document, DocumentInputs } from '#sources/kit/source.ts';
import { type Explaining, withLegend } from '#schemas/withheld-legend.ts';
import { areaOf } from '#schemas/codes.ts';
import type { EmploymentResponse } from '#schemas/resources/employment.ts';
import { isoMonth } from '#sources/kit/months.ts';
import { datesOf } from '#schemas/reference-dates.ts';
import type { Explained, PeopleCoverage, ReferenceDates } from '#schemas/figures.ts';
import { round } from '#schemas/round.ts';
import { noteRules } from './note-rules.ts';
import { type EmploymentObservations, type Estimate, type Part, absent, isPresentable, total } from './reshape.ts';

const coverage: PeopleCoverage = {
  population: 'people in employment',
  includesSelfEmployed: true,
  description:
    'People aged 16 and over by the occupation of their main job, both employees and self-employed. Figures of pay count employee jobs and leave out the self-employed, so the two differ.',
};

export function* documents({ observations, needs, provenance, attribution }: DocumentInputs<EmploymentObservations>): Generator<Document> {
  const { employment, parts, areas, period, closing } = observations;
  const referenceDates = yearTo(closing);
  const partOf = (part: Part, code: string) => parts.get(part)?.get(code) ?? absent;
  for (const { code, title } of needs.get('soc-structure').unitGroups) {
    const partFigure = (part: Part) => withPercent(partOf(part, code), partOf('all', code));
    const selfEmployedPercent = reliablePercent(partOf('selfEmployed', code), partOf('all', code));
    for (const area of areas) {
      const estimate = employment.get(area)?.get(code) ?? absent;
      const everybody = employment.get(area)?.get(total) ?? absent;
      const isUnitedKingdom = area === 'uk';
      const subject = {
        isUnitedKingdom,
        closing,
        employment: estimate,
        selfEmployedPercent,
        selfEmployedPercentOfAll: reliablePercent(partOf('selfEmployed', total), partOf('all', total)),
      };
      const body = withLegend<EmploymentResponse>({
        soc2020: code,
        title,
        area: { ...areaOf(area) },
        period,
        referenceDates,
        employment: {
          ...figureOf(estimate, { shareOfAllEmploymentPercent: ratioWithheld(estimate, everybody) }),
          shareOfAllEmploymentPercent: ratio(estimate, everybody, threeDigits),
        },
        breakdown: isUnitedKingdom
          ? { female: partFigure('female'), partTime: partFigure('partTime'), selfEmployed: partFigure('selfEmployed') }
          : null,
        allOccupations: figureOf(everybody),
        notes: noteRules.filter((rule) => rule.applies(subject)).map((rule) => rule.text(subject)),
        coverage,
        attribution,
        provenance,
      });
      yield { endpoint: 'employment', place: { soc: code, area }, body };
    }
  }
}

/** The survey year that ends in a month, `2026-06`. */
function yearTo(closing: string): ReferenceDates {
  const [year = 0, month = 0] = closing.split('-').map(Number);
  return datesOf(month === 12 ? isoMonth(year, 1) : isoMonth(year - 1, month + 1), closing);
}

/** `others` says why other figures than the count are null, if they are. */
function figureOf(
  estimate: Estimate,
  others: Readonly<Record<string, Explained | null>> = {},
): Explaining<EmploymentResponse['allOccupations']> {
  const { count, interval, quality, qualityBasis, withheld, intervalWithheld } = estimate;
  return {
    count,
    confidenceInterval: interval,
    quality,
    qualityBasis,
    presentable: isPresentable(estimate),
    withheld,
    withheldFigures: Object.fromEntries(
      Object.entries({ confidenceInterval: intervalWithheld, ...others }).flatMap(([name, why]) => (why === null ? [] : [[name, why]])),
    ),
  };
}

function withPercent(part: Estimate, whole: Estimate): Explaining<NonNullable<EmploymentResponse['breakdown']>['female']> {
  return { ...figureOf(part, { percent: ratioWithheld(part, whole) }), percent: ratio(part, whole, oneDecimal) };
}

export function ratio(part: Estimate, whole: Estimate, print: (percent: number) => number): number | null {
  return part.count === null || whole.count === null || whole.count === 0 ? null : print((100 * part.count) / whole.count);
}

/** Why there is no ratio of a published figure: the figure that it is a ratio of is withheld or 0. */
export function ratioWithheld(part: Estimate, whole: Estimate): Explained | null {
  if (part.withheld !== null) return null;
  if (whole.withheld !== null)
    return {
      reason: 'no-total',
      marker: null,
      explanation: 'The total that this is a percentage of is withheld, so there is no percentage.',
    };
  return whole.count === 0
    ? { reason: 'not-applicable', marker: null, explanation: 'The total that this is a percentage of is 0 after rounding.' }
    : null;
}

/** A percentage that a note may give; null if one of its counts may not be shown. */
function reliablePercent(part: Estimate, whole: Estimate): number | null {
  return isPresentable(part) && isPresentable(whole) ? ratio(part, whole, oneDecimal) : null;
}

export function oneDecimal(percent: number): number {
  return round(percent, 1);
}

export function threeDigits(percent: number): number {
  const exponent = Number(percent.toExponential().split('e')[1]);
  return round(percent, 2 - exponent);
}
