// The search in process over a data directory or a bundle, for lists of titles: no request and no answer between a title and its unit groups.
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import type { TitleIndex } from '#schemas/title-index.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { lostDocument, storeOf } from './answer-offline.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { CatalogueError } from '../edition/catalogue.ts';

export interface OfflineSearch {
  readonly sample: boolean;
  readonly search: (title: string, limit: number) => OccupationMatch[];
}

/** The search of the edition that is served. Throws CatalogueError where there is none, UnreadableFileError where its titles have been lost. */
export async function searchOffline(data: string): Promise<OfflineSearch> {
  const catalogue = await catalogueIn(data);
  const [edition] = catalogue.sources.find(({ key }) => key === 'soc-index')?.served ?? [];
  const endpoint = endpoints.find(({ id }) => id === 'search');
  if (edition === undefined || endpoint === undefined)
    throw new CatalogueError(`${data}: no edition of soc-index is served, so there are no job titles`);
  const path = documentPath(endpoint, {});
  const bytes = await storeOf(data).file(edition, path);
  if (bytes === null) throw lostDocument(data, edition, path);
  // Validated against its schema before it was published, and immutable since.
  const document: TitleIndex = JSON.parse(new TextDecoder().decode(bytes));
  const index = loadTitleIndex(document);
  return { sample: catalogue.sample, search: (title, limit) => search(index, title, limit) };
}
