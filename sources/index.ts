// The registry of sources: one line each, in the order of schemas/codes.ts.
import type { Source } from '#sources/kit/source.ts';
import { apprenticeshipStandards } from './apprenticeship-standards/source.ts';
import { apsEmployment } from './aps-employment/source.ts';
import { apsWorkforce } from './aps-workforce/source.ts';
import { ashe } from './ashe/source.ts';
import { careerProfiles } from './career-profiles/source.ts';
import { employerSkillsSurvey } from './employer-skills-survey/source.ts';
import { esco } from './esco/source.ts';
import { localAuthorities } from './local-authorities/source.ts';
import { occupationalMaps } from './occupational-maps/source.ts';
import { occupationsInDemand } from './occupations-in-demand/source.ts';
import { onet } from './onet/source.ts';
import { onlineJobAdverts } from './online-job-adverts/source.ts';
import { skillsProjections } from './skills-projections/source.ts';
import { socIndex } from './soc-index/source.ts';
import { socStructure } from './soc-structure/source.ts';
import { workVisas } from './work-visas/source.ts';

export const sources: readonly Source[] = [
  socStructure,
  socIndex,
  ashe,
  apsEmployment,
  apsWorkforce,
  skillsProjections,
  employerSkillsSurvey,
  occupationsInDemand,
  workVisas,
  onlineJobAdverts,
  localAuthorities,
  occupationalMaps,
  apprenticeshipStandards,
  careerProfiles,
  onet,
  esco,
];
