// The figures of vacancies with their cells. Each figure describes a group. It stands in the answers of the unit groups for which this
// group is the finest one published.
import type { Explaining } from '#schemas/withheld-legend.ts';
import { areaOf, type AreaSlug, unrated } from '#schemas/codes.ts';
import type { Figure, Meanings, ReadFiles } from '#sources/kit/source.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { VacancyMeasures } from '#schemas/resources/vacancies.ts';
import { measuresOf } from './documents.ts';
import { type Column, type Rows, layout } from './layout.ts';
import { type Printed, type VacancyObservations, allOccupations, cells, finestPublished, withheldRow } from './reshape.ts';

/** The members of an answer that are figures of a row: each is a column of its name. */
const measures = {
  vacancies: ['vacancies', 'The vacancies that employers had, grossed up to all employers.'],
  hardToFillVacancies: ['vacancies', 'The vacancies that employers find hard to fill, for any reason.'],
  skillShortageVacancies: [
    'vacancies',
    'The vacancies that are hard to fill because applicants lack skills, qualifications or experience, grossed up to all employers.',
  ],
  hardToFillShare: ['percent', 'The hard-to-fill vacancies as a percentage of all vacancies, as the publisher prints it.'],
  skillShortageShare: ['percent', 'The skill-shortage vacancies as a percentage of all vacancies, as the publisher prints it.'],
  employers: ['employers', 'The employers that the figures of the row rest on.'],
} as const satisfies Readonly<Record<string, readonly [unit: string, meaning: string]>>;
const names = Object.keys(measures) as (keyof typeof measures)[];

export const meanings: Meanings<VacancyObservations> = {
  dimensions: {},
  measures: names.map((measure) => ({ measure, unit: measures[measure][0], meaning: measures[measure][1] })),
};

const asPrinted = 'The number as printed.';
const rounded = 'The number as printed, rounded to whole vacancies.';
const notPrinted = 'The figure is withheld: the cell has a marker in place of a number, or the row rests on too few employers.';

/** Area by area, and in each area group by group as printed. */
export function* figures({ rows, observations }: ReadFiles<Rows, VacancyObservations>, wanted: DocumentPlace = {}): Generator<Figure> {
  const byRow = new Map(layout.of(rows, 'vacancies').map((row) => [row.row, row]));
  for (const area of observations.areas) {
    if ((wanted.area ?? area) !== area) continue;
    const { speaksFor, finerFor } = speakers(observations, area, wanted.soc === undefined ? observations.occupations : [wanted.soc]);
    for (const row of observations.groups.get(area)?.values() ?? []) {
      if (row.code !== allOccupations && !(wanted.soc ?? row.code).startsWith(row.code)) continue;
      const published = measuresOf(row);
      const isRowWithheld = withheldRow(row) !== null;
      for (const name of names) {
        const [unit] = measures[name];
        const { member, value, withheld, quality } = figureIn(published, name, row);
        // A row is withheld because of its number of vacancies or its number of employers.
        const telling = new Set<Column>([name, ...(isRowWithheld ? (['vacancies', 'employers'] as const) : [])]);
        yield {
          endpoint: 'vacancies',
          group: row.code === allOccupations ? null : row.code,
          area: areaOf(area),
          period: String(observations.year),
          series: false,
          dimensions: {},
          measure: name,
          unit,
          value,
          category: null,
          withheld,
          quality,
          derived: false,
          cells: () => {
            const printed = byRow.get(row.row);
            return printed === undefined ? [] : [...telling].map((told) => layout.cell(rows, printed, told));
          },
          rule: withheld !== null ? notPrinted : unit === 'vacancies' ? rounded : asPrinted,
          answers: () => {
            const answer = (pointer: string) => (soc: string) => ({ endpoint: 'vacancies', place: { soc, area }, query: {}, pointer });
            // An answer without a published group has no number of employers of its own: they stand beside the finer groups.
            const isSpoken = name !== 'employers' || !isRowWithheld || row.code === allOccupations;
            return [
              ...(isSpoken ? (speaksFor.get(row) ?? []) : []).map(
                answer(`${row.code === allOccupations ? '/allOccupations' : ''}/${name}${member}`),
              ),
              ...(name === 'employers' ? (finerFor.get(row) ?? []).map(answer(`/finerGroups/code=${row.code}/employers`)) : []),
            ];
          },
        };
      }
    }
  }
}

/** A figure of an answer, and its member that holds the number. The number of employers has no quality and no verdict. */
function figureIn(published: Explaining<VacancyMeasures>, name: keyof VacancyMeasures, { employers }: Printed) {
  if (name === 'employers') return { member: '', value: published.employers, withheld: cells.withheld(employers), quality: null };
  const figure = published[name];
  return 'count' in figure
    ? { ...unrated, ...figure, member: '/count', value: figure.count }
    : { ...unrated, ...figure, member: '/percent', value: figure.percent };
}

/**
 * The occupations whose answers give a row's figures: their finest published group, or their broadest group if none is published. `finerFor`:
 * those whose answers name the row among the finer groups.
 */
function speakers(observations: VacancyObservations, area: AreaSlug, occupations: readonly string[]) {
  const groups = observations.groups.get(area);
  const [speaksFor, finerFor] = [new Map<Printed, string[]>(), new Map<Printed, string[]>()];
  const add = (found: Map<Printed, string[]>, row: Printed, occupation: string) => found.set(row, [...(found.get(row) ?? []), occupation]);
  const everybody = groups?.get(allOccupations);
  if (everybody !== undefined) speaksFor.set(everybody, [...occupations]);
  for (const occupation of occupations) {
    const { published, finer } = finestPublished(observations, area, occupation);
    const row = published ?? groups?.get(finer.at(-1)?.code ?? '');
    if (row !== undefined && row !== everybody) add(speaksFor, row, occupation);
    for (const { code } of finer) {
      const finerRow = groups?.get(code);
      if (finerRow !== undefined) add(finerFor, finerRow, occupation);
    }
  }
  return { speaksFor, finerFor };
}
