// The figures of adverts with their cells, what they mean and how many there are: every month of a region, every quarter of a local area, and
// the yearly totals.
import type { Figure, FigureAnswer, FigureCount, FileCell, Meanings, ReadFiles } from '#sources/kit/source.ts';
import { areaOf, areaSlugs } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Cell, isSuppressed as markerMeaning, suppressedMarker, totalOf } from '#schemas/advert-totals.ts';
import { type Rows, layout } from './layout.ts';
import { type AdvertObservations, type Counts, type CountsByOccupation, slugOf, slugsByCode, suppressed, unclassified } from './reshape.ts';

/** The years that totals are of: the latest of the release, and the one before it. */
const totalYears = ['latest', 'prior'] as const;

interface TableOfOccupations {
  readonly kind: 'regions' | 'local';
  readonly endpoint: string;
  readonly measure: string;
  /** What a figure is of, and what a total is of and leaves out. */
  readonly meanings: readonly [figure: string, total: string];
  /** The number of periods in a year. */
  readonly year: number;
  readonly pointer: (period: string) => string;
  /** Further places of a total: the lists of the area and of the occupation. */
  readonly lists: (soc: string, slug: string, member: string) => FigureAnswer[];
}

/** The tables of occupations as they appear in the answers. */
const tables: readonly TableOfOccupations[] = [
  {
    kind: 'regions',
    endpoint: 'job-adverts',
    measure: 'adverts_by_month',
    meanings: [
      'The online job adverts of the month in the region or country.',
      'The online job adverts of twelve months, without the months that are suppressed.',
    ],
    year: 12,
    pointer: (month) => `/months/month=${month}/adverts`,
    lists: (soc, area, member) => [
      { endpoint: 'job-adverts-list', place: { area }, query: {}, pointer: `/occupations/soc2020=${soc}${member}` },
    ],
  },
  {
    kind: 'local',
    endpoint: 'job-adverts-local-area',
    measure: 'adverts_by_quarter',
    meanings: [
      'The online job adverts of the quarter in the local authority.',
      'The online job adverts of four quarters, without the quarters that are suppressed.',
    ],
    year: 4,
    pointer: (quarter) => `/quarters/quarter=${quarter}/adverts`,
    lists: (soc, area, member) => [
      { endpoint: 'local-area-job-adverts', place: { area }, query: {}, pointer: `/occupations/soc2020=${soc}${member}` },
      { endpoint: 'job-adverts-local', place: { soc }, query: {}, pointer: `/areas/area.slug=${area}${member}` },
    ],
  },
];

export const meanings: Meanings<AdvertObservations> = {
  cutBy: ['release', 'period'],
  dimensions: {
    year: {
      meaning: 'Which twelve months or four quarters a total is of: the latest of the release, or the prior ones, a year earlier.',
      values: totalYears,
    },
  },
  measures: tables.flatMap(({ measure, meanings: [ofFigure, ofTotal] }) => [
    { measure, unit: 'adverts', meaning: ofFigure },
    { measure: `${measure}_total`, unit: 'adverts', meaning: ofTotal },
  ]),
};

/** Counts as the cells of an answer; null if the table has no row. */
export function cellsOf(counts: Counts | undefined, start: number, end?: number): Exclude<Cell, null>[] | null {
  return counts === undefined
    ? null
    : Array.from(counts.subarray(start, end), (count) => (count === suppressed ? suppressedMarker : count));
}

/** How many figures of answers Tables 3 and 5 publish, and how many they suppress. A plain loop, because there are millions. */
export function count({ regional, local }: AdvertObservations): FigureCount {
  let [published, withheld] = [0, 0];
  const regions = areaSlugs.ukWalesScotlandAndRegions.flatMap((slug) => regional.get(slug) ?? []);
  for (const occupations of [...regions, ...local.values()])
    for (const counts of occupations.values())
      for (const value of counts) {
        if (value === suppressed) withheld += 1;
        else published += 1;
      }
  return { published, withheld: withheld === 0 ? {} : { [markerMeaning.reason]: withheld } };
}

/** The regions' months, then the local areas' quarters, row by row as printed. */
export function* figures(edition: ReadFiles<Rows, AdvertObservations>, wanted: DocumentPlace = {}): Generator<Figure> {
  const { months, quarters, regional, local, areas } = edition.observations;
  // Answers have no Northern Ireland, which only proves the sums of the table.
  const regions = new Map(areaSlugs.ukWalesScotlandAndRegions.map((slug) => [slug as string, areaOf(slug)]));
  const localAreas = new Map(areas.map(({ code, slug, name }) => [slug, { code, slug, name }]));
  for (const table of tables)
    yield* table.kind === 'regions'
      ? tableFigures(edition, wanted, { ...table, periods: months, counts: regional, areas: regions })
      : tableFigures(edition, wanted, { ...table, periods: quarters, counts: local, areas: localAreas });
}

interface Table extends TableOfOccupations {
  readonly periods: readonly string[];
  readonly counts: ReadonlyMap<string, CountsByOccupation>;
  readonly areas: ReadonlyMap<string, NonNullable<Figure['area']>>;
}

function* tableFigures(
  { rows, observations }: ReadFiles<Rows, AdvertObservations>,
  wanted: DocumentPlace,
  { kind, endpoint, measure, periods, year, pointer, lists, counts, areas }: Table,
): Generator<Figure> {
  const slugs = slugsByCode(observations.areas);
  const seen = new Set<string>();
  for (const row of layout.of(rows, kind)) {
    const soc = row.soc.trim();
    if (soc === unclassified || (wanted.soc ?? soc) !== soc) continue;
    const slug = slugOf(row, slugs);
    if (slug === null || slug === undefined || (wanted.area ?? slug) !== slug) continue;
    const [ofRow, area] = [counts.get(slug)?.get(soc), areas.get(slug)];
    if (ofRow === undefined || area === undefined || seen.has(`${slug} ${soc}`)) continue;
    seen.add(`${slug} ${soc}`);
    const cell = (place: number): FileCell => layout.cell(rows, row, place);
    const common = { endpoint, group: soc, area, unit: 'adverts', category: null, quality: 'unrated' } as const;
    const answer = (member: string): FigureAnswer => ({ endpoint, place: { soc, area: slug }, query: {}, pointer: member });
    for (const [place, period] of periods.entries()) {
      const value = ofRow[place] ?? suppressed;
      const isSuppressed = value === suppressed;
      yield {
        ...common,
        period,
        series: true,
        dimensions: {},
        measure,
        value: isSuppressed ? null : value,
        withheld: isSuppressed ? markerMeaning : null,
        derived: false,
        cells: () => [cell(place)],
        rule: isSuppressed ? 'The cell has a marker in place of a number.' : 'The number as printed.',
        answers: () => [answer(pointer(period))],
      };
    }
    for (const which of totalYears) {
      const [member, end] = which === 'latest' ? ['/adverts', periods.length] : ['/prior/adverts', periods.length - year];
      const start = Math.max(0, end - year);
      const { adverts: value, withheld } = totalOf(cellsOf(ofRow, start, end) ?? []);
      yield {
        ...common,
        period: `${periods[start]} to ${periods[end - 1]}`,
        series: false,
        dimensions: { year: which },
        measure: `${measure}_total`,
        value,
        withheld,
        derived: true,
        cells: () => periods.slice(start, end).map((_, place) => cell(start + place)),
        rule: 'The sum of the cells, without the suppressed ones.',
        answers: () => [answer(member), ...lists(soc, slug, member)],
      };
    }
  }
}
