// The registry of sources: one line each, in the order of schemas/codes.ts.
import type { Source } from '#compiler/source.ts';
import { ashe } from './ashe/source.ts';
import { skillsProjections } from './skills-projections/source.ts';
import { socIndex } from './soc-index/source.ts';
import { socStructure } from './soc-structure/source.ts';
import { workVisas } from './work-visas/source.ts';

export const sources: readonly Source[] = [
  socStructure,
  socIndex,
  ashe,
  skillsProjections,
  workVisas,
];
