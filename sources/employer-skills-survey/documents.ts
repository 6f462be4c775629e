// Writes the vacancies of every unit group in every area, at the finest level that is published
// there.
import type { Cell } from '#sources/kit/cells.ts';
import type { Document } from '#sources/kit/document.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import type { Explaining } from '#schemas/withheld-legend.ts';
import { areaOf, unrated } from '#schemas/codes.ts';
import { type Explained, verdictOn } from '#schemas/figures.ts';
import { round } from '#schemas/round.ts';
import { datesOf } from '#schemas/reference-dates.ts';
import type { VacancyMeasures, VacancyResponse } from '#schemas/resources/vacancies.ts';
import {
  type Measure,
  type Printed,
  type VacancyObservations,
  allOccupations,
  broadestOf,
  cells,
  finestPublished,
  levelOf,
  smallestBase,
  withheldRow,
} from './reshape.ts';

const coverage: VacancyResponse['coverage'] = {
  population: 'vacancies',
  includesSelfEmployed: null,
  description:
    'Vacancies that establishments with two or more people on the payroll had when they ' +
    'were interviewed. They are not online job adverts, and not the vacancies of the ' +
    'ONS Vacancy Survey. The employer says whether a vacancy is hard to fill, and ' +
    'whether skills are short.',
};

const levelNames = {
  occupation: 'unit',
  minor: 'minor',
  'sub-major': 'sub-major',
  major: 'major',
} as const;

/** Every document of the edition, ordered by occupation and area. */
export function* documents({
  observations,
  needs,
  answer,
}: DocumentInputs<VacancyObservations>): Generator<Document> {
  const { groups: classification, unitGroups } = needs.get('soc-structure');
  const { year } = observations;
  const period =
    `Employer Skills Survey ${year}: vacancies at the time of the interview. The data set ` +
    'does not name the months of the interviews.';
  const groupOf = (code: string) => ({
    level: levelOf(code),
    code,
    title: classification.get(code)?.title ?? code,
  });
  for (const { code } of unitGroups) {
    for (const area of observations.areas) {
      const published = finestPublished(observations, area, code);
      const group = published === null ? null : groupOf(published.code);
      const unitsInGroup =
        group === null ? 0 : unitGroups.filter((unit) => unit.code.startsWith(group.code)).length;
      const measures =
        published === null
          ? measuresOf(undefined, withheldRow(broadestOf(observations, area, code)))
          : measuresOf(published);
      const ofAll = measuresOf(observations.groups.get(area)?.get(allOccupations));
      yield answer<VacancyResponse>({ soc: code, area }, 'vacancies', {
        area: { ...areaOf(area) },
        year,
        period,
        referenceDates: datesOf(String(year)),
        group: group === null ? null : { ...group, unitGroups: unitsInGroup },
        derivation: derivationOf(group, area === 'uk' ? 'the United Kingdom' : areaOf(area).name),
        ...unrated,
        ...measures,
        allOccupations: ofAll,
        notes: notesOf(group, unitsInGroup, [measures, ofAll]),
        coverage,
      });
    }
  }
}

type Group = Pick<NonNullable<VacancyResponse['group']>, 'level' | 'code' | 'title'>;

function derivationOf(group: Group | null, area: string): string {
  const rule = `the survey withholds figures based on fewer than ${smallestBase} employers`;
  if (group === null)
    return (
      `No figures are published for any group of the occupation in ${area}, from unit ` +
      `group to major group; ${rule}.`
    );
  const publishedFor =
    `Published for the ${levelNames[group.level]} group ${group.code} ` + `${group.title}`;
  if (group.level === 'occupation') return `${publishedFor}, the occupation itself.`;
  return `${publishedFor}, the finest group of the occupation with figures for ${area}; ${rule}.`;
}

/** The measures of a row. All of them are withheld if the row is. */
export function measuresOf(
  row: Printed | undefined,
  withheld: Explained | null = withheldRow(row),
): Explaining<VacancyMeasures> {
  const cellOf = (measure: Measure) => (withheld === null ? row?.cells[measure] : undefined);
  const verdict = (cell: Cell | undefined) =>
    verdictOn(cell === undefined ? withheld : cells.withheld(cell));
  const count = (measure: 'vacancies' | 'hardToFillVacancies' | 'skillShortageVacancies') => {
    const cell = cellOf(measure);
    return { count: typeof cell === 'number' ? round(cell) : null, ...verdict(cell) };
  };
  const share = (measure: 'hardToFillShare' | 'skillShortageShare') => {
    const cell = cellOf(measure);
    return { percent: typeof cell === 'number' ? cell : null, ...verdict(cell) };
  };
  return {
    vacancies: count('vacancies'),
    hardToFillVacancies: count('hardToFillVacancies'),
    hardToFillShare: share('hardToFillShare'),
    skillShortageVacancies: count('skillShortageVacancies'),
    skillShortageShare: share('skillShortageShare'),
    employers: employersOf(row, withheld),
  };
}

/** The base of a row. It is published where the figures that rest on it are withheld. */
function employersOf(
  row: Printed | undefined,
  withheld: Explained | null,
): Explaining<VacancyMeasures['employers']> {
  const cell = row?.cells.employers;
  return {
    count: typeof cell === 'number' ? cell : null,
    ...verdictOn(cell === undefined ? withheld : cells.withheld(cell)),
  };
}

function notesOf(
  group: Group | null,
  unitsInGroup: number,
  shown: readonly VacancyMeasures[],
): string[] {
  const figures = shown.flatMap(({ employers: _, ...measures }) => Object.values(measures));
  const units = unitsInGroup === 1 ? 'one unit group' : `${unitsInGroup} unit groups`;
  const notes: string[] = [];
  if (group !== null && group.level !== 'occupation')
    notes.push(
      `The figures describe the whole ${levelNames[group.level]} group ${group.title}, which ` +
        `has ${units}, and not only this occupation.`,
    );
  notes.push(
    'Each employer was asked about at most six occupational groups, so the figures of ' +
      'occupations add up to fewer than all vacancies.',
    'The publisher does not say how precise its figures are: their quality is unrated.',
  );
  if (figures.some(({ withheld }) => withheld?.reason === 'unreliable'))
    notes.push(
      'A reason of unreliable means that the publisher withholds the figure because its ' +
        'reliability is low.',
    );
  return notes;
}
