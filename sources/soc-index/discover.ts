// Finds the newest version of Volume 2: the workbook that its landing page links to.
import { discoverDatedWorkbook } from '#sources/kit/read/ons-pages.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';

export const landingPage =
  'https://www.ons.gov.uk/methodology/classificationsandstandards/standardoccupationalclassificationsoc/soc2020/soc2020volume2codingrulesandconventions';

/** The order of the date changed in 2026, when version 14 was also issued a second time, as v2. */
export const workbookName = /^soc2020volume2thecodingindexexcel(\d{8})(?:v(\d+))?\.xlsx$/;

export function discover(web: Web): Promise<Discovery> {
  return discoverDatedWorkbook(web, landingPage, workbookName);
}
