// The projections with their cells. A figure belongs to a sub-major group, and stands in the answers of all its unit groups.
import { areaOf, unrated } from '#schemas/codes.ts';
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { Figure, FigureAnswer, FileCell, ReadFiles } from '#sources/kit/source.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { notUnderstood } from '#schemas/figures.ts';
import { cellOf } from './documents.ts';
import type { Column, Rows, TableRow, WorkbookRow } from './parse.ts';
import { type Block, type ProjectionObservations, blockOf, groupOf, sheetOf } from './reshape.ts';

/** A figure that comes from one cell. */
const scaled = { unit: 'jobs', derived: false, rule: 'The printed thousands times 1,000, rounded to whole jobs.' } as const;

/** The figures of an answer by their names there, each with the columns that it comes from. */
const members = [
  { name: 'employmentBase', columns: ['base'], ...scaled },
  { name: 'employmentTarget', columns: ['target'], ...scaled },
  {
    name: 'netChange',
    columns: ['target', 'base'],
    unit: 'jobs',
    derived: true,
    rule: 'The rounded jobs of the target year less the rounded jobs of the base year.',
  },
  {
    name: 'netChangePercent',
    columns: ['net', 'base'],
    unit: 'percent',
    derived: true,
    rule: 'The printed net change as a percentage of the printed base, to one decimal.',
  },
  { name: 'direction', columns: ['net', 'base'], unit: 'direction', derived: true, rule: 'The sign of the rounded net change in percent.' },
  { name: 'replacementDemand', columns: ['replacement'], ...scaled },
  { name: 'totalRequirement', columns: ['total'], ...scaled },
] as const satisfies readonly { name: string; columns: readonly Column[]; unit: string; derived: boolean; rule: string }[];

/** Ordered by area as in the contract, then as printed. */
export function* figures(
  { rows, observations, needs, files }: ReadFiles<Rows, ProjectionObservations>,
  wanted: DocumentPlace = {},
): Generator<Figure> {
  const unitGroups = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  for (const area of observations.areas) {
    const projection = observations.projections.get(area);
    if (projection === undefined || (wanted.area ?? area) !== area) continue;
    for (const row of rows) {
      if (row.kind === 'workbook' || row.workbook !== projection.workbook.workbook) continue;
      const code = groupOf(row.label);
      const block: Block | undefined = row.kind === 'group' ? 'all' : blockOf(row).block;
      if (code === undefined || block === undefined || !(wanted.soc ?? code).startsWith(code)) continue;
      // The table of qualifications repeats the levels of all of them together.
      if (row.kind === 'qualification' && block === 'all') continue;
      const printed = row.kind === 'group' ? projection.groups.get(code) : projection.qualifications?.get(block)?.get(code);
      const isUnderstood = printed !== undefined && Object.values(printed).every(Number.isFinite);
      const cell = isUnderstood ? cellOf(printed) : { ...cellOf(undefined), withheld: notUnderstood };
      const occupations = unitGroups.filter((unit) => unit.startsWith(code));
      for (const { name, columns, unit, derived, rule } of members) {
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
          cells: () => cellsOf(files, projection.workbook, row, columns, cell.withheld !== null),
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

/** The cells of the columns. If the figures are withheld, also the cells of the two years, which say why. */
function cellsOf(
  files: readonly string[],
  workbook: WorkbookRow,
  row: TableRow,
  columns: readonly Column[],
  isWithheld: boolean,
): FileCell[] {
  const sheet = sheetOf(row);
  const named = workbook.columns[sheet];
  const file = files.find((name) => row.workbook === name || row.workbook.startsWith(`${name} `)) ?? row.workbook;
  const member = row.workbook === file ? null : row.workbook.slice(file.length + 1);
  const wanted: readonly Column[] = isWithheld ? ['base', 'target'] : [];
  if (named === null) return [];
  return [...new Set<Column>([...columns, ...wanted])].map((column) => {
    return { file, member, sheet: workbook.sheets[sheet], address: cellAddress(row.row, named[column]), printed: row[column] };
  });
}
