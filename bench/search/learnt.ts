// The search with what it has learnt, without some titles: what it knows of them is then only likeness.
import { modelOf } from '#compiler/learn/model-of.ts';
import { type TitleModel, loadTitleModel } from '#server/search/model/title-model.ts';
import type { TitleIndex } from '#schemas/title-index.ts';
import { buildTitleIndex } from '#sources/soc-index/build-title-index.ts';
import { type LoadedTitleIndex, loadTitleIndex } from '#server/search/search.ts';
import type { IndexEntry } from '#sources/kit/source.ts';
import { fold } from './near-titles.ts';
import type { Published } from './published-parts.ts';

export interface Learnt {
  readonly index: LoadedTitleIndex;
  /** The index as it is stored. */
  readonly document: TitleIndex;
  readonly model: TitleModel;
  /** The model as it is stored. */
  readonly bytes: Uint8Array;
}

export interface Without {
  /** Folded titles that the index and Volume 1 lose. */
  readonly titles?: ReadonlySet<string>;
  /** The other sources lose these titles too. */
  readonly everywhere?: boolean;
  /** A source that is left out whole. */
  readonly source?: string;
}

/** `entries`: what is left of the index. */
export function learn(
  { parts, evidence }: Published,
  entries: readonly IndexEntry[],
  { titles, everywhere, source }: Without = {},
): Learnt {
  const given = [...evidence(entries)].flatMap(([key, of]) => {
    if (key === source) return [];
    const loses = titles !== undefined && (key === 'soc-structure' || everywhere === true);
    return loses ? of.filter(({ text }) => !titles.has(fold(text))) : of;
  });
  const bytes = modelOf(
    parts.unitGroups.map(({ code }) => code),
    given,
  );
  const document = buildTitleIndex({ ...parts, entries });
  return { index: loadTitleIndex(document), document, model: loadTitleModel(bytes), bytes };
}
