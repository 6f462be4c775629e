// The figures of projections with their cells, and as answers give them. A figure belongs to a
// sub-major group, and is in the answers of all its unit groups.
import {
  type Figure,
  type FigureAnswer,
  type FileCell,
  type Meanings,
  answerAt,
  figureMaker,
} from '#sources/kit/figures.ts';
import { cellAddress } from '#sources/kit/read/addresses.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { type AreaSlug, areaOf, unrated } from '#schemas/codes.ts';
import type { Explained } from '#schemas/figures.ts';
import {
  type Direction,
  type ProjectionResponse,
  directions,
  leastJobs,
  qualificationLevels,
} from '#schemas/resources/projections.ts';
import { round } from '#schemas/round.ts';
import { type Explaining, notUnderstood, withheldAs } from '#schemas/withheld-legend.ts';
import {
  type Column,
  type Rows,
  type TableRow,
  type WorkbookRow,
  figureColumns,
  headOf,
} from './layout.ts';
import {
  type ProjectionObservations,
  type Thousands,
  allGroups,
  isBelowThreshold,
  qualificationTitles,
} from './reshape.ts';

type Cell = Explaining<Omit<ProjectionResponse['byQualification'][number], 'qualification'>>;
type Values = Omit<Cell, 'presentable' | 'withheld'>;

interface Measure {
  readonly value: (jobs: Thousands) => number | Direction;
  readonly columns: readonly Column[];
  readonly unit: string;
  readonly meaning: string;
  readonly categories?: readonly string[];
  readonly derived: boolean;
  readonly rule: string;
}

/** A figure that comes from one cell: its thousands as whole jobs. */
const scaled = (column: Column) =>
  ({
    value: (jobs: Thousands) => round(jobs[column] * 1000),
    columns: [column],
    unit: 'jobs',
    derived: false,
    rule: 'The printed thousands times 1,000, rounded to whole jobs.',
  }) as const;
const percentOf = ({ net, base }: Thousands) => round((100 * net) / base, 1);

function directionOf(jobs: Thousands): Direction {
  const percent = percentOf(jobs);
  if (percent > 0) return 'growing';
  return percent < 0 ? 'declining' : 'stable';
}

/** The figures of an answer by their names there, each with the columns that it comes from. */
const members: Readonly<Record<keyof Values, Measure>> = {
  employmentBase: { ...scaled('base'), meaning: 'The jobs in the base year.' },
  employmentTarget: {
    ...scaled('target'),
    meaning: 'The jobs that are projected for the target year.',
  },
  netChange: {
    // From the rounded figures, so that the figures in the answer add up.
    value: ({ target, base }) => round(target * 1000) - round(base * 1000),
    columns: ['net', 'target', 'base'],
    unit: 'jobs',
    meaning: 'The projected jobs of the target year less those of the base year.',
    derived: true,
    rule:
      'The rounded jobs of the target year less those of the base year. The printed net ' +
      'change differs by less than a job.',
  },
  netChangePercent: {
    value: percentOf,
    columns: ['net', 'base'],
    unit: 'percent',
    meaning: 'The net change as a percentage of the jobs of the base year.',
    derived: true,
    rule: 'The printed net change as a percentage of the printed base, to one decimal.',
  },
  direction: {
    value: directionOf,
    columns: ['net', 'base'],
    unit: 'direction',
    meaning:
      'Whether employment grows, declines or stays, by the net change. It stands in the ' +
      'column category.',
    categories: directions,
    derived: true,
    rule: 'The sign of the rounded net change in percent.',
  },
  replacementDemand: {
    ...scaled('replacement'),
    meaning:
      'The jobs to fill from base to target year because people leave them, mostly for retirement.',
  },
  totalRequirement: {
    ...scaled('total'),
    meaning:
      "All jobs to fill: net change plus replacement demand, rounded from the publisher's own sum.",
  },
};

const measures = Object.entries(members);

const belowThreshold = withheldAs(
  'below-threshold',
  `Fewer than ${leastJobs / 1000},000 jobs in the base year or in the target year: too ` +
    'few to rely on.',
);

const notInThisRelease = withheldAs(
  'not-in-this-release',
  'The release has no such table for this area.',
);

