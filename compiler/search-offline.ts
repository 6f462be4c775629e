// The search in process over a data directory, for lists of titles: no request and no answer between a title and its unit groups.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { OccupationMatch } from '#schemas/occupations.ts';
import type { TitleIndex } from '#schemas/title-index.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { requireCatalogue } from './data-directory.ts';
import { CatalogueError } from './edition/catalogue.ts';

export interface OfflineSearch {
  readonly sample: boolean;
  readonly search: (title: string, limit: number) => OccupationMatch[];
}

/** The search of the edition that is served. Throws CatalogueError where the directory has none. */
export function searchOffline(directory: string): OfflineSearch {
  const catalogue = requireCatalogue(directory);
  const [edition] = catalogue.sources.find(({ key }) => key === 'soc-index')?.served ?? [];
  const endpoint = endpoints.find(({ id }) => id === 'search');
  if (edition === undefined || endpoint === undefined) throw new CatalogueError(`${directory}: no edition of soc-index is served, so there are no job titles`);
  // Validated against its schema before it was published, and immutable since.
  const document: TitleIndex = JSON.parse(readFileSync(join(directory, 'editions', edition, documentPath(endpoint, {})), 'utf8'));
  const index = loadTitleIndex(document);
  return { sample: catalogue.sample, search: (title, limit) => search(index, title, limit) };
}
