// Single faults as they happen to a publisher's tables: a slip of the decimal point, a shifted row,
// last year's column.
import type { Random } from '#sources/kit/random.ts';
import type { Edit, Grid } from './grid.ts';

/** A fault at a place. `rows` are the rows that it changes; null for a whole table. */
export interface Fault {
  readonly edit: Edit;
  readonly grid: number;
  readonly rows: readonly number[] | null;
  /** What its column has, or `table`. */
  readonly part: string;
  readonly said: string;
}

/**
 * The grids of a release, what belongs together among them, and the grids of the release before.
 */
export interface Scene {
  readonly grids: readonly Grid[];
  readonly before: readonly (readonly (readonly string[])[] | null)[];
  /** The grid that holds the coefficients of a grid; null if none does. */
  readonly partner: (grid: number) => number | null;
  /** Grids of the same shape, which can be mistaken for this one. */
  readonly alike: (grid: number) => readonly number[];
  /**
   * The grids that hold the figures of the same row of another grid, which a fault of a whole
   * occupation changes.
   */
  readonly sameFile: (grid: number) => readonly number[];
  /** Markers of the source. */
  readonly markers: readonly string[];
  /** Grids whose cells reach an answer; all if it is left out. */
  readonly reached?: (grid: number, row: number) => boolean;
}

export type Kind = (scene: Scene, random: Random) => Fault | null;

const numeric = /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/i;
const isNumber = (text: string | undefined): text is string =>
  text !== undefined && numeric.test(text.trim());
const shown = (value: number, decimals = 8) => String(Number(value.toFixed(decimals)));
const decimalsOf = (text: string) => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
type Cells = readonly (readonly string[])[];

function times(factor: number): (text: string) => string {
  return (text) => (isNumber(text) ? shown(Number(text) * factor) : text);
}

/** With as many decimals as its column has. */
function roundedTimes(factor: number) {
  return (text: string, decimals: number) =>
    isNumber(text) ? shown(Number(text) * factor, decimals) : text;
}

const drawGrid = ({ grids }: Scene, { between }: Random) => between(0, grids.length - 1);

function replaceRows(cells: Cells, rows: ReadonlyMap<number, readonly string[]>): Cells {
  return cells.map((row, index) => rows.get(index) ?? row);
}

/** A fault of one cell. `change` gives the new text; null if the cell cannot have the fault. */
function ofCell(
  wanted: (text: string) => boolean,
  change: (text: string, decimals: number, random: Random) => string | null,
): Kind {
  return (scene, random) => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const at = drawGrid(scene, random);
      const grid = scene.grids[at];
      if (grid === undefined || grid.cells.length === 0) continue;
      const row = random.between(0, grid.cells.length - 1);
      const column = random.between(0, grid.parts.length - 1);
      const text = grid.cells[row]?.[column] ?? '';
      if (!wanted(text) || scene.reached?.(at, row) === false) continue;
      const decimals = Math.max(...grid.cells.map((cells) => decimalsOf(cells[column] ?? '')));
      const now = change(text, decimals, random);
      if (now === null || now === text) continue;
      const cells = (grid.cells[row] ?? []).map((old, index) => (index === column ? now : old));
      return {
        edit: new Map([[at, replaceRows(grid.cells, new Map([[row, cells]]))]]),
        grid: at,
        rows: [row],
        part: grid.parts[column] ?? '',
        said:
          `${grid.name} row ${grid.rowNames[row]?.[0]} ${grid.parts[column]} ${column}: ` +
          `${text} → ${now}`,
      };
    }
    return null;
  };
}

/** A fault of some rows of one grid, and of the same rows of others. */
function ofRows(
  most: number,
  change: (rows: Cells, random: Random) => (readonly string[])[] | null,
  others: (scene: Scene, grid: number) => readonly number[] = () => [],
): Kind {
  return (scene, random) => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const at = drawGrid(scene, random);
      const grid = scene.grids[at];
      if (grid === undefined || grid.cells.length < most) continue;
      const first = random.between(0, grid.cells.length - most);
      if (scene.reached?.(at, first) === false) continue;
      const edit = new Map<number, Cells>();
      for (const index of [at, ...others(scene, at)]) {
        const cells = scene.grids[index]?.cells ?? [];
        const now = change(cells.slice(first, first + most), random);
        if (now === null) continue;
        edit.set(index, replaceRows(cells, new Map(now.map((row, place) => [first + place, row]))));
      }
      if (!edit.has(at) || isSame(edit, scene)) continue;
      const rows = Array.from({ length: most }, (_, place) => first + place);
      return {
        edit,
        grid: at,
        rows,
        part: grid.parts[0] === 'cv' ? 'cv' : 'row',
        said: `${grid.name} rows from ${grid.rowNames[first]?.[0]}`,
      };
    }
    return null;
  };
}