/** Why the figures of a row are withheld; null if they are published. */
function withheldRow(jobs: Thousands | undefined): Explained | null {
  if (jobs === undefined) return notInThisRelease;
  return isBelowThreshold(jobs) ? belowThreshold : null;
}

/** The figures of a row as an answer gives them. */
export function cellOf(jobs: Thousands | undefined): Cell {
  const withheld = withheldRow(jobs);
  const values = measures.map(
    ([name, { value }]) =>
      [name, jobs === undefined || withheld !== null ? null : value(jobs)] as const,
  );
  return { ...(Object.fromEntries(values) as Values), presentable: withheld === null, withheld };
}

export const meanings: Meanings<ProjectionObservations> = {
  dimensions: {
    qualification: {
      meaning:
        'The highest qualification that the workers hold, as a level of the Regulated ' +
        'Qualifications Framework, or all of them.',
      values: ['all', ...qualificationLevels],
    },
  },
  measures: measures.map(([measure, { unit, meaning, categories }]) => {
    return { measure, unit, meaning, ...(categories === undefined ? {} : { categories }) };
  }),
  titled: { dimension: 'qualification', titles: () => qualificationTitles },
};

const projection = figureMaker('projections', meanings, 'in area');

/**
 * The rows that answers give: of all qualifications together by the levels of the groups, of each
 * level by its block. Areas as in the contract, then as printed.
 */
function* servedRows({ areas: slugs, projections }: ProjectionObservations) {
  for (const area of slugs) {
    const { workbook, groups, qualifications } = projections.get(area) ?? {};
    for (const [block, table] of [
      ['all', groups ?? []] as const,
      ...[...(qualifications ?? [])].filter(([level]) => level !== 'all'),
    ])
      for (const [code, figures] of table)
        if (workbook !== undefined && code !== allGroups)
          yield { area, block, code, figures, workbook };
  }
}

export function* figures({
  observations,
}: ReadFiles<Rows, ProjectionObservations>): Generator<Figure> {
  for (const { area, block, code, figures: printed, workbook } of servedRows(observations)) {
    const isUnderstood = figureColumns.every((column) => Number.isFinite(printed[column]));
    const cell = isUnderstood ? cellOf(printed) : { ...cellOf(undefined), withheld: notUnderstood };
    const occupations = observations.occupations.filter((soc) => soc.startsWith(code));
    for (const [name, { columns, derived, rule }] of measures) {
      const value = cell[name as keyof Values];
      yield projection({
        group: code,
        area: areaOf(area),
        period: periodOf(observations, name),
        dimensions: { qualification: block },
        measure: name,
        value: typeof value === 'number' ? value : null,
        category: typeof value === 'string' ? value : null,
        withheld: cell.withheld,
        quality: unrated.quality,
        derived,
        // If the figures are withheld, those of the two years say why.
        cells: () =>
          cellsOf(
            workbook,
            printed.printed,
            cell.withheld === null ? columns : [...columns, 'base', 'target'],
          ),
        rule:
          cell.withheld === null
            ? rule
            : 'We withhold the figure, as the workbook advises, because the base or the ' +
              'target year has too few jobs.',
        occupations,
        pointer:
          block === 'all'
            ? `/outlook/${name}`
            : `/byQualification/qualification.key=${block}/${name}`,
        also: () => (block === 'all' ? inList(area, code, name) : []),
      });
    }
  }
}

/** The place of a figure in the list of an area. */
function inList(area: AreaSlug, code: string, name: string): FigureAnswer[] {
  return [answerAt('projections-list', { area }, `/subMajorGroups/code=${code}/${name}`)];
}

function periodOf({ baseYear, targetYear }: ProjectionObservations, name: string): string {
  if (name === 'employmentBase') return String(baseYear);
  return name === 'employmentTarget' ? String(targetYear) : `${baseYear}-${targetYear}`;
}

function cellsOf(workbook: WorkbookRow, row: TableRow, columns: readonly Column[]): FileCell[] {
  const { file, member } = workbook;
  const { sheet = null, columns: columnNumbers } = headOf(workbook, row) ?? {};
  return [...new Set(columns)].map((column) => {
    return {
      file,
      member,
      sheet,
      address: cellAddress(row.row, columnNumbers?.[column] ?? 0),
      printed: row[column],
    };
  });
}
