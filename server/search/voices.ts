// Gathers the evidence of titles and model for every unit group that either of them offers.
import { costs } from './costs.ts';
import { entriesOf, sharesOf } from './exact-titles.ts';
import { type LoadedTitleIndex, stemPlace, titleOf } from './load-title-index.ts';
import { type Measured, isPossessive, margin, measure } from './measure.ts';
import { type Voice, isMeant } from './model/combine.ts';
import { type TitleModel, opinionOf } from './model/title-model.ts';
import { type Query, type Reading, readingsOf } from './readings.ts';
import { withLongForms } from './short-forms.ts';
import { smallWords } from './words.ts';

// If a title costs no more than this, the search skips the other readings of the query.
const plainEnough = 0.2;
// How much likelier a title becomes when it costs 1 less, as a power of e.
const sharpness = 2.6;
// How much the other titles of a unit group count for it.
const weightOfOtherTitles = 0.4;
// The model offers this many unit groups that no title supports.
const mostRelated = 10;
const leastChance = 2e-4;
// If no title answers, the model must know this share of the query.
const leastKnown = 0.3;

/** Whether the index has all words of the query that tell anything. */
export function isKnown(index: LoadedTitleIndex, words: readonly string[]): boolean {
  return words.every((word) => smallWords.has(word) || stemPlace(index, word) !== undefined);
}

/** Of a unit group that no title supports. */
const unsupported = {
  fit: 0,
  matchType: 'related',
  title: -1,
  strain: 0,
  unexplained: 0,
  hasHead: true,
  pairs: 0,
} as const;

/**
 * What titles and model say of every unit group that either of them offers, and the entries of its
 * titles. `known`: as for `confidencesOf`.
 */
export function voicesOf(index: LoadedTitleIndex, query: Query, model: TitleModel | null) {
  const { words } = query;
  const opinion = model === null ? null : opinionOf(model, withLongForms(index, words));
  const chanceOf = (group: number) =>
    opinion?.chances[group] ?? 1 / index.document.unitGroups.length;
  const fits = fitsOf(index, query);
  // A title that is meant is as likely as its unit groups together: "manger" is a manager, whatever
  // the manager manages.
  const voices = [...fits].map(([group, { measured, fit }]): Voice => {
    const { matchType, item, strain, unexplained, hasHead, pairs } = measured;
    const groups =
      opinion !== null && isMeant(matchType) ? [...sharesOf(index, item).keys()] : [group];
    const chance = groups.reduce((sum, group) => sum + chanceOf(group), 0);
    return {
      group,
      fit,
      matchType,
      title: titleOf(index, item),
      strain,
      unexplained,
      hasHead,
      pairs,
      chance,
    };
  });
  const isSilent = opinion === null || (voices.length === 0 && opinion.known < leastKnown);
  for (const group of isSilent ? [] : likeliest(opinion.chances))
    if (!fits.has(group)) voices.push({ group, ...unsupported, chance: chanceOf(group) });
  return {
    voices,
    entries: new Map([...fits].map(([group, { entry }]) => [group, entry])),
    known: opinion?.known ?? null,
  };
}

/**
 * The unit groups that the model finds likeliest. Sorting those that it finds unlikely, too, would
 * take as long as its own work.
 */
function likeliest(chances: Float64Array): number[] {
  const places = [...chances.keys()].filter((group) => (chances[group] ?? 0) > leastChance);
  return places.sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0)).slice(0, mostRelated);
}

/** For each unit group its title that fits best, the best entry, and how well it fits. */
function fitsOf(index: LoadedTitleIndex, query: Query) {
  const { text } = query;
  const leastOf = new Map<number, Measured>();
  let least = Number.POSITIVE_INFINITY;
  let costOfNothing = Number.POSITIVE_INFINITY;
  for (const reading of readingsOf(index, query)) {
    costOfNothing = Math.min(costOfNothing, reading.total + reading.cost);
    for (const measured of measure(index, reading, isPossessive(text))) {
      least = Math.min(least, measured.cost);
      if (measured.cost < (leastOf.get(measured.item)?.cost ?? Number.POSITIVE_INFINITY))
        leastOf.set(measured.item, measured);
    }
    if (least < plainEnough) break;
  }
  const answers = [...leastOf.values()].map((measured) => ({
    measured,
    groups: groupsOf(index, measured),
  }));
  for (const { groups } of answers)
    for (const { cost } of groups.values()) least = Math.min(least, cost);
  const likelihood = (cost: number) => Math.exp(-sharpness * (cost - least));
  const voicesOfGroups = new Map<
    number,
    { measured: Measured; entry: number; fit: number; others: number }
  >();
  let sumOfLikelihoods = likelihood(costOfNothing);
  for (const { measured, groups } of answers) {
    const likelihoods = [...groups.values()].map(({ cost }) => likelihood(cost));
    const most = Math.max(...likelihoods);
    sumOfLikelihoods += most;
    // If the query means the title, all its groups are right. If the title is only similar, or a
    // reference, at most one group is right.
    const share = isMeant(measured.matchType)
      ? 1
      : most / likelihoods.reduce((sum, likelihoodOfGroup) => sum + likelihoodOfGroup, 0);
    for (const [group, { cost, entry }] of groups) {
      if (cost > least + margin) continue;
      const fit = share * likelihood(cost);
      const known = voicesOfGroups.get(group) ?? { measured, entry, fit: 0, others: 0 };
      const best = fit > known.fit ? { measured, entry, fit } : known;
      voicesOfGroups.set(group, { ...best, others: known.others + Math.min(known.fit, fit) });
    }
  }
  for (const voiceOfGroup of voicesOfGroups.values())
    voiceOfGroup.fit = Math.min(
      1,
      (voiceOfGroup.fit + weightOfOtherTitles * voiceOfGroup.others) / sumOfLikelihoods,
    );
  return voicesOfGroups;
}

/** For each unit group of a title, the entry with the lowest cost. */
function groupsOf(
  index: LoadedTitleIndex,
  { item, cost, left, reading }: Measured,
): Map<number, { cost: number; entry: number }> {
  const groups = new Map<number, { cost: number; entry: number }>();
  for (const entry of entriesOf(index, item)) {
    const group = index.entryUnitGroups[entry] ?? 0;
    const costOfEntry = cost + qualifierCost(index, entry, left, reading);
    if (costOfEntry < (groups.get(group)?.cost ?? Number.POSITIVE_INFINITY))
      groups.set(group, { cost: costOfEntry, entry });
  }
  return groups;
}

/**
 * How the entry's qualifier changes the cost: typed words in the qualifier cost less, and a
 * qualifier that the query does not name costs a little.
 */
function qualifierCost(
  { entryQualifiers, qualifierWords, stems }: LoadedTitleIndex,
  entry: number,
  left: number,
  { typed }: Reading,
): number {
  const qualifier = (entryQualifiers[entry] ?? 0) - 1;
  if (qualifier < 0) return 0;
  const { starts, values } = qualifierWords;
  let cost: number = costs.qualifierUnnamed;
  typed.forEach((word, position) => {
    if ((left & (1 << position)) === 0 || !word.inQualifiers) return;
    for (let place = starts[qualifier] ?? 0; place < (starts[qualifier + 1] ?? 0); place++) {
      const meaning = word.byStem.get(stems[values[place] ?? 0] ?? 0);
      if (meaning === undefined || meaning.cost + costs.qualifierNamed >= word.added) continue;
      cost += meaning.cost + costs.qualifierNamed - word.added;
      break;
    }
  });
  return cost;
}