/** A fault of a whole grid, or of one of its columns. */
function ofGrid(
  change: (grid: Grid, random: Random, scene: Scene, at: number) => Cells | Edit | null,
): Kind {
  return (scene, random) => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const at = drawGrid(scene, random);
      const grid = scene.grids[at];
      const now = grid === undefined ? null : change(grid, random, scene, at);
      if (grid === undefined || now === null) continue;
      const edit: Edit = now instanceof Map ? now : new Map([[at, now as Cells]]);
      if (isSame(edit, scene)) continue;
      return {
        edit,
        grid: at,
        rows: null,
        part: grid.parts[0] === 'cv' ? 'cv' : 'table',
        said: grid.name,
      };
    }
    return null;
  };
}

function isSame(edit: Edit, { grids }: Scene): boolean {
  return [...edit].every(
    ([at, cells]) => JSON.stringify(cells) === JSON.stringify(grids[at]?.cells),
  );
}

const mapCells = (cells: Cells, change: (text: string, column: number) => string): Cells =>
  cells.map((row) => row.map(change));

/** Every figure of a sheet, without counts and changes, which keep their unit. */
const unitSlip = (factor: number): Kind =>
  ofGrid(({ cells, parts }) => {
    const own = parts.map((part) => part !== 'jobs' && part !== 'change');
    return mapCells(cells, (text, column) => (own[column] ? times(factor)(text) : text));
  });

function swapColumns(cells: Cells, one: number, other: number): Cells {
  return cells.map((row) =>
    row.map((text, column) =>
      column === one ? (row[other] ?? '') : column === other ? (row[one] ?? '') : text,
    ),
  );
}

const swapDigits = (text: string, random: Random): string | null => {
  const digits = [...text];
  const places = digits.flatMap((digit, place) => {
    const next = digits[place + 1] === '.' ? place + 2 : place + 1;
    return /\d/.test(digit) && /\d/.test(digits[next] ?? '') && digit !== digits[next]
      ? [[place, next] as const]
      : [];
  });
  const pair = places[random.between(0, Math.max(0, places.length - 1))];
  if (pair === undefined) return null;
  const [one, other] = pair;
  [digits[one], digits[other]] = [digits[other] ?? '', digits[one] ?? ''];
  const swapped = digits.join('');
  return /^-?0\d/.test(swapped) ? null : shown(Number(swapped));
};

const isFigure = (text: string) => isNumber(text) && Number(text) !== 0;

