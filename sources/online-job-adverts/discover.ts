// Finds the newest edition of the dataset. Its address names the last month and changes every
// month.
import { isoMonth, monthNumber } from '#sources/kit/months.ts';
import {
  correctionsOf,
  onlyDownload,
  readEdition,
  readLanding,
} from '#sources/kit/read/ons-pages.ts';
import type { Discovery, Web } from '#sources/kit/discovery.ts';
import { PageError, quoteList } from '#sources/kit/problem.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { files as kinds } from './layout.ts';

const datasets =
  'https://www.ons.gov.uk/employmentandlabourmarket/peopleinwork/employmentandemployeetypes/datasets';
export const landingPage = `${datasets}/labourdemandvolumesbystandardoccupationclassificationsoc2020uk`;

export async function discover(web: Web): Promise<Discovery> {
  const landing = await readLanding(web, landingPage);
  const editions: { page: string; name: string }[] = [];
  for (const page of landing.editions) {
    const [, month = '', year = ''] = /\/january2017to([a-z]+)(\d{4})$/.exec(page) ?? [];
    const number = monthNumber(month);
    if (number !== null) editions.push({ page, name: isoMonth(year, number) });
  }
  const [newest] = editions.sort((a, b) => byCodeUnit(b.name, a.name));
  if (newest === undefined)
    throw new PageError(
      `${landingPage}/data: names no edition like january2017tojuly2026, found ` +
        `${quoteList(landing.editions)}`,
    );
  const edition = await readEdition(web, newest.page);
  const workbook = onlyDownload(
    newest.page,
    'workbook like labourdemandbyoccupation.xlsx',
    kinds.workbook.match,
    edition,
  );
  const { name, notices } = correctionsOf(newest.name, [edition]);
  const releases = [{ name, released: edition.released, files: [workbook] }];
  return {
    releases,
    nextRelease: landing.nextRelease,
    notices,
    remarks: [...landing.remarks, ...edition.remarks],
  };
}
