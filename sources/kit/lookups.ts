// Records what a reader looked for in a file or page and which names it found there: the columns of
// a table, the sheets of a workbook, the files of a page. `lmi review` and the compiler compare the
// records of two releases. Nothing is recorded outside `recordLookups`.
import { AsyncLocalStorage } from 'node:async_hooks';

/** One name that a reader looked for. */
export interface WantedName {
  /** Its accepted spellings, or the pattern that it must match. */
  readonly names: readonly string[];
  /** The name found; null if there was none, or several. */
  readonly foundName: string | null;
}

export interface Lookup {
  /** A page, or source, release, file and sheet. */
  readonly place: string;
  /**
   * `data set`: one of a release, known by its columns; `member`: a file in a zip, or a member of a
   * JSON object; `hidden sheet`: a sheet that Excel does not show and no layout declares; `shape`:
   * a list in place of an object, or the reverse.
   */
  readonly what: 'file' | 'data set' | 'member' | 'sheet' | 'hidden sheet' | 'column' | 'shape';
  readonly wanted: readonly WantedName[];
  /** Every name that is there, as printed. */
  readonly present: readonly string[];
}

interface Recorder {
  readonly lookups: Lookup[];
  readonly isThorough: boolean;
}

const recorders = new AsyncLocalStorage<Recorder>();

export function recordLookup(lookup: Lookup): void {
  recorders.getStore()?.lookups.push(lookup);
}

/** Whether to record the members of JSON too, which takes time to collect. */
export function isRecordedInFull(): boolean {
  return recorders.getStore()?.isThorough ?? false;
}

/**
 * Does some work, and adds to `lookups` what its readers look for, even if the work throws. A
 * recorder around it gets the same lookups. Without `isThorough`, the members of JSON are left out.
 */
export async function recordLookups<Result>(
  lookups: Lookup[],
  work: () => Promise<Result>,
  { isThorough = true } = {},
): Promise<Result> {
  const outer = recorders.getStore();
  const inner: Lookup[] = [];
  try {
    return await recorders.run(
      { lookups: inner, isThorough: isThorough || (outer?.isThorough ?? false) },
      work,
    );
  } finally {
    lookups.push(...inner);
    outer?.lookups.push(...inner);
  }
}
