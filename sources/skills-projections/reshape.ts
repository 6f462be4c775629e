// What the rows mean: the area of a workbook, the group and qualification of a row. Figures stay in
// thousands and unrounded for the checks; documents.ts turns them into jobs.
import type { Needs } from '#sources/kit/needs.ts';
import { type Complain, type PlaceInTable, complainTo } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import { type AreaSlug, areas } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import {
  type QualificationLevel,
  leastJobs,
  qualificationLevels,
} from '#schemas/resources/projections.ts';
import {
  type Column,
  type Rows,
  type TableRow,
  type WorkbookRow,
  allOccupations,
  cells,
  isWorkbook,
  printedSheetOf,
  tableRows,
} from './layout.ts';
import { yearsOf } from './release-name.ts';

/**
 * Figures of a group, in thousands of jobs; NaN for a cell that is not understood, whose problem
 * holds the release back.
 */
export interface Thousands extends Readonly<Record<Column, number>> {
  readonly printed: TableRow;
}

/** The code for all occupations. */
export const allGroups = '';

export type Block = QualificationLevel | 'all';

/** Figures by sub-major group. An empty code stands for all occupations. */
export type Groups = ReadonlyMap<string, Thousands>;

export interface AreaProjection {
  readonly workbook: WorkbookRow;
  readonly groups: Groups;
  /** Null if the workbook has no such sheet. */
  readonly qualifications: ReadonlyMap<Block, Groups> | null;
  /**
   * The two years of all occupations by block, as another sheet prints them, for comparison; null
   * if the workbook does not have it.
   */
  readonly totals: ReadonlyMap<Block, Groups> | null;
}

export interface ProjectionObservations {
  readonly baseYear: number;
  readonly targetYear: number;
  readonly occupations: readonly string[];
  /** In the contract's order. */
  readonly areas: readonly AreaSlug[];
  readonly projections: ReadonlyMap<AreaSlug, AreaProjection>;
}

/** Names of areas in the workbooks that differ from the contract's names, in lower case. */
const otherNames: Readonly<Record<string, AreaSlug>> = {
  uk: 'uk',
  'yorkshire & the humber': 'yorkshire-and-the-humber',
  east: 'east-of-england',
  'the uk': 'uk',
};

/**
 * What 'Info' calls the contract's areas. A Local Skills Improvement Plan, combined authority or
 * Local Enterprise Partnership can have the name of a region, such as West Midlands.
 */
const geographies = ['country', 'nation', 'region'];

/**
 * The blocks of 'RD T1' by their heads, without "(Constrained)", which means scaled to the groups.
 * Titles are the publisher's words, edited.
 */
const blocks: readonly { readonly head: string; readonly block: Block; readonly title: string }[] =
  [
    { head: 'All qualifications', block: 'all', title: 'All qualifications' },
    { head: 'RQF8 Doctorate', block: 'rqf8', title: 'Doctorate' },
    { head: 'RQF7 Other higher degree', block: 'rqf7', title: 'Other higher degree' },
    { head: 'RQF6 First degree', block: 'rqf6', title: 'First degree' },
    {
      head: 'RQF5 Foundation degree;Nursing;Teaching',
      block: 'rqf5',
      title: 'Foundation degree; nursing; teaching',
    },
    {
      head: 'RQF4 HE below degree level',
      block: 'rqf4',
      title: 'Higher education below degree level',
    },
    { head: 'RQF3 A level & equivalent', block: 'rqf3', title: 'A level and equivalent' },
    { head: 'RQF2 GCSE(A-C) & equivalent', block: 'rqf2', title: 'GCSE (A to C) and equivalent' },
    {
      head: 'RQF1 GCSE(below grade C) & equivalent',
      block: 'rqf1',
      title: 'GCSE (below grade C) and equivalent',
    },
    { head: 'No Qualification', block: 'none', title: 'No qualification' },
  ];

