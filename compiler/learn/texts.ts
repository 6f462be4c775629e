// The features of all titles that are learnt from, in columns.
import { type Features, featuresOf, isOfLetters } from '#server/search/model/features.ts';
import { wordsOf } from '#server/search/normalise.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';

/**
 * A title and the places of its unit groups, each with its chance. The chances add up to 1.
 * `weight`: how often it is looked at in a round, 1 is every time.
 */
export interface Example extends Omit<TitleEvidence, 'unitGroups'> {
  readonly groups: readonly (readonly [place: number, chance: number])[];
}

// A feature must occur this often to be learnt. Weak titles count a tenth.
const least = 2;
const weakVote = 0.1;
const leastLetters = 3;

export type Texts = Readonly<ReturnType<typeof textsOf>>;

/**
 * At most `most` features, and those of each text. The features are made twice, because to keep
 * them all would take much memory.
 */
export function textsOf(examples: readonly Example[], most: number) {
  const eachText = (visit: (features: Features, example: Example) => void) => {
    let last: string | null = null;
    let features: Features = { keys: [], values: [] };
    for (const example of examples) {
      // Equal texts are kept together.
      if (example.text !== last)
        [last, features] = [example.text, featuresOf(wordsOf(example.text))];
      visit(features, example);
    }
  };
  const counts = new Map<number, number>();
  eachText((features, { isWeak }) => {
    for (const key of features.keys)
      counts.set(key, (counts.get(key) ?? 0) + (isWeak ? weakVote : 1));
  });
  const kept = [...counts]
    .filter(([key, count]) => count >= (isOfLetters(key) ? leastLetters : least))
    .sort(([key, count], [other, its]) => its - count || key - other)
    .slice(0, most);
  const placeOf = new Map(kept.map(([key], place) => [key, place]));
  const starts = [0];
  const places = [] as number[];
  const values = [] as number[];
  eachText((features) => {
    const known = features.keys.flatMap((key, index) => {
      const place = placeOf.get(key);
      return place === undefined
        ? []
        : [{ place, value: Math.fround(features.values[index] ?? 0) }];
    });
    const squares = known.reduce((sum, { value }) => sum + value * value, 0);
    for (const { place, value } of known) {
      places.push(place);
      values.push(value * (1 / Math.sqrt(squares)));
    }
    starts.push(places.length);
  });
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
