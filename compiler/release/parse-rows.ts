// Parses the files of a release into rows, whose digest names the edition. A release whose layout cannot be parsed is held back.
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { digestRows } from '../edition/digest.ts';
import { editionIdOf } from './describe-edition.ts';
import { holdUnparsed } from './hold-edition.ts';
import type { OpenRelease } from './open-release.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { Run } from './run.ts';

/** A release with its rows, exactly as published. */
export interface ParsedRelease extends OpenRelease {
  readonly rows: readonly unknown[];
  /** What the readers looked for, without the members of JSON. */
  readonly lookedFor: readonly LookedFor[];
  /** SHA-256 of the rows. */
  readonly digest: string;
  /** Id of the edition that these rows make. */
  readonly id: string;
}

/** Throws UnreadableFileError if a file is damaged. */
export async function parseRows(run: Run, opened: OpenRelease): Promise<ParsedRelease | Outcome> {
  const lookedFor: LookedFor[] = [];
  let rows: readonly unknown[];
  try {
    rows = await listenTo(lookedFor, () => run.reading.read(opened.source, opened.release, opened.bytes), { isThorough: false });
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    const edition = await holdUnparsed(run, opened, error.problems);
    return outcomeOf(opened, 'quarantined', { edition, problems: error.problems, files: opened.bytes.length });
  }
  run.progress.show(placeOfRelease(opened.release), 'examining');
  const digest = digestRows(rows);
  return { ...opened, rows, lookedFor, digest, id: editionIdOf(opened, digest) };
}