export const qualificationTitles: ReadonlyMap<QualificationLevel, string> = new Map(
  qualificationLevels.map((level) => [
    level,
    blocks.find(({ block }) => block === level)?.title ?? level,
  ]),
);

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): ProjectionObservations {
  const { groups, unitGroups } = needs.get('soc-structure');
  const subMajor = new Set([...groups.keys()].filter((code) => code.length === 2));
  const complain = complainTo(release, problems);
  const projections = new Map<AreaSlug, AreaProjection>();
  for (const workbook of rows.filter(isWorkbook)) {
    const area = areaOfWorkbook(workbook, complain);
    expectThousands(release, workbook, complain);
    const before = area === null ? undefined : projections.get(area);
    if (before !== undefined) {
      const message = `"${workbook.area?.text}" is already the area of ${before.workbook.workbook}`;
      complain(
        { table: printedSheetOf(workbook, 'information'), row: workbook.area?.row },
        workbook.area?.column,
        message,
      );
    } else if (area !== null)
      projections.set(area, readArea(workbook, tableRows(rows, workbook), subMajor, complain));
  }
  return {
    ...yearsOf(release),
    occupations: unitGroups.map(({ code }) => code).sort(byCodeUnit),
    areas: areas.map(({ slug }) => slug).filter((slug) => projections.has(slug)),
    projections,
  };
}

/**
 * True if a group has fewer than 10,000 jobs in either year. We do not publish its figures, as the
 * workbook's own 'Warning' advises.
 */
export function isBelowThreshold({ base, target }: Pick<Thousands, 'base' | 'target'>): boolean {
  return Math.min(base, target) * 1000 < leastJobs;
}

function areaOfWorkbook(workbook: WorkbookRow, complain: Complain<PlaceInTable>): AreaSlug | null {
  const { geography, area, title, information } = workbook;
  const sheet = printedSheetOf(workbook, 'information');
  if (!geographies.includes(geography.text.toLowerCase())) {
    const expected = 'expected Country, Nation or Region';
    const message = `the workbook is of a geography "${geography.text}", ${expected}`;
    const repair =
      'if these are areas of the contract, add the word to the geographies in ' +
      'sources/skills-projections/reshape.ts';
    return complain({ table: sheet, row: geography.row }, geography.column, message, repair);
  }
  if (area === null)
    return complain(
      { table: sheet },
      undefined,
      `no cell is "${geography.text} name", or several are, expected one`,
    );
  const slug = slugOf(area.text);
  if (slug === null)
    return complain(
      { table: sheet, row: area.row },
      area.column,
      `"${area.text}" is not one of the 14 areas`,
    );
  const titled = title.text.slice(title.text.lastIndexOf(',') + 1).trim();
  if (slugOf(titled) === slug) return slug;
  const message = `the title ends in "${titled}", expected "${area.text}" as in '${information}'`;
  return complain(
    { table: printedSheetOf(workbook, 'groups'), row: title.row },
    title.column,
    message,
  );
}

function slugOf(name: string): AreaSlug | null {
  const folded = name.trim().toLowerCase();
  return (
    areas.find((area) => area.name.toLowerCase() === folded)?.slug ?? otherNames[folded] ?? null
  );
}

/**
 * Figures in whole jobs would be a thousand times too large. In SOC 2010 the same codes mean other
 * groups.
 */
