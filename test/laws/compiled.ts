// What the laws of one source walk: everything that it has compiled, in the sample always, and of the real files where they are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { describe, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { liveDirectory, sampleDirectory } from '../compiled-data.ts';
import { placeOfDocument } from '../place-of-document.ts';
import { havePublisherFiles } from '../publisher-files.ts';

export interface Compiled {
  readonly directory: string;
  readonly edition: CatalogueEdition;
  /** Every stored document of an endpoint, ordered by path. `Body` is believed: test/laws.test.ts proves every document's schema. */
  documents<Body>(endpoint: string): { readonly place: DocumentPlace; readonly path: string; readonly body: Body }[];
  /** The answer to an API path of the same data directory. Throws unless it is 200. */
  answer<Body>(path: string): Promise<Body>;
}

/** Adds the laws for the served edition of a source, once for the sample and once for the real files. `real` says whether there are any. */
export function describeLaws(source: SourceKey, { real }: { readonly real: boolean }, laws: (compiled: Compiled) => void): void {
  describe(`${source}, the sample`, () => laws(compiledOf(source, sampleDirectory())));
  if (!real) return;
  const live = liveDirectory();
  if (live === null || !havePublisherFiles)
    test.skip(`${source}, the real files — SKIPPED: ../shared/publisher-files is not there`, () => {});
  else describe(`${source}, the real files`, () => laws(compiledOf(source, live)));
}

function compiledOf(source: SourceKey, directory: string): Compiled {
  const catalogue = readCatalogue(directory)?.catalogue;
  const served = catalogue?.sources.find(({ key }) => key === source)?.served ?? [];
  const edition = catalogue?.editions.findLast(({ id }) => served.includes(id));
  if (edition === undefined) throw new Error(`${directory} serves nothing of ${source}`);
  const folder = join(directory, 'editions', edition.id);
  const ask = answerOffline(directory);
  return {
    directory,
    edition,
    documents: (endpoint) =>
      glob
        .sync('**/*.json', { cwd: folder, ignore: ['edition.json'] })
        .sort(byCodeUnit)
        .flatMap((path) => {
          const located = placeOfDocument(endpoints, path);
          return located?.endpoint.id === endpoint
            ? [{ place: located.place, path, body: JSON.parse(readFileSync(join(folder, path), 'utf8')) }]
            : [];
        }),
    answer: async (path) => {
      const response = await ask(path);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    },
  };
}
