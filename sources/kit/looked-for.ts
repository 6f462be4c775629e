// What a reader looked for and what was there: the columns of a table, the sheets of a workbook,
// the files of a page. `lmi review` and the compiler listen and compare. If nobody does, telling
// costs nothing.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Wanted {
  /** Its accepted spellings, or the pattern that a name must match. */
  readonly names: readonly string[];
  /** The name that was there; null if none was, or several. */
  readonly foundName: string | null;
}

export interface LookedFor {
  /** A page, or source, release, file and sheet. */
  readonly place: string;
  /**
   * `data set`: one of a release, known by its columns; `member`: a file in a zip, or a member of a
   * JSON object; `hidden sheet`: what Excel does not show, and nobody wants; `shape`: a list where
   * an object should be, or the reverse.
   */
  readonly what: 'file' | 'data set' | 'member' | 'sheet' | 'hidden sheet' | 'column' | 'shape';
  readonly wanted: readonly Wanted[];
  /** Every name that was there, as printed. */
  readonly present: readonly string[];
}

/** Who listens. Not everybody wants what takes time to tell. */
interface Listener {
  readonly heard: LookedFor[];
  readonly isThorough: boolean;
}

const listening = new AsyncLocalStorage<Listener>();

export function tellLookedFor(lookedFor: LookedFor): void {
  listening.getStore()?.heard.push(lookedFor);
}

/** True while somebody listens, for a reader whose telling takes time. */
export function isHeard(): boolean {
  return listening.getStore()?.isThorough ?? false;
}

/**
 * Does some work, and adds to `heard` what its readers look for, also if it throws. Those who
 * listen around it hear it too. Without `isThorough`, readers leave out what takes time to tell:
 * the members of JSON.
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
