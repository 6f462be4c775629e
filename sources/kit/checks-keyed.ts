// Compares the tables of an edition with those of the edition before, key by key. A value that has
// moved to another row or another column leaves every count, code and shape in order.
import {
  type Check,
  type Finding,
  type Place,
  type Rule,
  against,
  comparing,
  middleOf,
  once,
  written,
} from './checks.ts';
import { placeOfRelease } from './place.ts';
import type { Examined } from './release.ts';

/** What an edition says about a key, such as a unit group, a profile or an identifier. */
export interface KeyedRow {
  readonly key: string;
  /** As a person calls it: "Midwife". A function if there are too many to write all of them out. */
  readonly name: Place;
  /** By the names of the table's columns; empty, or left out, if there is none. */
  readonly values: Readonly<Record<string, string>>;
}

export interface KeyedColumn {
  /** The largest share of the keys (0 to 1) whose value usually changes. */
  readonly changes: number;
  /** The largest share of the filled values that usually become empty, if it is not 0.02. */
  readonly emptied?: number;
  /**
   * Numbers with blanks between them that nearly all change a little: a row is known again
   * by numbers that are near its own.
   */
  readonly isRating?: boolean;
}

/** A table as a source declares it. */
export interface KeyedTable<Edition> {
  /** What the keys are: "profiles". */
  readonly name: string;
  /** The same edition gives the same rows in the same order. Each key occurs once. */
  readonly rows: (edition: Edition) => Iterable<KeyedRow>;
  /** By their names in a sentence: "requirements". A name in the plural ends in s. */
  readonly columns: Readonly<Record<string, KeyedColumn>>;
  /** The largest share of the keys (0 to 1) that usually disappear. */
  readonly lost: number;
}

// So few changes, empty values or lost keys are usual in every table, except where a source expects
// none.
const alwaysUsual = 2;
const usuallyEmptied = 0.02;
// A text in more rows than these is a common phrase. A change to it proves nothing.
const mostOwners = 2;
// Where nearly every row has a value of its own, a repeated value was copied. Where only half of
// them have, rows may share values, and a value that moves also leaves its row.
const leastDistinct = 0.5;
const nearlyDistinct = 0.95;
/**
 * Where rows may share a value: the share of the changes (0 to 1) that take the value of another
 * row.
 */
const mostCopied = 0.1;
// If unrelated changes are less likely than this to look so, they have one cause: the sheet has
// slipped.
const leastLikely = Math.log(0.005);
const leastShifted = 3;
/** Fewer texts that end at one length were not cut. */
const leastCut = 3;
const mostOfMessage = 220;
const mostOfName = 40;

/** One check of all keyed tables of a source. */
export function keyedCheck<Rows, Observations>(
  ...tables: readonly KeyedTable<Examined<Rows, Observations>>[]
): Check<Rows, Observations> {
  return comparing.block<Rows, Observations>(
    'values-in-their-rows',
    'Since the edition before, no value has moved to another row or column, and no more ' +
      'values have changed, become empty or gone than usually do.',
    ...tables.map(compareTables),
  );
}

/** The rows of a key in both editions. */
interface Pair {
  readonly now: KeyedRow;
  readonly before: KeyedRow;
}

function compareTables<Rows, Observations>(
  table: KeyedTable<Examined<Rows, Observations>>,
): Rule<Examined<Rows, Observations>> {
  type Edition = Examined<Rows, Observations>;
  const rowsOf = once((edition: Edition): readonly KeyedRow[] => [...table.rows(edition)]);
  return against(function* (edition: Edition, previous: Edition): Generator<Finding> {
    const before = rowsOf(previous);
    const since = previous.release.name;
    const place = `${placeOfRelease(edition.release)} ${table.name}`;
    const now = new Map<string, KeyedRow>();
    for (const row of rowsOf(edition)) now.set(row.key, row);
    // A table that one of the releases does not have cannot be compared.
    if (now.size === 0 || before.length === 0) return;
    const pairs: Pair[] = [];
    const lost: KeyedRow[] = [];
    for (const row of before) {
      const same = now.get(row.key);
      if (same === undefined) lost.push(row);
      else pairs.push({ now: same, before: row });
    }
    if (lost.length > usual(table.lost, before.length))
      yield {
        place,
        message: withExamples(
          `${lost.length} of ${before.length} ${table.name} of ${since} are gone, ` +
            `expected at most ${usual(table.lost, before.length)}`,
          lost.map(nameOf),
        ),
      };
    const columns = Object.keys(table.columns).map(
      (name) => new ComparedColumn(name, pairs, before),
    );
    for (const column of columns) {
      const normal = table.columns[column.name];
      if (column.changed.length === 0 || normal === undefined) continue;
      for (const message of column.faults(normal, since))
        yield { place: `${place}, ${column.name}`, message };
    }
    for (const message of exchangedColumns(columns, since)) yield { place, message };
  });
}

