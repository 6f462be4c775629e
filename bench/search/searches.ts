// The search and the libraries it is compared with. Each stores the same titles as text, and loads from that text.
import MiniSearch, { type Options } from 'minisearch';
import { type TitleIndexParts, buildTitleIndex } from '#server/search/build-title-index.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import type { Ask } from './score.ts';

export interface Searcher {
  readonly name: string;
  readonly store: (parts: TitleIndexParts) => string;
  readonly load: (stored: string) => Ask;
  /** The number of queries of a kind, as time allows. */
  readonly each: number;
}

interface Entry {
  readonly id: number;
  readonly title: string;
  readonly soc2020: string;
}

// The most that an answer of the API may have.
const answers = 50;
const miniSearch: Options<Entry> = { fields: ['title'], storeFields: ['soc2020'], searchOptions: { fuzzy: 0.25, prefix: true } };

export const searchers: readonly [own: Searcher, ...libraries: Searcher[]] = [
  {
    name: 'this search',
    each: 1000,
    store: (parts) => JSON.stringify(buildTitleIndex(parts)),
    load: (stored) => {
      const index = loadTitleIndex(JSON.parse(stored));
      return (text, limit) => search(index, text, limit).map(({ soc2020 }) => soc2020);
    },
  },
  {
    name: 'MiniSearch',
    each: 300,
    store: (parts) => {
      const index = new MiniSearch<Entry>(miniSearch);
      index.addAll(titlesOf(parts));
      return JSON.stringify(index);
    },
    load: (stored) => {
      const index = MiniSearch.loadJSON<Entry>(stored, miniSearch);
      return (text, limit) => groupsOf(index.search(text), (result) => String(result['soc2020']), limit);
    },
  },
];

/** Each title and unit group once. A unit group occurs once in an answer, by its best title. */
function titlesOf({ entries }: TitleIndexParts): Entry[] {
  const seen = new Map(entries.map(({ title, soc2020 }) => [`${title}|${soc2020}`, { title, soc2020 }]));
  return [...seen.values()].map((entry, id) => ({ id, ...entry }));
}

function groupsOf<Result>(results: Iterable<Result>, groupOf: (result: Result) => string, limit = answers): string[] {
  const groups = new Set<string>();
  for (const result of results) {
    groups.add(groupOf(result));
    if (groups.size === limit) break;
  }
  return [...groups];
}
