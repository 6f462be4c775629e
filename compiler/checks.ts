// Runs the checks of a source over one release, and describes what they find: grouped by likely
// cause, and with the figures that answers give at those cells. The compiler's own checks are here
// too.
import type {
  AffectedFigure,
  CatalogueEdition,
  CheckResult,
  InputFile,
} from '#schemas/catalogue.ts';
import { isPublished } from '#schemas/standing.ts';
import { type Check, type Finding, middleOf } from '#sources/kit/checks.ts';
import { type Figure, withCoefficients } from '#sources/kit/figures.ts';
import type { Lookup } from '#sources/kit/lookups.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { type Problem, quoteList } from '#sources/kit/problem.ts';
import type { Examined, ReadFiles, Release } from '#sources/kit/release.ts';
import { countByKind } from '#sources/kit/rows.ts';
import type { Source } from '#sources/kit/source.ts';

type Edition = Examined<readonly unknown[], unknown>;

export interface Found {
  readonly check: Check<readonly unknown[], unknown>;
  readonly findings: readonly NamedFinding[];
}

interface NamedFinding extends Finding {
  /** The occupation and the figure in words; absent if the place is not the cell of one. */
  readonly about?: string;
  readonly figure?: AffectedFigure;
}

/**
 * The findings of an edition alone, and those of its comparison with the edition before. Only
 * checks that compare run a second time.
 */
export function findingsOf(
  source: Source,
  edition: Edition,
  previous: Edition | null,
): { readonly alone: readonly Found[]; readonly compared: readonly Found[] } {
  const alone = source.checks.map((check) => ({ check, findings: check.check(edition, null) }));
  const compared = alone.map(({ check, findings }) => ({
    check,
    findings:
      check.compares === true && previous !== null ? check.check(edition, previous) : findings,
  }));
  const hasFindings = ({ findings }: Found) => findings.length > 0;
  return { alone: alone.filter(hasFindings), compared: compared.filter(hasFindings) };
}

/** Of the checks that hold a release back, the likeliest cause comes first. */
export function resultsOf(checked: readonly Found[]): CheckResult[] {
  const holding = checked.filter(({ check }) => check.severity === 'block');
  const causes = causesAcross(
    holding.map(({ check, findings }) => ({ name: check.name, findings })),
  );
  const order = [...new Set(causes.flatMap((cause) => cause.findings.map(({ check }) => check)))];
  const likeliest = holding.toSorted(
    (a, b) => order.indexOf(a.check.name) - order.indexOf(b.check.name),
  );
  return [...likeliest, ...checked.filter((result) => !holding.includes(result))].map(
    ({ check, findings }) => checkResultOf(check, findings),
  );
}

/**
 * The result of a check with at least one finding. Its message is the likeliest cause of the
 * findings, and its places are those that a person looks at first.
 */
function checkResultOf(
  { name, severity, describe }: Pick<Source['checks'][number], 'name' | 'severity' | 'describe'>,
  findings: readonly NamedFinding[],
): CheckResult {
  const causes = causesOf(findings);
  const figures = findings.flatMap(({ figure }) => figure ?? []);
  return {
    check: name,
    severity,
    describe,
    message: causes[0]?.message ?? '',
    places: inReadingOrder(causes)
      .slice(0, 10)
      .map(({ place, about }) => (about === undefined ? place : `${place} (${about})`)),
    count: findings.length,
    ...(figures.length === 0 ? {} : { figures }),
  };
}

export interface Cause<Found extends Finding = Finding> {
  readonly message: string;
  readonly findings: readonly Found[];
}

/** What a publisher has done if a figure is so many times what it should be. */
const slips: readonly { readonly times: number; readonly cause: string }[] = [
  { times: 10, cause: 'a slip of the decimal point' },
  { times: 100, cause: 'pence in place of pounds, or percent in place of shares' },
  { times: 1000, cause: 'units in place of thousands' },
  { times: 52, cause: 'a year in place of a week' },
  { times: 12, cause: 'a year in place of a month' },
];

// A median is near a slip if it is within a third: figures move from year to year, and relatives
// differ.
const nearSlip = Math.log(4 / 3);
// Fewer findings than this are read one by one.
const leastGroup = 5;
const mostApart = 0.8;

