// Which areas a release covers, and how far it has moved from the one before.
import { quoteList } from '#sources/kit/problem.ts';
import { areaOf, areaSlugs } from '#schemas/codes.ts';
import { type ProjectionCheck, areasOf, placeOfGroup, shown } from './examined-areas.ts';

export const areasThere: readonly ProjectionCheck[] = [
  {
    name: 'areas-complete',
    severity: 'block',
    // One workbook by itself is England's as its producer wrote it: an edition of England alone says so, and leaves nothing to doubt.
    describe: 'A release of several workbooks covers all 14 areas.',
    check({ release, observations: { areas } }) {
      const missing = areaSlugs.all.filter((slug) => !areas.includes(slug));
      if (areas.length === 1 || missing.length === 0) return [];
      return [
        {
          place: `skills-projections ${release.name}`,
          message: `there is no workbook of ${missing.map((slug) => areaOf(slug).name).join(', ')}`,
        },
      ];
    },
  },
  {
    name: 'areas-not-in-this-release',
    severity: 'known-issue',
    describe: 'The release covers all 14 areas. One that lacks some has no projections for them.',
    check({ release, observations: { areas } }) {
      const missing = areaSlugs.all.filter((slug) => !areas.includes(slug));
      if (missing.length === 0) return [];
      return [
        {
          place: `skills-projections ${release.name}`,
          message: `there are projections of ${areas.join(', ')} alone, none of ${missing.join(', ')}`,
        },
      ];
    },
  },
  {
    name: 'areas-lost',
    severity: 'block',
    describe: 'Every area of the edition before is covered still.',
    check({ release, observations }, previous) {
      const lost = previous?.observations.areas.filter((slug) => !observations.areas.includes(slug)) ?? [];
      if (lost.length === 0) return [];
      return [
        {
          place: `skills-projections ${release.name}`,
          message: `${lost.length} areas of ${previous?.release.name} are no longer covered: ${quoteList(lost)}`,
        },
      ];
    },
  },
];

// The revision of 2024 moved a group by −61 %. Nothing but a revision moves projections at all, and a person should have read of it.
const movementLimit = 0.05;

export const movement: ProjectionCheck = {
  name: 'movement',
  severity: 'block',
  describe: "No group's target level moves by more than 5 % in any area on the edition before, where both are of the same years.",
  check(edition, previous) {
    if (
      previous === null ||
      previous.observations.baseYear !== edition.observations.baseYear ||
      previous.observations.targetYear !== edition.observations.targetYear
    )
      return [];
    return areasOf(edition).flatMap((area) => {
      const before = previous.observations.projections.get(area.slug);
      return [...area.groups].flatMap(([code, { target }]) => {
        const then = before?.groups.get(code)?.target;
        if (then === undefined || Math.abs(target / then - 1) <= movementLimit) return [];
        return [
          {
            place: placeOfGroup(edition, area, code, 'target'),
            message: `${shown(target)} after ${shown(then)} in ${previous.release.name}: more than 5 %`,
          },
        ];
      });
    });
  },
};
