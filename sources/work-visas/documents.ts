// Writes the visas of every occupation, and the list of occupations with visas, most first.
import type { Document } from '#sources/kit/document.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import { type Explaining, withheldAs } from '#schemas/withheld-legend.ts';
import { areaOf, unrated } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { rankOf, ranksOf } from '#sources/kit/ranks.ts';
import { round } from '#schemas/round.ts';
import { datesOf, monthsInWords } from '#schemas/reference-dates.ts';
import type { VisaListDocument, VisaResponse } from '#schemas/resources/visas.ts';
import {
  type Dimension,
  type VisaObservations,
  firstDetailedQuarter,
  strayIndustries,
  suppressed,
  grantsOf,
  isHidden,
  partsOf,
  sumOf,
} from './reshape.ts';

const coverage: VisaResponse['coverage'] = {
  population: 'entry clearance visas granted for sponsored work',
  includesSelfEmployed: null,
  description:
    'Visas applied for outside the United Kingdom. Extensions and changes of visa ' +
    'inside it are not counted.',
};

const hiddenOccupation = withheldAs(
  'suppressed-by-publisher',
  'The publisher suppresses the occupation of some visas that may belong here, so there ' +
    'is no total.',
  suppressed,
);
const hiddenValue = withheldAs(
  'part-withheld',
  'The publisher suppresses this detail of some of these visas.',
  suppressed,
);

const noVisas = withheldAs(
  'not-applicable',
  'Occupations without a visa in the period are not ranked.',
);

type Total = Pick<Explaining<VisaResponse>, 'granted' | 'withheld'>;

/** The area, the period and the quality, which are those of every document. */
function subjectOf({ latest }: VisaObservations) {
  const referenceDates = datesOf(
    latest[0] ?? firstDetailedQuarter,
    latest.at(-1) ?? firstDetailedQuarter,
  );
  return {
    area: areaOf('uk'),
    period: monthsInWords(referenceDates),
    referenceDates,
    // The figures are counts of decisions, not estimates from a sample, and the publisher says
    // nothing of their quality.
    ...unrated,
  };
}

export function* documents({
  observations,
  needs,
  answer,
  document,
}: DocumentInputs<VisaObservations>): Generator<Document> {
  const { latest } = observations;
  const about = subjectOf(observations);
  const all = needs.get('soc-structure').unitGroups.map(({ code, title }) => ({
    code,
    title,
    total: totalOf(observations, code, latest),
  }));
  const { ranks, of: rankedCount } = ranksOf(
    all.map(({ total: { granted } }) => (granted === 0 ? null : granted)),
  );
  const listed: VisaListDocument['occupations'][number][] = [];

  for (const [index, { code, title, total }] of all.entries()) {
    const rank = rankOf(ranks[index], rankedCount);
    yield answer<VisaResponse>({ soc: code }, 'visas', {
      ...about,
      granted: total.granted,
      presentable: total.granted !== null,
      withheld: total.withheld,
      rank,
      rankWithheld: total.granted === 0 ? noVisas : total.withheld,
      byRoute: breakdownOf(observations, code, 'route', total),
      byNationality: breakdownOf(observations, code, 'nationality', total),
      byIndustry: breakdownOf(observations, code, 'industry', total),
      quarters: observations.series.map((quarter) => quarterOf(observations, code, quarter)),
      notes: [...sharedNotes(observations), ...ownNotes(observations, code, total)],
      coverage,
    });
    if (rank !== null && total.granted !== null)
      listed.push({ soc2020: code, title, granted: total.granted, presentable: true, rank });
  }

  const unlisted = all.filter(({ total }) => total.granted === null).length;
  yield document<VisaListDocument>({}, 'visas-list', {
    ...about,
    total: listed.length,
    occupations: listed.sort(
      (a, b) => a.rank.rank - b.rank.rank || byCodeUnit(a.soc2020, b.soc2020),
    ),
    notes: [...sharedNotes(observations), ...unlistedNotes(unlisted)],
    coverage,
  });
}

function quarterOf(
  observations: VisaObservations,
  code: string,
  quarter: string,
): Explaining<VisaResponse>['quarters'][number] {
  const { granted, withheld } = totalOf(observations, code, [quarter]);
  return { quarter, granted, presentable: granted !== null, withheld };
}

/** The visas of several quarters; withheld if one of the quarters is. */
export function totalOf(
  observations: VisaObservations,
  code: string,
  quarters: readonly string[],
): Total {
  const isWithheld = quarters.some((quarter) => isHidden(observations, code, quarter));
  return isWithheld
    ? { granted: null, withheld: hiddenOccupation }
    : { granted: sumOf(grantsOf(observations, code, quarters)), withheld: null };
}

export function breakdownOf(
  observations: VisaObservations,
  code: string,
  dimension: Dimension,
  { granted, withheld }: Total,
): Explaining<VisaResponse['byRoute']> {
  const parts = partsOf(observations, code, dimension);
  if (granted === null || parts === null)
    return { parts: null, presentable: false, withheld: withheld ?? hiddenValue };
  return {
    parts: Array.from(parts, ([name, grants]) => ({
      name,
      granted: sumOf(grants),
      sharePercent: round((100 * sumOf(grants)) / granted, 1),
    })).sort((a, b) => b.granted - a.granted || byCodeUnit(a.name, b.name)),
    presentable: true,
    withheld: null,
  };
}

function sharedNotes({ latest }: VisaObservations): string[] {
  const notes = [
    'Sponsors state their own industry. The industry of the job may be another one.',
    'There are no figures by occupation before 2024-Q4: the publisher suppresses them. ' +
      'If no visa was granted since, the figure is 0.',
    'The publisher revises earlier quarters with every release.',
  ];
  if (latest.length < 4)
    notes.push(
      'The period has only ' +
        `${latest.length === 1 ? 'one quarter' : `${latest.length} quarters`}: there are ` +
        'no other figures by occupation.',
    );
  return notes;
}

/** Says how many occupations a list leaves out, and why. */
function unlistedNotes(count: number): string[] {
  if (count === 0) return [];
  const occupations = count === 1 ? '1 occupation is' : `${count} occupations are`;
  return [
    `${occupations} not listed because the publisher suppresses the occupation of some visas ` +
      'that may belong to them.',
  ];
}

function ownNotes(observations: VisaObservations, code: string, { granted }: Total): string[] {
  const notes: string[] = [];
  const grants = grantsOf(observations, code, observations.latest);
  if (granted !== null && 2 * seasonalVisas(observations, code) > granted)
    notes.push('More than half of these are Seasonal Worker visas, for temporary work.');
  for (const name of new Set(grants.map(({ row }) => row.industry))) {
    const section = strayIndustries[name];
    if (section !== undefined)
      notes.push(`The industry "${name}" is counted under "${section}": it is a stray spelling.`);
  }
  return notes;
}

function seasonalVisas(observations: VisaObservations, code: string): number {
  const routes = [...(partsOf(observations, code, 'route') ?? [])];
  const seasonal = routes.filter(([name]) => /^seasonal worker\b/i.test(name));
  return sumOf(seasonal.flatMap(([, grants]) => grants));
}
