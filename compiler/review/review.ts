// Reviews an edition: reads its files again and collects what a person needs to decide whether it
// may be published.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEdition, Severity } from '#schemas/catalogue.ts';
import { type Lookup, recordLookups } from '#sources/kit/lookups.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import type { Finding } from '#sources/kit/checks.ts';
import type { Figure } from '#sources/kit/figures.ts';
import type { Examined } from '#sources/kit/release.ts';
import { random } from '#sources/kit/random.ts';
import { type DescribedRow, countByKind } from '#sources/kit/rows.ts';
import type { Source } from '#sources/kit/source.ts';
import {
  causesAcross,
  causesOf,
  inReadingOrder,
  namesOf,
  ownPlaces,
  wasUnderstood,
} from '../checks.ts';
import { keyOfFigure } from '../diff/compare.ts';
import { type TitleOf, figureName } from '../diff/describe-diff.ts';
import {
  beforeItsYear,
  parseRelease,
  predecessorOf,
  servedCounterpart,
} from '../edition/catalogue.ts';
import { makeFolder } from '../edition/data-directory.ts';
import { writeAtomically } from '../edition/files.ts';
import {
  EditionReader,
  type OpenedEdition,
  type ReadEdition,
  hasTexts,
} from '../release/read-again.ts';
import { withUnit } from '../report/report.ts';

const drawnFigures = 20;
const mostFindings = 10;
// A known issue is published, and any of its places may be the wrong figure. More than these are a
// whole table.
const mostOfKnownIssue = 100;
// A person looks up a dozen, not a hundred.
const mostLookedUp = 12;

export type Review = Awaited<ReturnType<typeof reviewEdition>>;

/**
 * Reviews an edition of a directory, held or published. Throws UnreadableFileError if its snapshots
 * are not here or are damaged.
 */
export async function reviewEdition(
  directory: string,
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
  edition: CatalogueEdition,
) {
  const source = sources.find(({ key }) => key === edition.source);
  const release =
    source === undefined ? null : parseRelease(source, edition.release, edition.released);
  if (source === undefined || release === null)
    throw new Error(`edition ${edition.id} is of no known source`);
  const reader = new EditionReader(directory, sources, { editions });
  // The edition that a held one would replace, or that a published one has followed.
  const place = editions.findIndex(({ id }) => id === edition.id);
  const isNoPredecessor = (other: CatalogueEdition) =>
    editions.indexOf(other) >= place || other.rows === edition.rows;
  const before =
    edition.state === 'quarantined'
      ? servedCounterpart(source, edition, editions)
      : predecessorOf(source, release, editions, isNoPredecessor);
  const places: Lookup[] = [];
  const placesBefore: Lookup[] = [];
  const read = await readOrReason(places, reader, edition);
  const readBefore = before === null ? null : await readOrReason(placesBefore, reader, before);
  const wasThere =
    before === null ? null : namesOf({ release: nameOf(before), lookups: placesBefore });
  const isUnread = typeof read === 'string';
  const older =
    before === null || isUnread ? null : beforeItsYear(source, release, before, editions);
  const yearBefore = older === null ? null : await readOrReason([], reader, older);
  const isRead = (result: ReadEdition | string | null): result is ReadEdition =>
    result !== null && typeof result !== 'string';
  const previous = isRead(readBefore)
    ? { ...readBefore, ...(isRead(yearBefore) ? { yearBefore } : {}) }
    : null;
  const openedBefore = before !== null && wasUnderstood(before) ? reader.open(before.id) : null;
  return {
    edition,
    source,
    files: edition.inputs,
    before,
    layout: layoutOf(ownPlaces({ release: nameOf(edition), lookups: places }), wasThere),
    /** Why the files cannot be read; null if they can. Rows and figures are then empty. */
    unread: isUnread ? read : null,
    rows: isUnread ? [] : countRows(source, read.rows, previous?.rows ?? null),
    ...(isUnread || !wasUnderstood(edition)
      ? noFigures
      : await reviewFigures(
          reader.open(edition.id),
          openedBefore,
          await reader.titlesFor(edition.id),
        )),
    drawnRows:
      isUnread || !hasTexts(source) ? [] : drawRows(edition.id, source.describeRows(read.rows)),
    ...reviewChecks(edition, source, isUnread ? null : read, isUnread ? null : previous),
  };
}