/** Every kind of fault by its name, in the order of the table. */
export const kinds: Readonly<Record<string, Kind>> = {
  '×10': ofCell(isFigure, times(10)),
  '÷10': ofCell(isFigure, times(0.1)),
  '÷10, rounded': ofCell(isFigure, (text, decimals) => roundedTimes(0.1)(text, decimals)),
  '×100': ofCell(isFigure, times(100)),
  '×1000': ofCell(isFigure, times(1000)),
  '×2': ofCell(isFigure, times(2)),
  '×52': ofCell(isFigure, times(52)),
  'digits swapped': ofCell(isFigure, (text, _, random) => swapDigits(text, random)),
  'sign changed': ofCell(isFigure, (text) => (text.startsWith('-') ? text.slice(1) : `-${text}`)),
  'a blank made 0': ofCell(
    (text) => text === '',
    () => '0',
  ),
  'a marker made 0': ofCell(
    (text) => text !== '' && !isNumber(text),
    () => '0',
  ),
  'neighbours in a row swapped': ofRows(1, ([cells = []], random) => {
    const column = random.between(0, Math.max(0, cells.length - 2));
    return isNumber(cells[column]) && isNumber(cells[column + 1])
      ? [swapColumns([cells], column, column + 1)[0] ?? []]
      : null;
  }),
  'a merge': ofRows(1, ([cells = []], random) => {
    const column = random.between(0, Math.max(0, cells.length - 2));
    return isNumber(cells[column])
      ? [cells.map((text, index) => (index === column + 1 ? (cells[column] ?? '') : text))]
      : null;
  }),
  'two rows swapped': ofRows(2, ([one = [], other = []]) => [[...other], [...one]]),
  'two rows swapped with their coefficients': ofRows(
    2,
    ([one = [], other = []]) => [[...other], [...one]],
    partnerOf,
  ),
  'rows shifted': ofRows(20, (rows) =>
    [...rows.slice(0, 1), ...rows.slice(0, -1)].map((row) => [...row]),
  ),
  'blocks swapped': ofRows(20, (rows) =>
    [...rows.slice(10), ...rows.slice(0, 10)].map((row) => [...row]),
  ),
  'a row ×10': ofRows(1, ([row = []]) => [row.map(times(10))]),
  'a row ×2': ofRows(1, ([row = []]) => [row.map(times(2))]),
  'an occupation ×2': ofRows(1, ([row = []]) => [row.map(times(2))], restOfFile),
  'an occupation ×10': ofRows(1, ([row = []]) => [row.map(times(10))], restOfFile),
  'a sheet shifted by a row': ofGrid(({ cells }) => [cells[0] ?? [], ...cells.slice(0, -1)]),
  'columns swapped': ofGrid(({ cells, parts }, { between }) => {
    if (parts.length < 2) return null;
    const column = between(0, parts.length - 2);
    return swapColumns(cells, column, column + 1);
  }),
  'columns shifted': ofGrid(({ cells, parts }, { between }) => {
    if (parts.length < 3) return null;
    const from = between(0, parts.length - 3);
    return cells.map((row) =>
      row.map((text, column) => (column > from ? (row[column - 1] ?? '') : text)),
    );
  }),
  'a column ×10': ofGrid(({ cells, parts }, { between }) => {
    const column = between(0, parts.length - 1);
    return mapCells(cells, (text, at) => (at === column ? times(10)(text) : text));
  }),
  'a sheet ×10': unitSlip(10),
  'a sheet ÷10': unitSlip(0.1),
  'a sheet in pence (×100)': unitSlip(100),
  'a sheet ×1000': unitSlip(1000),
  'a sheet ×52': unitSlip(52),
  'sheets swapped': ofGrid((grid, { between }, { alike, grids }, at) => {
    const others = alike(at);
    const other = others[between(0, Math.max(0, others.length - 1))] ?? -1;
    const cells = grids[other]?.cells;
    return cells === undefined
      ? null
      : new Map<number, Cells>().set(at, cells).set(other, grid.cells);
  }),
  "last year's column": ofGrid(({ cells, parts }, { between }, { before }, at) => {
    const old = before[at];
    const column = between(0, parts.length - 1);
    if (old === null || old === undefined || old.length !== cells.length) return null;
    return cells.map((row, index) =>
      row.map((text, place) => (place === column ? (old[index]?.[place] ?? '') : text)),
    );
  }),
  "last year's sheet": ofGrid(({ cells }, _, { before }, at) => {
    const old = before[at];
    return old === null || old === undefined || old.length !== cells.length ? null : old;
  }),
  "last year's file": ofGrid((_, __, { before, sameFile }, at) => {
    const all = [at, ...sameFile(at)];
    const edit = new Map(
      all.flatMap((index) => (before[index] ? [[index, before[index]] as const] : [])),
    );
    return edit.size < all.length ? null : edit;
  }),
};

/**
 * Faults with a goal of 99% reported and 95% blocked: slips of the decimal point or of the unit,
 * and shifts.
 */
export const gravest: readonly string[] = [
  '×10',
  '÷10',
  '×100',
  '×1000',
  'rows shifted',
  'a sheet shifted by a row',
  'columns shifted',
  'a column ×10',
  'a sheet ×10',
  'a sheet ÷10',
  'a sheet in pence (×100)',
  'a sheet ×1000',
  'a sheet ×52',
];

function restOfFile({ sameFile }: Scene, at: number): readonly number[] {
  return sameFile(at);
}

function partnerOf({ partner }: Scene, at: number): readonly number[] {
  const other = partner(at);
  return other === null ? [] : [other];
}
