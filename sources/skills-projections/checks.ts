// What a release of the projections must show before it is served, grouped by what the checks look at.
import { anchors, editionPin, london, quotedFigures } from './checks/anchors.ts';
import { areasThere, movement } from './checks/coverage.ts';
import type { ProjectionCheck } from './checks/examined-areas.ts';
import {
  areasAddUp,
  englandsShare,
  identities,
  labels,
  qualificationSums,
  qualificationsThere,
  rates,
  replacementPositive,
  size,
  sums,
} from './checks/identities.ts';

export const checks: readonly ProjectionCheck[] = [
  labels,
  ...qualificationsThere,
  ...areasThere,
  size,
  sums,
  identities,
  qualificationSums,
  rates,
  replacementPositive,
  areasAddUp,
  englandsShare,
  editionPin,
  quotedFigures,
  london,
  anchors,
  movement,
];