const nameOf = ({ source, release }: CatalogueEdition) => ({ source, name: release });

async function readOrReason(
  lookups: Lookup[],
  reader: EditionReader,
  { id }: CatalogueEdition,
): Promise<ReadEdition | string> {
  try {
    return await recordLookups(lookups, () => reader.read(id));
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return error.message;
  }
}

export type ReviewedPlace = ReturnType<typeof layoutOf>[number];

/**
 * What readers took and left, place by place. Some look several times in a place, for one sheet
 * each. Places with the same columns taken and left are listed together: a release of pay has 198
 * equal sheets.
 */
function layoutOf(lookups: readonly Lookup[], wasThere: ReturnType<typeof namesOf> | null) {
  const read = [...Map.groupBy(lookups, ({ place, what }) => `${what} ${place}`).values()].map(
    (all) => {
      const wanted = all.flatMap((lookup) => lookup.wanted);
      const taken = new Set(wanted.flatMap(({ foundName }) => foundName ?? []));
      const notRead = [...new Set(all.flatMap(({ present }) => present))].filter(
        (name) => !taken.has(name),
      );
      const isKnown = (name: string) => all.some((lookup) => wasThere?.(lookup, name) === true);
      const isNew = all.every((lookup) => (wasThere?.(lookup, '') ?? null) === null);
      return {
        places: [...new Set(all.map(({ place }) => place))],
        what: all[0]?.what ?? 'column',
        taken: [...taken],
        missing: wanted
          .filter(({ foundName }) => foundName === null)
          .map(({ names }) => names.join(' or ')),
        notRead,
        /**
         * Of those, the names that the edition before did not have; null if it had no such place.
         */
        fresh: isNew ? null : notRead.filter((name) => !isKnown(name)),
      };
    },
  );
  const alike = Map.groupBy(read, ({ places: _, ...names }) => JSON.stringify(names));
  return [...alike.values()].flatMap(([first, ...alikePlaces]) =>
    first === undefined
      ? []
      : [{ ...first, places: [first, ...alikePlaces].flatMap(({ places }) => places) }],
  );
}

function countRows(source: Source, rows: readonly unknown[], before: readonly unknown[] | null) {
  const now = countByKind(source.describeRows(rows));
  const then = before === null ? null : countByKind(source.describeRows(before));
  const kinds = new Set([...now.keys(), ...(then?.keys() ?? [])]);
  return [...kinds].map((kind) => ({
    kind,
    rows: now.get(kind) ?? 0,
    before: then && (then.get(kind) ?? 0),
  }));
}

/**
 * Values drawn at random, the same for the same edition, in the order in which they come (Algorithm
 * R).
 */
function drawing<Value>(edition: string) {
  const { between } = random(edition);
  const drawn: { value: Value; at: number }[] = [];
  let seen = 0;
  const take = (value: Value): void => {
    const place = seen < drawnFigures ? seen : between(0, seen);
    if (place < drawnFigures) drawn[place] = { value, at: seen };
    seen += 1;
  };
  return { take, drawn: () => drawn.toSorted((a, b) => a.at - b.at).map(({ value }) => value) };
}

export type ReviewedRow = ReturnType<typeof drawRows>[number];

