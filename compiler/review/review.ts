// Reviews an edition: reads its files again and collects what a person needs to decide whether it may be published.
import type { CatalogueEdition, CheckResult, InputFile, Severity } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import { cellAddress } from '#sources/kit/read/workbook.ts';
import { random } from '#sources/kit/sample/random.ts';
import type { Examined, Figure, FileCell, Finding, Source } from '#sources/kit/source.ts';
import { causesAcross, causesOf, inReadingOrder } from '../check/causes.ts';
import { namesOf, ownPlaces, rowsByKind } from '../check/new-columns.ts';
import { wasUnderstood } from '../check/run-checks.ts';
import { servedBeside } from '../diff/beside.ts';
import { beforeItsYear, newestBefore, parseRelease } from '../edition/catalogue.ts';
import { keyOfFigure } from '../diff/changes.ts';
import { figureName } from '../diff/describe-diff.ts';
import { withUnit } from '../report/report.ts';
import { EditionReader, type OpenedEdition, type ReadEdition, hasTexts } from '../release/read-again.ts';

/** How many figures are drawn. */
const drawnFigures = 20;
const mostFindings = 10;
// A known issue is published, and any of its places may be the wrong figure. More than these are a whole table.
const mostOfKnownIssue = 100;
// A person looks up a dozen, not a hundred.
const mostLookedUp = 12;

/** Places of the files with the same names: what was looked for there, what was taken, and what else there is. */
export interface ReviewedPlace {
  readonly places: readonly string[];
  readonly what: LookedFor['what'];
  readonly taken: readonly string[];
  /** Looked for, and not there. */
  readonly missing: readonly string[];
  readonly notRead: readonly string[];
  /** Of those, the names that the edition before did not have; null if there is no edition before. */
  readonly fresh: readonly string[] | null;
}

export interface ReviewedRows {
  readonly kind: string;
  readonly rows: number;
  /** In the edition before; null if there is none. */
  readonly before: number | null;
}

export interface ReviewedMeasure {
  readonly endpoint: string;
  readonly measure: string;
  readonly unit: string;
  readonly published: number;
  readonly withheld: Readonly<Record<string, number>>;
  /** Null if no figure of it is a number. */
  readonly least: number | null;
  readonly most: number | null;
  readonly groups: number;
  readonly areas: number;
  readonly firstPeriod: string;
  readonly lastPeriod: string;
}

export interface ReviewedFigure {
  readonly name: string;
  /** The value with its unit, or why it is withheld. */
  readonly said: string;
  readonly quality: string | null;
  /** What the edition before says of it: its value, why it is withheld, or that it does not have it; null if there is no edition before. */
  readonly before: string | null;
  /** True if it is computed from several cells. It then stands on no page of the publisher. */
  readonly computed: boolean;
  readonly cells: readonly FileCell[];
  readonly rule: string;
}

/** A row as it was read. */
export interface ReviewedRow {
  /** Its sheet or kind, and the number of the row if it has one. */
  readonly place: string;
  /** Its texts, each with our name of its column and, in a sheet whose columns are known, its cell. Empty ones are left out. */
  readonly cells: readonly { readonly name: string; readonly address: string | null; readonly text: string }[];
}

export interface ReviewedCheck {
  readonly name: string;
  readonly describe: string;
  /** What it found when the edition was compiled; null if nothing, or if it did not run. */
  readonly result: CheckResult | null;
  /** False if the release was not understood: checks then have nothing to look at. */
  readonly ran: boolean;
  /** The first findings, each with its place. */
  readonly findings: readonly Finding[];
}

export interface Review {
  readonly edition: CatalogueEdition;
  readonly source: Source;
  readonly files: readonly InputFile[];
  /** The edition that this one is compared with; null if there is none. */
  readonly before: CatalogueEdition | null;
  readonly layout: readonly ReviewedPlace[];
  /** Why the files cannot be read; null if they can. Everything after this is then empty. */
  readonly unread: string | null;
  readonly rows: readonly ReviewedRows[];
  readonly measures: readonly ReviewedMeasure[];
  /** Figures drawn at random, the same for the same edition. */
  readonly drawn: readonly ReviewedFigure[];
  /** Rows drawn at random, if the source has texts. */
  readonly drawnRows: readonly ReviewedRow[];
  /** Of each measure the total of all occupations, or else the largest figure: a person can find them on the publisher's page. */
  readonly lookUp: readonly ReviewedFigure[];
  readonly checks: readonly ReviewedCheck[];
  /** Why the checks of the source hold the edition back, the likeliest cause first. Findings of several checks can have one cause. */
  readonly causes: readonly ReviewedCause[];
}

