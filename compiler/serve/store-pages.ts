// Stores the pages that depend on data alone, beside the editions, so that the worker serves files. They are made again only if what they are
// made of changes. Nothing needs them: where they are missing, the worker makes a page when it is asked for.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { type PageList, fileOfStoredPage, pageListFile, pagesFolder, storedAddress, storedPageText } from '#schemas/standing/page-sets.ts';
import { spine } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { servedSite } from '#server/pages/site.ts';
import { catalogueText, readCatalogue, requireCatalogue } from '../edition/catalogue.ts';
import { sha256 } from '../edition/digest.ts';
import { lock } from '../edition/lock.ts';
import { syncTree } from '../edition/edition-directory.ts';
import { damagedPage, faultOfPages, pageListText, placeOfPages, placePages, temporaryPages } from '../edition/page-set.ts';
import { answerOffline, bodyOnly, storeOf } from './answer-offline.ts';
import { dataPages, pageAsker } from './data-pages.ts';

export interface StorePagesOptions {
  readonly directory: string;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

/**
 * Makes the pages of a data directory, unless they are there and whole. The new set gets its name by one rename, and the list of its files is
 * in it, so a killed run leaves no half of a set. The lock is held for the rename alone: while pages are made, others may write, and pages of
 * what is no longer served are thrown away. Resolves to the number of pages made. A fault is said and thrown away: data are never left
 * unpublished because of pages.
 */
export async function storePages({ directory, progress, say }: StorePagesOptions): Promise<number> {
  try {
    if (!isServed(directory) || isCurrent(directory)) return 0;
    const temporary = join(directory, pagesFolder, temporaryPages());
    try {
      progress('making the pages');
      const catalogue = requireCatalogue(directory);
      const list = await writePages(directory, catalogue, temporary);
      syncTree(temporary);
      const unlock = lock(directory, say);
      try {
        // Whoever changed the catalogue meanwhile, or removed unfinished pages, stores those of the new one.
        const place = placeOfPages(requireCatalogue(directory));
        if (place !== placeOfPages(catalogue) || isCurrent(directory) || damagedPage(temporary, list) !== null) return 0;
        placePages(temporary, join(directory, place));
        return list.files.length;
      } finally {
        unlock();
      }
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  } catch (error) {
    say(`the pages were not stored, so the server makes each when it is asked for: ${messageOf(error)}`);
    return 0;
  }
}

/** Writes the pages of a catalogue, and the list of them, into a folder. They are of this catalogue even if another is written meanwhile. */
async function writePages(directory: string, catalogue: Catalogue, folder: string): Promise<PageList> {
  const site = { ...servedSite, api: storedAddress, sample: catalogue.sample };
  const store = { ...storeOf(directory), catalogue: async () => catalogueText(catalogue) };
  const files: PageList['files'][number][] = [];
  for await (const { path, make } of dataPages(pageAsker(answerOffline(directory, bodyOnly, store)))) {
    const { title, body } = make(site);
    const text = storedPageText({ title, body: body.text });
    const file = fileOfStoredPage(path);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    files.push({ file, sha256: sha256(text), bytes: Buffer.byteLength(text) });
  }
  const list = { set: placeOfPages(catalogue).slice(pagesFolder.length + 1), files: files.sort((a, b) => byCodeUnit(a.file, b.file)) };
  writeFileSync(join(folder, pageListFile), pageListText(list));
  return list;
}

/** Whether occupations are served. Without them there are no pages to store. */
function isServed(directory: string): boolean {
  const sources = readCatalogue(directory)?.catalogue.sources ?? [];
  return spine.every((key) => sources.some((source) => source.key === key && source.served.length > 0));
}

function isCurrent(directory: string): boolean {
  return faultOfPages(directory, placeOfPages(requireCatalogue(directory))) === null;
}
