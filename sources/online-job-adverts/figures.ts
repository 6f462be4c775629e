// The figures of adverts with their cells: every month of a region, every quarter of a local area, and the yearly totals.
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { Figure, FigureAnswer, FileCell, ReadFiles } from '#sources/kit/source.ts';
import { isSuppressed as markerMeaning, totalOf } from '#schemas/selections/advert-totals.ts';
import { areaOf, areaSlugs } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type DataRow, type HeaderRow, type Rows, type TableName, headerOf, isDataOf } from './parse.ts';
import {
  type AdvertObservations,
  type CountsByOccupation,
  cellsOf,
  localSlug,
  regionSlug,
  slugsByCode,
  suppressed,
  textAt,
  totalYears,
  unclassified,
} from './reshape.ts';

/** How a table of occupations appears in the answers. */
interface Layout {
  readonly table: TableName;
  readonly endpoint: string;
  readonly measure: string;
  readonly periods: readonly string[];
  /** The number of periods in a year. */
  readonly year: number;
  readonly pointer: (period: string) => string;
  /** Further places of a total: the lists of the area and of the occupation. */
  readonly lists: (soc: string, slug: string, member: string) => FigureAnswer[];
  readonly slugOf: (row: DataRow, columns: HeaderRow['columns']) => string | null | undefined;
  readonly counts: ReadonlyMap<string, CountsByOccupation>;
  readonly areas: ReadonlyMap<string, NonNullable<Figure['area']>>;
}

/** The regions' months, then the local areas' quarters, row by row as printed. */
export function* figures(
  { rows, observations, files }: ReadFiles<Rows, AdvertObservations>,
  wanted: DocumentPlace = {},
): Generator<Figure> {
  const { months, quarters, regional, local, areas } = observations;
  const slugs = slugsByCode(areas);
  yield* tableFigures(rows, files[0] ?? '', wanted, {
    table: 'Table 3',
    endpoint: 'job-adverts',
    measure: 'adverts_by_month',
    periods: months,
    year: 12,
    pointer: (month) => `/months/month=${month}/adverts`,
    lists: (soc, area, member) => [
      { endpoint: 'job-adverts-list', place: { area }, query: {}, pointer: `/occupations/soc2020=${soc}${member}` },
    ],
    slugOf: (row, columns) => regionSlug(textAt(row, columns, 'region')),
    counts: regional,
    // Answers have no Northern Ireland, which only proves the sums of the table.
    areas: new Map(areaSlugs.ukWalesScotlandAndRegions.map((slug) => [slug, areaOf(slug)])),
  });
  yield* tableFigures(rows, files[0] ?? '', wanted, {
    table: 'Table 5',
    endpoint: 'job-adverts-local-area',
    measure: 'adverts_by_quarter',
    periods: quarters,
    year: 4,
    pointer: (quarter) => `/quarters/quarter=${quarter}/adverts`,
    lists: (soc, area, member) => [
      { endpoint: 'local-area-job-adverts', place: { area }, query: {}, pointer: `/occupations/soc2020=${soc}${member}` },
      { endpoint: 'job-adverts-local', place: { soc }, query: {}, pointer: `/areas/area.slug=${area}${member}` },
    ],
    slugOf: (row, columns) => localSlug(row, columns, slugs),
    counts: local,
    areas: new Map(areas.map(({ code, slug, name }) => [slug, { code, slug, name }])),
  });
}

function* tableFigures(rows: Rows, file: string, wanted: DocumentPlace, layout: Layout): Generator<Figure> {
  const { table, endpoint, measure, periods, pointer, counts, slugOf } = layout;
  const header = headerOf(rows, table);
  const seen = new Set<string>();
  for (const row of rows.filter(isDataOf(table))) {
    const soc = textAt(row, header.columns, 'soc');
    if (soc === unclassified || (wanted.soc ?? soc) !== soc) continue;
    const slug = slugOf(row, header.columns);
    if (slug === null || slug === undefined || (wanted.area ?? slug) !== slug) continue;
    const ofRow = counts.get(slug)?.get(soc);
    const area = layout.areas.get(slug);
    if (ofRow === undefined || area === undefined || seen.has(`${slug} ${soc}`)) continue;
    seen.add(`${slug} ${soc}`);
    const cell = (place: number): FileCell => {
      const column = header.firstPeriod + place;
      return { file, member: null, sheet: table, address: cellAddress(row.row, column), printed: row.cells[column - 1] ?? '' };
    };
    for (const [place, period] of periods.entries()) {
      const count = ofRow[place] ?? suppressed;
      const isSuppressed = count === suppressed;
      yield {
        endpoint,
        group: soc,
        area,
        period,
        series: true,
        dimensions: {},
        measure,
        unit: 'adverts',
        value: isSuppressed ? null : count,
        category: null,
        withheld: isSuppressed ? markerMeaning : null,
        quality: 'unrated',
        derived: false,
        cells: () => [cell(place)],
        rule: isSuppressed ? 'The cell has a marker in place of a number.' : 'The number as printed.',
        answers: () => [{ endpoint, place: { soc, area: slug }, query: {}, pointer: pointer(period) }],
      };
    }
    yield* totals(layout, { soc, slug, area, cells: cellsOf(ofRow, 0) ?? [], cell });
  }
}

interface RowOfTable {
  readonly soc: string;
  readonly slug: string;
  readonly area: NonNullable<Figure['area']>;
  readonly cells: NonNullable<ReturnType<typeof cellsOf>>;
  readonly cell: (place: number) => FileCell;
}

/** The sums over the latest year and over the year before. */
function* totals({ endpoint, measure, periods, year, lists }: Layout, { soc, slug, area, cells, cell }: RowOfTable): Generator<Figure> {
  for (const which of totalYears) {
    const [member, end] = which === 'latest' ? ['/adverts', periods.length] : ['/prior/adverts', periods.length - year];
    const start = Math.max(0, end - year);
    const { adverts: value, withheld } = totalOf(cells.slice(start, end));
    yield {
      endpoint,
      group: soc,
      area,
      period: `${periods[start]} to ${periods[end - 1]}`,
      series: false,
      dimensions: { year: which },
      measure: `${measure}_total`,
      unit: 'adverts',
      value,
      category: null,
      withheld,
      quality: 'unrated',
      derived: true,
      cells: () => periods.slice(start, end).map((_, place) => cell(start + place)),
      rule: 'The sum of the cells, without the suppressed ones.',
      answers: () => [{ endpoint, place: { soc, area: slug }, query: {}, pointer: member }, ...lists(soc, slug, member)],
    };
  }
}
