// What a held release would change, for the operator who decides about it.
import { sources } from '#sources/index.ts';
import { requireCatalogue } from '../edition/data-directory.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { EditionReader } from '../release/read-again.ts';
import { servedBeside } from './beside.ts';
import { type Difference, diffEditions } from './diff-editions.ts';

/** Null if there is no served edition to compare with, or one of the two cannot be read. The latter is said and stops nothing. */
export async function differenceOfHeld(directory: string, id: string, say: (line: string) => void): Promise<Difference | null> {
  const { editions } = requireCatalogue(directory);
  const held = editions.find((edition) => edition.id === id);
  const source = sources.find(({ key }) => key === held?.source);
  const served = held === undefined || source === undefined ? null : servedBeside(source, held, editions);
  if (held === undefined || served === null) return null;
  try {
    return await diffEditions(new EditionReader(directory, sources, { editions }), served.id, held.id);
  } catch (error) {
    // A fault in a held release must not stop the others from being published.
    say(`${held.source} ${held.release}: cannot be compared with ${served.release}\n${messageOf(error)}`);
    return null;
  }
}
