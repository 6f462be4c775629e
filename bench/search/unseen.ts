// Titles that the search has not seen, in several senses, and how many it answers rightly beside other methods.
import MiniSearch from 'minisearch';
import { editDistance } from '#server/search/edit-distance.ts';
import { stemOf, wordsOf } from '#server/search/normalise.ts';
import { search } from '#server/search/search.ts';
import type { IndexEntry } from '#sources/kit/source.ts';
import { type Learnt, type Without, learn } from './learnt.ts';
import { fold } from './near-titles.ts';
import type { Published } from './published-parts.ts';
import { type Purpose, heldOut } from './queries.ts';
import { nearestByTfIdf } from './tf-idf.ts';

export interface UnseenTitles {
  readonly name: string;
  readonly asked: readonly { readonly text: string; readonly groups: ReadonlySet<string> }[];
  /** What is left of the index. */
  readonly kept: readonly IndexEntry[];
  readonly without: Without;
}

/** The sets of unseen titles, the plainest first. */
export function unseenTitles({ entries, evidence }: Published, purpose: Purpose): UnseenTitles[] {
  const { kept, asked } = heldOut(entries, purpose);
  const titles = new Set(asked.map(({ text }) => fold(text)));
  const far = withoutNear(kept, titles);
  const nearTitles = new Set([...titles, ...kept.filter((entry) => !far.includes(entry)).map(({ title }) => fold(title))]);
  const early = entries.filter(({ version }) => !isLate(version));
  const known = new Set(early.flatMap(({ title, inverted }) => [fold(title), fold(inverted)]));
  const late = Map.groupBy(
    entries.filter(({ version, title }) => isLate(version) && !known.has(fold(title))),
    ({ title }) => title,
  );
  const all = new Set(entries.flatMap(({ title, inverted }) => [fold(title), fold(inverted)]));
  const profiles = (evidence(entries).get('career-profiles') ?? []).filter(
    ({ text, unitGroups }) => unitGroups.length > 0 && !all.has(fold(text)),
  );
  return [
    { name: 'left out of the index', asked, kept, without: { titles } },
    { name: 'left out everywhere, with near duplicates', asked, kept: far, without: { titles: nearTitles, everywhere: true } },
    {
      name: 'added by versions 9 to 12 of the index',
      asked: [...late].map(([text, of]) => ({ text, groups: new Set(of.map(({ soc2020 }) => soc2020)) })),
      kept: early,
      without: { titles: new Set([...late.keys()].map(fold)) },
    },
    {
      name: 'of career profiles, and not in the index',
      asked: profiles.map(({ text, unitGroups }) => ({ text, groups: new Set(unitGroups.map(([code]) => code)) })),
      kept: entries,
      without: { source: 'career-profiles' },
    },
  ];
}

function isLate(version: string): boolean {
  return Number(/\d+/.exec(version)?.[0] ?? 0) >= 9;
}

/** The entries whose titles differ from the left out ones in more than number and two letters. */
function withoutNear(entries: readonly IndexEntry[], titles: ReadonlySet<string>): IndexEntry[] {
  const stemsOf = (text: string) => wordsOf(text).map(stemOf).sort().join(' ');
  const stems = new Set([...titles].map(stemsOf));
  const byLength = Map.groupBy(titles, ({ length }) => length);
  return entries.filter(({ title }) => {
    const text = fold(title);
    if (stems.has(stemsOf(text))) return false;
    for (let length = text.length - 2; length <= text.length + 2; length++)
      if (byLength.get(length)?.some((other) => editDistance(text, other, 2) <= 2)) return false;
    return true;
  });
}

/** Shares of titles with a right answer first, and with one among five. */
export interface Right {
  readonly first: number;
  readonly five: number;
  readonly asked: number;
}

export interface UnseenScores {
  readonly name: string;
  readonly learnt: Learnt;
  /** By method. */
  readonly scores: ReadonlyMap<string, Right>;
}

export function scoreUnseen(all: Published, { name, asked, kept, without }: UnseenTitles): UnseenScores {
  const learnt = learn(all, kept, without);
  const titles = [...new Map(kept.map(({ title, soc2020 }) => [`${title}|${soc2020}`, { title, soc2020 }])).values()];
  const mini = new MiniSearch<{ id: number; title: string; soc2020: string }>({
    fields: ['title'],
    storeFields: ['soc2020'],
    searchOptions: { fuzzy: 0.25, prefix: true },
  });
  mini.addAll(titles.map((one, id) => ({ id, ...one })));
  const tfIdf = nearestByTfIdf(titles);
  const methods: readonly (readonly [string, number, (text: string) => Iterable<string>])[] = [
    ['this search', asked.length, (text) => search(learnt.index, text, 5, learnt.model).map(({ soc2020 }) => soc2020)],
    ['titles alone', asked.length, (text) => search(learnt.index, text, 5).map(({ soc2020 }) => soc2020)],
    ['MiniSearch', 300, (text) => mini.search(text).map((result) => String(result['soc2020']))],
    ['TF-IDF, nearest title', 300, tfIdf],
  ];
  const scores = methods.map(([method, most, ask]): [string, Right] => {
    const some = asked.slice(0, most);
    let [first, five] = [0, 0];
    for (const { text, groups } of some) {
      const answers = [...new Set(ask(text))].slice(0, 5);
      if (groups.has(answers[0] ?? '')) first++;
      if (answers.some((answer) => groups.has(answer))) five++;
    }
    return [method, { first: first / some.length, five: five / some.length, asked: some.length }];
  });
  return { name, learnt, scores: new Map(scores) };
}
