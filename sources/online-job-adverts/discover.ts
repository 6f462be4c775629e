// Finds the newest edition of the dataset. Its address names the last month and changes every month.
import { isoMonth, monthNumber } from '#sources/kit/months.ts';
import { PageError, quoteList } from '#sources/kit/problem.ts';
import { readEdition, readLanding } from '#sources/kit/read/ons-pages.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { files as kinds } from './parse.ts';

export const landingPage =
  'https://www.ons.gov.uk/employmentandlabourmarket/peopleinwork/employmentandemployeetypes/datasets/labourdemandvolumesbystandardoccupationclassificationsoc2020uk';

export async function discover(web: Web): Promise<Discovery> {
  const landing = await readLanding(web, landingPage);
  const editions = landing.editions.flatMap((page) => {
    const [, month = '', year = ''] = /\/january2017to([a-z]+)(\d{4})$/.exec(page) ?? [];
    const number = monthNumber(month);
    return number === null ? [] : [{ page, name: isoMonth(year, number) }];
  });
  const [newest] = editions.sort((a, b) => byCodeUnit(b.name, a.name));
  if (newest === undefined) {
    const found = landing.editions.length === 0 ? 'none at all' : quoteList(landing.editions);
    throw new PageError(`${landingPage}/data: names no edition like january2017tojuly2026, found ${found}`);
  }
  const { released, files, notices } = await readEdition(web, newest.page);
  const [workbook, another] = files.filter(({ name }) => kinds.workbook.match.test(name));
  if (workbook === undefined || another !== undefined) {
    const found = files.length === 0 ? 'no download' : quoteList(files.map(({ name }) => name));
    throw new PageError(`${newest.page}/data: expected one workbook like labourdemandbyoccupation.xlsx, found ${found}`);
  }
  // A corrected workbook keeps its name. The date of the last notice tells the releases apart.
  const corrections = notices.filter(({ date }) => date === null || released === null || date >= released);
  const [last] = corrections.flatMap(({ date }) => date ?? []).sort((a, b) => byCodeUnit(b, a));
  const name = last === undefined ? newest.name : `${newest.name}-${last}`;
  return {
    releases: [{ name, released, files: [workbook] }],
    nextRelease: landing.nextRelease,
    notices: corrections.map((correction) => ({ release: newest.name, ...correction })),
    remarks: [],
  };
}
