// The projections' rows to figures: which area a workbook is of, which group and qualification a row. Figures stay in thousands, unrounded,
// as the checks need them; documents.ts makes jobs of them.
import type { Problem } from '#sources/kit/problem.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { type AreaSlug, areas } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type QualificationLevel, leastJobs, qualificationLevels } from '#schemas/resources/projections.ts';
import { type GroupRow, type QualificationRow, type Rows, type WorkbookRow, allOccupations, figureColumns, placeOf } from './parse.ts';
import { yearsOf } from './release-name.ts';

/** Figures of a group, in thousands of jobs. */
export interface Thousands {
  readonly base: number;
  readonly target: number;
  readonly net: number;
  readonly replacement: number;
  readonly total: number;
  /** Where they stand, for messages. */
  readonly row: number;
}

export interface RatedThousands extends Thousands {
  /** Replacement demand as a compound yearly rate. */
  readonly rate: number;
}

/** The code under which all occupations are kept. */
export const allGroups = '';

export type Block = QualificationLevel | 'all';

export interface AreaProjection {
  readonly workbook: WorkbookRow;
  /** By sub-major group, all occupations under an empty code. */
  readonly groups: ReadonlyMap<string, Thousands>;
  /** By block, then as above; null where the workbook has no such sheet. */
  readonly qualifications: ReadonlyMap<Block, ReadonlyMap<string, RatedThousands>> | null;
}

export interface ProjectionObservations {
  readonly baseYear: number;
  readonly targetYear: number;
  readonly occupations: readonly string[];
  /** In the contract's order. */
  readonly areas: readonly AreaSlug[];
  readonly projections: ReadonlyMap<AreaSlug, AreaProjection>;
}

/** Areas as the workbooks name them, in lower case, where it is not the contract's own name. */
const otherNames: Readonly<Record<string, AreaSlug>> = {
  uk: 'uk',
  'yorkshire & the humber': 'yorkshire-and-the-humber',
  east: 'east-of-england',
  'the uk': 'uk',
};

/** What 'Info' calls the contract's areas. A Local Skills Improvement Plan, combined authority or Local Enterprise Partnership can bear a region's name: West Midlands. */
const geographies = ['country', 'nation', 'region'];

/** The blocks of 'RD T1' by their heads; the publisher's words, with blanks after its semicolons and without "(Constrained)", which means scaled to the groups. */
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
  const projections = new Map<AreaSlug, AreaProjection>();
  for (const workbook of rows.filter((row): row is WorkbookRow => row.kind === 'workbook')) {
    const area = areaOfWorkbook(release, workbook, problems);
    expectThousands(release, workbook, problems);
    if (area === null) continue;
    const before = projections.get(area);
    if (before !== undefined) {
      const place = placeOf(release, workbook, workbook.sheets.information, workbook.areaRow, 2);
      problems.push({ place, message: `"${workbook.area}" is the area of ${before.workbook.workbook} too` });
      continue;
    }
    const own = rows.filter((row): row is GroupRow | QualificationRow => row.kind !== 'workbook' && row.workbook === workbook.workbook);
    projections.set(area, readArea({ release, workbook, subMajor, problems }, own));
  }
  return {
    ...yearsOf(release),
    occupations: unitGroups.map(({ code }) => code).sort(byCodeUnit),
    areas: areas.map(({ slug }) => slug).filter((slug) => projections.has(slug)),
    projections,
  };
}

/** True where a group has fewer than 10,000 jobs in either year: its figures are not published by us, as the workbook's own 'Warning' advises. */
export function isBelowThreshold({ base, target }: Pick<Thousands, 'base' | 'target'>): boolean {
  return Math.min(base, target) * 1000 < leastJobs;
}

/** Base, target, net change, its percentage, replacement demand and total requirement: what a cell publishes, or withholds as a whole. */
const figuresInCell = 6;

export function count({ projections }: ProjectionObservations): FigureCount {
  let published = 0;
  let below = 0;
  for (const { groups, qualifications } of projections.values()) {
    const ofLevels = [...(qualifications ?? [])].filter(([block]) => block !== 'all').map(([, cells]) => cells);
    for (const cells of [groups, ...ofLevels]) {
      for (const [code, cell] of cells) {
        if (code === allGroups) continue;
        if (isBelowThreshold(cell)) below += figuresInCell;
        else published += figuresInCell;
      }
    }
  }
  return { published, withheld: below === 0 ? {} : { 'below-threshold': below } };
}

function areaOfWorkbook(release: Release, workbook: WorkbookRow, problems: Problem[]): AreaSlug | null {
  const { information, groups } = workbook.sheets;
  const complain = (place: string, message: string, repair?: string) => {
    problems.push({ place, message, ...(repair === undefined ? {} : { repair }) });
    return null;
  };
  if (!geographies.includes(workbook.geography.toLowerCase())) {
    const message = `the workbook is of a geography "${workbook.geography}", expected Country, Nation or Region`;
    return complain(
      placeOf(release, workbook, information, 1, 1),
      message,
      'if these are areas of the contract, add the word to the geographies in sources/skills-projections/reshape.ts',
    );
  }
  const slug = slugOf(workbook.area);
  if (slug === null)
    return complain(placeOf(release, workbook, information, workbook.areaRow, 2), `"${workbook.area}" is none of the 14 areas`);
  const titled = workbook.title.slice(workbook.title.lastIndexOf(',') + 1).trim();
  if (slugOf(titled) !== slug)
    return complain(
      placeOf(release, workbook, groups, 1, 1),
      `the title ends in "${titled}", expected "${workbook.area}" as in '${information}'`,
    );
  return slug;
}

