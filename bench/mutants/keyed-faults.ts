// Faults of keyed tables: values of a column that move to other keys, columns that change places,
// and keys that are lost.
import type { Random } from '#sources/kit/random.ts';
import type { KeyedTable, Row } from './keyed-tables.ts';

/** What a key has in a column: of each of its rows the members that move together. */
type Value = readonly (readonly unknown[])[];

/** The rows of a release by the keys of one table. */
export interface Keyed {
  readonly rows: readonly unknown[];
  readonly table: KeyedTable;
  readonly byKey: ReadonlyMap<string, readonly Row[]>;
  readonly keys: readonly string[];
}

export function keyedRows(rows: readonly unknown[], table: KeyedTable): Keyed {
  const byKey = new Map<string, Row[]>();
  for (const row of rows as readonly Row[]) {
    const key = table.keyOf(row);
    if (key === null) continue;
    const own = byKey.get(key);
    if (own === undefined) byKey.set(key, [row]);
    else own.push(row);
  }
  return { rows, table, byKey, keys: [...byKey.keys()] };
}

function memberAt(row: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, member) => Object(value)[member], row);
}

function withMember(row: unknown, path: readonly string[], value: unknown): unknown {
  const [member, ...further] = path;
  if (member === undefined) return value;
  const members = row as Row;
  return { ...members, [member]: withMember(members[member], further, value) };
}

/** New values of a column by key; null for a key that is lost with all its rows. */
type Changes = ReadonlyMap<string, Value | null>;

function withChanges({ rows, table, byKey }: Keyed, column: string, changes: Changes): Row[] {
  const paths = (table.columns[column] ?? []).map((path) => path.split('.'));
  const written = new Set<string>();
  return (rows as readonly Row[]).flatMap((row): Row[] => {
    const key = table.keyOf(row);
    const change = key === null ? undefined : changes.get(key);
    if (key === null || change === undefined) return [row];
    if (change === null || written.has(key)) return [];
    written.add(key);
    const own = byKey.get(key) ?? [];
    return change.map((members, at) =>
      paths.reduce<Row>(
        (made, path, place) => withMember(made, path, members[place]) as Row,
        own[at] ?? own.at(-1) ?? row,
      ),
    );
  });
}

function cellsAt({ table, byKey }: Keyed, column: string, key: string): Value {
  const paths = (table.columns[column] ?? []).map((path) => path.split('.'));
  return (byKey.get(key) ?? []).map((row) => paths.map((path) => memberAt(row, path)));
}

export interface KeyedFault {
  readonly kind: string;
  readonly column: string;
  readonly rows: readonly unknown[];
}

type Move = (keys: readonly string[], random: Random) => readonly (readonly [string, string])[];

/** Pairs of a key and the key whose value it gets. */
const moves: Readonly<Record<string, Move>> = {
  'shifted by one': (keys) => keys.map((key, at) => [key, keys[at - 1] ?? key]),
  'a run of twenty shifted': (keys, { between }) => {
    const from = between(1, Math.max(1, keys.length - 21));
    return keys.slice(from, from + 20).map((key, at) => [key, keys[from + at - 1] ?? key]);
  },
  'two neighbours exchanged': (keys, { between }) => {
    const at = between(0, keys.length - 2);
    return exchange(keys[at], keys[at + 1]);
  },
  'two exchanged': (keys, { between }) => {
    const at = between(0, keys.length - 3);
    return exchange(keys[at], keys[between(at + 2, keys.length - 1)]);
  },
  'ten pairs exchanged': (keys, { between }) => {
    const step = Math.floor(keys.length / 10);
    const pairs = Array.from({ length: 10 }, (_, pair) => {
      const at = Math.min(pair * step + between(0, Math.max(0, step - 2)), keys.length - 2);
      return exchange(keys[at], keys[at + 1]);
    });
    return pairs.flat();
  },
  'copied over the neighbour': (keys, { between }) => {
    const at = between(1, keys.length - 1);
    return [[keys[at] ?? '', keys[at - 1] ?? '']];
  },
  'twenty copied over their neighbours': (keys, { between }) => {
    const from = between(0, 1);
    const step = Math.max(2, Math.floor(keys.length / 20));
    return keys
      .filter((_, at) => at > 0 && at % step === from)
      .slice(0, 20)
      .map((key) => [key, keys[keys.indexOf(key) - 1] ?? key]);
  },
};

