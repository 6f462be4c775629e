// Makes the model of job titles: from the evidence of all sources to the bytes of the file.
import { byCodeUnit } from '#schemas/order.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import { storeTrained } from './quantise.ts';
import type { Example } from './texts.ts';
import { type Rounds, train } from './train.ts';

/**
 * As many dimensions and features as fit, with the coding index, into the memory of a worker and
 * 1.2 MB gzipped.
 */
const dimensions = 56;
const mostFeatures = 36_600;
const rounds: Rounds = { strong: 1, both: 6, last: 5 };

/** The model of these unit groups. The evidence decides its bytes, in whatever order it comes. */
export function modelOf(
  unitGroups: readonly string[],
  evidence: readonly TitleEvidence[],
): Uint8Array<ArrayBuffer> {
  const examples = examplesOf(unitGroups, evidence);
  const options = { groups: unitGroups.length, dimensions, mostFeatures, rounds };
  return storeTrained(train(examples, options), unitGroups);
}

/** What is learnt: evidence that leads to a known unit group, with shares that add up to 1. */
function examplesOf(unitGroups: readonly string[], evidence: readonly TitleEvidence[]): Example[] {
  const placeOf = new Map(unitGroups.map((code, place) => [code, place]));
  const groupsOf = (shares: TitleEvidence['unitGroups']): Example['groups'] => {
    const knownShares: { place: number; share: number }[] = [];
    for (const [code, share] of shares) {
      const place = placeOf.get(code);
      if (place !== undefined && share > 0) knownShares.push({ place, share });
    }
    knownShares.sort((a, b) => a.place - b.place);
    const total = knownShares.reduce((sum, { share }) => sum + share, 0);
    return knownShares.map(({ place, share }) => [place, share / total]);
  };
  // Many titles of a source share one list of unit groups.
  const groupsByShares = new Map<TitleEvidence['unitGroups'], Example['groups']>();
  const examples: Example[] = [];
  for (const { text, unitGroups: shares, weight, isWeak } of evidence) {
    const groups = groupsByShares.get(shares) ?? groupsOf(shares);
    groupsByShares.set(shares, groups);
    if (groups.length > 0) examples.push({ text, groups, weight, isWeak });
  }
  return examples.sort(
    (a, b) =>
      byCodeUnit(a.text, b.text) ||
      Number(a.isWeak) - Number(b.isWeak) ||
      a.weight - b.weight ||
      byGroups(a.groups, b.groups),
  );
}

function byGroups(a: Example['groups'], b: Example['groups']): number {
  for (const [index, [place, chance]] of a.entries()) {
    const [otherPlace, otherChance] = b[index] ?? [-1, 0];
    if (place !== otherPlace || chance !== otherChance)
      return place - otherPlace || chance - otherChance;
  }
  return a.length - b.length;
}
