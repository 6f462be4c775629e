// What a held release would change, or a new one has changed, for the operator: the comparison, and a page of it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from '#sources/index.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { writeAtomically } from '../edition/files.ts';
import { EditionReader } from '../release/read-again.ts';
import { servedBeside } from './beside.ts';
import { type Difference, diffEditions } from './diff-editions.ts';
import { drawDiff, drawFirstPanel, modeOfPage } from './draw-diff.ts';
import { Gathering } from './gather.ts';

export interface ComparedEdition {
  readonly difference: Difference;
  /** The file of the page. */
  readonly page: string;
  /** An SVG of the first measure; null if there is none. */
  readonly picture: string | null;
}

/**
 * Compares an edition with the published one that it replaces, and writes the page into `folder`. Null if there is none, or one of the two
 * cannot be read. The latter is said and stops nothing.
 */
export async function differenceOfEdition(
  directory: string,
  folder: string,
  id: string,
  say: (line: string) => void,
): Promise<ComparedEdition | null> {
  const { editions, sample } = requireCatalogue(directory);
  const edition = editions.find((candidate) => candidate.id === id);
  const source = sources.find(({ key }) => key === edition?.source);
  const before = edition === undefined || source === undefined ? null : servedBeside(source, edition, editions);
  if (edition === undefined || before === null) return null;
  try {
    const gathering = new Gathering();
    let titleOf: (group: string | null) => string = () => '';
    const difference = await diffEditions(
      new EditionReader(directory, sources, { editions }),
      before.id,
      edition.id,
      (compared, titles) => {
        titleOf = titles;
        gathering.take(compared);
      },
    );
    const page = join(folder, `${edition.source}-${edition.release}-${edition.id}.html`);
    mkdirSync(folder, { recursive: true });
    const drawn = { difference, gathered: gathering.gathered(), titleOf, sample };
    writeAtomically(page, drawDiff(drawn), modeOfPage(difference));
    return { difference, page, picture: drawFirstPanel(drawn) };
  } catch (error) {
    // A fault in one release must not stop the others from being published.
    say(`${edition.source} ${edition.release}: cannot be compared with ${before.release}\n${messageOf(error)}`);
    return null;
  }
}
