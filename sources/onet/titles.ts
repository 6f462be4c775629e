// What the search may learn from O*NET: the titles of its occupations, and the alternate and
// reported titles of the optional files. Crosswalks through ISCO-08 lead to several unit groups.
import { entriesByUnitGroup } from '#sources/kit/isco-shares.ts';
import type { Needs, TitleEvidence } from '#sources/kit/needs.ts';
import type { OnetObservations } from './reshape.ts';

const weight = 0.24;
/** `CEO`, and similar short forms, fit more than one occupation. */
const shortTitleWeight = 0.12;

export function* titles(
  { ways, titles: ownTitles, jobTitles }: OnetObservations,
  needs: Needs,
): Generator<TitleEvidence> {
  const entries = entriesByUnitGroup(needs.get('soc-index'));
  const reached = new Map<string, [soc2020: string, share: number][]>();
  for (const [soc2020, { interests }] of ways) {
    for (const { code, weight: share } of interests.occupations) {
      const reachedOccupations = reached.get(code) ?? [];
      reached.set(code, reachedOccupations);
      reachedOccupations.push([soc2020, share * (entries.get(soc2020) ?? 0)]);
    }
  }
  const seen = new Set<string>();
  const officialTitles = Array.from(ownTitles, ([code, title]) => ({
    code,
    title,
    isShort: false,
  }));
  for (const { code, title, isShort } of [...officialTitles, ...jobTitles]) {
    const unitGroups = reached.get(code);
    if (seen.size === seen.add(`${code} ${title.toLowerCase()}`).size || unitGroups === undefined)
      continue;
    yield { text: title, unitGroups, weight: isShort ? shortTitleWeight : weight, isWeak: true };
  }
}
