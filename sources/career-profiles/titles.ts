// What the search may learn from the job profiles: their titles and alternative titles, in the unit
// groups that the profiles map to.
import type { Needs, TitleEvidence } from '#sources/kit/needs.ts';
import { placesOf } from './documents.ts';
import type { ProfileObservations } from './reshape.ts';

const weight = 0.4;

export function* titles(observations: ProfileObservations, needs: Needs): Generator<TitleEvidence> {
  for (const { profile, places } of placesOf(observations, needs)) {
    const unitGroups = places.map(({ soc2020 }): [string, number] => [soc2020, 1]);
    for (const text of [profile.title, ...profile.alternativeTitles])
      yield { text, unitGroups, weight, isWeak: true };
  }
}