/** Different blanks and line breaks are not a change, and must not hide one. */
function folded(value: string): string {
  return /\s\s|^\s|\s$|[\n\t]/.test(value) ? value.replace(/\s+/g, ' ').trim() : value;
}

function valueIn(row: KeyedRow, column: string): string {
  return folded(row.values[column] ?? '');
}

const nameOf = ({ name }: KeyedRow) => shortened(written(name));

function usual(share: number, all: number): number {
  return share === 0 ? 0 : Math.max(alwaysUsual, Math.floor(share * all));
}

/** A row whose value in a column has changed. */
interface Change extends Pair {
  /** Its index among the keys of both editions, in the order of the edition before. */
  readonly index: number;
  readonly from: string;
  readonly to: string;
}

/** Two rows that have each other's value. */
interface Exchange {
  readonly first: Change;
  readonly second: Change;
}

/** A change to the value that a neighbour had. */
interface NeighbourValue {
  readonly change: Change;
  readonly neighbour: KeyedRow;
}

/** One column of the keys that both editions have. */
class ComparedColumn {
  readonly name: string;
  readonly changed: readonly Change[];
  readonly #pairs: readonly Pair[];
  readonly #before: readonly KeyedRow[];
  #byKey: ReadonlyMap<string, KeyedRow> | null = null;
  #owners: ReadonlyMap<string, { readonly first: KeyedRow; readonly count: number }> | null = null;

  constructor(name: string, pairs: readonly Pair[], before: readonly KeyedRow[]) {
    this.name = name;
    this.#pairs = pairs;
    this.#before = before;
    const changed: Change[] = [];
    for (const [index, { now, before: row }] of pairs.entries()) {
      // Nearly all values are the same, and need no folding.
      if (row.values[name] === now.values[name]) continue;
      const from = valueIn(row, name);
      const to = valueIn(now, name);
      if (from !== to) changed.push({ now, before: row, index, from, to });
    }
    this.changed = changed;
  }

