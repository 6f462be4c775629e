// Writes the figures of the editions as tables for analysts, in Parquet and CSV: one row for each figure, with the cell it comes from.
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, zstdCompressSync } from 'node:zlib';
import { ParquetWriter, fileWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { Catalogue, CatalogueSource } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { sha256 } from '../edition/digest.ts';
import { UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import type { EditionReader, ReadEdition } from '../release/read-again.ts';
import { csvLine, guardedCsvLine } from '#sources/kit/csv-line.ts';
import type { Figure } from '#sources/kit/source.ts';
import { BundleError } from './format.ts';
import type { PackedFile } from './tar.ts';

interface Column {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly description: string;
  readonly value: (figure: Figure, edition: ReadEdition) => string | number | boolean | null;
}

const text = (name: string, description: string, value: Column['value']): Column => ({ name, type: 'string', description, value });

const before: readonly Column[] = [
  text('editionId', 'Id of the edition, as answers name it in provenance.editionId.', (_, { edition }) => edition.id),
  text('release', "Short name of the publisher's release.", (_, { edition }) => edition.release),
  text('soc2020', 'Code of a unit group or of a broader group of SOC 2020; empty for all occupations together.', ({ group }) => group),
  text('areaCode', 'GSS code of the area.', ({ area }) => area?.code ?? null),
  text('area', "The area's slug, as the API names it.", ({ area }) => area?.slug ?? null),
  text('period', "A year, a month 2026-07, a quarter 2026-Q2, or the publisher's own words.", ({ period }) => period),
];

const after: readonly Column[] = [
  text('measure', 'What is measured.', ({ measure }) => measure),
  text('unit', 'Unit of the value.', ({ unit }) => unit),
  {
    name: 'value',
    type: 'number',
    description: 'The figure as answers give it. It is empty, never 0, if the figure is withheld or is not a number.',
    value: ({ value }) => value,
  },
  text('category', 'A word in place of a number.', ({ category }) => category),
  text('status', 'published, or the reason why there is no figure.', ({ withheld }) => withheld?.reason ?? 'published'),
  text('marker', 'The marker that the publisher printed in place of the figure.', ({ withheld }) => withheld?.marker ?? null),
  text(
    'quality',
    'precise: coefficient of variation at most 5 %; reasonable: 10 %; acceptable: 20 %; unreliable: above; unrated: none is given.',
    ({ quality }) => quality,
  ),
  {
    name: 'derived',
    type: 'boolean',
    description: 'True if it is computed from several cells. The row names the first of them.',
    value: ({ derived }) => derived,
  },
];

const ofCell = ['file', 'member', 'sheet', 'cell', 'printed'] as const;
const cellDescriptions: Readonly<Record<(typeof ofCell)[number], string>> = {
  file: "The publisher's file, as editions/<id>/edition.json names it among its inputs.",
  member: 'The file within a zip.',
  sheet: 'The sheet of a workbook.',
  cell: 'The cell: an address in a workbook, row and header of column in a delimited file.',
  printed: 'The text in the cell.',
};

/** Rows made and written to both files at a time. */
export const rowsAtOnce = 50_000;

export interface Table {
  /** The key of its source. */
  readonly name: string;
  readonly rows: number;
  /** The files of the table, relative to the bundle. */
  readonly files: readonly PackedFile[];
  /** Its two resources, as datapackage.json lists them. */
  readonly resources: readonly object[];
}

type Row = readonly (string | number | boolean | null)[];

/**
 * Writes the table of a source into a folder. Null if the source has no figures. It reads the releases again, edition by edition, from
 * their snapshots. Throws BundleError if that fails. `raw`: texts in the CSV are not guarded against being read as formulas.
 */
export async function writeTable(
  folder: string,
  reader: EditionReader,
  { catalogue, source, raw }: { readonly catalogue: Catalogue; readonly source: CatalogueSource; readonly raw: boolean },
): Promise<Table | null> {
  const ids = catalogue.editions.filter((edition) => edition.source === source.key).map(({ id }) => id);
  const [first] = ids;
  const firstRead = first === undefined ? null : await readAgain(reader, first);
  if (firstRead === null || firstRead.figures === null) return null;
  let dimensions = dimensionsOf(firstRead);
  // Another edition may have dimensions that the first lacks. The table is then started again; no source has needed this yet.
  for (;;) {
    const written = await writeRows(
      join(folder, source.key),
      columnsWith(source.key, dimensions),
      ids,
      async (id) => (id === first ? firstRead : readAgain(reader, id)),
      { known: new Set(dimensions), raw },
    );
    if (typeof written === 'number')
      return written === 0 ? null : describeTable(folder, source, columnsWith(source.key, dimensions), written);
    dimensions = [...dimensions, ...written.unknown].sort(byCodeUnit);
  }
}

function dimensionsOf({ figures }: ReadEdition): string[] {
  const names = new Set<string>();
  for (const figure of figures?.() ?? []) for (const name of Object.keys(figure.dimensions)) names.add(name);
  return [...names].sort(byCodeUnit);
}

function columnsWith(source: string, dimensions: readonly string[]): Column[] {
  const columns = [
    ...before,
    ...dimensions.map((name) => text(name, `Dimension of the figure: ${name}.`, (figure) => figure.dimensions[name] ?? null)),
    ...after,
  ];
  const names = [...columns.map(({ name }) => name), ...ofCell];
  if (new Set(names).size !== names.length)
    throw new BundleError(`${source}: a dimension has the name of another column (${dimensions.join(', ')})`);
  return columns;
}

/** Returns the number of rows, or the names of dimensions that have no column. */
async function writeRows(
  path: string,
  columns: readonly Column[],
  ids: readonly string[],
  read: (id: string) => Promise<ReadEdition>,
  { known, raw }: { readonly known: ReadonlySet<string>; readonly raw: boolean },
): Promise<number | { unknown: string[] }> {
  const unknown = new Set<string>();
  let rows = 0;
  const types = [
    ...columns.map(({ name, type }) => ({ name, type: parquetTypes[type] })),
    ...ofCell.map((name) => ({ name, type: parquetTypes.string })),
  ];
  const columnData = (batch: readonly Row[]) => types.map((column, place) => ({ ...column, data: batch.map((row) => row[place]) }));
  const parquet = new ParquetWriter({
    writer: fileWriter(`${path}.parquet`),
    schema: schemaFromColumnData({ columnData: columnData([]) }),
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    createdBy: 'labour-market-information',
  });

  async function* lines(): AsyncGenerator<string> {
    yield `${csvLine(types.map(({ name }) => name))}\r\n`;
    for (const id of ids) {
      const edition = await read(id);
      const rowOf = (figure: Figure): Row => {
        for (const name of Object.keys(figure.dimensions)) if (!known.has(name)) unknown.add(name);
        return [...columns.map(({ value }) => value(figure, edition)), ...cellOf(figure)];
      };
      for (const batch of batches(edition.figures?.() ?? [], rowOf)) {
        await parquet.write({ columnData: columnData(batch), rowGroupSize: rowsAtOnce });
        rows += batch.length;
        yield batch.map((row) => `${guardedCsvLine(row, { raw })}\r\n`).join('');
      }
    }
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), createWriteStream(`${path}.csv.gz`));
  await parquet.finish();
  return unknown.size > 0 ? { unknown: [...unknown] } : rows;
}

const parquetTypes = { string: 'STRING', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

function describeTable(folder: string, source: CatalogueSource, columns: readonly Column[], rows: number): Table {
  const [csv, parquet] = [join(folder, `${source.key}.csv.gz`), join(folder, `${source.key}.parquet`)];
  const fields = [
    ...columns.map(({ name, type, description }) => ({ name, type, description })),
    ...ofCell.map((name) => ({ name, type: 'string', description: cellDescriptions[name] })),
  ];
  const licences = [{ ...(source.licenceUrl === null ? { name: 'notspecified' } : { path: source.licenceUrl }), title: source.licence }];
  const resource = (path: string, file: string, rest: object) => {
    const bytes = readFileSync(file);
    return {
      name: path.replaceAll('.', '-'),
      title: source.title,
      description: source.attribution,
      path,
      ...rest,
      bytes: bytes.length,
      hash: `sha256:${sha256(bytes)}`,
      rows,
      sources: [{ title: source.publisher, path: source.landingPage }],
      licenses: licences,
    };
  };
  const schema = { fields, missingValues: [''] };
  return {
    name: source.key,
    rows,
    files: [csv, parquet].map((file, place) => ({
      file: `tables/${source.key}.${place === 0 ? 'csv.gz' : 'parquet'}`,
      bytes: () => readFileSync(file),
    })),
    resources: [
      resource(`${source.key}.csv.gz`, csv, {
        profile: 'tabular-data-resource',
        format: 'csv',
        mediatype: 'text/csv',
        encoding: 'utf-8',
        compression: 'gz',
        dialect: { lineTerminator: '\r\n' },
        schema,
      }),
      resource(`${source.key}.parquet`, parquet, { format: 'parquet', mediatype: 'application/vnd.apache.parquet', schema }),
    ],
  };
}

/** tables/datapackage.json (Frictionless Data Package 1). */
export function dataPackage(catalogue: Catalogue, tables: readonly Table[]): PackedFile {
  const content = {
    profile: 'data-package',
    name: 'labour-market-information',
    title: `Labour market information${catalogue.sample ? ': a synthetic sample, not statistics' : ''}`,
    description: "Every figure of the editions in this bundle, one a row, with the cell of the publisher's file that it comes from.",
    resources: tables.flatMap(({ resources }) => resources),
  };
  return { file: 'tables/datapackage.json', bytes: () => Buffer.from(`${JSON.stringify(content, null, 1)}\n`) };
}

function cellOf(figure: Figure): (string | null)[] {
  const [cell] = figure.cells();
  return cell === undefined ? ofCell.map(() => null) : [cell.file, cell.member, cell.sheet, cell.address, cell.printed];
}

function* batches<Row>(figures: Iterable<Figure>, row: (figure: Figure) => Row): Generator<Row[]> {
  let batch: Row[] = [];
  for (const figure of figures) {
    batch.push(row(figure));
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function readAgain(reader: EditionReader, id: string): Promise<ReadEdition> {
  try {
    return await reader.read(id);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new BundleError(
      `${formatProblem(error.problem)}\n  its table cannot be made: pull the snapshots (lmi pull --all), or use --no-tables`,
    );
  }
}