/** Findings of blocking checks that have one cause. */
export interface ReviewedCause {
  readonly message: string;
  /** How many findings each check made. */
  readonly foundBy: ReadonlyMap<string, number>;
  /** The first of them. */
  readonly findings: readonly Finding[];
}

/** Reviews an edition of a directory, held or published. Throws UnreadableFileError if its snapshots are not here or are damaged. */
export async function reviewEdition(
  directory: string,
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
  edition: CatalogueEdition,
): Promise<Review> {
  const source = sources.find(({ key }) => key === edition.source);
  if (source === undefined) throw new Error(`edition ${edition.id} is of no known source`);
  const reader = new EditionReader(directory, sources, { editions });
  const before = editionBefore(source, edition, editions);
  const told: LookedFor[] = [];
  const toldBefore: LookedFor[] = [];
  const again = await readOrReason(told, reader, edition);
  const old = before === null ? null : await readOrReason(toldBefore, reader, before);
  const had = before === null ? null : namesOf({ release: nameOf(before), lookedFor: toldBefore });
  const layout = placesOf(ownPlaces({ release: nameOf(edition), lookedFor: told }), had);
  const shared = { edition, source, files: edition.inputs, before, layout };
  if (typeof again === 'string')
    return {
      ...shared,
      unread: again,
      rows: [],
      measures: [],
      drawn: [],
      drawnRows: [],
      lookUp: [],
      ...reviewChecks(edition, source, null, null),
    };
  const release = parseRelease(source, edition.release, edition.released);
  const older = before === null || release === null ? null : beforeItsYear(source, release, before, editions);
  const yearBefore = older === null ? null : await readOrReason([], reader, older);
  const previous =
    old === null || typeof old === 'string'
      ? null
      : { ...old, ...(yearBefore === null || typeof yearBefore === 'string' ? {} : { yearBefore }) };
  return {
    ...shared,
    unread: null,
    rows: countRows(again.rows, previous?.rows ?? null),
    ...(wasUnderstood(edition)
      ? await reviewFigures(
          reader.open(edition.id),
          before === null || !wasUnderstood(before) ? null : reader.open(before.id),
          await reader.titlesFor(edition.id),
        )
      : { measures: [], drawn: [], lookUp: [] }),
    drawnRows: hasTexts(source) ? drawRows(edition.id, again.rows) : [],
    ...reviewChecks(edition, source, again, previous),
  };
}

/** What a held edition would replace, or the newest published release before a published one; null if there is none. */
function editionBefore(source: Source, edition: CatalogueEdition, editions: readonly CatalogueEdition[]): CatalogueEdition | null {
  if (edition.state === 'quarantined') return servedBeside(source, edition, editions);
  const release = parseRelease(source, edition.release, edition.released);
  return release === null ? null : newestBefore(source, release, editions);
}

type Had = ReturnType<typeof namesOf>;

const nameOf = ({ source, release }: CatalogueEdition) => ({ source, name: release });

/** The edition read again, or why its layout cannot be read. */
async function readOrReason(told: LookedFor[], reader: EditionReader, { id }: CatalogueEdition): Promise<ReadEdition | string> {
  try {
    return await listenTo(told, () => reader.read(id));
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return error.message;
  }
}

/** Places where the same was taken and left stand together: a release of pay has 198 equal sheets. */
function placesOf(told: readonly LookedFor[], had: Had | null): ReviewedPlace[] {
  const places = Map.groupBy(told, ({ place, what }) => `${what} ${place}`);
  const read = [...places.values()].map((all) => onePlace(all, had));
  const alike = Map.groupBy(read, ({ places: _, ...names }) => JSON.stringify(names));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : { ...first, places: group.flatMap((one) => one.places) };
  });
}

/** What readers took and left in one place. Some ask there several times, for one sheet each. */
function onePlace(all: readonly LookedFor[], had: Had | null): ReviewedPlace {
  const wanted = all.flatMap((one) => one.wanted);
  const taken = new Set(wanted.flatMap(({ found }) => found ?? []));
  const notRead = [...new Set(all.flatMap(({ there }) => there))].filter((name) => !taken.has(name));
  const wasThere = (name: string) => all.map((at) => had?.(at, name) ?? null);
  return {
    places: [...new Set(all.map(({ place }) => place))],
    what: all[0]?.what ?? 'column',
    taken: [...taken],
    missing: wanted.filter(({ found }) => found === null).map(({ names }) => names.join(' or ')),
    notRead,
    fresh: all.every((at) => (had?.(at, '') ?? null) === null) ? null : notRead.filter((name) => !wasThere(name).includes(true)),
  };
}

