// Parsed rows as grids of printed texts, so that one list of faults serves every source.

/** A table of figures as printed, and the way back to rows. */
export interface Grid {
  /** As messages name it, `14.7a 'All'`. */
  readonly name: string;
  /** What one column has: `figure`, `change`, `cv`. Faults are counted by it. */
  readonly parts: readonly string[];
  readonly cells: readonly (readonly string[])[];
  /** How messages name each row: one of the texts is enough. */
  readonly rowNames: readonly (readonly string[])[];
}

/** New texts of some grids, by their index. */
export type Edit = ReadonlyMap<number, readonly (readonly string[])[]>;

/**
 * Rows that have no tables in them, each a flat object. Grids of them have the texts that look like
 * figures.
 */
type FlatRow = Readonly<Record<string, unknown>>;

interface FlatGrid extends Grid {
  readonly keys: readonly string[];
  readonly indexes: readonly number[];
}

const looksLikeFigure = /^[-−]?(?:\d+\.?\d*|\.\d+|\d{1,3}(?:,\d{3})+)(?:e[-+]?\d+)?%?$/i;
const keysOfCodes =
  /code|^id$|^soc|isco|year|date|element|geograph|period|time|version|onet|area|release|^row$|Row$|seasonal|quarter|month|lars|ukprn|^key$/i;

/** Grids over rows that are flat objects: one for each kind of row, with its columns of figures. */
export function flatGrids(rows: readonly unknown[]): FlatGrid[] {
  const figures = [...rows.keys()].filter((index) => {
    const { kind } = Object(rows[index]) as FlatRow;
    return typeof kind !== 'string' || !/^(?:columns|header|workbook|.*titles?)$/i.test(kind);
  });
  const kinds = Map.groupBy(figures, (index) => {
    const {
      kind,
      of: subject,
      query,
      table,
      sheet,
      workbook,
      block,
    } = Object(rows[index]) as FlatRow;
    return [kind, subject, query, table, workbook, sheet, block]
      .filter((part) => typeof part === 'string')
      .join(' ');
  });
  return [...kinds].flatMap(([name, indexes]) => {
    const own = indexes.map((index) => rows[index] as FlatRow);
    const keys = Object.keys(own[0] ?? {}).filter((key) => {
      if (keysOfCodes.test(key)) return false;
      const texts = own.map((row) => row[key]);
      const figures = texts.filter(
        (text) => typeof text === 'string' && looksLikeFigure.test(text.trim()),
      ).length;
      return (
        texts.every((text) => typeof text === 'string') && figures >= Math.max(1, texts.length / 10)
      );
    });
    if (keys.length === 0) return [];
    const cells = own.map((row) => keys.map((key) => String(row[key])));
    return [{ name, keys, indexes, parts: keys, cells, rowNames: own.map(namesOf) }];
  });
}

function namesOf(row: FlatRow): string[] {
  const texts = Object.entries(row).flatMap(([key, value]) => {
    return typeof value === 'string' &&
      (keysOfCodes.test(key) || key === 'label') &&
      value.trim().length >= 4
      ? [value.trim()]
      : [];
  });
  const label =
    typeof row['label'] === 'string' ? /^\d{2,4}\b/.exec(row['label'].trim())?.[0] : undefined;
  return [
    ...(typeof row['row'] === 'number' ? [`row:${row['row']}`] : []),
    ...texts,
    ...(label === undefined ? [] : [label]),
  ];
}

/** The rows with the new texts. */
export function editFlat(
  rows: readonly unknown[],
  grids: readonly FlatGrid[],
  edit: Edit,
): readonly unknown[] {
  const edited = [...rows];
  for (const [at, cells] of edit) {
    const grid = grids[at];
    if (grid === undefined) continue;
    for (const [place, index] of grid.indexes.entries()) {
      const before = grid.cells[place];
      const now = cells[place];
      if (now === undefined || before === now) continue;
      edited[index] = {
        ...(rows[index] as FlatRow),
        ...Object.fromEntries(grid.keys.map((key, column) => [key, now[column] ?? ''])),
      };
    }
  }
  return edited;
}

/** Whether a message names a row: its number in an address, or one of its names. */
export function namesRow(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const number = /^row:(\d+)$/.exec(name)?.[1];
    return number === undefined
      ? text.includes(name)
      : new RegExp(`!(?:[A-Z]{1,3}|row )${number}\\b`).test(text);
  });
}
