// The limits of what a file may hold, and of the process that compiles it
// (compiler/release/worker-processes.ts): a file of 16 kB can need gigabytes. Each limit is at
// least three times the largest seen, which is beside it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { UnreadableFileError } from '../problem.ts';

export interface Limits {
  /** Bytes of a file as published. */
  readonly fileBytes: number;
  /** Bytes of all members of one archive, unpacked. A workbook (.xlsx, .ods) is an archive. */
  readonly unpackedBytes: number;
  /** Members of one archive. */
  readonly members: number;
  /** Objects and lists of JSON within each other. */
  readonly jsonDepth: number;
  /** Characters of one field: a cell, a field of a text, a member of JSON. */
  readonly characters: number;
  /** Seconds that a release may take to be read, examined and checked. */
  readonly seconds: number;
}

const kilo = 1000;
const million = 1_000_000;

/**
 * The largest values seen under these limits: a file of 10 MB (ESCO), 26 MB unpacked (the coding
 * index of SOC), 285 members (skills-projections), JSON 7 deep (career-profiles), 30 seconds
 * (online-job-adverts).
 */
export const usualLimits: Limits = {
  fileBytes: 30 * million,
  unpackedBytes: 100 * million,
  members: kilo,
  jsonDepth: 50,
  characters: 20 * kilo,
  seconds: 600,
};

/** The limits of a file whose source is not known yet. A test proves that no source states more. */
export const widestLimits: Limits = {
  ...usualLimits,
  fileBytes: 260 * million,
  unpackedBytes: 1200 * million,
};

const inForce = new AsyncLocalStorage<Limits>();

export function withLimits<Result>(limits: Limits, work: () => Result): Result {
  return inForce.run(limits, work);
}

const limitNames: Readonly<Record<CountedLimit, string>> = {
  fileBytes: 'bytes',
  unpackedBytes: 'bytes unpacked',
  members: 'members',
  jsonDepth: 'objects and lists within each other',
  characters: 'characters in one field',
};

/** The limits that readers count. The process that starts a reader watches its seconds. */
export type CountedLimit = Exclude<keyof Limits, 'seconds'>;

/** The limit in force, for code that needs it more often than once a file. */
export function limitInForce(name: CountedLimit): number {
  return (inForce.getStore() ?? widestLimits)[name];
}

/** Throws UnreadableFileError if a file holds more than the limit in force. */
export function requireWithin(place: string, name: CountedLimit, counted: number): void {
  const limit = limitInForce(name);
  if (counted <= limit) return;
  throw new UnreadableFileError({
    place,
    message:
      `holds ${counted.toLocaleString('en-GB')} ${limitNames[name]} or more, expected at ` +
      `most ${limit.toLocaleString('en-GB')}`,
    repair:
      'look at what the file holds: if the publisher has made it so large, raise the ' +
      'limit beside the files of the source',
  });
}
