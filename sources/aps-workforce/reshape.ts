// What the printed cells mean: markers, the caution that is told by shading, occupations, sections, age bands. All judgement about the
// tables is here.
import { type Problem, quoteList } from '#sources/kit/problem.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import type { Quality, QualityBasis, WithheldReason } from '#schemas/codes.ts';
import { type Withheld, notUnderstood } from '#schemas/figures.ts';
import { type Rows, type Table, type TableKind, type TableRow, fillAt, placeOf, sectionOf } from './parse.ts';

/** A figure with all that is needed to believe it, or with why there is none. */
export interface Figure {
  readonly count: number | null;
  readonly quality: Quality;
  readonly qualityBasis: QualityBasis | null;
  readonly caution: string | null;
  readonly withheld: Withheld | null;
}

/** Sections A to S of the Standard Industrial Classification 2007, whose titles the workbook abbreviates. T and U are not in it. */
export const sections = [
  { code: 'A', title: 'Agriculture, forestry and fishing' },
  { code: 'B', title: 'Mining and quarrying' },
  { code: 'C', title: 'Manufacturing' },
  { code: 'D', title: 'Electricity, gas, steam and air conditioning supply' },
  { code: 'E', title: 'Water supply; sewerage, waste management and remediation activities' },
  { code: 'F', title: 'Construction' },
  { code: 'G', title: 'Wholesale and retail trade; repair of motor vehicles and motorcycles' },
  { code: 'H', title: 'Transportation and storage' },
  { code: 'I', title: 'Accommodation and food service activities' },
  { code: 'J', title: 'Information and communication' },
  { code: 'K', title: 'Financial and insurance activities' },
  { code: 'L', title: 'Real estate activities' },
  { code: 'M', title: 'Professional, scientific and technical activities' },
  { code: 'N', title: 'Administrative and support service activities' },
  { code: 'O', title: 'Public administration and defence; compulsory social security' },
  { code: 'P', title: 'Education' },
  { code: 'Q', title: 'Human health and social work activities' },
  { code: 'R', title: 'Arts, entertainment and recreation' },
  { code: 'S', title: 'Other service activities' },
] as const;

interface Marker {
  readonly printed: string;
  readonly reason: WithheldReason;
  readonly explanation: string;
}

/** The tables' own markers, as the notes below them explain them. */
export const markers: readonly Marker[] = [
  {
    printed: '*',
    reason: 'unreliable',
    explanation: 'The publisher withholds the figure: the sample is too small for a reliable estimate.',
  },
  {
    printed: '-',
    reason: 'no-figures-reported',
    explanation: 'The publisher has no figures to report: nobody in its sample belongs here, which does not mean that nobody does.',
  },
];

/** The publisher's words below the table, about shaded cells. */
export const caution = 'Based on a small sample: this may result in a less precise estimate, which should be used with caution.';

/** Shading is this pattern. Every cell has a fill of some kind; a solid one is the background of the sheet. */
export const shaded = /^lightGray\//;

/** Every figure of an occupation in one table. */
export interface Line {
  /** Everybody; where the table does not print it, why. */
  readonly total: Figure;
  /** In the order of the table's categories. */
  readonly figures: readonly Figure[];
}

export interface AgeBand {
  readonly label: string;
  readonly from: number;
  readonly to: number | null;
}

/** One table with what its columns are. */
export interface Breakdown<Category> {
  /** `January to December 2024`. */
  readonly period: string;
  readonly categories: readonly Category[];
  /** By occupation. */
  readonly lines: ReadonlyMap<string, Line>;
  /** The table's own row of all occupations. */
  readonly allOccupations: Line | null;
}

export interface IndustryYear extends Breakdown<string> {
  readonly year: number;
}

export interface WorkforceObservations {
  readonly occupations: readonly string[];
  /** Calendar years, oldest first. The newest is served, the others are for comparison. */
  readonly industries: readonly IndustryYear[];
  readonly ages: Breakdown<AgeBand> | null;
  readonly qualifications: Breakdown<string> | null;
}

const noTotal: Figure = withheldFigure({
  reason: 'not-in-this-release',
  marker: null,
  explanation: 'The table by industry prints no total of the occupation, so there is nothing for a percent to be of.',
});

/** What stands for a figure that the release does not have at all. */
export function withheldFigure(withheld: Withheld): Figure {
  return { count: null, quality: withheld.reason === 'unreliable' ? 'unreliable' : 'unrated', qualityBasis: null, caution: null, withheld };
}

/** Tables to observations. Unknown markers, occupations and headers are collected in `problems`, each with its cell. */
export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): WorkforceObservations {
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const read = (table: Table) => readTable(release, table, new Set(occupations), problems);
  const industries = rows.filter(({ kind }) => kind === 'industry').map((table) => ({ ...read(table), year: yearOf(table) }));
  return {
    occupations,
    industries: industries.sort((a, b) => a.year - b.year),
    ages: readOnly(release, rows, 'age', problems, (table) => {
      const { categories, ...breakdown } = read(table);
      return { ...breakdown, categories: categories.map((header) => ageBandOf(header)) };
    }),
    qualifications: readOnly(release, rows, 'qualification', problems, read),
  };
}

