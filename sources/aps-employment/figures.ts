// The figures of employment with their cells: counts, the half-widths of their intervals, and the
// shares made from them.
import {
  type Figure,
  type FigureAnswer,
  type Meanings,
  answerAt,
  figureMaker,
  listMeasures,
} from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import { shareOfAll, shareOfOccupation } from './documents.ts';
import { type Row, type Rows, layout } from './layout.ts';
import {
  type EmploymentObservations,
  type Estimate,
  type ServedPart,
  absent,
  normal,
  servedParts,
  total,
} from './reshape.ts';

const measures = {
  employment: {
    unit: 'people',
    meaning:
      'The people in employment in the occupation: employees and self-employed, aged 16 ' +
      'and over, by their main job.',
  },
  confidence_interval: {
    unit: 'people',
    meaning: 'Half the width of the 95% confidence interval of the number of people.',
  },
  share_of_all_employment: {
    unit: 'percent',
    meaning: 'The occupation as a percentage of all people in employment in the area.',
  },
  share_of_occupation: {
    unit: 'percent',
    meaning: "The part as a percentage of the occupation's employment.",
  },
} as const;

export const meanings: Meanings<EmploymentObservations> = {
  dimensions: {
    part: {
      meaning:
        'Who is counted: all people in employment, women, part-time workers, or the self-employed.',
      values: ['all', ...servedParts],
    },
  },
  measures: listMeasures(measures),
};

const employment = figureMaker('employment', meanings, 'in area');

const noRow = 'The release has no row for this figure.';

/** The people of a table: all who work in an area, or one part of them in the United Kingdom. */
interface CountedPeople {
  /** The key of the table. */
  readonly table: AreaSlug | ServedPart;
  readonly area: AreaSlug;
  readonly part: 'all' | ServedPart;
}

/** What the figures of one row have in common. */
interface RowOfFigures {
  readonly files: ReadFiles<Rows, EmploymentObservations>;
  readonly people: CountedPeople;
  readonly code: string;
}

/** The areas, then the parts of the United Kingdom; occupations as printed. */
export function* figures(files: ReadFiles<Rows, EmploymentObservations>): Generator<Figure> {
  const { areas, tables } = files.observations;
  const inAreas = areas.map((area) => ({ table: area, area, part: 'all' }) as const);
  const inParts = servedParts.map((part) => ({ table: part, area: 'uk', part }) as const);
  for (const people of [...inAreas, ...inParts])
    for (const [code, estimate] of tables.get(people.table) ?? []) {
      const row = { files, people, code };
      if (code !== total) {
        yield* countsOf(row, estimate);
        yield shareOf(row, estimate);
      } else if (people.part === 'all') yield* countsOf(row, estimate);
    }
}

function* countsOf(row: RowOfFigures, estimate: Estimate): Generator<Figure> {
  const { count, interval, quality, withheld, intervalWithheld, rows } = estimate;
  yield figureIn(row, 'count', {
    measure: 'employment',
    value: count,
    withheld,
    quality,
    cells: () => cellsOf(row, rows.Value, rows.Confidence),
    rule:
      rows.Value === undefined
        ? noRow
        : 'The number as printed. The status of the row says whether it may be shown.',
  });
  yield figureIn(row, 'confidenceInterval', {
    measure: 'confidence_interval',
    value: interval,
    withheld: intervalWithheld ?? withheld,
    cells: () => cellsOf(row, rows.Confidence),
    rule:
      rows.Confidence === undefined
        ? noRow
        : 'The number as printed: half the width of the 95% interval.',
  });
}

/** An occupation's share of all people in the area, or a part's share of the occupation. */
function shareOf(row: RowOfFigures, estimate: Estimate): Figure {
  const { tables } = row.files.observations;
  const { area, part } = row.people;
  if (part === 'all') {
    const whole = tables.get(area)?.get(total) ?? absent;
    return figureIn(row, 'shareOfAllEmploymentPercent', {
      measure: 'share_of_all_employment',
      derived: true,
      cells: () => cellsOf(row, estimate.rows.Value, whole.rows.Value),
      ...shareOfAll(estimate, whole),
      rule:
        'The count as a percentage of all people in employment in the area, to ' +
        'three significant digits.',
    });
  }
  const whole = tables.get('uk')?.get(row.code) ?? absent;
  return figureIn(row, 'percent', {
    measure: 'share_of_occupation',
    derived: true,
    cells: () => cellsOf(row, estimate.rows.Value, whole.rows.Value),
    ...shareOfOccupation(estimate, whole),
    rule: "The count as a percentage of the occupation's employment, to one decimal.",
  });
}

type StatedInRow = Pick<Figure, 'value' | 'withheld' | 'rule' | 'cells'> &
  Partial<Figure> & { readonly measure: keyof typeof measures };

/** A figure of a row. `member` is its name in answers. */
function figureIn(row: RowOfFigures, member: string, stated: StatedInRow): Figure {
  const { occupations, period } = row.files.observations;
  const { area, part } = row.people;
  const isTotal = row.code === total;
  const isListed = !isTotal && part === 'all' && stated.measure !== 'share_of_all_employment';
  return employment({
    group: isTotal ? null : row.code,
    area: areaOf(area),
    period,
    dimensions: { part },
    pointer: `/${memberOfRow(row)}/${member}`,
    occupations: isTotal ? occupations : [row.code],
    also: () => (isListed ? inList(row, member) : []),
    ...stated,
  });
}

/** The place of a row's figure in the list of its area. */
function inList({ people: { area }, code }: RowOfFigures, member: string): FigureAnswer[] {
  return [answerAt('employment-list', { area }, `/occupations/soc2020=${code}/${member}`)];
}

/** The member of an answer that has the figures of a row. */
function memberOfRow({ people: { part }, code }: RowOfFigures): string {
  if (code === total) return 'allOccupations';
  return part === 'all' ? 'employment' : `breakdown/${part}`;
}

/** The number of each printed row, and its status if this is not normal. */
function cellsOf({ files }: RowOfFigures, ...printed: readonly (Row | undefined)[]) {
  return printed.flatMap((row) => {
    if (row === undefined) return [];
    const columns =
      row.observationStatus === normal
        ? (['value'] as const)
        : (['value', 'observationStatusName'] as const);
    return columns.map((column) => layout.cell(files.rows, row, column));
  });
}