/**
 * The causes of findings: those with an explanation first, then the larger groups. Findings of one
 * table belong together.
 */
export function causesOf<Found extends Finding>(findings: readonly Found[]): Cause<Found>[] {
  const causes = [...Map.groupBy(findings, tableOf)].map(([table, findingsOfTable]) => ({
    ...causeOf(table, findingsOfTable),
    findings: findingsOfTable,
  }));
  return causes.sort(
    (a, b) =>
      Number(b.isExplained) - Number(a.isExplained) || b.findings.length - a.findings.length,
  );
}

export interface CheckFinding extends Finding {
  readonly check: string;
}

/** The causes of what several checks have found: a sheet in pence is found by four of them. */
export function causesAcross(
  checked: readonly { readonly name: string; readonly findings: readonly Finding[] }[],
): Cause<CheckFinding>[] {
  return causesOf(
    checked.flatMap(({ name, findings }) =>
      findings.map((finding): CheckFinding => ({ ...finding, check: name })),
    ),
  );
}

/**
 * The findings in the order in which a person reads them: the first of each cause, then the others.
 */
export function inReadingOrder<Found extends Finding>(causes: readonly Cause<Found>[]): Found[] {
  return [
    ...causes.flatMap(({ findings }) => findings.slice(0, 1)),
    ...causes.flatMap(({ findings }) => findings.slice(1)),
  ];
}

/** The table of a place: all before the cell, or up to the name of a sheet. */
function tableOf({ place }: Finding): string {
  let mark = place.lastIndexOf('!');
  while (mark >= 0) {
    const cell = place.slice(mark + 1, mark + 20);
    if (/^(?:[A-Z]{1,3}\d+$|row \d)/.test(cell)) return place.slice(0, mark);
    mark = mark === 0 ? -1 : place.lastIndexOf('!', mark - 1);
  }
  const end = place.lastIndexOf("' ");
  return end < 0 ? place : place.slice(0, end + 1);
}

function causeOf(
  table: string,
  findings: readonly Finding[],
): { readonly message: string; readonly isExplained: boolean } {
  const [first] = findings;
  if (findings.length < leastGroup || first === undefined)
    return { message: first?.message ?? '', isExplained: false };
  const factors: number[] = [];
  for (const { times } of findings)
    if (times !== undefined && times > 0) factors.push(Math.log(times));
  const middle = middleOf(factors);
  const slip =
    middle === undefined
      ? undefined
      : slips.find(({ times }) => Math.abs(Math.abs(middle) - Math.log(times)) <= nearSlip);
  const alike = factors.filter((factor) => Math.abs(factor - (middle ?? 0)) <= 2 * nearSlip).length;
  if (middle === undefined || slip === undefined || alike < mostApart * findings.length)
    return {
      message: `${findings.length} findings in ${table}, the first: ${first.message}`,
      isExplained: false,
    };
  const { times, cause } = slip;
  const ratio = middle > 0 ? `about ${times} times` : `about 1/${times} of`;
  return {
    message:
      `${findings.length} figures of ${table} are ${ratio} what they are compared with: ` +
      `${cause}?`,
    isExplained: true,
  };
}

/**
 * The known issues with their figures, and without those in the columns of figures that are no
 * answer's, such as those of broader groups. A table may have millions of figures, so it looks at
 * none if no finding names a cell.
 */
export function namedFindings(
  source: Source,
  edition: ReadFiles<readonly unknown[], unknown>,
  checked: readonly Found[],
): Found[] {
  const isKnown = ({ check }: Found) => check.severity === 'known-issue';
  const cells = checked
    .filter(isKnown)
    .flatMap(({ findings }) => findings.flatMap(({ place }) => cellIn(edition, place) ?? []));
  if (source.figures === 'texts' || cells.length === 0) return [...checked];
  const namedFigures = figuresAt(cells, withCoefficients(source.figures(edition)));
  const named: Found[] = [];
  for (const result of checked) {
    const { check } = result;
    const findings = isKnown(result)
      ? result.findings.flatMap(
          (finding) => namedFinding(check.name, finding, edition, namedFigures) ?? [],
        )
      : result.findings;
    if (findings.length > 0) named.push({ check, findings });
  }
  return named;
}

