// How every source that reads tables bears changes of their layout: a new column passes, told, unless it splits rows; another order, other
// spellings and prose above the header pass; a column that is missing or doubled stops the release with its place.
import { read as readBook, utils, write as writeBook } from '@e965/xlsx';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { findingsOf, heldResult, resultsOf, newColumns } from '#compiler/checks.ts';
import { parseRelease, readCatalogue } from '#compiler/edition/catalogue.ts';
import { digestRows } from '#compiler/edition/digest.ts';
import { EditionReader } from '#compiler/release/read-again.ts';
import { csvLine } from '#schemas/csv-line.ts';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { LayoutError, type Problem } from '#sources/kit/problem.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { writeWorkbook, writeZip } from '#sources/kit/sample/workbook.ts';
import { sources } from '#sources/index.ts';
import type { Needs, PublishedFile, Source } from '#sources/kit/source.ts';
import type { CheckResult } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { keepingRows, keptSample } from '../kept.ts';

type Cell = string | number | null;
type Grid = Cell[][];
/** `header` is the index of the header row. */
type Edit = (grid: Grid, header: number) => Grid;

/** A table of a source's sample: its file, its file within a zip, its sheet, and a column that is read. */
interface Table {
  readonly key: SourceKey;
  readonly file: RegExp;
  readonly member?: RegExp;
  readonly sheet?: string;
  readonly column: string;
}

// occupations-in-demand reads its rows as a cube, which its own tests break; the files of its sample take too long here.
const tables: readonly Table[] = [
  { key: 'soc-structure', file: /./, sheet: 'SOC2020 descriptions', column: 'Tasks' },
  { key: 'soc-structure', file: /./, sheet: 'SOC2020 Framework', column: 'Unique ID' },
  { key: 'soc-index', file: /./, sheet: 'SOC2020 coding index', column: 'INDEXOCC' },
  { key: 'aps-employment', file: /^employment/, column: 'OBS_VALUE' },
  { key: 'employer-skills-survey', file: /\.csv$/, column: 'vac_sum' },
  { key: 'work-visas', file: /./, sheet: 'Data_Occ_D02', column: 'Occ. unit group' },
  { key: 'onet', file: /^Interests/, column: 'Data Value' },
  { key: 'onet', file: /^ISCO/, sheet: 'ISCO-08 to 2010 SOC', column: 'ISCO-08 Code' },
  { key: 'esco', file: / en /, member: /^occupations_en\.csv$/, column: 'iscoGroup' },
];

const directory = sampleDirectory();
const editions = readCatalogue(directory)?.catalogue.editions ?? [];
const reader = new EditionReader(directory, sources.map(keepingRows), { editions });
const samples = new Map<SourceKey, readonly PublishedFile[]>();

beforeAll(async () => {
  for (const key of new Set(tables.map((table) => table.key))) samples.set(key, (await keptSample(sourceOf(key))).at(-1)?.files ?? []);
});

function sourceOf(key: SourceKey): Source {
  return sources.find((source) => source.key === key) ?? expect.fail(key);
}

/** The sample's files with one table edited. */
async function edited({ key, file, member, sheet }: Table, edit: Edit, column: string): Promise<readonly PublishedFile[]> {
  const files = samples.get(key) ?? [];
  const at = files.findIndex(({ name }) => file.test(name));
  const found = files[at] ?? expect.fail(`${key} has no file ${file.source}`);
  const change = (bytes: Uint8Array) => (sheet === undefined ? editText(bytes, edit, column) : editSheet(bytes, sheet, edit, column));
  return files.with(at, {
    name: found.name,
    bytes: member === undefined ? await change(found.bytes) : await editMember(found.bytes, member, change),
  });
}

