// Writes the projections of every occupation and area. All unit groups of a sub-major group have
// its figures, and each document says so.
import type { Document } from '#sources/kit/document.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import { rankedRows } from '#sources/kit/ranks.ts';
import { areaOf, unrated } from '#schemas/codes.ts';
import type { PeopleCoverage } from '#schemas/figures.ts';
import {
  type ProjectionListDocument,
  type ProjectionResponse,
  qualificationLevels,
} from '#schemas/resources/projections.ts';
import { datesOf } from '#schemas/reference-dates.ts';
import { cellOf } from './figures.ts';
import {
  type AreaProjection,
  type ProjectionObservations,
  qualificationTitles,
} from './reshape.ts';

const accuracy =
  'Modelled trends, not forecasts. They show what would happen if past patterns of ' +
  'behaviour and performance continued. They combine several sources by ' +
  'econometric and statistical methods, so no margins of error can be given. They ' +
  'describe the sub-major group as a whole, not the occupation.';

const coverage: PeopleCoverage = {
  population: 'jobs of employees and of the self-employed',
  includesSelfEmployed: true,
  description:
    'Jobs, including those of the self-employed. Figures of pay count employee jobs ' +
    'only. Figures of employment count people, by the occupation of their main job.',
};

export function* documents({
  observations,
  needs,
  attribution,
  provenance,
  answer,
}: DocumentInputs<ProjectionObservations>): Generator<Document> {
  const { groups, unitGroups } = needs.get('soc-structure');
  const members = Map.groupBy(unitGroups, ({ code }) => code.slice(0, 2));
  const groupOf = (code: string) => ({
    code,
    title: groups.get(code)?.title ?? '',
    unitGroups: members.get(code)?.length ?? 0,
  });
  const { baseYear, targetYear } = observations;
  const when = {
    period: `${baseYear} to ${targetYear}`,
    referenceDates: datesOf(String(baseYear), String(targetYear)),
  };
  const credit = { citation: attribution, provenance };
  for (const slug of observations.areas) {
    const projection = observations.projections.get(slug);
    if (projection === undefined) continue;
    for (const [code, occupations] of members) {
      const group = groupOf(code);
      const figures = figuresOf(observations, projection, code);
      for (const occupation of occupations)
        yield answer<ProjectionResponse>({ soc: occupation.code, area: slug }, 'projections', {
          area: { ...areaOf(slug) },
          ...when,
          group,
          ...unrated,
          ...figures,
          coverage,
          derivation: derivationOf(group, occupation.title),
          accuracy,
          ...credit,
        });
    }
    const ranked = rankedGroups(projection, [...members.keys()].map(groupOf));
    yield answer<ProjectionListDocument>({ area: slug }, 'projections-list', {
      area: { ...areaOf(slug) },
      ...when,
      ...unrated,
      baseYear,
      targetYear,
      total: ranked.length,
      ranked: ranked.filter(({ rank }) => rank !== null).length,
      subMajorGroups: ranked,
      notes: notesOf(ranked),
      coverage,
      accuracy,
      ...credit,
    });
  }
}

type Group = ProjectionResponse['group'];

function derivationOf({ code, title, unitGroups }: Group, occupation: string): string {
  return (
    `These figures are for all ${unitGroups} occupations of group ${code} (${title}) together, ` +
    `not for ${occupation} alone.`
  );
}

/** The sub-major groups of an area, fastest growing first. */
function rankedGroups({ groups }: AreaProjection, members: readonly Group[]) {
  return rankedRows(
    members.map((group) => {
      const cell = cellOf(groups.get(group.code));
      const row = { ...group, rank: null, ...cell };
      return { code: group.code, total: cell.netChangePercent, row };
    }),
  );
}

function figuresOf(
  { baseYear, targetYear }: ProjectionObservations,
  { groups, qualifications }: AreaProjection,
  code: string,
) {
  const outlook = { baseYear, targetYear, ...cellOf(groups.get(code)) };
  const byQualification = qualificationLevels.map((level) => ({
    qualification: { key: level, name: qualificationTitles.get(level) ?? '' },
    ...cellOf(qualifications?.get(level)?.get(code)),
  }));
  const notes: string[] = [];
  if (byQualification.some(({ withheld }) => withheld?.reason === 'below-threshold')) {
    notes.push(
      'Rows by qualification with fewer than 10,000 jobs are not published, so the ' +
        'other rows may not add up to the group.',
    );
  }
  return { outlook, byQualification, notes: [...notes, ...notesOf([outlook])] };
}

function notesOf(cells: readonly { readonly totalRequirement: number | null }[]): string[] {
  const hasNegative = cells.some(({ totalRequirement }) => (totalRequirement ?? 0) < 0);
  if (!hasNegative) return [];
  return [
    'A negative number of jobs to fill means that employment is projected to shrink by more ' +
      'than the number of people who leave.',
  ];
}