interface FiguresAtCells {
  /** The figure of a cell, by the place of the finding. */
  readonly byPlace: ReadonlyMap<string, Figure>;
  /** The first row with a figure, by file, sheet and column. */
  readonly firstRows: ReadonlyMap<string, number>;
}

function figuresAt(cells: readonly FoundCell[], figures: Iterable<Figure>): FiguresAtCells {
  const wanted = Map.groupBy(cells, ({ sheet, address }) => `${sheet}!${address}`);
  const sheets = new Set(cells.map(({ sheet }) => sheet));
  const byPlace = new Map<string, Figure>();
  const firstRows = new Map<string, number>();
  for (const figure of figures) {
    for (const { file, member, sheet, address } of figure.cells()) {
      if (!sheets.has(sheet ?? '')) continue;
      const { column, row } = split(address);
      const columnKey = `${member ?? file}!${sheet ?? ''}!${column}`;
      firstRows.set(columnKey, Math.min(row, firstRows.get(columnKey) ?? row));
      for (const { table, place } of wanted.get(`${sheet ?? ''}!${address}`) ?? [])
        if ((member ?? file).includes(table) && !byPlace.has(place)) byPlace.set(place, figure);
    }
  }
  return { byPlace, firstRows };
}

/** A finding with its figure; null if its cell is in a column of figures and has none itself. */
function namedFinding(
  check: string,
  finding: NamedFinding,
  edition: Pick<Edition, 'release' | 'needs'>,
  { byPlace, firstRows }: FiguresAtCells,
): NamedFinding | null {
  const figure = byPlace.get(finding.place);
  if (figure !== undefined) {
    const about = inWords(figure, edition);
    const text = `The check "${check}" doubts a figure (${about}): ${finding.message}.`;
    return { ...finding, about, ...affected(figure, text) };
  }
  const cell = cellIn(edition, finding.place);
  if (cell === null) return finding;
  const { column, row } = split(cell.address);
  for (const [columnKey, firstRow] of firstRows) {
    const isColumn =
      columnKey.endsWith(`!${cell.sheet}!${column}`) && columnKey.includes(cell.table);
    if (isColumn && firstRow <= row) return null;
  }
  return finding;
}

interface FoundCell {
  readonly place: string;
  readonly table: string;
  readonly sheet: string;
  readonly address: string;
}

/**
 * The cell of a place such as `ashe 2024-provisional 14.7a 'All'!F231`; null for any other place.
 */