function slugOf(name: string): AreaSlug | null {
  const folded = name.trim().toLowerCase();
  return areas.find((area) => area.name.toLowerCase() === folded)?.slug ?? otherNames[folded] ?? null;
}

/** A sheet in whole jobs, or in percent, would be a thousand times too large or too small. */
function expectThousands(release: Release, workbook: WorkbookRow, problems: Problem[]): void {
  const { sheets, units, span } = workbook;
  const { baseYear, targetYear } = yearsOf(release);
  const complain = (sheet: string, message: string) => problems.push({ place: placeOf(release, workbook, sheet), message });
  if (units.groups !== 'thousands') complain(sheets.groups, `the unit of the levels is "${units.groups}", expected "thousands"`);
  if (sheets.qualifications !== null && units.qualifications !== 'thousands')
    complain(sheets.qualifications, `the unit is "${units.qualifications}", expected "thousands"`);
  if (span !== `${baseYear}-${targetYear}`)
    complain(sheets.groups, `net change, replacement demand and total requirement are of "${span}", expected "${baseYear}-${targetYear}"`);
}

interface Reader {
  readonly release: Release;
  readonly workbook: WorkbookRow;
  readonly subMajor: ReadonlySet<string>;
  readonly problems: Problem[];
}

function readArea(reader: Reader, rows: readonly (GroupRow | QualificationRow)[]): AreaProjection {
  const { workbook, problems, release } = reader;
  const groups = new Map<string, Thousands>();
  const qualifications = new Map<Block, Map<string, RatedThousands>>();
  const unknown = new Set<string>();
  for (const row of rows) {
    const sheet = sheetOf(workbook, row);
    const code = codeOf(reader, row);
    if (code === null) continue;
    const figures = readFigures(reader, row);
    if (row.kind === 'group') {
      put(groups, code, figures, () =>
        problems.push({ place: placeOf(release, workbook, sheet, row.row, 1), message: `"${row.label}" stands twice` }),
      );
      continue;
    }
    const { head, block } = blockOf(row);
    if (block === undefined) {
      if (!unknown.has(head))
        problems.push({ place: placeOf(release, workbook, sheet, row.blockRow, 1), message: `unknown qualification "${head}"` });
      unknown.add(head);
      continue;
    }
    const cells = qualifications.get(block) ?? new Map<string, RatedThousands>();
    qualifications.set(block, cells);
    const rate = readNumber(reader, row, 'rate');
    put(cells, code, { ...figures, rate }, () =>
      problems.push({ place: placeOf(release, workbook, sheet, row.row, 1), message: `"${row.label}" stands twice in "${row.block}"` }),
    );
  }
  return { workbook, groups, qualifications: workbook.sheets.qualifications === null ? null : qualifications };
}

/** The head of a row's block without "(Constrained)", and which block that is; undefined where it is unknown. */
export function blockOf(row: QualificationRow): { readonly head: string; readonly block: Block | undefined } {
  const head = row.block.replace(/\s*\(constrained\)$/i, '');
  return { head, block: blocks.find((candidate) => candidate.head.toLowerCase() === head.toLowerCase())?.block };
}

function put<Value>(into: Map<string, Value>, code: string, value: Value, twice: () => void): void {
  if (into.has(code)) twice();
  else into.set(code, value);
}

export function sheetOf({ sheets }: WorkbookRow, row: GroupRow | QualificationRow): string {
  return row.kind === 'group' ? sheets.groups : (sheets.qualifications ?? sheets.groups);
}

/** The two digits before a label. Its words differ from those of the classification in case, so nothing is joined on them. */
function codeOf({ release, workbook, subMajor, problems }: Reader, row: GroupRow | QualificationRow): string | null {
  if (row.label === allOccupations) return allGroups;
  const code = groupOf(row.label);
  if (code !== undefined && subMajor.has(code)) return code;
  problems.push({
    place: placeOf(release, workbook, sheetOf(workbook, row), row.row, 1),
    message: `"${row.label}" begins with no sub-major group of SOC 2020 and is not "${allOccupations}"`,
  });
  return null;
}

/** The two digits before a label; undefined for all occupations. */
export function groupOf(label: string): string | undefined {
  return /^(\d{2}) /.exec(label)?.[1];
}

function readFigures(reader: Reader, row: GroupRow | QualificationRow): Thousands {
  const [base = NaN, target = NaN, net = NaN, replacement = NaN, total = NaN] = figureColumns.map((column) =>
    readNumber(reader, row, column),
  );
  return { base, target, net, replacement, total, row: row.row };
}

/** A number in full. The publisher withholds nothing, so that any marker is news. */
function readNumber(
  { release, workbook, problems }: Reader,
  row: GroupRow | QualificationRow,
  column: (typeof figureColumns)[number] | 'rate',
): number {
  const text = row.kind === 'qualification' && column === 'rate' ? row.rate : column === 'rate' ? '' : row[column];
  if (/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text)) return Number(text);
  const at =
    row.kind === 'qualification'
      ? workbook.columns.qualifications?.[column]
      : column === 'rate'
        ? undefined
        : workbook.columns.groups[column];
  problems.push({
    place: placeOf(release, workbook, sheetOf(workbook, row), row.row, at),
    message: `unknown marker "${text}", expected a number: no marker has been seen in these tables`,
    repair: "give it a meaning in sources/skills-projections/reshape.ts once the workbook's own explanation has been read",
  });
  return NaN;
}
