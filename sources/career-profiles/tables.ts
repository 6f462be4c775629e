// The table of the profiles and the unit groups that they map to.
import { matches } from '#schemas/codes.ts';
import type { Needs } from '#sources/kit/needs.ts';
import { type Table, tableOf, text } from '#sources/kit/tables.ts';
import { placesOf } from './documents.ts';
import type { ProfileObservations } from './reshape.ts';

export function tables(observations: ProfileObservations, needs: Needs): Table[] {
  const { groups } = needs.get('soc-structure');
  const placed = placesOf(observations, needs).flatMap(({ profile, places }) =>
    places.map((place) => ({ profile, place })),
  );
  return [
    tableOf('career-profiles', 'Job profiles and the unit groups that they map to', placed, [
      text('soc2020', 'Code of the unit group.', ({ place }) => place.soc2020),
      text(
        'title',
        'The title of the unit group.',
        ({ place }) => groups.get(place.soc2020)?.title ?? null,
      ),
      text(
        'profile',
        "The profile's name in its address at the National Careers Service.",
        ({ profile }) => profile.slug,
      ),
      text('profile_title', 'The title of the profile.', ({ profile }) => profile.title),
      text('match', 'How certain the mapping is.', ({ place }) => place.match, matches),
      text(
        'derivation',
        'Why the profile maps to the unit group.',
        ({ place }) => place.derivation,
      ),
      text(
        'routes',
        'The ways into the job that the profile describes, with blanks between.',
        ({ profile }) => profile.routes.map(({ key }) => key).join(' '),
      ),
      text(
        'updated',
        'Day of the last change; empty if unknown.',
        ({ profile }) => profile.updated,
      ),
    ]),
  ];
}
