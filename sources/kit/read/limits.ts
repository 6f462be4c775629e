// The limits of what a file may hold. A file of 16 kB can ask for gigabytes, so readers count while they read and stop at a limit. Each
// limit of a source is at least three times its largest real file (bench/largest-files.json).
import { AsyncLocalStorage } from 'node:async_hooks';
import { UnreadableFileError } from '../problem.ts';

export interface Limits {
  /** Bytes of a file as published. */
  readonly fileBytes: number;
  /** Bytes of all members of one archive, unpacked. A workbook (.xlsx, .ods) is an archive. */
  readonly unpackedBytes: number;
  /** Members of one archive. */
  readonly members: number;
  /** The number of the last row of a sheet or of a delimited text, and how many rows it has. */
  readonly rows: number;
  /** The number of the last column of a sheet, and the fields of a record of a delimited text. */
  readonly columns: number;
  /** Cells of a workbook, or fields of a delimited text. A repeated cell counts as often as it is repeated. */
  readonly cells: number;
  /** Cells of a workbook that are merged with others. */
  readonly mergedCells: number;
  /** Texts that the sheets of a workbook share. */
  readonly sharedStrings: number;
  /** Elements of the XML of a workbook. */
  readonly elements: number;
  /** Elements of XML within each other. */
  readonly xmlDepth: number;
  /** Characters of one field of a delimited text. */
  readonly fieldLength: number;
  /** Characters of one record of a delimited text. */
  readonly recordLength: number;
  /** Objects and lists of JSON within each other. */
  readonly jsonDepth: number;
  /** Resident memory of the process that reads a release, in megabytes. */
  readonly memory: number;
  /** Seconds that reading a release may take. */
  readonly seconds: number;
}

export type LimitName = keyof Limits;

const [kilo, million] = [1000, 1_000_000];

/** The limits of a source that states no others. */
export const usualLimits: Limits = {
  fileBytes: 30 * million,
  unpackedBytes: 100 * million,
  members: kilo,
  rows: 300 * kilo,
  columns: 400,
  cells: 2 * million,
  mergedCells: 20 * kilo,
  sharedStrings: 300 * kilo,
  elements: 8 * million,
  xmlDepth: 50,
  fieldLength: 100 * kilo,
  recordLength: 1 * million,
  jsonDepth: 50,
  memory: 1200,
  seconds: 600,
};

/** The limits of a file whose source is not known yet: no source states more. A test compares them with the sources. */
export const widestLimits: Limits = {
  ...usualLimits,
  fileBytes: 260 * million,
  unpackedBytes: 1200 * million,
  rows: 600 * kilo,
  cells: 33 * million,
  elements: 70 * million,
  memory: 2500,
};

const inForce = new AsyncLocalStorage<Limits>();
const measuring = new AsyncLocalStorage<Map<LimitName, number>>();

/** Reads within the limits of a source. */
export function withLimits<Result>(limits: Limits, work: () => Result): Result {
  return inForce.run(limits, work);
}

/** Does some work and keeps in `largest` the largest of everything that its readers count. */
export function measure<Result>(largest: Map<LimitName, number>, work: () => Result): Result {
  return measuring.run(largest, work);
}

const named: Readonly<Record<CountedLimit, string>> = {
  fileBytes: 'bytes',
  unpackedBytes: 'bytes unpacked',
  members: 'members',
  rows: 'rows',
  columns: 'columns',
  cells: 'cells',
  mergedCells: 'merged cells',
  sharedStrings: 'shared texts',
  elements: 'elements of XML',
  xmlDepth: 'elements within each other',
  fieldLength: 'characters in one field',
  recordLength: 'characters in one record',
  jsonDepth: 'objects and lists within each other',
};

/** The limits of what is counted, and not watched from outside. */
export type CountedLimit = Exclude<LimitName, 'memory' | 'seconds'>;

/** Holds what a reader counts against the limits in force. Readers ask while they count, at the latest when a limit is passed. */
export class Gauge {
  readonly #place: string;
  readonly #limits = inForce.getStore() ?? widestLimits;
  readonly #largest = measuring.getStore();

  constructor(place: string) {
    this.#place = place;
  }

  /** Throws UnreadableFileError if a file holds more than the limit. */
  require(name: CountedLimit, counted: number): void {
    if (this.#largest !== undefined && counted > (this.#largest.get(name) ?? 0)) this.#largest.set(name, counted);
    const limit = this.#limits[name];
    if (counted <= limit) return;
    throw new UnreadableFileError({
      place: this.#place,
      message: `holds ${counted.toLocaleString('en-GB')} ${named[name]} or more, expected at most ${limit.toLocaleString('en-GB')}`,
      repair: 'download the file again; if the publisher has made it so large, raise the limit beside the files of the source',
    });
  }
}

/** Throws UnreadableFileError if a file holds more than the limit in force. */
export function requireWithin(place: string, name: CountedLimit, counted: number): void {
  new Gauge(place).require(name, counted);
}
