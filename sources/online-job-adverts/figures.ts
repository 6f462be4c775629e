// The figures of adverts with their cells: every month of a region, every quarter of a local area,
// and the yearly totals.
import {
  type Figure,
  type FigureAnswer,
  type Meanings,
  answerAt,
  figureMaker,
} from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { areaOf, areaSlugs } from '#schemas/codes.ts';
import {
  type Cell,
  isSuppressed as markerMeaning,
  suppressedMarker,
  totalOf,
} from '#schemas/advert-totals.ts';
import { type Rows, layout } from './layout.ts';
import { type AdvertObservations, type Counts, suppressed, unclassified } from './reshape.ts';

/** The years that totals are of: the latest of the release, and the one before it. */
const totalYears = ['latest', 'prior'] as const;

/** The tables of occupations as they appear in the answers. */
const tables = [
  {
    endpoint: 'job-adverts',
    measure: 'adverts_by_month',
    meaning: 'The online job adverts of the month in the region or country.',
    meaningOfTotal:
      'The online job adverts of twelve months, without the months that are suppressed.',
    year: 12,
    // Answers have no Northern Ireland, which only proves the sums of the table.
    seriesIn: ({ months, regional }: AdvertObservations) => ({
      periods: months,
      counts: regional,
      areas: areaSlugs.ukWalesScotlandAndRegions.map((slug) => areaOf(slug)),
    }),
    pointer: (month: string) => `/months/month=${month}/adverts`,
    /** Further places of a total: the lists of the area and of the occupation. */
    lists: (soc: string, area: string, member: string): FigureAnswer[] => [
      answerAt('job-adverts-list', { area }, `/occupations/soc2020=${soc}${member}`),
    ],
  },
  {
    endpoint: 'job-adverts-local-area',
    measure: 'adverts_by_quarter',
    meaning: 'The online job adverts of the quarter in the local authority.',
    meaningOfTotal:
      'The online job adverts of four quarters, without the quarters that are suppressed.',
    year: 4,
    seriesIn: ({ quarters, local, areas }: AdvertObservations) => ({
      periods: quarters,
      counts: local,
      areas,
    }),
    pointer: (quarter: string) => `/quarters/quarter=${quarter}/adverts`,
    lists: (soc: string, area: string, member: string): FigureAnswer[] => [
      answerAt('local-area-job-adverts', { area }, `/occupations/soc2020=${soc}${member}`),
      answerAt('job-adverts-local', { soc }, `/areas/area.slug=${area}${member}`),
    ],
  },
];

export const meanings: Meanings<AdvertObservations> = {
  dimensions: {
    year: {
      meaning:
        'Which twelve months or four quarters a total is of: the latest of the release, ' +
        'or the prior ones, a year earlier.',
      values: totalYears,
    },
  },
  measures: tables.flatMap(({ measure, meaning, meaningOfTotal }) => [
    { measure, unit: 'adverts', meaning },
    { measure: `${measure}_total`, unit: 'adverts', meaning: meaningOfTotal },
  ]),
};

/** Counts as the cells of an answer; null if the table has no row. */
export function cellsOf(
  counts: Counts | undefined,
  start: number,
  end?: number,
): Exclude<Cell, null>[] | null {
  return counts === undefined
    ? null
    : Array.from(counts.subarray(start, end), (count) =>
        count === suppressed ? suppressedMarker : count,
      );
}

function printedCount(count: number) {
  return count === suppressed
    ? { withheld: markerMeaning, rule: 'The cell has a marker in place of a number.' }
    : { value: count };
}

/** The regions' months, then the local areas' quarters, row by row as printed. */
export function* figures({
  rows,
  observations,
}: ReadFiles<Rows, AdvertObservations>): Generator<Figure> {
  for (const { endpoint, measure, year, seriesIn, pointer, lists } of tables) {
    const { periods, counts, areas } = seriesIn(observations);
    const figure = figureMaker(endpoint, meanings, 'in area');
    const areasBySlug = new Map(
      areas.map(({ code, slug, name }) => [slug as string, { code, slug, name }]),
    );
    for (const [slug, occupations] of counts) {
      const area = areasBySlug.get(slug);
      if (area === undefined) continue;
      for (const [soc, ofRow] of occupations) {
        const row = observations.rowOf.get(ofRow);
        if (row === undefined || soc === unclassified) continue;
        const common = { group: soc, area, quality: 'unrated' } as const;
        for (const [index, period] of periods.entries())
          yield figure({
            ...common,
            period,
            series: true,
            measure,
            ...printedCount(ofRow[index] ?? suppressed),
            cells: () => [layout.cell(rows, row, index)],
            pointer: pointer(period),
          });
        for (const which of totalYears) {
          const [member, end] =
            which === 'latest'
              ? ['/adverts', periods.length]
              : ['/prior/adverts', periods.length - year];
          const start = Math.max(0, end - year);
          const { adverts: value, withheld } = totalOf(cellsOf(ofRow, start, end) ?? []);
          yield figure({
            ...common,
            period: `${periods[start]} to ${periods[end - 1]}`,
            dimensions: { year: which },
            measure: `${measure}_total`,
            value,
            withheld,
            derived: true,
            areCellsEqual: true,
            cells: () =>
              periods.slice(start, end).map((_, index) => layout.cell(rows, row, start + index)),
            rule: 'The sum of the cells, without the suppressed ones.',
            pointer: member,
            also: () => lists(soc, slug, member),
          });
        }
      }
    }
  }
}