function cellIn({ release }: Pick<Edition, 'release'>, place: string): FoundCell | null {
  const inRelease = place.slice(placeOfRelease(release).length + 1);
  const [, table = '', sheet = '', address] =
    /^([^'!]*?) ?(?:'([^']+)')?!([A-Z]{1,3}\d+|row \d+ .+)$/.exec(inRelease) ?? [];
  return address === undefined ? null : { place, table, sheet, address };
}

/** `F231` and `row 231 OBS_VALUE` without the row, and the row. */
function split(address: string): { readonly column: string; readonly row: number } {
  return { column: address.replace(/\d+/, ''), row: Number(/\d+/.exec(address)?.[0]) };
}

function inWords(
  { group, area, period, measure, dimensions }: Figure,
  { needs }: Pick<Edition, 'needs'>,
): string {
  return [
    group === null
      ? 'all occupations'
      : `${group} ${needs.get('soc-structure').groups.get(group)?.title ?? ''}`,
    ...(area === null ? [] : [area.name]),
    period,
    measure.replaceAll('_', ' '),
    ...Object.entries(dimensions).map(([name, value]) => `${name} ${value}`),
  ].join(', ');
}

/** Where answers of an occupation give the figure; nothing if none does. */
function affected(figure: Figure, text: string): { readonly figure?: AffectedFigure } {
  const answers = figure.answers().filter(({ place }) => place.soc !== undefined);
  const [first] = answers;
  if (first?.place.soc === undefined) return {};
  const area = answers.find(({ place }) => place.area !== undefined)?.place.area ?? null;
  const endpoints = [...new Set(answers.map(({ endpoint }) => endpoint))];
  return { figure: { soc: first.place.soc, area, query: { ...first.query }, endpoints, text } };
}

/** A check of the compiler's own. */
function checkOf(name: string, describe: string, severity: 'block' | 'info' = 'block') {
  return { name, severity, describe };
}

/** The result of a release that was not understood: it has no documents. */
const understood = checkOf(
  'understood',
  'Every cell of the files that is read is understood: no unknown marker, code or layout.',
);

/**
 * False for an edition without documents, because something in its files was not understood. Nobody
 * can accept it.
 */
export function wasUnderstood({ checks }: Pick<CatalogueEdition, 'checks'>): boolean {
  return !checks.some(({ check }) => check === understood.name);
}

export function heldResult(problems: readonly Problem[]): CheckResult {
  return checkResultOf(understood, problems);
}

export const documentedLayout = 'documented-layout';

/** The results that hold an edition back, or that were accepted. */
export function blocking({ checks }: Pick<CatalogueEdition, 'checks'>): CheckResult[] {
  return checks.filter(({ severity }) => severity === 'block');
}

/**
 * The checks that accepting an edition overrides: all that hold it back, except that its layout is
 * new.
 */
export function overriddenBy(edition: Pick<CatalogueEdition, 'checks'>): CheckResult[] {
  return blocking(edition).filter(({ check }) => check !== documentedLayout);
}

/** The name by which a person overrides that the publisher has withdrawn the release. */
export const withdrawnByPublisher = 'withdrawn-by-publisher';

/** `withdrawals`: the publisher's notices that it has withdrawn the release of the edition. */
export function overridesOption(
  edition: Pick<CatalogueEdition, 'checks'>,
  withdrawals: readonly unknown[],
): string {
  const checks = overriddenBy(edition).map(({ check }) => check);
  const names = withdrawals.length === 0 ? checks : [withdrawnByPublisher, ...checks];
  return names.length === 0 ? '' : ` --overrides ${names.join(',')}`;
}

const seenLayout = checkOf(
  documentedLayout,
  'A person has looked at the figures of the first real release in a layout that we ' +
    'know only from documents.',
);

/**
 * A blocking result if no real file of a layout has been seen, and nobody has accepted a release of
 * it yet.
 */
export function unseenLayout(
  source: Source,
  release: Release,
  inputs: readonly Pick<InputFile, 'file'>[],
  editions: readonly CatalogueEdition[],
): CheckResult[] {
  if (release.sample) return [];
  const hasFileOf = (kind: { readonly match: RegExp }, files: readonly Pick<InputFile, 'file'>[]) =>
    files.some((input) => kind.match.test(input.file));
  const unseenKinds: { readonly match: RegExp; readonly describe: string }[] = [];
  for (const kind of Object.values(source.files)) {
    if (kind.layout === 'documented') unseenKinds.push(kind);
    if (kind.unseen !== undefined) unseenKinds.push(kind.unseen);
  }
  const unseen = unseenKinds.filter((kind) => hasFileOf(kind, inputs));
  // A withdrawn edition proves nothing: the next release waits for an operator again.
  const published = editions.filter(
    (edition) => edition.source === source.key && isPublished(edition),
  );
  const waiting = unseen.filter(
    (kind) => !published.some((edition) => hasFileOf(kind, edition.inputs)),
  );
  const message =
    'we have not seen a real file of this layout: look at the figures first, then ' +
    'accept the edition';
  const findings = waiting.map((kind) => ({
    place: `${source.key} ${release.name}: ${kind.describe}`,
    message,
  }));
  return findings.length === 0 ? [] : [checkResultOf(seenLayout, findings)];
}

export interface AsRead {
  readonly release: Pick<Release, 'source' | 'name'>;
  readonly rows: readonly unknown[];
  readonly lookups: readonly Lookup[];
}

/**
 * The places of a release without its name, which differs between releases. Those of needed sources
 * are left out.
 */
export function ownPlaces({
  release: { source, name },
  lookups,
}: Pick<AsRead, 'release' | 'lookups'>): Lookup[] {
  const prefix = `${source} ${name}`;
  return lookups
    .filter(({ place }) => place.startsWith(prefix))
    .map((looked) => ({
      ...looked,
      place: looked.place.slice(prefix.length).trim() || 'the release',
    }));
}

/**
 * What was looked for. Names of files change between releases, so this says which places
 * correspond.
 */
function askedFor({ what, wanted }: Lookup): string {
  return JSON.stringify([what, wanted.map(({ names }) => names)]);
}

/** Whether a release had a name where the same was looked for; null if it had no such place. */
export function namesOf(
  before: Pick<AsRead, 'release' | 'lookups'>,
): (lookup: Lookup, name: string) => boolean | null {
  const known = new Map<string, Set<string>>();
  for (const lookup of ownPlaces(before)) {
    const names = known.get(askedFor(lookup)) ?? new Set();
    for (const name of lookup.present) names.add(name.toLowerCase());
    known.set(askedFor(lookup), names);
  }
  return (lookup, name) => known.get(askedFor(lookup))?.has(name.toLowerCase()) ?? null;
}

/** The check that reports columns that the release before did not have. */
export const newColumnsCheck = 'new-columns';

const isReadOrKnown = checkOf(
  newColumnsCheck,
  'Every column is read, or was there in the release before.',
  'info',
);
const hasGrownLittle = checkOf(
  'new-dimension',
  'No new column has split the rows into parts: their number has not multiplied since ' +
    'the release before.',
);

/**
 * A series grows by a few per cent from release to release. A breakdown doubles the rows or more.
 */
const mostGrowth = 1.2;

/**
 * `new-columns`, information: the columns that the release before did not have and that are not
 * read. `new-dimension`, blocking: there are such columns, and a kind of row has multiplied. The
 * column then splits rows, and reading on would count people twice or take a part for the whole.
 */
export function newColumns(
  source: Pick<Source, 'describeRows'>,
  now: AsRead,
  before: AsRead,
): CheckResult[] {
  const wasThere = namesOf(before);
  const places = ownPlaces(now).filter(({ what }) => what === 'column');
  const columns = places.flatMap((lookup): Finding[] => {
    const taken = new Set(lookup.wanted.flatMap(({ foundName }) => foundName ?? []));
    return lookup.present
      .filter((name) => !taken.has(name) && wasThere(lookup, name) === false)
      .map((name) => ({
        place: `${now.release.source} ${now.release.name} ${lookup.place}`,
        message: `the column "${name}" is new since ${before.release.name} and is not read`,
      }));
  });
  if (columns.length === 0) return [];
  const counts = countByKind(source.describeRows(before.rows));
  const grown = [...countByKind(source.describeRows(now.rows))].flatMap(
    ([kind, rows]): Finding[] => {
      const earlier = counts.get(kind) ?? 0;
      if (earlier === 0 || rows <= earlier * mostGrowth) return [];
      const message =
        `${rows} rows after ${earlier} in ${before.release.name}, and ` +
        `${columns[0]?.message ?? ''}: it may split each row into parts`;
      return [{ place: `${now.release.source} ${now.release.name} ${kind}`, message }];
    },
  );
  return [
    checkResultOf(isReadOrKnown, columns),
    ...(grown.length === 0 ? [] : [checkResultOf(hasGrownLittle, grown)]),
  ];
}

/** The check that reports sheets that Excel does not show. */
export const hiddenSheetsCheck = 'hidden-sheets';

const showsItsSheets = checkOf(
  hiddenSheetsCheck,
  'The workbooks have no hidden sheets, which are left out.',
  'info',
);

/** `hidden-sheets`, information: the sheets that were left out because they are hidden. */
export function hiddenSheets(read: Pick<AsRead, 'release' | 'lookups'>): CheckResult[] {
  const hidden = ownPlaces(read).filter(({ what }) => what === 'hidden sheet');
  const findings = hidden.map(({ place, present }) => ({
    place: `${read.release.source} ${read.release.name} ${place}`,
    message: `hidden and not read: ${quoteList(present)}`,
  }));
  return findings.length === 0 ? [] : [checkResultOf(showsItsSheets, findings)];
}
