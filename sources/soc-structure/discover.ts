// Finds the newest edition of Volume 1: the workbook that its landing page links to.
import { discoverDatedWorkbook } from '#sources/kit/read/ons-pages.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';

export const landingPage =
  'https://www.ons.gov.uk/methodology/classificationsandstandards/standardoccupationalclassificationsoc/soc2020/soc2020volume1structureanddescriptionsofunitgroups';

/** The page says "descriptions", the file "description"; the order of the date changed in 2026. */
export const workbookName = /^soc2020volume1structureanddescriptionofunitgroupsexcel(\d{8})(?:v(\d+))?\.xlsx$/;

export function discover(web: Web): Promise<Discovery> {
  return discoverDatedWorkbook(web, landingPage, workbookName);
}
