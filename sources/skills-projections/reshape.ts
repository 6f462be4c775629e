// What the rows mean: the area of a workbook, the group and qualification of a row. Figures stay in thousands and unrounded for the
// checks; documents.ts turns them into jobs.
import { countFigures, markedCells } from '#sources/kit/cells.ts';
import { type Complain, complainTo } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { type AreaSlug, areas } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type QualificationLevel, leastJobs, qualificationLevels } from '#schemas/resources/projections.ts';
import {
  type Column,
  type QualificationRow,
  type Rows,
  type TableRow,
  type WorkbookRow,
  allOccupations,
  printed,
  printedTotals,
  textCells,
} from './parse.ts';
import { yearsOf } from './release-name.ts';

/** The tables' cells, numbers in full. The publisher withholds nothing, so any marker is unknown. */
export const cells = markedCells({
  number: /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i,
  expected: 'a number: no marker has been seen in these tables',
  markers: [],
  repair: "give it a meaning in sources/skills-projections/reshape.ts once the workbook's own explanation has been read",
});

/** Figures of a group, in thousands of jobs; NaN for a cell that is not understood, whose problem holds the release back. */
export interface Thousands extends Readonly<Record<Column, number>> {
  /** Where they stand, for messages. */
  readonly row: number;
}

export interface RatedThousands extends Thousands {
  /** Replacement demand as a compound yearly rate. */
  readonly rate: number;
}

/** The code that stands for all occupations. */
export const allGroups = '';

export type Block = QualificationLevel | 'all';

export interface AreaProjection {
  readonly workbook: WorkbookRow;
  /** By sub-major group. An empty code stands for all occupations. */
  readonly groups: ReadonlyMap<string, Thousands>;
  /** By block, then as above; null if the workbook has no such sheet. */
  readonly qualifications: ReadonlyMap<Block, ReadonlyMap<string, RatedThousands>> | null;
  /** All occupations by block, as another sheet prints them, for comparison; null if the workbook does not have it. */
  readonly totals: ReadonlyMap<Block, Pick<Thousands, 'base' | 'target' | 'row'>> | null;
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
 * What 'Info' calls the contract's areas. A Local Skills Improvement Plan, combined authority or Local Enterprise Partnership can have the
 * name of a region, such as West Midlands.
 */
const geographies = ['country', 'nation', 'region'];

/** The blocks of 'RD T1' by their heads, without "(Constrained)", which means scaled to the groups. Titles are the publisher's words, edited. */
const blocks: readonly { readonly head: string; readonly block: Block; readonly title: string }[] = [
  { head: 'All qualifications', block: 'all', title: 'All qualifications' },
  { head: 'RQF8 Doctorate', block: 'rqf8', title: 'Doctorate' },
  { head: 'RQF7 Other higher degree', block: 'rqf7', title: 'Other higher degree' },
  { head: 'RQF6 First degree', block: 'rqf6', title: 'First degree' },
  { head: 'RQF5 Foundation degree;Nursing;Teaching', block: 'rqf5', title: 'Foundation degree; nursing; teaching' },
  { head: 'RQF4 HE below degree level', block: 'rqf4', title: 'Higher education below degree level' },
  { head: 'RQF3 A level & equivalent', block: 'rqf3', title: 'A level and equivalent' },
  { head: 'RQF2 GCSE(A-C) & equivalent', block: 'rqf2', title: 'GCSE (A to C) and equivalent' },
  { head: 'RQF1 GCSE(below grade C) & equivalent', block: 'rqf1', title: 'GCSE (below grade C) and equivalent' },
  { head: 'No Qualification', block: 'none', title: 'No qualification' },
];

export const qualificationTitles: ReadonlyMap<QualificationLevel, string> = new Map(
  qualificationLevels.map((level) => [level, blocks.find(({ block }) => block === level)?.title ?? level]),
);

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): ProjectionObservations {
  const { groups, unitGroups } = needs.get('soc-structure');
  const subMajor = new Set([...groups.keys()].filter((code) => code.length === 2));
  const complain = complainTo(release, problems);
  const tableRows = rows.filter((row) => row.kind !== 'workbook');
  const projections = new Map<AreaSlug, AreaProjection>();
  for (const workbook of rows.filter((row) => row.kind === 'workbook')) {
    const area = areaOfWorkbook(workbook, complain);
    expectThousands(release, workbook, complain);
    expectClassification(workbook, complain);
    if (area === null) continue;
    const before = projections.get(area);
    if (before !== undefined) {
      const message = `"${workbook.area}" is already the area of ${before.workbook.workbook}`;
      complain(printed(workbook, 'information'), ...textCells(workbook).area, message);
      continue;
    }
    const own = tableRows.filter((row) => row.workbook === workbook.workbook);
    projections.set(area, readArea(workbook, own, subMajor, complain));
  }
  return {
    ...yearsOf(release),
    occupations: unitGroups.map(({ code }) => code).sort(byCodeUnit),
    areas: areas.map(({ slug }) => slug).filter((slug) => projections.has(slug)),
    projections,
  };
}