async function editMember(
  bytes: Uint8Array,
  wanted: RegExp,
  change: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> {
  const members = (await readZip('zip', bytes)).map(async ({ name, read }) => {
    const content = await read();
    return { name, bytes: Buffer.from(wanted.test(name) ? await change(content) : content) };
  });
  return writeZip(await Promise.all(members));
}

function editText(bytes: Uint8Array, edit: Edit, column: string): Uint8Array {
  const text = Buffer.from(bytes)
    .toString()
    .replace(/^\uFEFF/, '');
  const isTabbed = (text.split('\n')[0] ?? '').includes('\t');
  const grid: Grid = isTabbed
    ? text
        .trimEnd()
        .split(/\r?\n/)
        .map((line) => line.split('\t'))
    : parseCsv(text, { relax_column_count: true, skip_empty_lines: true });
  const lines = edit(grid, headerOf(grid, column)).map((row) => (isTabbed ? row.join('\t') : csvLine(row)));
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** The sheets of a workbook by name, read once: each edit replaces one of them. */
const books = new WeakMap<Uint8Array, ReadonlyMap<string, Grid>>();

function gridsOf(bytes: Uint8Array): ReadonlyMap<string, Grid> {
  const known = books.get(bytes);
  if (known !== undefined) return known;
  const { Sheets, SheetNames } = readBook(bytes, { type: 'buffer' });
  const grids = new Map(
    SheetNames.map((name) => [
      name,
      utils.sheet_to_json<Cell[]>(Sheets[name] ?? {}, { header: 1, defval: null, blankrows: true, raw: true }),
    ]),
  );
  books.set(bytes, grids);
  return grids;
}

async function editSheet(bytes: Uint8Array, wanted: string, edit: Edit, column: string): Promise<Uint8Array> {
  const grids = [...gridsOf(bytes)].map(([name, rows]) => ({ name, rows: name === wanted ? edit(rows, headerOf(rows, column)) : rows }));
  if (Buffer.from(bytes.subarray(0, 2)).toString('latin1') === 'PK') return writeWorkbook(grids);
  const book = utils.book_new();
  for (const { name, rows } of grids) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return writeBook(book, { type: 'buffer', bookType: 'biff8' });
}

function headerOf(grid: Grid, column: string): number {
  const at = grid.findIndex((row) => row.some((cell) => String(cell).replace(/\s+/g, ' ').trim() === column));
  return at < 0 ? expect.fail(`no row has ${column}`) : at;
}

interface Fate {
  /** Why the release would be held back; empty if it would not. */
  readonly held: readonly string[];
  readonly told: readonly string[];
  /** What answers say, as one text; empty for a release that cannot be read. Nobody asks it of a release that is held back. */
  readonly answers: () => string;
  readonly rows: readonly unknown[];
  readonly lookedFor: readonly LookedFor[];
}

/** What becomes of a release of these files, after the release of `before`. */
async function fateOf(key: SourceKey, files: readonly PublishedFile[], before?: Fate): Promise<Fate> {
  const source = sourceOf(key);
  const edition = editions.find((candidate) => candidate.source === key) ?? expect.fail(key);
  const release = parseRelease(source, edition.release) ?? expect.fail(edition.release);
  const needs: Needs = await reader.needsOf(source, edition.needs);
  const lookedFor: LookedFor[] = [];
  const none = { told: [], answers: () => '', rows: [], lookedFor };
  let rows: readonly unknown[];
  try {
    rows = await listenTo(lookedFor, () => source.parse(release, files), { isThorough: false });
  } catch (error) {
    if (error instanceof LayoutError) return { ...none, held: error.problems.map(({ place, message }) => `${place}: ${message}`) };
    throw error;
  }
  const asRead = { release, rows, lookedFor };
  const found = before === undefined ? [] : newColumns(asRead, { ...before, release });
  const linesOf = (results: readonly CheckResult[], severity: string) =>
    results
      .filter((result) => result.severity === severity)
      .flatMap(({ check, places, message, count }) => places.map((place) => `${check} ${place}: ${message} (${count})`));
  // All that follows is made of the rows: equal rows have the same fate.
  if (before !== undefined && digestRows(rows) === digestRows(before.rows))
    return { ...before, held: [...before.held, ...linesOf(found, 'block')], told: [...before.told, ...linesOf(found, 'info')], lookedFor };
  const problems: Problem[] = [];
  const examined = { release, rows, needs, observations: source.reshape(release, rows, needs, problems) };
  if (problems.length > 0)
    return { ...none, held: [heldResult(problems)].flatMap(({ places, message }) => places.map((place) => `${place}: ${message}`)) };
  const results = [...resultsOf(findingsOf(source, examined, null)), ...found];
  const provenance = { sources: [] } as never;
  let answers: string | null = null;
  return {
    held: linesOf(results, 'block'),
    told: linesOf(results, 'info'),
    answers() {
      answers ??= JSON.stringify([...Iterator.from(source.documents({ ...examined, provenance, attribution: '' })).take(100)]);
      return answers;
    },
    rows,
    lookedFor,
  };
}

const withColumn =
  (place: number, name: string, value: Cell): Edit =>
  (grid, header) =>
    grid.map((row, at) => (at < header ? row : row.toSpliced(place, 0, at === header ? name : value)));
const spelled: Edit = (grid, header) => {
  const spell = (cell: Cell) => (cell === null || cell === '' ? cell : ` ${String(cell).toUpperCase().replaceAll(' ', '  ')} [note 1]`);
  return grid.map((row, at) => (at === header ? row.map(spell) : row));
};
const twoRowsOfEach: Edit = (grid, header) =>
  grid.flatMap((row, at) => (at < header ? [row] : (at === header ? ['Breakdown'] : ['First', 'Second']).map((cell) => [...row, cell])));
const half: Edit = (grid, header) => grid.slice(0, header + 1 + Math.ceil((grid.length - header) / 2));

describe.each(tables)('$key $file.source $sheet', (table) => {
  const { key, column } = table;
  const at = (grid: Grid, header: number) => (grid[header] ?? []).findIndex((cell) => String(cell).replace(/\s+/g, ' ').trim() === column);
  let sound: Fate;
  beforeAll(async () => {
    sound = await fateOf(key, await edited(table, (grid) => grid, column));
    expect(sound.held).toEqual([]);
  });

  test('new columns, which are told, other spellings of headers and prose above them change no answer', async () => {
    const wider: Edit = (grid, header) => withColumn(0, 'Remark', 'see notes')(withColumn(2, 'Note', 'none')(grid, header), header);
    const prose: Grid = table.sheet === undefined ? [] : [['Published by the publisher'], [null]];
    const fate = await fateOf(
      key,
      await edited(table, (grid, header) => [...prose, ...spelled(wider(grid, header), header)], column),
      sound,
    );
    // Anchors name cells, which prose moves.
    expect(fate.held.filter((line) => prose.length === 0 || !line.startsWith('anchors'))).toEqual([]);
    // The message is of the first; both are counted.
    expect(fate.told.join('\n')).toMatch(/new-columns .*the column " *(REMARK|NOTE) .*" is new since .* \([2-9]\)$/im);
    expect(fate.answers()).toBe(sound.answers());
  });

  test.each<[string, Edit, RegExp]>([
    ['a new breakdown that repeats each row for its parts', twoRowsOfEach, /./],
    ['half of the rows, also as the first release', half, /./],
    [
      'no such column, named with its place',
      (grid, header) => grid.map((row, line) => (line < header ? row : row.toSpliced(at(grid, header), 1))),
      new RegExp(`^${key} sample-.*: no column is headed "${escaped(column)}"`, 'mi'),
    ],
    [
      'the column twice',
      (grid, header) => grid.map((row, line) => (line < header ? row : [...row, row[at(grid, header)] ?? null])),
      /2 columns are headed/,
    ],
  ])('%s: held back', async (title, edit, message) => {
    const { held } = await fateOf(key, await edited(table, edit, column), title.startsWith('half') ? undefined : sound);
    expect(held.join('\n')).toMatch(message);
  });
});

/** As a pattern. A parser may name the column by its letters only. */
function escaped(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return `(?:${letters}|${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`;
}

test('a column that is new and rows that have multiplied since the release before: a new dimension is held back', () => {
  const release = { source: 'esco' as const, name: '1' };
  const read = (count: number, there: readonly string[]) => {
    const wanted = [{ names: ['code'], found: 'code' }];
    const rows = Array.from({ length: count }, () => ({ kind: 'skills' }));
    return { release, rows, lookedFor: [{ place: 'esco 1 a.csv', what: 'column', wanted, there }] satisfies LookedFor[] };
  };
  const found = (count: number, there: readonly string[]) =>
    newColumns(read(count, there), read(100, ['code'])).map(({ check, severity }) => `${severity} ${check}`);
  expect([found(300, ['code']), found(110, ['code', 'sex'])]).toEqual([[], ['info new-columns']]);
  expect(found(200, ['code', 'sex'])).toEqual(['info new-columns', 'block new-dimension']);
});
