// The lookup tables: what the codes in the tables of figures mean. All of them come from the editions in the bundle.
import { join } from 'node:path';
import type { NeededObservations, Source } from '#sources/kit/source.ts';
import { type CodeList, codeLists } from '#sources/kit/figures.ts';
import { sourceKeys } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type Cell, type Column, type Row, statuses } from '../../figures/columns.ts';
import type { Named } from '../../figures/named.ts';
import { ParquetFile } from '../../figures/parquet-file.ts';
import type { Reference, Table } from './data-package.ts';
import { CsvTable } from './csv-table.ts';

const text = (name: string, description: string, values?: readonly string[]): Column => ({
  name,
  type: 'string',
  description,
  required: true,
  ...(values === undefined ? {} : { values }),
});
const optional = (name: string, description: string): Column => ({ name, type: 'string', description });

const byFirst = ([a]: Row, [b]: Row) => byCodeUnit(String(a), String(b));

/** Rows by key, in the order of the keys: equal editions give equal tables. */
class Rows {
  readonly #rows = new Map<string, Row>();

  note(key: readonly Cell[], rest: readonly Cell[]): void {
    const name = JSON.stringify(key);
    if (!this.#rows.has(name)) this.#rows.set(name, [...key, ...rest]);
  }

  /** The last cell of a row; undefined if there is no row of this key. */
  lastOf(key: readonly Cell[]): Cell | undefined {
    return this.#rows.get(JSON.stringify(key))?.at(-1);
  }

  sorted(): Row[] {
    return [...this.#rows].sort(([a], [b]) => byCodeUnit(a, b)).map(([, row]) => row);
  }
}

/** Collects what the figures of the tables name. */
export class Seen {
  readonly areas = new Rows();
  readonly statuses = new Rows();
  readonly measures = new Rows();
  readonly parts = new Rows();
  readonly codes = new Map(codeLists.map((list) => [list, new Rows()]));

  take({ key, meanings }: Source, { areas, statuses, parts, codes }: Named): void {
    for (const [slug = null, ...rest] of areas) this.areas.note([slug], rest);
    for (const [status = null, marker = null, ...rest] of statuses) this.statuses.note([key, status, marker], rest);
    for (const [breakdown = null, part = null] of parts) this.parts.note([key, breakdown, part], []);
    for (const [list, code = null, ...rest] of codes) this.codes.get(list as CodeList)?.note([code, key], rest);
    for (const { measure, unit, meaning } of meanings?.measures ?? []) this.measures.note([measure, unit], [meaning]);
  }

  /** The parts with their titles. */
  titledParts(): Row[] {
    return this.parts.sorted().map(([source = null, breakdown = null, part = null]) => {
      const list = listsOfBreakdowns[String(breakdown)];
      return [source, breakdown, part, (list === undefined ? undefined : this.codes.get(list)?.lastOf([part, source])) ?? part];
    });
  }
}

const codesOf: Readonly<Record<CodeList, string>> = {
  industries: 'Sections of the Standard Industrial Classification 2007, as the column part of the table of the workforce names them.',
  ages: 'Bands of ages, as the column part of the table of the workforce names them.',
  qualifications: 'Levels of qualification, as the workforce and the projections name them.',
  routes: 'Visa routes, and the routes of technical education.',
};

/** The list that has the titles of the parts of a breakdown. Parts of another breakdown are words. */
const listsOfBreakdowns: Readonly<Record<string, CodeList>> = {
  industry: 'industries',
  age: 'ages',
  qualification: 'qualifications',
  route: 'routes',
};

interface Lookup extends Pick<Table, 'name' | 'description' | 'columns' | 'primaryKey' | 'references'> {
  readonly rows: readonly Row[];
}

/** The levels of the classification by the number of digits of a code. */
const levels = ['major group', 'sub-major group', 'minor group', 'unit group'];

function ofClassification({ groups, unitGroups }: NeededObservations['soc-structure']): Lookup[] {
  const titleOf = (code: string) => groups.get(code)?.title ?? null;
  const above = ['major_group', 'sub_major_group', 'minor_group'];
  return [
    {
      name: 'groups',
      description: 'Every group of SOC 2020.',
      columns: [
        text('soc2020', 'Code of the group, one to four digits.'),
        text('level', 'Level of the group in the classification.', levels),
        text('title', 'The title of the group.'),
        optional('parent', 'Code of the group above; empty for a major group.'),
      ],
      primaryKey: ['soc2020'],
      references: [{ columns: ['parent'], table: 'groups', there: ['soc2020'] }],
      rows: [...groups.values()]
        .map(({ code, title }): Row => [code, levels[code.length - 1] ?? '', title, code.length === 1 ? null : code.slice(0, -1)])
        .sort(byFirst),
    },
    {
      name: 'occupations',
      description: 'The unit groups of SOC 2020 with the three levels above each.',
      columns: [
        text('soc2020', 'Code of the unit group, four digits.'),
        text('title', 'The title of the unit group.'),
        ...above.flatMap((name, place) => [
          text(name, `Code of its ${levels[place]}.`),
          text(`${name}_title`, `Title of its ${levels[place]}.`),
        ]),
      ],
      primaryKey: ['soc2020'],
      references: ['soc2020', ...above].map((column): Reference => ({ columns: [column], table: 'groups', there: ['soc2020'] })),
      rows: unitGroups
        .map(
          ({ code, title }): Row => [
            code,
            title,
            ...above.flatMap((_, place) => [code.slice(0, place + 1), titleOf(code.slice(0, place + 1))]),
          ],
        )
        .sort(byFirst),
    },
  ];
}

function ofSeen(seen: Seen): Lookup[] {
  const source = text('source', 'The source whose table has it, by the name of the table.', sourceKeys);
  const lookup = (
    name: string,
    description: string,
    rows: readonly Row[],
    primaryKey: readonly string[],
    ...columns: Column[]
  ): Lookup => ({
    ...{ name, description, rows, primaryKey, columns },
  });
  return [
    lookup(
      'areas',
      'The areas that the tables name.',
      seen.areas.sorted(),
      ['area'],
      text('area', 'The slug, as the API names the area.'),
      text('area_code', 'GSS code of the area.'),
      text('name', 'Name of the area.'),
    ),
    lookup(
      'measures',
      'What each measure counts, in each of its units.',
      seen.measures.sorted(),
      ['measure', 'unit'],
      text('measure', 'The measure, as the tables of figures name it.'),
      text('unit', 'The unit of its values.'),
      text('meaning', 'What the measure counts, in a sentence.'),
    ),
    lookup(
      'statuses',
      'What each status and marker means, by source.',
      seen.statuses.sorted(),
      [],
      source,
      text('status', 'The status of a figure: published, or the reason why there is none.', statuses),
      optional('marker', 'What the publisher printed in place of the figure; empty if it printed nothing.'),
      text('meaning', 'The status and the marker in a sentence.'),
    ),
    lookup(
      'parts',
      'What the columns breakdown and part say together.',
      seen.titledParts(),
      ['source', 'breakdown', 'part'],
      source,
      text('breakdown', 'What the people or visas are divided by, as the tables of figures have it.'),
      text('part', 'The part, as the tables of figures have it.'),
      text('title', 'The title of the part; the part itself if it is a word.'),
    ),
    ...codeLists.map((list) =>
      lookup(
        list,
        codesOf[list],
        seen.codes.get(list)?.sorted() ?? [],
        ['code', 'source'],
        text('code', 'The code or name, as the tables of figures have it.'),
        source,
        text('title', 'The title of the code.'),
      ),
    ),
  ];
}

/** Writes every lookup table that has rows. `structure`: the classification; null if the bundle has none. */
export async function writeLookups(
  folder: string,
  seen: Seen,
  structure: NeededObservations['soc-structure'] | null,
  raw: boolean,
): Promise<Table[]> {
  const made: Table[] = [];
  for (const { rows, ...table } of [...(structure === null ? [] : ofClassification(structure)), ...ofSeen(seen)]) {
    if (rows.length === 0) continue;
    const csv = new CsvTable(folder, table.name, table.columns, { raw, gzip: false });
    await csv.write(rows);
    const files = await csv.finish();
    const path = `tables/${table.name}.parquet`;
    const parquet = new ParquetFile(join(folder, path), table.columns);
    for (const row of rows) parquet.add(row);
    await parquet.finish();
    made.push({ ...table, title: table.description, files: [{ path, rows: rows.length }, ...files], source: null });
  }
  return made;
}
