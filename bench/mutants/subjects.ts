// The releases that are given faults: the real ones, where they are at hand, and the samples of the
// other sources.
import { isDeepStrictEqual } from 'node:util';
import { provenanceOf } from '#compiler/edition/describe.ts';
import { sources } from '#sources/index.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Needs } from '#sources/kit/needs.ts';
import { foldBlanks } from '#sources/kit/read/fold.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { ashe } from '#sources/ashe/source.ts';
import {
  type PrintedRow,
  type Rows as AsheRows,
  jobsColumn,
  tableName,
} from '#sources/ashe/layout.ts';
import { type AsheObservations, queryOf } from '#sources/ashe/reshape.ts';
import { payColumns } from '#schemas/pay-columns.ts';
import { payVariantIndex } from '#schemas/selections/select-pay.ts';
import type { Rows as WorkforceRows } from '#sources/aps-workforce/layout.ts';
import type { Scene } from './faults.ts';
import { type Grid, editFlat, flatGrids } from './grid.ts';
import type { Observed, Subject } from './run.ts';

export interface Parsed {
  readonly release: Release;
  readonly rows: readonly unknown[];
}

/**
 * Observes parsed rows. A fault is a mistake of the caller: these rows are of a release that we
 * hold.
 */
export function observe(source: Source, { release, rows }: Parsed, needs: Needs): Observed {
  const problems: Problem[] = [];
  const observations = source.reshape(release, rows, needs, problems);
  if (problems.length > 0)
    throw new Error(`${source.key} ${release.name} is not understood: ${problems[0]?.message}`);
  return { release, rows, needs, observations };
}

export function sourceOf(key: SourceKey): Source {
  const source = sources.find((candidate) => candidate.key === key);
  if (source === undefined) throw new Error(`no source has the key "${key}"`);
  return source;
}

export function subjectOf(source: Source, base: Observed, previous: Observed | null): Subject {
  if (source.key === 'ashe') return asheSubject(source, base, previous);
  if (source.key === 'aps-workforce') return workforceSubject(source, base, previous);
  return flatSubject(source, base, previous);
}

function common(source: Source, base: Observed, previous: Observed | null) {
  return {
    source,
    base,
    previous,
    anchored: ['anchors', 'edition-pin'],
  };
}

/** Whether two observations make the same documents. */
function sameDocuments(
  source: Source,
  { release, needs, observations }: Observed,
): (other: unknown) => boolean {
  const about = {
    release,
    needs,
    provenance: provenanceOf(source, release, { id: '', label: '' }, []),
    attribution: '',
  };
  const documentsOf = (observations: unknown) =>
    JSON.stringify([...source.documents({ ...about, observations })].map(({ body }) => body));
  const own = documentsOf(observations);
  return (other) => documentsOf(other) === own;
}

function flatSubject(source: Source, base: Observed, previous: Observed | null): Subject {
  const grids = flatGrids(base.rows);
  const old = previous === null ? [] : flatGrids(previous.rows);
  const isSame = sameDocuments(source, base);
  const scene: Scene = {
    grids,
    before: grids.map(({ name }) => old.find((grid) => grid.name === name)?.cells ?? null),
    partner: () => null,
    alike: (at) =>
      grids.flatMap(({ cells, keys }, other) =>
        other !== at &&
        cells.length === grids[at]?.cells.length &&
        isDeepStrictEqual(keys, grids[at]?.keys)
          ? [other]
          : [],
      ),
    sameFile: (at) => grids.flatMap((_, other) => (other === at ? [] : [other])),
    markers: [],
  };
  return {
    ...common(source, base, previous),
    scene,
    rowsWith: (edit) => editFlat(base.rows, grids, edit),
    reshape: (release, rows, needs, problems) =>
      source.reshape(release, rows, needs, problems as Problem[]),
    isSame: (observations) => isSame(observations),
  };
}

