// Records what a reader looked for and what it found: the columns of a table, the sheets of a
// workbook, the files of a page. `lmi review` and the compiler listen and compare. Recording costs
// nothing if nobody listens.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Wanted {
  /** Its accepted spellings, or the pattern that a name must match. */
  readonly names: readonly string[];
  /** The name found; null if there was none, or several. */
  readonly foundName: string | null;
}

export interface LookedFor {
  /** A page, or source, release, file and sheet. */
  readonly place: string;
  /**
   * `data set`: one of a release, known by its columns; `member`: a file in a zip, or a member of a
   * JSON object; `hidden sheet`: a sheet that Excel does not show and no layout declares; `shape`:
   * a list in place of an object, or the reverse.
   */
  readonly what: 'file' | 'data set' | 'member' | 'sheet' | 'hidden sheet' | 'column' | 'shape';
  readonly wanted: readonly Wanted[];
  /** Every name found, as printed. */
  readonly present: readonly string[];
}

/** A listener. Only a thorough one gets what takes time to record. */
interface Listener {
  readonly heard: LookedFor[];
  readonly isThorough: boolean;
}

const listening = new AsyncLocalStorage<Listener>();

export function tellLookedFor(lookedFor: LookedFor): void {
  listening.getStore()?.heard.push(lookedFor);
}

/** True while somebody listens, for a reader that needs time to record. */
export function isHeard(): boolean {
  return listening.getStore()?.isThorough ?? false;
}

/**
 * Does some work, and adds to `heard` what its readers look for, also if it throws. Listeners
 * around it get it too. Without `isThorough`, readers leave out what takes time to record: the
 * members of JSON.
 */
export async function listenTo<Result>(
  heard: LookedFor[],
  work: () => Promise<Result>,
  { isThorough = true } = {},
): Promise<Result> {
  const around = listening.getStore();
  const mine: LookedFor[] = [];
  try {
    return await listening.run(
      { heard: mine, isThorough: isThorough || (around?.isThorough ?? false) },
      work,
    );
  } finally {
    heard.push(...mine);
    around?.heard.push(...mine);
  }
}
