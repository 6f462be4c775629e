// The figures of vacancies with their cells. Each figure describes a group. It is in the
// answers of the unit groups for which this group is the finest one published.
import type { Explaining } from '#schemas/withheld-legend.ts';
import { areaOf, unrated } from '#schemas/codes.ts';
import {
  type Figure,
  type Meanings,
  asPrinted,
  figureMaker,
  listMeasures,
} from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import type { VacancyMeasures } from '#schemas/resources/vacancies.ts';
import { measuresOf } from './documents.ts';
import { type Rows, layout } from './layout.ts';
import {
  type Measure,
  type VacancyObservations,
  allOccupations,
  broadestOf,
  finestPublished,
  measureNames,
  measures,
  withheldRow,
} from './reshape.ts';

export const meanings: Meanings<VacancyObservations> = {
  dimensions: {},
  measures: listMeasures(measures),
};

const rounded = 'The number as printed, rounded to whole vacancies.';
const notPrinted =
  'The figure is withheld: the cell has a marker in place of a number, or the row rests ' +
  'on too few employers.';

const figure = figureMaker('vacancies', meanings, 'in area');

/** Area by area, and in each area group by group as printed. */
export function* figures({
  rows,
  observations,
}: ReadFiles<Rows, VacancyObservations>): Generator<Figure> {
  for (const area of observations.areas) {
    const occupationsByRow = Map.groupBy(
      observations.occupations,
      (soc) => finestPublished(observations, area, soc) ?? broadestOf(observations, area, soc),
    );
    for (const row of observations.groups.get(area)?.values() ?? []) {
      const published = measuresOf(row);
      const isWithheld = withheldRow(row) !== null;
      const isWhole = row.code === allOccupations;
      const described = isWhole ? observations.occupations : (occupationsByRow.get(row) ?? []);
      for (const name of measureNames) {
        const { member, value, withheld, quality } = figureIn(published, name);
        const columns = new Set<Measure>([name]);
        // A row is withheld because of its number of vacancies or its number of employers.
        if (isWithheld) columns.add('vacancies').add('employers');
        yield figure({
          group: isWhole ? null : row.code,
          area: areaOf(area),
          period: String(observations.year),
          measure: name,
          value,
          withheld,
          quality,
          cells: () => [...columns].map((column) => layout.cell(rows, row.row, column)),
          rule: withheld === null ? ruleOf(name) : notPrinted,
          // An answer without a published group has no number of employers.
          occupations: name === 'employers' && isWithheld && !isWhole ? [] : described,
          pointer: `${isWhole ? '/allOccupations' : ''}/${name}${member}`,
        });
      }
    }
  }
}

function ruleOf(measure: Measure): string {
  return measures[measure].unit === 'vacancies' ? rounded : asPrinted;
}

/** A figure of an answer, and its member that holds the number. */
function figureIn(published: Explaining<VacancyMeasures>, name: Measure) {
  const figure = published[name];
  const [member, value] =
    'count' in figure ? ['/count', figure.count] : ['/percent', figure.percent];
  return { ...unrated, ...figure, member, value };
}
