// The figures of the workforce with their cells: counts by industry, age and qualification, and the shares made from them.
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { Figure, FileCell, Meanings, ReadFiles } from '#sources/kit/source.ts';
import type { Explaining } from '#schemas/withheld-legend.ts';
import { areaOf } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { WorkforceShare } from '#schemas/resources/workforce.ts';
import { type Covers, covers, headlineOf, shareOf } from './documents.ts';
import { type Rows, type Table, type TableRow, sections, tableKinds } from './layout.ts';
import {
  type AgeBand,
  type Breakdown,
  type Line,
  type WorkforceObservations,
  ageBandOf,
  categoriesOf,
  codeOf,
  newestYear,
  totalPlaceOf,
  yearOf,
} from './reshape.ts';

const measures = {
  employment: {
    unit: 'people',
    meaning: 'The people in employment in the occupation: employees and self-employed, aged 16 and over, by their main job.',
  },
  share_of_occupation: { unit: 'percent', meaning: "The part as a percentage of the occupation's employment." },
} as const satisfies Readonly<Record<string, { unit: string; meaning: string }>>;

export const meanings: Meanings<WorkforceObservations> = {
  dimensions: {
    breakdown: {
      meaning:
        'What the people of the occupation are divided by: industry, age or qualification; headline for the sums that answers give first.',
      values: [...tableKinds, 'headline'],
    },
    part: {
      meaning: 'The section of industry by its letter, the band of ages, or the qualification; all for the total that the table prints.',
    },
  },
  measures: Object.entries(measures).map(([measure, { unit, meaning }]) => ({ measure, unit, meaning })),
  *codes({ ages, qualifications }) {
    for (const { code, title } of sections) yield { list: 'industries', code, title };
    for (const { name, fromAge, toAge } of ages?.categories ?? [])
      yield { list: 'ages', code: name, title: toAge === null ? `Aged ${fromAge} and over` : `Aged ${fromAge} to ${toAge}` };
    for (const name of qualifications?.categories ?? []) yield { list: 'qualifications', code: name, title: name };
  },
};

/** Ordered by table and row; of the tables by industry only the newest year. */
export function* figures({ rows, observations }: ReadFiles<Rows, WorkforceObservations>, wanted: DocumentPlace = {}): Generator<Figure> {
  const newest = newestYear(observations);
  for (const table of rows) {
    if (table.kind === 'industry' && yearOf(table) !== newest?.year) continue;
    const breakdown = { industry: newest ?? null, age: observations.ages, qualification: observations.qualifications }[table.kind];
    for (const row of table.rows) {
      const code = codeOf(row.label);
      const line = code === null ? undefined : breakdown?.lines.get(code);
      if (code === null || line === undefined || breakdown === null || (wanted.soc ?? code) !== code) continue;
      const printed = { table, row, code, line, period: breakdown.period };
      yield* counts(printed);
      if (table.kind === 'age') {
        yield* headline(printed, 'agedUnder25', observations.ages, covers.agedUnder25);
        yield* headline(printed, 'aged55AndOver', observations.ages, covers.aged55AndOver);
      }
      if (table.kind === 'qualification') yield* headline(printed, 'withDegree', observations.qualifications, covers.withDegree);
    }
  }
}

/** The figures by industry of the years before the newest, which no answer gives. */
export function* figuresOfEarlierYears({ rows, observations }: ReadFiles<Rows, WorkforceObservations>): Generator<Figure> {
  const newest = newestYear(observations)?.year;
  for (const table of rows) {
    const year = table.kind === 'industry' ? yearOf(table) : newest;
    const breakdown = observations.industries.find((candidate) => candidate.year === year && year !== newest);
    for (const row of breakdown === undefined ? [] : table.rows) {
      const code = codeOf(row.label);
      const line = code === null ? undefined : breakdown?.lines.get(code);
      if (code === null || line === undefined || breakdown === undefined) continue;
      for (const figure of counts({ table, row, code, line, period: breakdown.period })) yield { ...figure, answers: () => [] };
    }
  }
}

