// The difference between an edition and the published one that it replaces, for the report of a
// day.
import { sources } from '#sources/index.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { requireCatalogue, servedCounterpart } from '../edition/catalogue.ts';
import { EditionReader } from '../release/read-again.ts';
import { type Difference, diffEditions } from './diff-editions.ts';

/**
 * Null if there is none, or one of the two cannot be read. The latter is said and stops nothing: a
 * fault in one release must not stop the others from being published.
 */
export async function differenceOfEdition(
  directory: string,
  id: string,
  say: (line: string) => void,
): Promise<Difference | null> {
  const { editions } = requireCatalogue(directory);
  const edition = editions.find((candidate) => candidate.id === id);
  const source = sources.find(({ key }) => key === edition?.source);
  if (edition === undefined || source === undefined) return null;
  const before = servedCounterpart(source, edition, editions);
  if (before === null) return null;
  try {
    const reader = new EditionReader(directory, sources, { editions });
    return await diffEditions(reader, before.id, edition.id);
  } catch (error) {
    say(
      `${edition.source} ${edition.release}: cannot be compared with ` +
        `${before.release}\n${messageOf(error)}`,
    );
    return null;
  }
}