  /** The rows of the edition before by their values. Few editions have changes that need them. */
  owners() {
    if (this.#owners !== null) return this.#owners;
    const owners = new Map<string, { first: KeyedRow; count: number }>();
    for (const row of this.#before) {
      const value = this.#valueIn(row);
      const owner = owners.get(value);
      if (owner === undefined) owners.set(value, { first: row, count: 1 });
      else owner.count += 1;
    }
    this.#owners = owners;
    return owners;
  }

  /** The logarithm of how likely it is that a row has a value by chance. */
  likelihood(value: string): number {
    return Math.log(Math.max(this.owners().get(value)?.count ?? 0, 1) / this.#before.length);
  }

  *faults(
    { changes, emptied = usuallyEmptied, isRating = false }: KeyedColumn,
    since: string,
  ): Generator<string> {
    const moved = this.#moved(isRating);
    if (moved.length > 0)
      yield withExamples(
        `${moved.length} ${moved.length === 1 ? 'value has' : 'values have'} moved since ${since}`,
        moved,
      );
    const empty = this.changed.filter(({ to }) => to === '');
    const filled = this.#pairs.filter(({ before }) => this.#valueIn(before) !== '');
    const mostEmpty = usual(emptied, filled.length);
    if (empty.length > mostEmpty)
      yield withExamples(
        `${empty.length} of ${filled.length} have become empty since ${since}, expected ` +
          `at most ${mostEmpty}`,
        empty.map(({ before }) => nameOf(before)),
      );
    const mostChanges = usual(changes, this.#pairs.length);
    if (this.changed.length > mostChanges)
      yield withExamples(
        `${this.changed.length} of ${this.#pairs.length} have changed since ${since}, ` +
          `expected at most ${mostChanges}`,
        this.changed.map(
          ({ before, from, to }) => `${nameOf(before)}: ${shown(from)} → ${shown(to)}`,
        ),
      );
    const cut = this.#cut();
    if (cut.length > 0)
      yield withExamples(
        `${cut.length} have lost their ends since ${since}`,
        cut.map(({ before, to }) => `${nameOf(before)}: "…${to.slice(-20)}"`),
      );
  }

  /**
   * Sentences about values that were in another row before: rare ones, exchanged ones, shifted
   * runs.
   */
  #moved(isRating: boolean): string[] {
    const sentences = new Map<number, string>();
    const addSentence = (change: Change, owner: KeyedRow) =>
      sentences.set(change.index, this.#sentence(change.before, owner));
    const distinct = this.#distinct();
    const copies: { change: Change; owner: KeyedRow }[] = [];
    for (const change of distinct < leastDistinct ? [] : this.changed) {
      const owners = change.to === '' ? undefined : this.owners().get(change.to);
      const owner = owners === undefined ? undefined : this.#now(owners.first.key);
      if (owners === undefined || owners.count > mostOwners || owner === undefined) continue;
      const isCopy = owner === change.to;
      if (!isCopy || distinct >= nearlyDistinct || this.#areNeighbours(change, owners.first))
        addSentence(change, owners.first);
      else copies.push({ change, owner: owners.first });
    }
    if (copies.length >= leastShifted && copies.length > mostCopied * this.changed.length)
      for (const { change, owner } of copies) addSentence(change, owner);
    for (const { first, second } of this.#exchanged()) {
      addSentence(first, second.before);
      addSentence(second, first.before);
    }
    for (const { change, neighbour } of [...this.#shifted(), ...this.#copied()])
      addSentence(change, neighbour);
    if (isRating)
      for (const { change, owner } of movedRatings(this.changed, this.#pairs, this.name))
        addSentence(change, owner);
    return [...sentences].sort(([a], [b]) => a - b).map(([, sentence]) => sentence);
  }

  #areNeighbours({ index }: Change, owner: KeyedRow): boolean {
    return [index - 1, index + 1].some((next) => this.#pairs[next]?.before.key === owner.key);
  }

  /** The share of the filled values that no other row had (0 to 1). */
  #distinct(): number {
    const values = [...this.owners()].filter(([value]) => value !== '');
    const filled = values.reduce((sum, [, { count }]) => sum + count, 0);
    return filled === 0 ? 0 : values.length / filled;
  }

  /** The value of a key now; undefined if the key is gone. */
  #now(key: string): string | undefined {
    this.#byKey ??= new Map(this.#pairs.map(({ now }) => [now.key, now]));
    const row = this.#byKey.get(key);
    return row === undefined ? undefined : this.#valueIn(row);
  }

  #sentence(row: KeyedRow, owner: KeyedRow): string {
    const verb = /[^s]s$/.test(this.name) ? 'are those' : 'is that';
    return `The ${this.name} of ${nameOf(row)} ${verb} of ${nameOf(owner)}`;
  }

  /**
   * Pairs of rows that have each other's value, unless so many changes make such pairs by chance.
   * Neighbours are rarer than other pairs. Few releases change a column in nothing but such pairs.
   */
  #exchanged(): Exchange[] {
    const pairs: Exchange[] = [];
    const open = new Map<string, Change[]>();
    for (const change of this.changed) {
      const { from, to } = change;
      const partner = open.get(JSON.stringify([to, from]))?.pop();
      if (partner !== undefined) {
        pairs.push({ first: partner, second: change });
        continue;
      }
      const alike = JSON.stringify([from, to]);
      open.set(alike, [...(open.get(alike) ?? []), change]);
    }
    const number = this.changed.length;
    if (2 * pairs.length === number) return pairs;
    const neighbours = pairs.filter(({ first, second }) => second.index - first.index === 1);
    if (isTooMany(neighbours.length, this.#chancesOfExchange())) return pairs;
    return pairs.filter(({ first, second }) => {
      const areNeighbours = second.index - first.index === 1;
      const ways = areNeighbours ? number ** 2 / this.#pairs.length : number ** 2 / 2;
      const likelihood = Math.log(ways) + this.likelihood(first.from) + this.likelihood(first.to);
      return likelihood < leastLikely;
    });
  }

  /** How likely each two neighbours that have changed are to have each other's value by chance. */
  #chancesOfExchange(): number[] {
    const chances: number[] = [];
    for (const [changeIndex, { index, from }] of this.changed.entries()) {
      const next = this.changed[changeIndex + 1];
      if (next === undefined || next.index !== index + 1) continue;
      const share = this.#share(from);
      const nextShare = this.#share(next.from);
      chances.push(Math.min(1, nextShare / (1 - share)) * Math.min(1, share / (1 - nextShare)));
    }
    return chances;
  }

  /** The share of the rows that have a value (0 to 1). */
  #share(value: string): number {
    return Math.exp(this.likelihood(value));
  }

  /**
   * Changes to the value that a neighbour had, on one side, if more have it than would by chance.
   * The neighbour is the next row with a value.
   */
  #copied(): NeighbourValue[] {
    const filled = this.changed.filter(({ to }) => to !== '');
    if (filled.length === 0) return [];
    const rows = this.#pairs.filter(({ before }) => this.#valueIn(before) !== '');
    const together = this.#together(rows);
    const chances = filled.map(({ to }) => {
      const byChance = (this.owners().get(to)?.count ?? 1) / Math.max(1, rows.length);
      return together + (1 - together) * byChance;
    });
    const copies: NeighbourValue[] = [];
    for (const step of [-1, 1]) {
      const neighbours = this.#neighbours(step);
      const copied: NeighbourValue[] = [];
      for (const change of filled) {
        const neighbour = neighbours[change.index];
        if (neighbour !== undefined && this.#valueIn(neighbour) === change.to)
          copied.push({ change, neighbour });
      }
      if (isTooMany(copied.length, chances)) copies.push(...copied);
    }
    return copies;
  }

  #valueIn(row: KeyedRow): string {
    return valueIn(row, this.name);
  }

  /** For each pair the nearest row before it, or after it, that had a value. */
  #neighbours(step: number): readonly (KeyedRow | undefined)[] {
    const neighbours: (KeyedRow | undefined)[] = [];
    const first = step < 0 ? 0 : this.#pairs.length - 1;
    let nearest: KeyedRow | undefined;
    for (let index = first; index >= 0 && index < this.#pairs.length; index -= step) {
      neighbours[index] = nearest;
      const row = this.#pairs[index]?.before;
      if (row !== undefined && this.#valueIn(row) !== '') nearest = row;
    }
    return neighbours;
  }

  /**
   * How much more often than by chance two neighbours have the same value (0 to 1): rows with the
   * same value are often neighbours.
   */
  #together(rows: readonly Pair[]): number {
    const values = rows.map(({ before }) => this.#valueIn(before));
    const alike = values.filter((value, index) => value === values[index + 1]).length;
    const byChance = [...this.owners()]
      .filter(([value]) => value !== '')
      .reduce((sum, [, { count }]) => sum + (count / values.length) ** 2, 0);
    if (values.length < 2 || byChance >= 1) return 1;
    return Math.max(0, (alike / (values.length - 1) - byChance) / (1 - byChance));
  }

  /** Runs of rows that have the value of the row above, or of the row below. */
  #shifted(): NeighbourValue[] {
    const shifted: NeighbourValue[] = [];
    for (const step of [-1, 1]) {
      let run: NeighbourValue[] = [];
      let likelihood = Math.log(this.changed.length);
      let last = Number.NEGATIVE_INFINITY;
      const end = () => {
        if (run.length >= leastShifted && likelihood < leastLikely) shifted.push(...run);
        run = [];
        likelihood = Math.log(this.changed.length);
      };
      for (const change of this.changed) {
        // Rows between two changes of a run have the value of their neighbour, and kept it.
        if (run.length > 0 && !this.#isShifted(last, change.index, step)) end();
        const neighbour = this.#pairs[change.index + step]?.before;
        last = change.index;
        if (neighbour === undefined || this.#valueIn(neighbour) !== change.to) {
          end();
          continue;
        }
        run.push({ change, neighbour });
        likelihood += this.likelihood(change.to);
      }
      end();
    }
    return shifted;
  }

  /** Whether all rows between two indexes have the value of their neighbour. */
  #isShifted(after: number, until: number, step: number): boolean {
    for (let index = after + 1; index < until; index += 1) {
      const row = this.#pairs[index]?.now;
      const neighbour = this.#pairs[index + step]?.before;
      if (row === undefined || neighbour === undefined) return false;
      if (this.#valueIn(row) !== this.#valueIn(neighbour)) return false;
    }
    return true;
  }

  /**
   * Texts cut from those of the edition before, several at the same length. Numbers do not count.
   */
  #cut(): Change[] {
    const cut = this.changed.filter(
      ({ from, to }) =>
        to !== '' && from.startsWith(to) && !/[.!?]\s*$/.test(to) && Number.isNaN(Number(to)),
    );
    const byLength = [...Map.groupBy(cut, ({ to }) => to.length).values()];
    return byLength.filter((alike) => alike.length >= leastCut).flat();
  }
}

/** Whether so many events are too many for chance, if each is as likely as given. */
function isTooMany(number: number, chances: readonly number[]): boolean {
  const expected = chances.reduce((sum, chance) => sum + chance, 0);
  if (number <= expected) return false;
  // How likely it is that 0, 1, … of those so far have happened.
  const likely = new Float64Array(number);
  if (number > 0) likely[0] = 1;
  for (const chance of chances)
    for (let happened = number - 1; happened >= 0; happened -= 1)
      likely[happened] =
        (likely[happened] ?? 0) * (1 - chance) + (likely[happened - 1] ?? 0) * chance;
  const fewer = likely.reduce((sum, chance) => sum + chance, 0);
  return Math.log(Math.max(0, 1 - fewer)) < leastLikely;
}

const numbersIn = (value: string) => value.split(' ').map((text) => Number(text) || 0);

function distance(first: readonly number[], second: readonly number[]): number {
  return Math.hypot(...first.map((value, index) => value - (second[index] ?? 0)));
}

/**
 * Rows with numbers that are much nearer to those of another row in the edition before than to
 * their own: runs with those of their neighbours, and pairs that have each other's.
 */
function* movedRatings(
  changed: readonly Change[],
  pairs: readonly Pair[],
  column: string,
): Generator<{ readonly change: Change; readonly owner: KeyedRow }> {
  const rated = changed.map((change) => {
    const now = numbersIn(change.to);
    const before = numbersIn(change.from);
    return { change, now, before, moved: distance(now, before) };
  });
  const isNearer = (numbers: readonly number[], moved: number, other: readonly number[]) =>
    distance(numbers, other) <= moved / 2;
  for (const step of [-1, 1]) {
    let run: { change: Change; owner: KeyedRow }[] = [];
    for (const { change, now, moved } of rated) {
      const owner = pairs[change.index + step]?.before;
      const isNext = run.at(-1)?.change.index === change.index - 1;
      const isMoved =
        owner !== undefined && isNearer(now, moved, numbersIn(valueIn(owner, column)));
      if (run.length > 0 && !(isNext && isMoved)) {
        if (run.length >= leastShifted) yield* run;
        run = [];
      }
      if (isMoved) run.push({ change, owner });
    }
    if (run.length >= leastShifted) yield* run;
  }
  const middle = middleOf(rated.map(({ moved }) => moved)) ?? 0;
  const far = rated.filter(({ moved }) => moved > 2 * middle);
  for (const [index, rating] of far.entries())
    for (const other of far.slice(index + 1))
      if (
        isNearer(rating.now, rating.moved, other.before) &&
        isNearer(other.now, other.moved, rating.before)
      ) {
        yield { change: rating.change, owner: other.change.before };
        yield { change: other.change, owner: rating.change.before };
      }
}

/** Columns that have each other's values, in whole or in some rows. */
function* exchangedColumns(columns: readonly ComparedColumn[], since: string): Generator<string> {
  for (const [index, column] of columns.entries()) {
    if (column.changed.length === 0) continue;
    for (const other of columns.slice(index + 1)) {
      const exchanged = column.changed.filter(({ before, now, from, to }) => {
        const otherFrom = valueIn(before, other.name);
        const otherTo = valueIn(now, other.name);
        return to === otherFrom && otherTo === from;
      });
      const likelihood = exchanged.reduce(
        (sum, { from, to }) => sum + column.likelihood(to) + other.likelihood(from),
        Math.log(Math.max(1, column.changed.length)),
      );
      // An editor may move a single text to an empty column.
      const isMoved = exchanged.some(({ from, to }) => from !== '' && to !== '');
      if (exchanged.length < (isMoved ? 1 : leastShifted) || likelihood >= leastLikely) continue;
      yield withExamples(
        `${column.name} and ${other.name} have changed places since ${since} in ` +
          `${exchanged.length} rows`,
        exchanged.map(({ before }) => nameOf(before)),
      );
    }
  }
}

/** The first three examples, as far as a message has room for them. */
function withExamples(message: string, examples: readonly string[]): string {
  const shownExamples: string[] = [];
  let length = message.length;
  for (const example of examples.slice(0, 3)) {
    length += example.length + 2;
    if (shownExamples.length > 0 && length > mostOfMessage) break;
    shownExamples.push(example);
  }
  return `${message}: ${shownExamples.join('; ')}`;
}

function shortened(text: string, most = mostOfName): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}

function shown(value: string): string {
  return value === '' ? 'nothing' : `"${shortened(value.replace(/\s+/g, ' '), 30)}"`;
}
