// Compares two editions of a source. Both are read again from their snapshots, whether they are served, superseded or held back.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { type EditionReader, type ReadEdition, hasTexts } from '../release/read-again.ts';
import { type Compared, OlderFigures } from './changes.ts';
import { type RowChanges, compareRows } from './rows.ts';
import { type Summary, Summing } from './summary.ts';

export interface Difference {
  readonly older: Side;
  readonly newer: Side;
  /** Null if the source has texts and no figures. */
  readonly figures: Summary | null;
  /** The rows that only one edition has, if the source has texts; null otherwise. */
  readonly rows: RowChanges | null;
}

export interface Side {
  readonly id: string;
  readonly source: string;
  readonly release: string;
  readonly state: CatalogueEdition['state'];
}

/**
 * Compares two editions of one source and passes every figure of either to `take`, the same ones too. Throws UnreadableFileError if a snapshot is gone, and
 * LayoutError if files cannot be parsed, as those of an edition that is held back for that.
 */
export async function diffEditions(
  reader: EditionReader,
  older: string,
  newer: string,
  take: (compared: Compared, titleOf: (group: string | null) => string) => void = () => {},
): Promise<Difference> {
  const before = await shelve(reader, older);
  const after = await reader.read(newer);
  const sides = { older: before.side, newer: sideOf(after) };
  const rows = before.rows === null ? null : compareRows(before.rows, after.read.rows);
  if (before.figures === null || after.figures === null) return { ...sides, figures: null, rows };
  const summing = new Summing();
  const titleOf = titlesOf(after);
  for (const compared of before.figures.compare(after.figures())) {
    summing.take(compared);
    take(compared, titleOf);
  }
  return { ...sides, figures: summing.summary(), rows };
}

/** An edition without its release, unless it has texts: two releases of adverts at once would take twice the memory. */
async function shelve(
  reader: EditionReader,
  id: string,
): Promise<{ readonly side: Side; readonly figures: OlderFigures | null; readonly rows: readonly unknown[] | null }> {
  const edition = await reader.read(id);
  const side = sideOf(edition);
  return {
    side,
    figures: edition.figures === null ? null : new OlderFigures(edition.figures()),
    rows: hasTexts(edition) ? edition.read.rows : null,
  };
}

function sideOf({ edition: { id, source, release, state } }: ReadEdition): Side {
  return { id, source, release, state };
}

/** The titles of unit groups; empty if the edition does not need the classification. */
export function titlesOf({ source, read }: ReadEdition): (group: string | null) => string {
  const groups = source.needs.includes('soc-structure') ? read.needs.get('soc-structure').groups : null;
  return (group) => (group === null ? 'all occupations' : (groups?.get(group)?.title ?? ''));
}
