// What the search may learn from O*NET: the titles of its occupations, and the alternate and reported titles of the optional files. Crosswalks through
// ISCO-08 lead to several unit groups.
import { entriesByUnitGroup } from '#sources/kit/isco-shares.ts';
import type { Needs } from '#sources/kit/source.ts';
import type { TitleEvidence } from '#sources/kit/title-evidence.ts';
import type { OnetObservations } from './reshape.ts';

const weight = 0.24;
/** `CEO`, and similar short forms, fit more than one occupation. */
const ofShortTitle = 0.12;

export function* titles({ ways, titles: ownTitles, jobTitles }: OnetObservations, needs: Needs): Generator<TitleEvidence> {
  const entries = entriesByUnitGroup(needs.get('soc-index'));
  const reached = new Map<string, [soc2020: string, share: number][]>();
  for (const [soc2020, { interests }] of ways) {
    for (const { code, weight: share } of interests.occupations) {
      const of = reached.get(code) ?? [];
      reached.set(code, of);
      of.push([soc2020, share * (entries.get(soc2020) ?? 0)]);
    }
  }
  const seen = new Set<string>();
  const evidence = function* (code: string, text: string, counts: number): Generator<TitleEvidence> {
    const key = `${code} ${text.toLowerCase()}`;
    if (seen.has(key)) return;
    seen.add(key);
    const unitGroups = reached.get(code);
    if (unitGroups !== undefined) yield { text, unitGroups, weight: counts, isWeak: true };
  };
  for (const [code, title] of ownTitles) yield* evidence(code, title, weight);
  for (const { code, title } of jobTitles.reported ?? []) yield* evidence(code, title, weight);
  for (const { code, title, shortTitle } of jobTitles.alternate ?? []) {
    // "Chief Executive Officer (CEO)" is two titles.
    yield* evidence(code, title.replace(/\s*\([^)]*\)/, ''), weight);
    if (shortTitle !== null) yield* evidence(code, shortTitle, ofShortTitle);
  }
}