/** The fills of the row that has these cells: a publisher who swaps rows swaps their fills. */
function fillsOf({ rows }: WorkforceRows[number], cells: readonly string[]): string | undefined {
  return rows.find((row) => isDeepStrictEqual(row.cells, cells))?.fills;
}

/** Tables by sheet, each with rows of cells. Only the newest year is answered. */
function workforceSubject(source: Source, base: Observed, previous: Observed | null): Subject {
  const rows = base.rows as WorkforceRows;
  const gridsOf = (tables: WorkforceRows): Grid[] =>
    tables.map((table) => ({
      name: `'${table.sheet}'`,
      parts: table.columns.map(() => 'figure'),
      cells: table.rows.map(({ cells }) => cells),
      rowNames: table.rows.map(({ row, label }) => [`row:${row}`, ` ${label.trim().slice(0, 4)}`]),
    }));
  const grids = gridsOf(rows);
  const isSame = sameDocuments(source, base);
  const newest = rows.filter(({ kind }) => kind === 'industry').length - 1;
  const scene: Scene = {
    grids,
    before: grids.map((_, at) => grids[at - 1]?.cells ?? null),
    partner: () => null,
    alike: (at) =>
      grids.flatMap(({ parts }, other) =>
        other !== at && parts.length === grids[at]?.parts.length ? [other] : [],
      ),
    sameFile: () => [],
    markers: ['*'],
    reached: (at) => at >= newest,
  };
  return {
    ...common(source, base, previous),
    scene,
    rowsWith: (edit) =>
      rows.map((table, at) => {
        const cells = edit.get(at);
        return cells === undefined
          ? table
          : {
              ...table,
              rows: table.rows.map((row, index) => {
                const own = cells[index] ?? row.cells;
                return { ...row, cells: own, fills: fillsOf(table, own) ?? row.fills };
              }),
            };
      }),
    reshape: (release, changed, needs, problems) =>
      source.reshape(release, changed, needs, problems as Problem[]),
    isSame: (observations) => isSame(observations),
  };
}

const noRow = { row: 0, cells: [], fills: '' };

/** The checks of ASHE that look at each occupation by itself. */
const asheRowChecks: readonly string[] = [
  'ab-aligned',
  'printed-decimals',
  'zeroes',
  'percentiles-rise',
  'cv-coherent',
  'shading-agrees',
  'quality-told',
  'coefficients-plausible',
  'jobs-agree',
  'jobs-add-up',
  'means-add-up',
  'figures-beside-relatives',
  'occupations-in-their-rows',
  'printed-changes',
];

const codeOf = (row: PrintedRow) => foldBlanks(row.cells[1] ?? '');

/**
 * Sheets of estimates and of coefficients. Only the sheets that have changed are reshaped again.
 */