/** The only table of a kind; null where the release has none. */
function readOnly<Read>(release: Release, rows: Rows, kind: TableKind, problems: Problem[], read: (table: Table) => Read): Read | null {
  const [table, another] = rows.filter((candidate) => candidate.kind === kind);
  if (table === undefined) return null;
  if (another !== undefined)
    problems.push({ place: placeOf(release, another), message: `a second table by ${kind}, beside that of ${placeOf(release, table)}` });
  return read(table);
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const periodLine = new RegExp(`^(${months})(?: (\\d{4}))? ?(?:-|–|to) ?(${months}) (\\d{4})$`, 'i');

/** The period above a table, `January to December 2024`; an empty text where none is stated, which the check periods reports. */
export function periodOf({ about }: Pick<Table, 'about'>): string {
  for (const line of about) {
    const [, from, fromYear, to, toYear] = periodLine.exec(line) ?? [];
    if (from !== undefined) return `${from}${fromYear === undefined || fromYear === toYear ? '' : ` ${fromYear}`} to ${to} ${toYear}`;
  }
  return '';
}

/** The year that names a sheet; 0 where its name is none, which the check sheets reports. */
export function yearOf({ sheet }: Table): number {
  return /^\d{4}$/.test(sheet.trim()) ? Number(sheet) : 0;
}

const totalHeader = /^(?:\d{1,2} )?(?:all|total)\b/i;

/** Which of a table's columns counts everybody; below 0 where none does. */
export function totalPlaceOf({ columns }: Table): number {
  return columns.findIndex(({ header }) => totalHeader.test(header));
}

function readTable(release: Release, table: Table, units: ReadonlySet<string>, problems: Problem[]): Breakdown<string> {
  const totalPlace = totalPlaceOf(table);
  const places = categoriesOf(table);
  for (const { header, column } of table.columns.filter(
    (_, place) => place !== totalPlace && !places.some((category) => category.place === place),
  )) {
    problems.push({
      place: placeOf(release, table, table.headerRow, column),
      message: `the header "${header}" is no section of industry, expected "1 A  Agriculture, forestry and fishing" and the like`,
    });
  }
  const lines = new Map<string, Line>();
  let allOccupations: Line | null = null;
  for (const row of table.rows) {
    const code = codeOf(row.label);
    const line = {
      total: totalPlace < 0 ? noTotal : figureOf(release, table, row, totalPlace, problems),
      figures: places.map(({ place }) => figureOf(release, table, row, place, problems)),
    };
    if (code === null) allOccupations = line;
    else if (units.has(code) && !lines.has(code)) lines.set(code, line);
    else {
      problems.push({
        place: placeOf(release, table, row.row, table.labelColumn),
        message: lines.has(code)
          ? `the code "${code}" stands twice`
          : `got "${row.label}", expected a unit group of SOC 2020, "2134 …", or "Total"`,
      });
    }
  }
  return { period: periodOf(table), categories: places.map(({ header }) => header), lines, allOccupations };
}

/** The code before the first blank, since titles are cut at 60 characters; null for the row of all occupations. */
export function codeOf(label: string): string | null {
  return label.trim() === 'Total' ? null : label.trim().split(' ', 1).join('');
}

/** The columns that are categories, by their place among the table's, each with its header without an ordinal; a section's letter alone. */
export function categoriesOf(table: Table): { readonly place: number; readonly header: string }[] {
  const totalPlace = totalPlaceOf(table);
  return table.columns.flatMap(({ header }, place) => {
    const isCategory = place !== totalPlace && (table.kind !== 'industry' || sectionOf(header) !== null);
    return isCategory ? [{ place, header: withoutOrdinal(table.kind, header) }] : [];
  });
}

function withoutOrdinal(kind: TableKind, header: string): string {
  return kind === 'industry' ? (sectionOf(header) ?? header) : header.replace(/^\d{1,2} (?=\D|\d{2} ?(?:-|–|to|\+|and))/, '');
}

/** The ages of a band: `16-24`, `65 and over`, `65+`, `under 25`. parse.ts has let no other header pass. */
export function ageBandOf(header: string): AgeBand {
  const label = header.replace(/^aged? /i, '');
  const [from = '', to] = label.match(/\d{2}/g) ?? [];
  if (/^under/i.test(label)) return { label, from: 16, to: Number(from) - 1 };
  return { label, from: Number(from), to: to === undefined ? null : Number(to) };
}

function figureOf(release: Release, table: Table, row: TableRow, place: number, problems: Problem[]): Figure {
  const printed = row.cells[place] ?? '';
  const marker = markers.find((candidate) => candidate.printed === printed);
  if (marker !== undefined) return withheldFigure({ reason: marker.reason, marker: marker.printed, explanation: marker.explanation });
  if (!/^[1-9]\d*$/.test(printed)) {
    problems.push({
      place: placeOf(release, table, row.row, table.columns[place]?.column),
      message: `unknown marker "${printed}", expected a whole number above 0 or one of ${quoteList(markers.map((known) => known.printed))}`,
      repair: "add it to the markers in sources/aps-workforce/reshape.ts once the notes below the workbook's table have been read",
    });
    return withheldFigure(notUnderstood);
  }
  const isShaded = shaded.test(fillAt(table, row, place) ?? '');
  return {
    count: Number(printed),
    quality: isShaded ? 'acceptable' : 'reasonable',
    qualityBasis: 'publisher-shading',
    caution: isShaded ? caution : null,
    withheld: null,
  };
}

/** The year that is served. */
export function newestYear({ industries }: WorkforceObservations): IndustryYear | undefined {
  return industries.at(-1);
}

/** How many figures the tables that are served give, and how many they withhold for which reason. */
export function count(observations: WorkforceObservations): FigureCount {
  const withheld: Partial<Record<WithheldReason, number>> = {};
  let published = 0;
  for (const table of [newestYear(observations), observations.ages, observations.qualifications]) {
    for (const { withheld: why } of [...(table?.lines.values() ?? [])].flatMap(({ figures }) => figures)) {
      if (why === null) published += 1;
      else withheld[why.reason] = (withheld[why.reason] ?? 0) + 1;
    }
  }
  return { published, withheld };
}
