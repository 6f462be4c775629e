// Writes one table of an edition: the same rows as Parquet and as gzipped CSV. Returns its
// description for tables.json.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { guardedCsvField, guardedCsvLine } from '#schemas/csv-line.ts';
import { type StoredTable, csvOf, parquetOf } from '#schemas/stored-tables.ts';
import type { Column, Row, Table } from '#sources/kit/tables.ts';
import { sha256 } from '../edition/digest.ts';
import { gzipHeader } from '../edition/listed-content.ts';
import { ParquetFile } from './parquet-file.ts';

export interface TableColumn extends Column {
  /** The titles of its codes. */
  readonly titles?: ReadonlyMap<string, string>;
  /** Left out of the CSV, to keep it small: few people go back to the publisher's cell. */
  readonly parquetOnly?: true;
}

const attributionColumn: TableColumn = {
  name: 'attribution',
  type: 'string',
  description: 'Whom to credit wherever the data are shown; only in the first row, for all.',
};

interface TableDescription extends Pick<Table, 'name' | 'title'> {
  readonly columns: readonly TableColumn[];
}

/** The files of a table: add all rows, with a flush after each group of them, then finish. */
export function tableFiles(
  folder: string,
  { name, title, columns: ownColumns }: TableDescription,
  attribution: string,
) {
  const columns = [...ownColumns, attributionColumn];
  const parquet = new ParquetFile(join(folder, parquetOf(name)), columns);
  const csv = gzipFile(join(folder, csvOf(name)));
  const csvPlaces: number[] = [];
  for (const [place, { parquetOnly }] of columns.entries())
    if (parquetOnly !== true) csvPlaces.push(place);
  // The row before and its fields as the CSV has them: most are those of the next row too.
  let rowBefore: Row = [];
  const fields = csvPlaces.map(() => '');
  let rows = 0;
  const names = csvPlaces.map((place) => columns[place]?.name ?? null);
  csv.write(`${guardedCsvLine(names)}\r\n`);
  return {
    /** How many rows wait for a flush. */
    waiting: () => parquet.waiting,
    add(row: Row): void {
      const whole = rows === 0 ? [...row, attribution] : row;
      csvPlaces.forEach((place, index) => {
        const field = whole[place] ?? null;
        if (field !== (rowBefore[place] ?? null)) fields[index] = guardedCsvField(field);
      });
      csv.write(`${fields.join(',')}\r\n`);
      parquet.add(whole);
      rowBefore = whole;
      rows += 1;
    },
    /** The rows that wait become a group of the Parquet. */
    flush: () => parquet.flush(),
    async finish(texts: Readonly<Record<string, string>> = {}): Promise<StoredTable> {
      await parquet.finish({ ...texts, attribution });
      const bytes = readFileSync(join(folder, parquetOf(name)));
      return {
        name,
        title,
        attribution,
        rows,
        fields: columns.map(fieldOf),
        parquetOnly: columns
          .filter((column) => column.parquetOnly === true)
          .map((column) => column.name),
        csv: csv.finish(),
        parquet: { bytes: bytes.length, sha256: sha256(bytes) },
      };
    },
  };
}

function fieldOf({
  name,
  type,
  description,
  values,
  titles,
  required,
}: TableColumn): StoredTable['fields'][number] {
  const constraints = {
    ...(required === true ? { required } : {}),
    ...(values === undefined ? {} : { enum: values }),
  };
  const categories = [...(titles ?? [])].map(([value, label]) => ({ value, label }));
  return {
    name,
    type,
    description,
    ...(categories.length === 0 ? {} : { categories }),
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
  };
}

/** It favours speed over size. */
const deflateLevel = 3;

/** V8 maps memory of its own for every larger string, which takes longer than encoding it. */
const charactersAtOnce = 16_000;

/** How many bytes are deflated at once. */
const bytesAtOnce = 1_000_000;

/** A code unit of UTF-16 takes up to three bytes of UTF-8. */
const mostBytesOfCharacter = 3;

/**
 * A gzipped file (RFC 1952). Each piece ends on a whole byte, so that the pieces one after the
 * other are one deflated stream.
 */
function gzipFile(path: string) {
  const file = openSync(path, 'wx');
  writeSync(file, gzipHeader);
  const hash = createHash('sha256');
  let length = 0;
  let checksum = 0;
  let waiting = '';
  const piece = Buffer.allocUnsafe(bytesAtOnce);
  let filled = 0;
  const deflate = (bytes: Uint8Array) => {
    hash.update(bytes);
    checksum = crc32(bytes, checksum);
    length += bytes.length;
    writeSync(
      file,
      deflateRawSync(bytes, { level: deflateLevel, finishFlush: constants.Z_SYNC_FLUSH }),
    );
  };
  const push = () => {
    deflate(piece.subarray(0, filled));
    filled = 0;
  };
  const encode = () => {
    const most = waiting.length * mostBytesOfCharacter;
    if (filled + most > bytesAtOnce) push();
    if (most > bytesAtOnce) deflate(Buffer.from(waiting));
    else filled += piece.write(waiting, filled);
    waiting = '';
  };
  return {
    write(text: string): void {
      waiting += text;
      if (waiting.length > charactersAtOnce) encode();
    },
    finish(): StoredTable['csv'] {
      encode();
      push();
      writeSync(file, deflateRawSync(new Uint8Array()));
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(checksum, 0);
      trailer.writeUInt32LE(length % 2 ** 32, 4);
      writeSync(file, trailer);
      closeSync(file);
      return { bytes: length, sha256: hash.digest('hex') };
    },
  };
}
