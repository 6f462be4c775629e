// Compares two editions of a source by their stored figures, whether they are served, superseded or held back.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { type EditionReader, type OpenedEdition, hasTexts } from '../release/read-again.ts';
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
 * Compares two editions of one source and passes every figure of either to `take`, the same ones too. Throws UnreadableFileError if a file of
 * figures is missing or damaged, or a snapshot of texts is gone, and LayoutError if those cannot be parsed.
 */
export async function diffEditions(
  reader: EditionReader,
  older: string,
  newer: string,
  take: (compared: Compared, titleOf: (group: string | null) => string) => void = () => {},
): Promise<Difference> {
  const [before, after] = [reader.open(older), reader.open(newer)];
  const sides = { older: sideOf(before), newer: sideOf(after) };
  const rows = hasTexts(after.source) ? compareRows((await before.read()).rows, (await after.read()).rows) : null;
  if (before.figures === null || after.figures === null) return { ...sides, figures: null, rows };
  const olderFigures = new OlderFigures();
  for await (const group of before.figures()) olderFigures.add(group);
  const summing = new Summing();
  const titleOf = await reader.titlesFor(newer);
  const takeAll = (compared: Iterable<Compared>) => {
    for (const one of compared) {
      summing.take(one);
      take(one, titleOf);
    }
  };
  for await (const group of after.figures()) takeAll(olderFigures.compare(group));
  takeAll(olderFigures.removed());
  return { ...sides, figures: summing.summary(), rows };
}

function sideOf({ edition: { id, source, release, state } }: OpenedEdition): Side {
  return { id, source, release, state };
}
