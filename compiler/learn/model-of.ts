// From the evidence of all sources to the bytes of the model.
import { byCodeUnit } from '#schemas/order.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import { storeTrained } from './quantise.ts';
import type { Example } from './texts.ts';
import { train } from './train.ts';

/**
 * As many dimensions and features as fit, with the coding index, into the memory of a worker and
 * 1.2 MB gzipped.
 */
const dimensions = 56;
const most = 36_600;
const rounds = { strong: 1, both: 6, last: 5 };

/** The model of these unit groups. The evidence decides its bytes, in whatever order it comes. */
export function modelOf(
  unitGroups: readonly string[],
  evidence: readonly TitleEvidence[],
): Uint8Array<ArrayBuffer> {
  const trained = train(
    examplesOf(unitGroups, evidence),
    unitGroups.length,
    dimensions,
    most,
    rounds,
  );
  return storeTrained(trained, unitGroups);
}

/** What is learnt: evidence that leads to a known unit group, with shares that add up to 1. */
function examplesOf(unitGroups: readonly string[], evidence: readonly TitleEvidence[]): Example[] {
  const placeOf = new Map(unitGroups.map((code, place) => [code, place]));
  // Many titles of a source share their unit groups.
  const known = new Map<TitleEvidence['unitGroups'], Example['groups']>();
  const groupsOf = (shares: TitleEvidence['unitGroups']): Example['groups'] => {
    const sharesOfGroups = shares.flatMap(([code, share]) => {
      const place = placeOf.get(code);
      return place === undefined || share <= 0 ? [] : [{ place, share }];
    });
    sharesOfGroups.sort((a, b) => a.place - b.place);
    const all = sharesOfGroups.reduce((sum, { share }) => sum + share, 0);
    return sharesOfGroups.map(({ place, share }) => [place, share / all]);
  };
  const examples = evidence.flatMap(({ text, unitGroups: shares, weight, isWeak }) => {
    const groups = known.get(shares) ?? groupsOf(shares);
    known.set(shares, groups);
    return groups.length === 0 ? [] : [{ text, groups, weight, isWeak }];
  });
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