/** Rows drawn at random, with their cells as far as the source knows them. */
function drawRows(edition: string, rows: Iterable<DescribedRow>) {
  const { take, drawn } = drawing<DescribedRow>(edition);
  for (const row of rows) if (row.count > 0) take(row);
  return drawn().map((row) => ({
    /** Its sheet or kind, and the number of the row if it has one. */
    place: row.place,
    /**
     * Its texts, each with our name of its column and, in a sheet whose columns are known, its
     * cell.
     */
    cells: Object.entries(row.cells()).flatMap(([name, value]) => {
      const text: string | undefined = typeof value === 'string' ? value : JSON.stringify(value);
      return text === '' || text === undefined
        ? []
        : [{ name, address: row.addressOf(name), text }];
    }),
  }));
}

function printedOf({ value, category, unit, withheld }: Figure): string {
  if (withheld !== null) return `withheld: ${withheld.reason}`;
  return withUnit(value ?? category?.replaceAll('_', ' ') ?? '', unit);
}

/** What an edition says of these figures, by their keys. */
async function printedInEditionBefore(
  edition: OpenedEdition,
  figures: readonly Figure[],
): Promise<Map<string, string>> {
  const wanted = new Set(figures.map(keyOfFigure));
  const printedByKey = new Map<string, string>();
  for await (const group of edition.figures?.() ?? [])
    for (const figure of group) {
      const key = keyOfFigure(figure);
      if (wanted.has(key)) printedByKey.set(key, printedOf(figure));
    }
  return printedByKey;
}

export type ReviewedFigure = ReturnType<typeof describedFigure>;

function describedFigure(
  figure: Figure,
  before: ReadonlyMap<string, string> | null,
  titleOf: TitleOf,
) {
  return {
    name: figureName(figure, titleOf),
    printed: printedOf(figure),
    quality: figure.withheld === null ? figure.quality : null,
    /** What the edition before says of it; null if there is no edition before. */
    before: before === null ? null : (before.get(keyOfFigure(figure)) ?? 'it is not there'),
    /** True if it is computed from several cells, so that no page of the publisher has it. */
    computed: figure.derived,
    cells: figure.cells(),
    rule: figure.rule,
  };
}

/** A measure in one unit, of which a release may have millions of figures. */
class Tally {
  readonly endpoint: string;
  readonly measure: string;
  readonly unit: string;
  published = 0;
  readonly withheld: Record<string, number> = {};
  /** Null if no figure is a number. */
  least: number | null = null;
  most: number | null = null;
  readonly groups = new Set<string>();
  readonly areas = new Set<string>();
  readonly periods = new Set<string>();
  /** The total of all occupations, and the largest figure of one. */
  total: Figure | null = null;
  largest: Figure | null = null;

  constructor({ endpoint, measure, unit }: Figure) {
    this.endpoint = endpoint;
    this.measure = measure;
    this.unit = unit;
  }

  take(figure: Figure): void {
    const { value, withheld, group, area, period } = figure;
    if (group !== null) this.groups.add(group);
    if (area !== null) this.areas.add(area.slug);
    if (period !== '') this.periods.add(period);
    if (withheld !== null) {
      this.withheld[withheld.reason] = (this.withheld[withheld.reason] ?? 0) + 1;
      return;
    }
    this.published += 1;
    if (value === null) return;
    this.least = Math.min(this.least ?? value, value);
    this.most = Math.max(this.most ?? value, value);
    // Of a series, the newest total: the publisher's page has it.
    if (group === null && (this.total === null || period > this.total.period)) this.total = figure;
    if (group !== null && value > (this.largest?.value ?? Number.NEGATIVE_INFINITY))
      this.largest = figure;
  }
}

const noFigures = { measures: [], drawn: [], lookUp: [] };

/**
 * Goes through all figures once, and through those of the edition before for the same figures.
 * `lookUp`: of each measure the total of all occupations, or else the largest figure: a person can
 * find them on the publisher's page.
 */