interface Printed {
  readonly table: Table;
  readonly row: TableRow;
  readonly code: string;
  readonly line: Line;
  readonly period: string;
}

/** Where each kind of table stands in an answer, and how a pointer names its categories. */
const blocks = {
  industry: { pointer: '/industries', categories: 'sections', step: (header: string) => `code=${header}` },
  age: { pointer: '/ages', categories: 'bands', step: (header: string) => `name=${ageBandOf(header).name}` },
  qualification: { pointer: '/qualifications', categories: 'levels', step: (header: string) => `name=${header}` },
} as const;

function* counts(printed: Printed): Generator<Figure> {
  const { table, line } = printed;
  const { pointer, categories, step } = blocks[table.kind];
  const totalPlace = totalPlaceOf(table);
  const hasTotal = totalPlace >= 0;
  if (hasTotal) yield count(printed, 'all', `${pointer}/total`, line.total, [totalPlace]);
  for (const [index, { place, header }] of categoriesOf(table).entries()) {
    const figure = line.figures[index];
    if (figure === undefined) continue;
    const at = `${pointer}/${categories}/${step(header).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    yield count(printed, header, at, figure, [place]);
    if (hasTotal) yield share(printed, header, at, shareOf(figure, line.total), [place, totalPlace]);
  }
}

function* headline<Category extends AgeBand | string>(
  printed: Printed,
  name: string,
  breakdown: Breakdown<Category> | null,
  coversOf: Covers<Category>,
): Generator<Figure> {
  const covered = breakdown === null ? null : coversOf(breakdown.categories);
  if (covered === null) return;
  const places = categoriesOf(printed.table).flatMap(({ place }, index) => (covered[index] ? [place] : []));
  const sum = headlineOf(breakdown, printed.code, coversOf);
  const at = `/headline/${name}`;
  const dimensions = { breakdown: 'headline', part: name };
  const rule = 'The sum of the cells. It is withheld if one of them is.';
  yield { ...count(printed, name, at, sum, places), dimensions, derived: true, rule };
  yield { ...share(printed, name, at, sum, [...places, totalPlaceOf(printed.table)]), dimensions };
}

type Numbers = Pick<Explaining<WorkforceShare>, 'count' | 'withheld' | 'quality'>;

function count(printed: Printed, part: string, pointer: string, { count: value, withheld, quality }: Numbers, places: readonly number[]) {
  const rule =
    withheld === null
      ? 'The number as printed. Its quality band comes from the shading of the cell.'
      : 'What is printed in place of a number says why there is none.';
  return figure(printed, 'employment', part, `${pointer}/count`, places, { value, withheld, quality, derived: false, rule });
}

function share(printed: Printed, part: string, pointer: string, of: Explaining<WorkforceShare>, places: readonly number[]) {
  return figure(printed, 'share_of_occupation', part, `${pointer}/percent`, places, {
    value: of.percent,
    withheld: of.withheld ?? of.withheldFigures['percent'] ?? null,
    quality: null,
    derived: true,
    rule: "The count as a percentage of the occupation's total in the same table, to one decimal.",
  });
}

function figure(
  { table, row, code, period }: Printed,
  measure: keyof typeof measures,
  part: string,
  pointer: string,
  places: readonly number[],
  rest: Pick<Figure, 'value' | 'withheld' | 'quality' | 'derived' | 'rule'>,
): Figure {
  return {
    endpoint: 'workforce',
    group: code,
    area: areaOf('uk'),
    period,
    series: false,
    dimensions: { breakdown: table.kind, part },
    category: null,
    cells: () => places.flatMap((place) => cellAt(table, row, place)),
    answers: () => [{ endpoint: 'workforce', place: { soc: code }, query: {}, pointer }],
    measure,
    unit: measures[measure].unit,
    ...rest,
  };
}

function cellAt({ file, sheet, columns }: Table, row: TableRow, place: number): FileCell[] {
  const column = columns[place]?.column;
  if (column === undefined) return [];
  return [{ file, member: null, sheet, address: cellAddress(row.row, column), printed: row.cells[place] ?? '' }];
}
