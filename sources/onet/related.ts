// Which unit groups are related by the publisher's own list of related US occupations, through the
// mapping of the work profiles.
import { closest, heaviest } from '#sources/kit/closest.ts';
import { entriesByUnitGroup } from '#sources/kit/isco-shares.ts';
import type { Document } from '#sources/kit/document.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import type { RelatedByOnet } from '#schemas/resources/related.ts';
import { withheldAs } from '#schemas/withheld-legend.ts';
import { isShown } from './documents.ts';
import type { Reach } from './reach.ts';
import type { OnetObservations, Way } from './reshape.ts';

/** The publisher lists twenty for each occupation. */
const mostRelated = 20;

const notReceived = withheldAs(
  'not-received',
  "We have not received the publisher's file of related occupations.",
);
const noMapping = withheldAs(
  'no-comparable-occupation',
  "Less than half of the weight of the unit group's job titles maps to US occupations " +
    'with ratings.',
);

const derivation =
  'O*NET lists twenty related US occupations for each of its occupations, closest ' +
  'first. We lead them to unit groups through the mapping of the work profiles. The ' +
  'closer of the list, and the more of either unit group an occupation makes up, the ' +
  'more a pair counts. Scores are shares of the highest.';

export function* relatedDocuments(inputs: DocumentInputs<OnetObservations>): Generator<Document> {
  const { observations, needs, answer } = inputs;
  const { unitGroups } = needs.get('soc-structure');
  const titleOf = new Map(unitGroups.map(({ code, title }) => [code, title]));
  const relate = relater(observations, entriesByUnitGroup(needs.get('soc-index')));
  const usOccupation = (code: string) => ({ code, title: observations.titles.get(code) ?? code });
  for (const { code: soc2020 } of unitGroups) {
    const relatedGroups = relate(soc2020);
    const related = relatedGroups.map(({ code, score, pairs }) => ({
      soc2020: code,
      title: titleOf.get(code) ?? code,
      score,
      pairs: pairs.map(({ from, to, tier }) => ({
        usOccupation: usOccupation(from),
        relatedUsOccupation: usOccupation(to),
        tier,
      })),
    }));
    const reasonForNone = observations.related === null ? notReceived : noMapping;
    yield answer<RelatedByOnet>({ soc: soc2020 }, 'related-onet', {
      related,
      withheld: related.length === 0 ? reasonForNone : null,
      derivation,
    });
  }
}

/** A unit group that reaches a US occupation. */
interface ReachingGroup {
  readonly soc2020: string;
  /** The weight of the occupation in the unit group. */
  readonly weight: number;
  /** The unit group's part in all titles that lead to the occupation. */
  part: number;
}

/** By US occupation, the unit groups that reach it. */
function reachingGroups(
  ways: OnetObservations['ways'],
  entries: ReadonlyMap<string, number>,
): Map<string, ReachingGroup[]> {
  const groupsOf = new Map<string, ReachingGroup[]>();
  for (const [soc2020, way] of ways)
    for (const { code, weight } of shownOccupations(way)) {
      const groups = groupsOf.get(code) ?? [];
      groups.push({ soc2020, weight, part: weight * (entries.get(soc2020) ?? 0) });
      groupsOf.set(code, groups);
    }
  for (const groups of groupsOf.values()) {
    const all = groups.reduce((sum, { part }) => sum + part, 0);
    for (const group of groups) group.part = all === 0 ? 0 : group.part / all;
  }
  return groupsOf;
}

/** The occupations behind a shown profile; none if it is not shown. */
function shownOccupations(way: Way | undefined): Reach['occupations'] {
  return way !== undefined && isShown(way.interests) ? way.interests.occupations : [];
}

function relater({ ways, related }: OnetObservations, entries: ReadonlyMap<string, number>) {
  const groupsOf = reachingGroups(ways, entries);
  return (soc2020: string) => {
    const scores = new Map<string, number>();
    const pairs = new Map<string, Map<string, number>>();
    for (const { code: from, weight } of shownOccupations(ways.get(soc2020)))
      for (const [index, { code: to, tier }] of (related?.get(from) ?? []).entries())
        for (const group of groupsOf.get(to) ?? []) {
          if (group.soc2020 === soc2020) continue;
          const score = weight * (1 - index / mostRelated) * Math.sqrt(group.weight * group.part);
          scores.set(group.soc2020, (scores.get(group.soc2020) ?? 0) + score);
          const pairsOfGroup = pairs.get(group.soc2020) ?? new Map<string, number>();
          pairs.set(group.soc2020, pairsOfGroup.set(JSON.stringify({ from, to, tier }), score));
        }
    return closest(scores).map(({ code, score }) => {
      const mainPairs: readonly RelatedPair[] = heaviest(pairs.get(code) ?? new Map(), 3).map(
        (pair) => JSON.parse(pair),
      );
      return { code, score, pairs: mainPairs };
    });
  };
}

interface RelatedPair {
  readonly from: string;
  readonly to: string;
  readonly tier: RelatedByOnet['related'][number]['pairs'][number]['tier'];
}
