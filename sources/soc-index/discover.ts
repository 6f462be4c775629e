// Finds the newest version of Volume 2: the workbook linked from its landing page.
import { discoverDatedWorkbook } from '#sources/kit/read/ons-pages.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';
import { files } from './layout.ts';

export const landingPage =
  'https://www.ons.gov.uk/methodology/classificationsandstandards/standardoccupationalclassificationsoc/soc2020/soc2020volume2codingrulesandconventions';

export function discover(web: Web): Promise<Discovery> {
  return discoverDatedWorkbook(web, landingPage, files.workbook.match);
}
