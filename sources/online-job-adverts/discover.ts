// Finds the newest edition of the dataset: its address names the last month, and changes every month.
import { PageError, quoteList } from '#sources/kit/problem.ts';
import { readEdition, readLanding } from '#sources/kit/read/ons-pages.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';

export const landingPage =
  'https://www.ons.gov.uk/employmentandlabourmarket/peopleinwork/employmentandemployeetypes/datasets/labourdemandvolumesbystandardoccupationclassificationsoc2020uk';

export const workbookName = /^labourdemandbyoccupation.*\.xlsx$/;

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

export async function discover(web: Web): Promise<Discovery> {
  const landing = await readLanding(web, landingPage);
  const editions = landing.editions.flatMap((page) => {
    const [, month = '', year = ''] = /\/january2017to([a-z]+)(\d{4})$/.exec(page) ?? [];
    const number = monthNames.indexOf(month) + 1;
    return number === 0 ? [] : [{ page, name: `${year}-${String(number).padStart(2, '0')}` }];
  });
  const [newest] = editions.sort((a, b) => byCodeUnit(b.name, a.name));
  if (newest === undefined) {
    throw new PageError(
      `${landingPage}/data: names no edition like january2017tojuly2026, found ${landing.editions.length === 0 ? 'none at all' : quoteList(landing.editions)}`,
    );
  }
  const { released, files, notices } = await readEdition(web, newest.page);
  const [workbook, another] = files.filter(({ name }) => workbookName.test(name));
  if (workbook === undefined || another !== undefined) {
    throw new PageError(
      `${newest.page}/data: expected one workbook like labourdemandbyoccupation.xlsx, found ${files.length === 0 ? 'no download' : quoteList(files.map(({ name }) => name))}`,
    );
  }
  // A corrected workbook lies under the name of the one before; the date of the last notice keeps the releases apart.
  const corrections = notices.filter(({ date }) => date === null || released === null || date >= released);
  const last = corrections
    .flatMap(({ date }) => date ?? [])
    .sort(byCodeUnit)
    .at(-1);
  const name = last === undefined ? newest.name : `${newest.name}-${last}`;
  return {
    releases: [{ name, released, files: [workbook] }],
    nextRelease: landing.nextRelease,
    notices: corrections.map((correction) => ({ release: newest.name, ...correction })),
    remarks: [],
  };
}