function expectThousands(
  release: Release,
  workbook: WorkbookRow,
  complain: Complain<PlaceInTable>,
): void {
  const { tables, span, title } = workbook;
  const { baseYear, targetYear } = yearsOf(release);
  const expect = (
    table: 'groups' | 'qualifications',
    what: string,
    foundText: string,
    expected: string,
  ) => {
    if (foundText.toLowerCase() !== expected)
      complain(
        { table: printedSheetOf(workbook, table) },
        undefined,
        `${what} "${foundText}", expected "${expected}"`,
      );
  };
  expect('groups', 'the unit of the levels is', tables.groups.unit, 'thousands');
  if (tables.qualifications !== null)
    expect('qualifications', 'the unit is', tables.qualifications.unit, 'thousands');
  expect(
    'groups',
    'net change, replacement demand and total requirement are of',
    span,
    `${baseYear}-${targetYear}`,
  );
  const [, vintage = '2020'] = /\bSOC ?(\d{4})/i.exec(title.text) ?? [];
  if (vintage !== '2020')
    complain(
      { table: printedSheetOf(workbook, 'groups'), row: title.row },
      title.column,
      `the title names SOC ${vintage}, expected SOC 2020`,
    );
}

function readArea(
  workbook: WorkbookRow,
  rows: readonly TableRow[],
  subMajor: ReadonlySet<string>,
  complain: Complain<PlaceInTable>,
): AreaProjection {
  const read = {
    group: new Map<Block, Map<string, Thousands>>(),
    qualification: new Map(),
    total: new Map(),
  };
  const unknown = new Set<string>();
  for (const row of rows) {
    const table = printedSheetOf(workbook, `${row.kind}s`);
    const head = headOf(row);
    const block = blockOf(head);
    const code = row.kind === 'total' ? allGroups : groupOf(row.label);
    if (block === undefined) {
      if (!unknown.has(head))
        complain(
          { table, row: row.blockRow || row.row },
          'label',
          `unknown qualification "${headOfBlock(head)}"`,
        );
      unknown.add(head);
    } else if (code === undefined || (code !== allGroups && !subMajor.has(code))) {
      const message =
        `"${row.label}" does not begin with a sub-major group of SOC 2020 and is not ` +
        `"${allOccupations}"`;
      complain({ table, row: row.row }, 'label', message);
    } else {
      const figures = figuresOf(row, table, complain);
      const groups = read[row.kind].get(block) ?? new Map<string, Thousands>();
      if (groups.has(code))
        complain(
          { table, row: row.row },
          'label',
          `"${row.label}" occurs twice${row.block === '' ? '' : ` in "${row.block}"`}`,
        );
      else read[row.kind].set(block, groups.set(code, figures));
    }
  }
  const { tables } = workbook;
  return {
    workbook,
    groups: read.group.get('all') ?? new Map(),
    qualifications: tables.qualifications && read.qualification,
    totals: tables.totals && read.total,
  };
}

/** The head of the block that a row belongs to. */
function headOf({ kind, block, label }: TableRow): string {
  if (kind === 'group') return 'All qualifications';
  return kind === 'qualification' ? block : label;
}

function figuresOf(
  row: TableRow,
  table: PlaceInTable['table'],
  complain: Complain<PlaceInTable>,
): Thousands {
  const figureIn = (column: Column): number => {
    const cell = cells.read(row[column], (message, repair) =>
      complain({ table, row: row.row }, column, message, repair),
    );
    return typeof cell === 'number' ? cell : NaN;
  };
  const isTotal = row.kind === 'total';
  return {
    base: figureIn('base'),
    target: figureIn('target'),
    // The table of totals has only the two years.
    net: isTotal ? NaN : figureIn('net'),
    replacement: isTotal ? NaN : figureIn('replacement'),
    total: isTotal ? NaN : figureIn('total'),
    printed: row,
  };
}

const headOfBlock = (head: string) => head.replace(/\(constrained\)$/i, '').trim();

/** The block of a head, with or without "(Constrained)"; undefined if it is unknown. */
export function blockOf(head: string): Block | undefined {
  return blocks.find(
    (candidate) => candidate.head.toLowerCase() === headOfBlock(head).toLowerCase(),
  )?.block;
}

/**
 * The two digits before a label, or the code of all occupations; undefined for any other. Labels
 * and titles of the classification differ in case.
 */
export function groupOf(label: string): string | undefined {
  return label === allOccupations ? allGroups : /^(\d{2}) /.exec(label)?.[1];
}
