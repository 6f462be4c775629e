// The figures of vacancies with their cells. Each figure describes a group. It stands in the answers of the unit groups for which this
// group is the finest one published.
import type { Explaining } from '#schemas/withheld-legend.ts';
import { areaOf, type AreaSlug, unrated } from '#schemas/codes.ts';
import { dataRowsOf, fileCellOf } from '#sources/kit/read/ees-data-set.ts';
import type { Figure, ReadFiles } from '#sources/kit/source.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { VacancyMeasures } from '#schemas/resources/vacancies.ts';
import { measuresOf } from './documents.ts';
import type { Column, Rows } from './parse.ts';
import { type Printed, type VacancyObservations, allOccupations, cells, finestPublished, withheldRow } from './reshape.ts';

/** The members of an answer that are figures of a row, each with its column and unit. */
const members = [
  { name: 'vacancies', column: 'vacancies', unit: 'vacancies' },
  { name: 'hardToFillVacancies', column: 'hardToFill', unit: 'vacancies' },
  { name: 'skillShortageVacancies', column: 'skillShortage', unit: 'vacancies' },
  { name: 'hardToFillShare', column: 'hardToFillPercent', unit: 'percent' },
  { name: 'skillShortageShare', column: 'skillShortagePercent', unit: 'percent' },
  { name: 'employers', column: 'base', unit: 'employers' },
] as const satisfies readonly { name: keyof VacancyMeasures; column: Column; unit: string }[];

const asPrinted = 'The number as printed.';
const rounded = 'The number as printed, rounded to whole vacancies.';
const notPrinted = 'The figure is withheld: the cell has a marker in place of a number, or the row rests on too few employers.';

/** Area by area, and in each area group by group as printed. */
export function* figures({ rows, observations }: ReadFiles<Rows, VacancyObservations>, wanted: DocumentPlace = {}): Generator<Figure> {
  const byRow = new Map(dataRowsOf(rows).map((row) => [row.row, row]));
  for (const area of observations.areas) {
    if ((wanted.area ?? area) !== area) continue;
    const { speaksFor, finerFor } = speakers(observations, area, wanted.soc === undefined ? observations.occupations : [wanted.soc]);
    for (const row of observations.groups.get(area)?.values() ?? []) {
      if (row.code !== allOccupations && !(wanted.soc ?? row.code).startsWith(row.code)) continue;
      const published = measuresOf(row);
      const isRowWithheld = withheldRow(row) !== null;
      for (const { name, column, unit } of members) {
        const { member, value, withheld, quality } = figureIn(published, name, row);
        // A row is withheld because of its number of vacancies or its number of employers.
        const telling = new Set<Column>([column, ...(isRowWithheld ? (['vacancies', 'base'] as const) : [])]);
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
            return printed === undefined ? [] : [...telling].map((told) => fileCellOf(rows, printed, told));
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
function figureIn(published: Explaining<VacancyMeasures>, name: keyof VacancyMeasures, { base }: Printed) {
  if (name === 'employers') return { member: '', value: published.employers, withheld: cells.withheld(base), quality: null };
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