function asheSubject(source: Source, base: Observed, previous: Observed | null): Subject {
  const rows = base.rows as AsheRows;
  const own = base.observations as AsheObservations;
  const units = new Set(own.occupations);
  const partOf = (kind: string, column: string) =>
    kind === 'b'
      ? 'cv'
      : column === 'jobsThousands'
        ? 'jobs'
        : column.endsWith('Percent')
          ? 'change'
          : 'figure';
  const cellsOf = (sheet: AsheRows[number]) =>
    sheet.rows.map(({ cells }) => cells.slice(jobsColumn - 1));
  const gridsOf = (all: AsheRows): Grid[] =>
    all.map((sheet) => ({
      name: `${tableName(sheet)} '${sheet.sheet}'`,
      parts: payColumns.map((column) => partOf(sheet.kind, column)),
      cells: cellsOf(sheet),
      rowNames: sheet.rows.map((row) => [
        `row:${row.row}`,
        ...(codeOf(row) === '' ? [] : [` ${codeOf(row)} `]),
      ]),
    }));
  const grids = gridsOf(rows);
  const indexOf = new Map(rows.map((sheet, at) => [`${tableName(sheet)} ${sheet.sheet}`, at]));
  const other = ({ table, number, kind, sheet }: AsheRows[number]) =>
    indexOf.get(`${tableName({ table, number, kind: kind === 'a' ? 'b' : 'a' })} ${sheet}`) ?? null;
  const old = (previous?.rows ?? []) as AsheRows;
  // Every sheet of Table 14 has its groups in the same rows, which the check groups-complete
  // proves.
  const rowOfCode = new Map(rows[0]?.rows.map((row, index) => [codeOf(row), index]));
  const scene: Scene = {
    grids,
    before: rows.map((sheet) => {
      const found = old.find(
        (candidate) => tableName(candidate) === tableName(sheet) && candidate.sheet === sheet.sheet,
      );
      return found === undefined ? null : cellsOf(found);
    }),
    partner: (at) => (rows[at] === undefined ? null : other(rows[at])),
    alike: (at) =>
      rows.flatMap(({ table, kind, number, sheet }, index) =>
        index !== at &&
        table === rows[at]?.table &&
        kind === rows[at].kind &&
        (number === rows[at].number || sheet === rows[at].sheet)
          ? [index]
          : [],
      ),
    sameFile: (at) =>
      rows.flatMap(({ kind, table }, index) =>
        index !== at && table === rows[at]?.table && kind === rows[at]?.kind ? [index] : [],
      ),
    markers: ['x', '..', ':', '.', '-'],
    reached: (at, row) => units.has(codeOf(rows[at]?.rows[row] ?? noRow)),
  };
  return {
    ...common(source, base, previous),
    scene,
    rowsWith: (edit) =>
      rows.map((sheet, at) => {
        const cells = edit.get(at);
        if (cells === undefined) return sheet;
        return {
          ...sheet,
          rows: sheet.rows.map((row, index) =>
            cells[index] === grids[at]?.cells[index]
              ? row
              : { ...row, cells: [...row.cells.slice(0, jobsColumn - 1), ...(cells[index] ?? [])] },
          ),
        };
      }),
    reshape: (release, changed, needs, problems, edit) => {
      const now = changed as AsheRows;
      const places = new Set([...edit.keys()].flatMap((at) => [at, scene.partner(at) ?? at]));
      const part = ashe.reshape(
        release,
        now.filter((_, at) => places.has(at)),
        needs,
        problems as Problem[],
      );
      const tables = new Map(
        [...own.tables].map(([area, tableOfArea]) => [
          area,
          tableOfArea.map((table, place) => part.tables.get(area)?.[place] ?? table),
        ]),
      );
      return { ...own, tables };
    },
    byRow: {
      checks: asheRowChecks,
      edition: (changed, edit) => {
        const codes = new Set(
          [...edit.keys()].flatMap((at) =>
            changed.map((row) => codeOf(rows[at]?.rows[row] ?? noRow)),
          ),
        );
        if (codes.has('')) return null;
        const sheets = rows.map((sheet, at) => ({
          ...sheet,
          rows: [...codes].flatMap((code) => {
            const index = rowOfCode.get(code) ?? -1;
            const row = sheet.rows[index];
            const cells = edit.get(at)?.[index];
            if (row === undefined) return [];
            return [
              cells === undefined
                ? row
                : { ...row, cells: [...row.cells.slice(0, jobsColumn - 1), ...cells] },
            ];
          }),
        }));
        const { tables } = ashe.reshape(base.release, sheets, base.needs, []);
        return { rows: sheets, observations: { ...own, tables } satisfies AsheObservations };
      },
    },
    isSame: (observations, edit) => {
      const { tables } = observations as AsheObservations;
      const queries = new Set(
        [...edit.keys()].flatMap((at) =>
          rows[at] === undefined ? [] : [payVariantIndex(queryOf(rows[at]))],
        ),
      );
      return [...tables].every(([area, tableOfArea]) =>
        [...queries].every((place) => {
          const before = own.tables.get(area)?.[place];
          return own.occupations.every(
            (code) =>
              JSON.stringify(tableOfArea[place]?.get(code)?.variant) ===
              JSON.stringify(before?.get(code)?.variant),
          );
        }),
      );
    },
  };
}
