// The projections with their cells, what they mean and how many there are. A figure belongs to a sub-major group, and stands in the answers
// of all its unit groups.
import { countFigures } from '#sources/kit/cells.ts';
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { Figure, FigureAnswer, FigureCount, FileCell, Meanings, ReadFiles } from '#sources/kit/source.ts';
import { areaOf, unrated } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { notUnderstood } from '#schemas/figures.ts';
import { directions, qualificationLevels } from '#schemas/resources/projections.ts';
import { cellOf } from './documents.ts';
import { type Column, type Rows, type TableRow, type WorkbookRow, headOf, tableRows } from './layout.ts';
import { type ProjectionObservations, allGroups, blockOf, groupOf, isBelowThreshold, qualificationTitles } from './reshape.ts';

interface Measure {
  readonly columns: readonly Column[];
  readonly unit: string;
  readonly meaning: string;
  readonly categories?: readonly string[];
  readonly derived: boolean;
  readonly rule: string;
}

/** A figure that comes from one cell. */
const scaled = { unit: 'jobs', derived: false, rule: 'The printed thousands times 1,000, rounded to whole jobs.' } as const;

/** The figures of an answer by their names there, each with the columns that it comes from. */
const members = {
  employmentBase: { columns: ['base'], ...scaled, meaning: 'The jobs in the base year.' },
  employmentTarget: { columns: ['target'], ...scaled, meaning: 'The jobs that are projected for the target year.' },
  netChange: {
    columns: ['target', 'base'],
    unit: 'jobs',
    meaning: 'The projected jobs of the target year less those of the base year.',
    derived: true,
    rule: 'The rounded jobs of the target year less the rounded jobs of the base year.',
  },
  netChangePercent: {
    columns: ['net', 'base'],
    unit: 'percent',
    meaning: 'The net change as a percentage of the jobs of the base year.',
    derived: true,
    rule: 'The printed net change as a percentage of the printed base, to one decimal.',
  },
  direction: {
    columns: ['net', 'base'],
    unit: 'direction',
    meaning: 'Whether employment grows, declines or stays, by the net change. It stands in the column category.',
    categories: directions,
    derived: true,
    rule: 'The sign of the rounded net change in percent.',
  },
  replacementDemand: {
    columns: ['replacement'],
    ...scaled,
    meaning: 'The jobs to fill from base to target year because people leave them, mostly for retirement.',
  },
  totalRequirement: {
    columns: ['total'],
    ...scaled,
    meaning: "All jobs to fill: net change plus replacement demand, rounded from the publisher's own sum.",
  },
} as const satisfies Record<string, Measure>;

const measures = Object.entries(members) as [keyof typeof members, Measure][];

export const meanings: Meanings<ProjectionObservations> = {
  dimensions: {
    qualification: {
      meaning: 'The highest qualification that the workers hold, as a level of the Regulated Qualifications Framework, or all of them.',
      values: ['all', ...qualificationLevels],
    },
  },
  measures: measures.map(([measure, { unit, meaning, categories }]) => {
    return { measure, unit, meaning, ...(categories === undefined ? {} : { categories }) };
  }),
  codes: () => [...qualificationTitles].map(([code, title]) => ({ list: 'qualifications', code, title })),
};

/** The figures of a cell that are numbers, which are published or withheld together. */
const figuresInCell = measures.filter(([, { categories }]) => categories === undefined).length;

export function count({ projections }: ProjectionObservations): FigureCount {
  const tables = [...projections.values()].flatMap(({ groups, qualifications }) => {
    return [groups, ...[...(qualifications ?? [])].filter(([block]) => block !== 'all').map(([, levels]) => levels)];
  });
  const figures = tables.flatMap((table) => [...table].filter(([code]) => code !== allGroups).map(([, cell]) => cell));
  return countFigures(
    figures.flatMap((cell) => Array.from({ length: figuresInCell }, () => (isBelowThreshold(cell) ? 'below-threshold' : null))),
  );
}

/** Ordered by area as in the contract, then as printed. */
export function* figures(
  { rows, observations, needs }: ReadFiles<Rows, ProjectionObservations>,
  wanted: DocumentPlace = {},
): Generator<Figure> {
  const unitGroups = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  for (const area of observations.areas) {
    const projection = observations.projections.get(area);
    if (projection === undefined || (wanted.area ?? area) !== area) continue;
    for (const row of tableRows(rows, projection.workbook)) {
      const code = groupOf(row.label);
      const block = row.kind === 'group' ? 'all' : blockOf(row.block);
      // The table of qualifications repeats the levels of all of them together.
      if (row.kind === 'total' || !code || block === undefined || (row.kind === 'qualification' && block === 'all')) continue;
      if (!(wanted.soc ?? code).startsWith(code)) continue;
      const printed = row.kind === 'group' ? projection.groups.get(code) : projection.qualifications?.get(block)?.get(code);
      const isUnderstood = printed !== undefined && Object.values(printed).every(Number.isFinite);
      const cell = isUnderstood ? cellOf(printed) : { ...cellOf(undefined), withheld: notUnderstood };
      const occupations = unitGroups.filter((unit) => unit.startsWith(code));
      for (const [name, { columns, unit, derived, rule }] of measures) {
        const value = cell[name];
        const pointer = row.kind === 'group' ? `/outlook/${name}` : `/byQualification/qualification.key=${block}/${name}`;
        yield {
          endpoint: 'projections',
          group: code,
          area: areaOf(area),
          period: periodOf(observations, name),
          series: false,
          dimensions: { qualification: block },
          measure: name,
          unit,
          value: typeof value === 'number' ? value : null,
          category: typeof value === 'string' ? value : null,
          withheld: cell.withheld,
          quality: unrated.quality,
          derived,
          cells: () => cellsOf(projection.workbook, row, cell.withheld === null ? columns : [...columns, 'base', 'target']),
          rule:
            cell.withheld === null
              ? rule
              : 'We withhold the figure, as the workbook advises, because the base or the target year has too few jobs.',
          answers: () => occupations.map((soc): FigureAnswer => ({ endpoint: 'projections', place: { soc, area }, query: {}, pointer })),
        };
      }
    }
  }
}

function periodOf({ baseYear, targetYear }: ProjectionObservations, name: string): string {
  if (name === 'employmentBase') return String(baseYear);
  return name === 'employmentTarget' ? String(targetYear) : `${baseYear}-${targetYear}`;
}

/** The cells of the columns. If the figures are withheld, those of the two years follow, which say why. */
function cellsOf(workbook: WorkbookRow, row: TableRow, columns: readonly Column[]): FileCell[] {
  const { file, member } = workbook;
  const head = headOf(workbook, row);
  return [...new Set(columns)].map((column) => {
    const address = cellAddress(row.row, head?.columns[column] ?? 0);
    return { file, member, sheet: head?.sheet ?? null, address, printed: row[column] };
  });
}
