// What has to be true of an ASHE release before it is served. Observed values are those of the editions 2022 to 2024.
//
// Three demands are made earlier, because nothing can be read without them: parse.ts finds every workbook, sheet and header cell,
// reshape.ts refuses markers that are unknown or stand where none may. Correction notices, which Tables 14 and 15 of one release
// have to share, stand in no workbook; the names of the members tell year and kind.
import { anchors } from './checks/anchors.ts';
import type { AsheCheck } from './checks/examined-tables.ts';
import { changeColumn, medianMovement, medians, movements, newlyWithheld, unitMovement, withheldShare } from './checks/movement-checks.ts';
import { regionAroundUk, regionComplete, regionTablesComplete, regionsInThisRelease } from './checks/region-checks.ts';
import {
  abAligned,
  cvCoherent,
  groupsComplete,
  jobsAddUp,
  jobsAgree,
  meansAddUp,
  nationalRowFull,
  percentilesRise,
  qualityTold,
  sameEdition,
  shadingAgrees,
  sheetTitle,
  withheldDespiteCv,
} from './checks/shape-checks.ts';

export const checks: readonly AsheCheck[] = [
  groupsComplete,
  sheetTitle,
  sameEdition,
  abAligned,
  nationalRowFull,
  percentilesRise,
  jobsAgree,
  jobsAddUp,
  meansAddUp,
  cvCoherent,
  withheldDespiteCv,
  shadingAgrees,
  qualityTold,
  ...movements,
  ...medians,
  withheldShare,
  ...unitMovement,
  medianMovement,
  newlyWithheld,
  changeColumn,
  regionsInThisRelease,
  regionTablesComplete,
  regionComplete,
  regionAroundUk,
  anchors,
];
