// Runs the search in process over a data directory or a bundle, for lists of titles. It needs no
// request for each title.
import { documentPath } from '#schemas/document-path.ts';
import { faultOfFormat } from '#schemas/document-formats.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { TitleIndex } from '#schemas/title-index.ts';
import { titleModelOf } from '#schemas/standing.ts';
import { type LoadedTitleIndex, qualifierOf, titleText } from '#server/search/load-title-index.ts';
import { loadTitleModel } from '#server/search/model/title-model.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { readProved, readTitleModel, storeOf } from './answer-offline.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { CatalogueError } from '../edition/catalogue.ts';

export type OfflineSearch = Awaited<ReturnType<typeof searchOffline>>;

/**
 * The search of the served edition as stored: its index as JSON, and the model, null if nothing is
 * learnt. Throws CatalogueError if there is none, and UnreadableFileError if a file is missing or
 * damaged.
 */
export async function storedSearch(data: string) {
  const catalogue = await catalogueIn(data);
  const [served] = catalogue.sources.find(({ key }) => key === 'soc-index')?.served ?? [];
  const edition = catalogue.editions.find(({ id }) => id === served);
  const endpoint = endpoints.find(({ id }) => id === 'search');
  if (edition === undefined || endpoint === undefined)
    throw new CatalogueError(
      `${data}: no edition of soc-index is served, so there are no job titles`,
    );
  const fault = faultOfFormat(edition);
  if (fault !== null) throw new CatalogueError(`${data}: ${fault.message}\n  ${fault.repair}`);
  const store = storeOf(data);
  const { bytes } = await readProved(store, data, edition, documentPath(endpoint, {}));
  const learnt = titleModelOf(catalogue);
  const model = learnt === null ? null : await readTitleModel(store, data, learnt);
  return { catalogue, edition, text: new TextDecoder().decode(bytes), model };
}

/** The search of the served edition. Throws as `storedSearch` does. */
export async function searchOffline(data: string) {
  const { catalogue, edition, text, model: bytes } = await storedSearch(data);
  // Validated against its schema before it was published, and immutable since.
  const document: TitleIndex = JSON.parse(text);
  const source = catalogue.sources.find(({ key }) => key === 'soc-index')?.title ?? 'soc-index';
  const index = loadTitleIndex(document);
  const model = bytes === null ? null : loadTitleModel(bytes);
  return {
    sample: catalogue.sample,
    search: (title: string, limit: number) => search(index, title, limit, model),
    entriesOf: entriesIn(index),
    /** The served edition, for people. */
    release: `${source}, ${edition.label} (edition ${edition.id})`,
  };
}

/** An entry of the coding index. */
export interface Entry {
  readonly soc2020: string;
  /** Title of its unit group. */
  readonly group: string;
  /** Null for the bare title, which is the index's default. */
  readonly qualifier: string | null;
}

/** The entries of a title of the index, in its order; none if it has no such title. */
function entriesIn(index: LoadedTitleIndex): (title: string) => Entry[] {
  const { document, titleEntries, entryUnitGroups } = index;
  const places = new Map(
    Array.from({ length: index.titles }, (_, title) => [titleText(index, title), title]),
  );
  return (title) => {
    const place = places.get(title);
    if (place === undefined) return [];
    const [first = 0, next = 0] = titleEntries.slice(place, place + 2);
    return Array.from({ length: next - first }, (_, offset) => {
      const entry = first + offset;
      const group = document.unitGroups[entryUnitGroups[entry] ?? -1];
      if (group === undefined)
        throw new RangeError(`entry ${entry} of the title index names no unit group`);
      return { soc2020: group.soc2020, group: group.title, qualifier: qualifierOf(index, entry) };
    });
  };
}
