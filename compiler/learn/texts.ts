// Lists the features of all titles that are learnt from, in columns.
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

// A feature must occur this often to be learnt: a word, or a run of letters.
const leastCount = 2;
const leastCountOfLetters = 3;
/** How much an occurrence in a weak title counts. */
const weakVote = 0.1;

export type Texts = Readonly<ReturnType<typeof textsOf>>;

/**
 * At most `mostFeatures` features, and those of each text. The features are made twice, because all
 * of them would take much memory.
 */
export function textsOf(examples: readonly Example[], mostFeatures: number) {
  const keys = mostFrequentKeys(examples, mostFeatures);
  const placeOf = new Map(keys.map((key, place) => [key, place]));
  const starts = [0];
  const places: number[] = [];
  const values: number[] = [];
  for (const { features } of withFeatures(examples)) {
    const known: { readonly place: number; readonly value: number }[] = [];
    for (const [index, key] of features.keys.entries()) {
      const place = placeOf.get(key);
      if (place !== undefined)
        known.push({ place, value: Math.fround(features.values[index] ?? 0) });
    }
    const squares = known.reduce((sum, { value }) => sum + value * value, 0);
    for (const { place, value } of known) {
      places.push(place);
      values.push(value * (1 / Math.sqrt(squares)));
    }
    starts.push(places.length);
  }
  return {
    /** The features that are learnt, the most frequent first. */
    keys: Int32Array.from(keys),
    /** Where the features of each text begin. */
    starts: Int32Array.from(starts),
    places: Int32Array.from(places),
    /** Their squares add up to 1 for each text. */
    values: Float32Array.from(values),
  };
}

function* withFeatures(
  examples: readonly Example[],
): Generator<{ readonly example: Example; readonly features: Features }> {
  // Equal texts follow one another, so the last features serve for all of them.
  let lastText: string | null = null;
  let features: Features = { keys: [], values: [] };
  for (const example of examples) {
    if (example.text !== lastText) {
      lastText = example.text;
      features = featuresOf(wordsOf(example.text));
    }
    yield { example, features };
  }
}

function mostFrequentKeys(examples: readonly Example[], mostFeatures: number): number[] {
  const counts = new Map<number, number>();
  for (const { example, features } of withFeatures(examples)) {
    const vote = example.isWeak ? weakVote : 1;
    for (const key of features.keys) counts.set(key, (counts.get(key) ?? 0) + vote);
  }
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .filter(({ key, count }) => count >= (isOfLetters(key) ? leastCountOfLetters : leastCount))
    .sort((a, b) => b.count - a.count || a.key - b.key)
    .slice(0, mostFeatures)
    .map(({ key }) => key);
}