async function reviewFigures(
  opened: OpenedEdition,
  before: OpenedEdition | null,
  titleOf: TitleOf,
) {
  const tallies = new Map<string, Tally>();
  const draw = drawing<Figure>(opened.edition.id);
  for await (const group of opened.figures?.() ?? [])
    for (const figure of group) {
      const key = `${figure.endpoint} ${figure.measure} ${figure.unit}`;
      const tally = tallies.get(key) ?? new Tally(figure);
      tallies.set(key, tally);
      tally.take(figure);
      draw.take(figure);
    }
  const measures = [...tallies.values()];
  // Of each measure the unit with most figures: pay also counts jobs and changes in percent under
  // the name of its measure.
  const byMeasure = Map.groupBy(measures, ({ endpoint, measure }) => `${endpoint} ${measure}`);
  const main = [...byMeasure.values()].flatMap((alike) =>
    alike.toSorted((a, b) => b.published - a.published).slice(0, 1),
  );
  const lookUp = main
    .flatMap(({ total, largest }) => total ?? largest ?? [])
    .slice(0, mostLookedUp);
  const drawn = draw.drawn();
  const printedBefore =
    before === null ? null : await printedInEditionBefore(before, [...drawn, ...lookUp]);
  const described = (figures: readonly Figure[]) =>
    figures.map((figure) => describedFigure(figure, printedBefore, titleOf));
  return { measures, drawn: described(drawn), lookUp: described(lookUp) };
}

/**
 * The findings of a check that a person reads: of a known issue all, of other checks the first,
 * because one cause makes hundreds.
 */
export function firstToRead(severity: Severity, findings: readonly Finding[]): Finding[] {
  return inReadingOrder(causesOf(findings)).slice(
    0,
    severity === 'known-issue' ? mostOfKnownIssue : mostFindings,
  );
}

export type ReviewedCheck = ReturnType<typeof reviewChecks>['checks'][number];
export type ReviewedCause = ReturnType<typeof reviewChecks>['causes'][number];

type AnyExamined = Examined<readonly unknown[], unknown>;

/**
 * Every check of the source and what it found, and findings of the compiler itself, such as a
 * layout without a real file.
 */
function reviewChecks(
  edition: CatalogueEdition,
  source: Source,
  read: AnyExamined | null,
  before: AnyExamined | null,
) {
  const again = source.checks.map((check) => {
    // The findings from when the edition was compiled.
    const result = edition.checks.find((candidate) => candidate.check === check.name) ?? null;
    return {
      ...check,
      result,
      findings: result === null || read === null ? [] : check.check(read, before),
    };
  });
  const sourceChecks = again.map(({ name, severity, describe, result, findings }) => {
    // If the release was not understood, checks had nothing to look at.
    return {
      name,
      describe,
      result,
      ran: wasUnderstood(edition),
      findings: firstToRead(severity, findings),
    };
  });
  const others = edition.checks
    .filter(({ check }) => !source.checks.some(({ name }) => name === check))
    .map((result) => {
      // The edition keeps the message of the first place only.
      const findings: Finding[] = result.places.map((place) => ({ place, message: '' }));
      return { name: result.check, describe: '', result, ran: true, findings };
    });
  const causes = causesAcross(again.filter(({ result }) => result?.severity === 'block')).map(
    ({ message, findings }) => {
      const counts = [...Map.groupBy(findings, ({ check }) => check)].map(
        ([name, listed]) => [name, listed.length] as const,
      );
      return {
        message,
        foundBy: new Map(counts),
        findings: findings.slice(0, mostFindings) as readonly Finding[],
      };
    },
  );
  return {
    checks: [...others, ...sourceChecks],
    /**
     * Why the checks of the source hold the edition back, the likeliest cause first. Findings of
     * several checks can have one cause.
     */
    causes,
  };
}

/**
 * Keeps in the data directory that a person has had a review of an edition: lmi accept --first
 * takes no others. Throws if it cannot be written.
 */
export function noteReviewed(directory: string, id: string): void {
  makeFolder(join(directory, 'reviewed'), directory);
  writeAtomically(join(directory, 'reviewed', id), `${new Date().toISOString()}\n`);
}

export function wasReviewed(directory: string, id: string): boolean {
  return existsSync(join(directory, 'reviewed', id));
}
