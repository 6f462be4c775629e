// The figures of vacancies with the cells that they stand in. A figure is that of a group, and stands in the answers of the unit groups for
// which that is the finest group that is published.
import { dataRowsOf, fileCellOf } from '#sources/kit/read/ees-data-set.ts';
import type { Figure, FigureAnswer, ReadFiles } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { VacancyMeasures } from '#schemas/resources/vacancies.ts';
import { measuresOf } from './documents.ts';
import type { Column, Rows } from './parse.ts';
import { type Printed, type VacancyObservations, allOccupations, finestPublished, withheldCell, withheldRow } from './reshape.ts';

type Share = 'hardToFillShare' | 'skillShortageShare';
type Count = Exclude<keyof VacancyMeasures, Share | 'employers'>;

const counts = [
  { name: 'vacancies', column: 'vacancies' },
  { name: 'hardToFillVacancies', column: 'hardToFill' },
  { name: 'skillShortageVacancies', column: 'skillShortage' },
] as const satisfies readonly { name: Count; column: Column }[];

const shares = [
  { name: 'hardToFillShare', column: 'hardToFillPercent' },
  { name: 'skillShortageShare', column: 'skillShortagePercent' },
] as const satisfies readonly { name: Share; column: Column }[];

/** Area by area, and in each group by group as printed. */
export function* figures({ rows, observations }: ReadFiles<Rows, VacancyObservations>, wanted: DocumentPlace = {}): Generator<Figure> {
  const byRow = new Map(dataRowsOf(rows).map((row) => [row.row, row]));
  for (const area of observations.areas) {
    if ((wanted.area ?? area) !== area) continue;
    const speaksFor = speakers(observations, area, wanted.soc === undefined ? observations.occupations : [wanted.soc]);
    for (const row of observations.groups.get(area)?.values() ?? []) {
      if (row.code !== allOccupations && !(wanted.soc ?? row.code).startsWith(row.code)) continue;
      const published = measuresOf(row);
      const isRowWithheld = withheldRow(row) !== null;
      const figure = (
        name: keyof VacancyMeasures,
        member: string,
        column: Column,
        rest: Pick<Figure, 'unit' | 'value' | 'withheld' | 'quality' | 'rule'>,
      ): Figure => ({
        endpoint: 'vacancies',
        group: row.code === allOccupations ? null : row.code,
        area: areaOf(area),
        period: String(observations.year),
        series: false,
        dimensions: {},
        measure: name,
        category: null,
        derived: false,
        ...rest,
        cells: () => {
          const printed = byRow.get(row.row);
          if (printed === undefined) return [];
          // What withholds a whole row is its number of vacancies, or how many employers it rests on.
          const telling: readonly Column[] = isRowWithheld ? ['vacancies', 'base'] : [];
          return [...new Set<Column>([column, ...telling])].map((wantedColumn) => fileCellOf(rows, printed, wantedColumn));
        },
        answers: () =>
          (speaksFor.get(row) ?? []).map((soc): FigureAnswer => {
            const pointer = row.code === allOccupations ? `/allOccupations/${name}${member}` : `/${name}${member}`;
            return { endpoint: 'vacancies', place: { soc, area }, query: {}, pointer };
          }),
      });
      for (const { name, column } of counts) {
        const { count: value, withheld, quality } = published[name];
        yield figure(name, '/count', column, {
          unit: 'vacancies',
          value,
          withheld,
          quality,
          rule: ruleOf(withheld, 'The number as printed, rounded to whole vacancies.'),
        });
      }
      for (const { name, column } of shares) {
        const { percent: value, withheld, quality } = published[name];
        yield figure(name, '/percent', column, {
          unit: 'percent',
          value,
          withheld,
          quality,
          rule: ruleOf(withheld, 'The number as printed.'),
        });
      }
      const { employers } = published;
      yield figure('employers', '', 'base', {
        unit: 'employers',
        value: employers,
        withheld: withheldCell(row.base),
        quality: null,
        rule: ruleOf(withheldCell(row.base), 'The number as printed.'),
      });
    }
  }
}

function ruleOf(withheld: Figure['withheld'], rule: string): string {
  return withheld === null ? rule : 'What is printed in place of a number, or how few employers the row rests on, says why there is none.';
}

/** Which occupations a row's figures stand in the answers of: those of the finest published group, and where none is, of the broadest. */
function speakers(
  observations: VacancyObservations,
  area: AreaSlug,
  occupations: readonly string[],
): ReadonlyMap<Printed, readonly string[]> {
  const groups = observations.groups.get(area);
  const found = new Map<Printed, string[]>();
  const everybody = groups?.get(allOccupations);
  if (everybody !== undefined) found.set(everybody, [...occupations]);
  for (const occupation of occupations) {
    const { published, finer } = finestPublished(observations, area, occupation);
    const row = published ?? groups?.get(finer.at(-1)?.code ?? '');
    if (row !== undefined && row !== everybody) found.set(row, [...(found.get(row) ?? []), occupation]);
  }
  return found;
}
