// The search with what it has learnt, without some titles: what it knows of them is then only
// likeness.
import { modelOf } from '#compiler/learn/model-of.ts';
import { loadTitleModel } from '#server/search/model/title-model.ts';
import { buildTitleIndex } from '#sources/soc-index/build-title-index.ts';
import { loadTitleIndex } from '#server/search/search.ts';
import type { IndexEntry } from '#sources/kit/needs.ts';
import { fold } from './near-titles.ts';
import type { Published } from './published-parts.ts';

export type Learnt = ReturnType<typeof learn>;

export interface Without {
  /** Folded titles that the index and Volume 1 lose. */
  readonly titles?: ReadonlySet<string>;
  /** The other sources lose these titles too. */
  readonly everywhere?: boolean;
  /** A source that is left out whole. */
  readonly source?: string;
}

/**
 * `entries`: what is left of the index. The document and the bytes are the index and the model as
 * they are stored.
 */
export function learn(
  { parts, evidence }: Published,
  entries: readonly IndexEntry[],
  { titles, everywhere, source }: Without = {},
) {
  const given = [...evidence(entries)].flatMap(([key, evidenceOfSource]) => {
    if (key === source) return [];
    const loses = titles !== undefined && (key === 'soc-structure' || everywhere === true);
    return loses
      ? evidenceOfSource.filter(({ text }) => !titles.has(fold(text)))
      : evidenceOfSource;
  });
  const bytes = modelOf(
    parts.unitGroups.map(({ code }) => code),
    given,
  );
  const document = buildTitleIndex({ ...parts, entries });
  return { index: loadTitleIndex(document), document, model: loadTitleModel(bytes), bytes };
}