/** True if a group has fewer than 10,000 jobs in either year. We do not publish its figures, as the workbook's own 'Warning' advises. */
export function isBelowThreshold({ base, target }: Pick<Thousands, 'base' | 'target'>): boolean {
  return Math.min(base, target) * 1000 < leastJobs;
}

/** Base, target, net change, its percentage, replacement demand and total requirement. They are published or withheld together. */
const figuresInCell = 6;

export function count({ projections }: ProjectionObservations): FigureCount {
  const tables = [...projections.values()].flatMap(({ groups, qualifications }) => {
    return [groups, ...[...(qualifications ?? [])].filter(([block]) => block !== 'all').map(([, levels]) => levels)];
  });
  const figures = tables.flatMap((table) => [...table].filter(([code]) => code !== allGroups).map(([, cell]) => cell));
  return countFigures(
    figures.flatMap((cell) => Array.from({ length: figuresInCell }, () => (isBelowThreshold(cell) ? 'below-threshold' : null))),
  );
}

function areaOfWorkbook(workbook: WorkbookRow, complain: Complain): AreaSlug | null {
  const { geography, area, title, sheets } = workbook;
  const cells = textCells(workbook);
  const information = printed(workbook, 'information');
  if (!geographies.includes(geography.toLowerCase())) {
    const message = `the workbook is of a geography "${geography}", expected Country, Nation or Region`;
    const repair = 'if these are areas of the contract, add the word to the geographies in sources/skills-projections/reshape.ts';
    return complain(information, ...cells.geography, message, repair);
  }
  if (area === '') return complain(information, undefined, undefined, `no cell is "${geography} name", or several are, expected one`);
  const slug = slugOf(area);
  if (slug === null) return complain(information, ...cells.area, `"${area}" is not one of the 14 areas`);
  const titled = title.slice(title.lastIndexOf(',') + 1).trim();
  if (slugOf(titled) === slug) return slug;
  return complain(
    printed(workbook, 'groups'),
    ...cells.title,
    `the title ends in "${titled}", expected "${area}" as in '${sheets.information}'`,
  );
}

function slugOf(name: string): AreaSlug | null {
  const folded = name.trim().toLowerCase();
  return areas.find((area) => area.name.toLowerCase() === folded)?.slug ?? otherNames[folded] ?? null;
}

/** Figures in whole jobs would be a thousand times too large. */
function expectThousands(release: Release, workbook: WorkbookRow, complain: Complain): void {
  const { sheets, units, span } = workbook;
  const { baseYear, targetYear } = yearsOf(release);
  const expect = (sheet: 'groups' | 'qualifications', what: string, found: string | null, expected: string) => {
    if (found?.toLowerCase() !== expected)
      complain(printed(workbook, sheet), undefined, undefined, `${what} "${found}", expected "${expected}"`);
  };
  expect('groups', 'the unit of the levels is', units.groups, 'thousands');
  if (sheets.qualifications !== null) expect('qualifications', 'the unit is', units.qualifications, 'thousands');
  expect('groups', 'net change, replacement demand and total requirement are of', span, `${baseYear}-${targetYear}`);
}