function countRows(rows: readonly unknown[], before: readonly unknown[] | null): ReviewedRows[] {
  const now = rowsByKind(rows);
  const then = before === null ? null : rowsByKind(before);
  return [...new Set([...now.keys(), ...(then?.keys() ?? [])])].map((kind) => ({
    kind,
    rows: now.get(kind) ?? 0,
    before: then === null ? null : (then.get(kind) ?? 0),
  }));
}

/** Values drawn by a text, in the order in which they come (Algorithm R). */
class Drawing<Value> {
  readonly #drawn: { value: Value; at: number }[] = [];
  readonly #between: (least: number, most: number) => number;
  #seen = 0;

  constructor(subject: string) {
    this.#between = random(subject).between;
  }

  take(value: Value): void {
    const place = this.#seen < drawnFigures ? this.#seen : this.#between(0, this.#seen);
    if (place < drawnFigures) this.#drawn[place] = { value, at: this.#seen };
    this.#seen += 1;
  }

  get drawn(): Value[] {
    return this.#drawn.toSorted((a, b) => a.at - b.at).map(({ value }) => value);
  }
}

interface Tally
  extends Omit<ReviewedMeasure, 'groups' | 'areas' | 'withheld' | 'published' | 'least' | 'most' | 'firstPeriod' | 'lastPeriod'> {
  published: number;
  readonly withheld: Record<string, number>;
  least: number | null;
  most: number | null;
  readonly groups: Set<string | null>;
  readonly areas: Set<string>;
  readonly periods: Set<string>;
  /** The total of all occupations, and the largest figure of one. */
  total: Figure | null;
  largest: Figure | null;
}

/** A row that says where the columns of a kind of rows stand. */
interface ColumnsOfKind {
  readonly of: string;
  readonly sheet?: string | null;
  readonly columns: Readonly<Record<string, number>>;
}

function isColumnsRow(row: unknown): row is ColumnsOfKind {
  return Object(row).kind === 'columns' && typeof Object(row).columns === 'object';
}

/** Rows drawn at random, with their cells as far as the reader knows them. */
function drawRows(subject: string, rows: readonly unknown[]): ReviewedRow[] {
  const layouts = rows.filter(isColumnsRow);
  const published = rows.filter((row) => !isColumnsRow(row));
  const drawing = new Drawing<unknown>(subject);
  for (const row of published) drawing.take(row);
  return drawing.drawn.map((row): ReviewedRow => {
    const { kind, row: number, ...values } = Object(row) as Readonly<Record<string, unknown>>;
    const { sheet = null, columns = {} } = layouts.find(({ of }) => of === kind) ?? {};
    const named = sheet === null ? String(kind ?? 'row') : `'${sheet}'`;
    return {
      place: typeof number === 'number' ? `${named} row ${number}` : named,
      cells: Object.entries(values).flatMap(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        const column = columns[name];
        const address = sheet !== null && column !== undefined && typeof number === 'number' ? cellAddress(number, column) : null;
        return text === '' || text === undefined ? [] : [{ name, address, text }];
      }),
    };
  });
}

/** What an edition says of these figures, by their keys. */
async function saidBefore(edition: OpenedEdition, figures: readonly Figure[]): Promise<Map<string, string>> {
  const wanted = new Set(figures.map(keyOfFigure));
  const said = new Map<string, string>();
  for await (const group of edition.figures?.() ?? []) {
    for (const figure of group) {
      const key = keyOfFigure(figure);
      if (wanted.has(key)) said.set(key, saidIn(figure));
    }
  }
  return said;
}

function saidIn({ value, category, unit, withheld }: Figure): string {
  if (withheld !== null) return `withheld: ${withheld.reason}`;
  return withUnit(value ?? category?.replaceAll('_', ' ') ?? '', unit);
}

/**
 * Goes through all figures once: there can be millions, so only counts, the drawn ones and the extremes are kept. Those of the edition
 * before are gone through for the same figures.
 */
