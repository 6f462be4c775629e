// The features of all titles that are learnt from, in columns.
import { type Features, featuresOf, isOfLetters } from '#server/search/model/features.ts';
import { wordsOf } from '#server/search/normalise.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';

/** A title and the places of its unit groups, each with its chance. The chances add up to 1. `weight`: how often it is looked at in a round, 1 is every time. */
export interface Example extends Omit<TitleEvidence, 'unitGroups'> {
  readonly groups: readonly (readonly [place: number, chance: number])[];
}

// A feature must occur this often to be learnt. Weak titles count a tenth.
const least = 2;
const weakVote = 0.1;
const leastLetters = 3;

export type Texts = Readonly<ReturnType<typeof textsOf>>;

/** At most `most` features, and those of each text. */
export function textsOf(examples: readonly Example[], most: number) {
  const featuresOfEach: Features[] = [];
  const counts = new Map<number, number>();
  examples.forEach(({ text, isWeak }, at) => {
    // Equal texts stand together.
    const before = text === examples[at - 1]?.text ? featuresOfEach[at - 1] : undefined;
    const features = before ?? featuresOf(wordsOf(text));
    featuresOfEach.push(features);
    for (const key of features.keys) counts.set(key, (counts.get(key) ?? 0) + (isWeak ? weakVote : 1));
  });
  const kept = [...counts]
    .filter(([key, count]) => count >= (isOfLetters(key) ? leastLetters : least))
    .sort(([key, count], [other, its]) => its - count || key - other)
    .slice(0, most);
  const placeOf = new Map(kept.map(([key], place) => [key, place]));
  const [starts, places, values] = [[0], [] as number[], [] as number[]];
  for (const { keys, values: weights } of featuresOfEach) {
    const first = places.length;
    let squares = 0;
    for (let at = 0; at < keys.length; at++) {
      const place = placeOf.get(keys[at] ?? 0);
      if (place === undefined) continue;
      const value = Math.fround(weights[at] ?? 0);
      squares += value * value;
      places.push(place);
      values.push(value);
    }
    for (let at = first; at < values.length; at++) values[at] = (values[at] ?? 0) * (1 / Math.sqrt(squares));
    starts.push(places.length);
  }
  return {
    /** The features that are learnt, the most frequent first. */
    keys: Int32Array.from(kept, ([key]) => key),
    /** Where the features of each text begin. */
    starts: Int32Array.from(starts),
    places: Int32Array.from(places),
    /** Their squares add up to 1 for each text. */
    values: Float32Array.from(values),
  };
}
