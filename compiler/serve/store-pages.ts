// Stores the pages that depend on data alone, beside the editions, so that the worker serves files. They are made again only if what they are
// made of changes. Nothing needs them: where they are missing, the worker makes a page when it is asked for.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type PageList, fileOfStoredPage, pageListFile, pagesFolder, storedAddress, storedPageText } from '#schemas/standing/page-sets.ts';
import { spine } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { servedSite } from '#server/pages/site.ts';
import { readCatalogue, requireCatalogue } from '../edition/catalogue.ts';
import { sha256 } from '../edition/digest.ts';
import { lock } from '../edition/lock.ts';
import { faultOfPages, pageListText, placeOfPages, placePages, temporaryPages } from '../edition/page-set.ts';
import { answerOffline, bodyOnly } from './answer-offline.ts';
import { dataPages, pageAsker } from './data-pages.ts';

export interface StorePagesOptions {
  readonly directory: string;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

/**
 * Makes the pages of a data directory, unless they are there and whole. The new set gets its name by one rename, and the list of its files is
 * in it, so a killed run leaves no half of a set. Resolves to the number of pages made. A fault is said and thrown away: data are never left
 * unpublished because of pages.
 */
export async function storePages({ directory, progress, say }: StorePagesOptions): Promise<number> {
  try {
    if (!isServed(directory) || isCurrent(directory)) return 0;
    const unlock = lock(directory, say);
    const temporary = join(directory, pagesFolder, temporaryPages());
    try {
      const catalogue = requireCatalogue(directory);
      const place = placeOfPages(catalogue);
      progress('making the pages');
      rmSync(temporary, { recursive: true, force: true });
      const site = { ...servedSite, api: storedAddress, sample: catalogue.sample };
      const files: PageList['files'][number][] = [];
      for await (const { path, make } of dataPages(pageAsker(answerOffline(directory, bodyOnly)))) {
        const { title, body } = make(site);
        const text = storedPageText({ title, body: body.text });
        const file = fileOfStoredPage(path);
        mkdirSync(dirname(join(temporary, file)), { recursive: true });
        writeFileSync(join(temporary, file), text);
        files.push({ file, sha256: sha256(text), bytes: Buffer.byteLength(text) });
      }
      const list = { set: place.slice(pagesFolder.length + 1), files: files.sort((a, b) => byCodeUnit(a.file, b.file)) };
      writeFileSync(join(temporary, pageListFile), pageListText(list));
      placePages(temporary, join(directory, place));
      return files.length;
    } finally {
      rmSync(temporary, { recursive: true, force: true });
      unlock();
    }
  } catch (error) {
    say(`the pages were not stored, so the server makes each when it is asked for: ${messageOf(error)}`);
    return 0;
  }
}

/** Whether occupations are served. Without them there are no pages to store. */
function isServed(directory: string): boolean {
  const sources = readCatalogue(directory)?.catalogue.sources ?? [];
  return spine.every((key) => sources.some((source) => source.key === key && source.served.length > 0));
}

function isCurrent(directory: string): boolean {
  return faultOfPages(directory, placeOfPages(requireCatalogue(directory))) === null;
}