async function reviewFigures(
  { edition, figures }: OpenedEdition,
  before: OpenedEdition | null,
  titleOf: (group: string | null) => string,
): Promise<Pick<Review, 'measures' | 'drawn' | 'lookUp'>> {
  const tallies = new Map<string, Tally>();
  const describe = (figure: Figure): ReviewedFigure => ({
    name: figureName(figure, titleOf),
    said: saidIn(figure),
    quality: figure.withheld === null ? figure.quality : null,
    before: earlier === null ? null : (earlier.get(keyOfFigure(figure)) ?? 'it is not there'),
    computed: figure.derived,
    cells: figure.cells(),
    rule: figure.rule,
  });
  const drawing = new Drawing<Figure>(edition.id);
  for await (const group of figures?.() ?? []) {
    for (const figure of group) {
      take(tallyOf(tallies, figure), figure);
      drawing.take(figure);
    }
  }
  const { drawn } = drawing;
  const all = [...tallies.values()];
  const lookUp = mainTallies(all)
    .flatMap(({ total, largest }) => total ?? largest ?? [])
    .slice(0, mostLookedUp);
  const earlier = before === null ? null : await saidBefore(before, [...drawn, ...lookUp]);
  return {
    drawn: drawn.map(describe),
    lookUp: lookUp.map(describe),
    measures: all.map(({ groups, areas, periods, total: _, largest: __, ...counts }) => {
      const ordered = [...periods].sort(byCodeUnit);
      return { ...counts, groups: groups.size, areas: areas.size, firstPeriod: ordered[0] ?? '', lastPeriod: ordered.at(-1) ?? '' };
    }),
  };
}

/** The tally of each measure with most figures: pay also counts jobs and changes in percent under the name of its measure. */
function mainTallies(all: readonly Tally[]): Tally[] {
  const ofMeasure = Map.groupBy(all, ({ endpoint, measure }) => `${endpoint} ${measure}`);
  return [...ofMeasure.values()].flatMap((tallies) => tallies.toSorted((a, b) => b.published - a.published).slice(0, 1));
}

function tallyOf(tallies: Map<string, Tally>, { endpoint, measure, unit }: Figure): Tally {
  const key = `${endpoint} ${measure} ${unit}`;
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const sets = { groups: new Set<string | null>(), areas: new Set<string>(), periods: new Set<string>() };
  const made: Tally = { endpoint, measure, unit, published: 0, withheld: {}, least: null, most: null, ...sets, total: null, largest: null };
  tallies.set(key, made);
  return made;
}

function take(tally: Tally, figure: Figure): void {
  const { value, withheld, group, area, period } = figure;
  if (group !== null) tally.groups.add(group);
  if (area !== null) tally.areas.add(area.slug);
  if (period !== '') tally.periods.add(period);
  if (withheld !== null) {
    tally.withheld[withheld.reason] = (tally.withheld[withheld.reason] ?? 0) + 1;
    return;
  }
  tally.published += 1;
  if (value === null) return;
  tally.least = Math.min(tally.least ?? value, value);
  tally.most = Math.max(tally.most ?? value, value);
  // Of a series, the newest total: it stands on the publisher's page.
  if (group === null && (tally.total === null || period > tally.total.period)) tally.total = figure;
  if (group !== null && value > (tally.largest?.value ?? Number.NEGATIVE_INFINITY)) tally.largest = figure;
}

type AnyExamined = Examined<readonly unknown[], unknown>;

/** The findings of a check that a person reads: of a known issue all, of other checks the first, because one cause makes hundreds. */
export function firstToRead(severity: Severity, findings: readonly Finding[]): Finding[] {
  return inReadingOrder(causesOf(findings)).slice(0, severity === 'known-issue' ? mostOfKnownIssue : mostFindings);
}

/** Every check of the source and what it found, and findings of the compiler itself, such as a layout that nobody has seen. */
function reviewChecks(
  edition: CatalogueEdition,
  source: Source,
  read: AnyExamined | null,
  before: AnyExamined | null,
): Pick<Review, 'checks' | 'causes'> {
  const resultOf = (name: string) => edition.checks.find(({ check }) => check === name) ?? null;
  const again = source.checks.map((check) => {
    const result = resultOf(check.name);
    return { ...check, result, findings: result === null || read === null ? [] : check.check(read, before) };
  });
  const own = again.map(({ name, severity, describe, result, findings }): ReviewedCheck => {
    const first = firstToRead(severity, findings);
    return { name, describe, result, ran: wasUnderstood(edition), findings: first };
  });
  const others = edition.checks
    .filter(({ check }) => !source.checks.some(({ name }) => name === check))
    .map((result): ReviewedCheck => {
      // The edition keeps the message of the first place only.
      const findings = result.places.map((place) => ({ place, message: '' }));
      return { name: result.check, describe: '', result, ran: true, findings };
    });
  const causes = causesAcross(again.filter(({ result }) => result?.severity === 'block')).map(({ message, findings }): ReviewedCause => {
    const counts = [...Map.groupBy(findings, ({ check }) => check)].map(([name, of]) => [name, of.length] as const);
    return { message, foundBy: new Map(counts), findings: findings.slice(0, mostFindings) };
  });
  return { checks: [...others, ...own], causes };
}