/** In SOC 2010 the same codes mean other groups. */
function expectClassification(workbook: WorkbookRow, complain: Complain): void {
  const [, vintage = '2020'] = /\bSOC ?(\d{4})/i.exec(workbook.title) ?? [];
  if (vintage === '2020') return;
  complain(printed(workbook, 'groups'), ...textCells(workbook).title, `the title names SOC ${vintage}, expected SOC 2020`);
}

function readTotals(workbook: WorkbookRow, complain: Complain): AreaProjection['totals'] {
  if (workbook.totals === null) return null;
  const table = printedTotals(workbook);
  const totals = new Map<Block, Pick<Thousands, 'base' | 'target' | 'row'>>();
  for (const { row, label, base, target } of workbook.totals.rows) {
    const block = blockOfHead(label);
    const read = (column: 'base' | 'target', text: string): number => {
      const cell = cells.read(text, (message, repair) => complain(table, row, column, message, repair));
      return typeof cell === 'number' ? cell : NaN;
    };
    if (block === undefined) complain(table, row, 'label', `unknown qualification "${label}"`);
    else if (totals.has(block)) complain(table, row, 'label', `"${label}" stands twice`);
    else totals.set(block, { row, base: read('base', base), target: read('target', target) });
  }
  return totals;
}

function readArea(workbook: WorkbookRow, rows: readonly TableRow[], subMajor: ReadonlySet<string>, complain: Complain): AreaProjection {
  const groups = new Map<string, Thousands>();
  const qualifications = new Map<Block, Map<string, RatedThousands>>();
  const unknown = new Set<string>();
  for (const row of rows) {
    const table = printed(workbook, sheetOf(row));
    const labelColumn = textCells(workbook).labels[sheetOf(row)];
    // Labels and titles of the classification differ in case, so only the codes are compared.
    const code = row.label === allOccupations ? allGroups : groupOf(row.label);
    if (code === undefined || (code !== allGroups && !subMajor.has(code))) {
      const message = `"${row.label}" does not begin with a sub-major group of SOC 2020 and is not "${allOccupations}"`;
      complain(table, row.row, labelColumn, message);
      continue;
    }
    const read = (column: Column | 'rate', text: string): number => {
      const cell = cells.read(text, (message, repair) => complain(table, row.row, column, message, repair));
      return typeof cell === 'number' ? cell : NaN;
    };
    const [base, target, net] = [read('base', row.base), read('target', row.target), read('net', row.net)];
    const figures = { base, target, net, replacement: read('replacement', row.replacement), total: read('total', row.total), row: row.row };
    if (row.kind === 'group') {
      if (groups.has(code)) complain(table, row.row, labelColumn, `"${row.label}" stands twice`);
      else groups.set(code, figures);
      continue;
    }
    const { head, block } = blockOf(row);
    if (block === undefined) {
      if (!unknown.has(head)) complain(table, row.blockRow, labelColumn, `unknown qualification "${head}"`);
      unknown.add(head);
      continue;
    }
    const ofBlock = qualifications.get(block) ?? new Map<string, RatedThousands>();
    qualifications.set(block, ofBlock);
    const rated = { ...figures, rate: read('rate', row.rate) };
    if (ofBlock.has(code)) complain(table, row.row, labelColumn, `"${row.label}" stands twice in "${row.block}"`);
    else ofBlock.set(code, rated);
  }
  const totals = readTotals(workbook, complain);
  return { workbook, groups, qualifications: workbook.sheets.qualifications === null ? null : qualifications, totals };
}

/** The head of a row's block without "(Constrained)", and the block; undefined if it is unknown. */
export function blockOf(row: QualificationRow): { readonly head: string; readonly block: Block | undefined } {
  const head = row.block.replace(/\s*\(constrained\)$/i, '');
  return { head, block: blockOfHead(head) };
}

function blockOfHead(head: string): Block | undefined {
  return blocks.find((candidate) => candidate.head.toLowerCase() === head.trim().toLowerCase())?.block;
}

/** Our name of the sheet that holds a row. */
export function sheetOf(row: TableRow): 'groups' | 'qualifications' {
  return `${row.kind}s`;
}

/** The two digits before a label; undefined for all occupations. */
export function groupOf(label: string): string | undefined {
  return /^(\d{2}) /.exec(label)?.[1];
}