function exchange(one = '', other = ''): readonly (readonly [string, string])[] {
  return [
    [one, other],
    [other, one],
  ];
}

const emptied = (value: unknown): unknown =>
  typeof value === 'string'
    ? ''
    : typeof value === 'number'
      ? 0
      : Array.isArray(value)
        ? []
        : value === null || typeof value !== 'object'
          ? value
          : Object.fromEntries(Object.entries(value).map(([name, own]) => [name, emptied(own)]));

/** Every fault of a table, once each, in its columns. */
export function* faultsOf(keyed: Keyed, random: Random): Generator<KeyedFault> {
  const { keys, table } = keyed;
  if (keys.length < 30) return;
  const columns = Object.keys(table.columns);
  for (const column of columns) {
    const made = (kind: string, changes: Changes): KeyedFault => ({
      kind,
      column,
      rows: withChanges(keyed, column, changes),
    });
    // Keys without a value have nothing to exchange.
    const filled = keys.filter((key) => {
      const value = cellsAt(keyed, column, key);
      return JSON.stringify(value) !== JSON.stringify(value.map((own) => own.map(emptied)));
    });
    for (const [kind, move] of Object.entries(moves)) {
      if (filled.length < 25) continue;
      const changes = move(filled, random).map(
        ([key, from]) => [key, cellsAt(keyed, column, from)] as const,
      );
      yield made(kind, new Map(changes));
    }
    yield made(
      'a tenth emptied',
      new Map(
        filled
          .filter((_, at) => at % 10 === 3)
          .map((key) => [key, cellsAt(keyed, column, key).map((own) => own.map(emptied))]),
      ),
    );
    const listed = filled.filter((key) => cellsAt(keyed, column, key).length > 1);
    if (listed.length > 25)
      yield made(
        'half of each list lost',
        new Map(
          listed.map((key) => {
            const value = cellsAt(keyed, column, key);
            return [key, value.slice(0, Math.ceil(value.length / 2))];
          }),
        ),
      );
  }
  const [first = ''] = columns;
  const lost = (kind: string, isLost: (at: number) => boolean): KeyedFault => ({
    kind,
    column: 'keys',
    rows: withChanges(
      keyed,
      first,
      new Map(keys.filter((_, at) => isLost(at)).map((key) => [key, null])),
    ),
  });
  yield lost('a tenth lost', (at) => at % 10 === 3);
  yield lost('twenty lost', (at) => at % Math.floor(keys.length / 20) === 1);
  yield lost('half lost', (at) => at >= keys.length / 2);
  const single = columns.filter((column) => table.columns[column]?.length === 1);
  // The reader of a file refuses a number where a text belongs.
  const typeOf = (column: string) => {
    const values = keys.map((key) => cellsAt(keyed, column, key)[0]?.[0]);
    return [
      ...new Set(values.map((value) => (Array.isArray(value) ? 'list' : typeof value))),
    ].join();
  };
  for (const [one, other] of pairsOf(single)) {
    if (typeOf(one) !== typeOf(other)) continue;
    const values = (column: string, from: string, isChosen: (at: number) => boolean) =>
      new Map(
        keys
          .filter((_, at) => isChosen(at))
          .map((key) => [key, cellsAt(keyed, from, key)] as const)
          .filter(([key]) => cellsAt(keyed, column, key).length > 0),
      );
    for (const [kind, isChosen] of [
      ['columns exchanged', () => true],
      ['columns exchanged in twenty rows', (at: number) => at >= 20 && at < 40],
    ] as const) {
      const half = withChanges(keyed, one, values(one, other, isChosen));
      const rows = withChanges(
        { ...keyed, rows: half, byKey: keyedRows(half, table).byKey },
        other,
        values(other, one, isChosen),
      );
      yield { kind, column: `${one} and ${other}`, rows };
    }
  }
}

function pairsOf(columns: readonly string[]): (readonly [string, string])[] {
  return columns.slice(0, -1).map((column, at) => [column, columns[at + 1] ?? '']);
}
