// Finds the newest edition of the dataset. Its address names the last month and changes every month.
import { isoMonth, monthNumber } from '#sources/kit/months.ts';
import { PageError, quoteList } from '#sources/kit/problem.ts';
import { onlyDownload, readEdition, readLanding } from '#sources/kit/read/ons-pages.ts';
import { isDay } from '#sources/kit/release-name.ts';
import type { Discovery, NamedRelease, Web } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { files as kinds } from './layout.ts';

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
  const edition = await readEdition(web, newest.page);
  const { released, notices } = edition;
  const workbook = onlyDownload(newest.page, 'workbook like labourdemandbyoccupation.xlsx', kinds.workbook.match, edition);
  // A corrected workbook keeps its name. The date of the last notice tells the releases apart.
  const corrections = notices.filter(({ date }) => date === null || released === null || date >= released);
  const [last] = corrections.flatMap(({ date }) => date ?? []).sort((a, b) => byCodeUnit(b, a));
  const name = last === undefined ? newest.name : `${newest.name}-${last}`;
  return {
    releases: [{ name, released, files: [workbook] }],
    nextRelease: landing.nextRelease,
    notices: corrections.map((correction) => ({ release: newest.name, ...correction })),
    remarks: [...landing.remarks, ...edition.remarks],
  };
}

/** Reads the name of a release: the last month of the series, 2026-07, and after a correction its date too. */
export function readReleaseName(name: string): NamedRelease | null {
  const [, month, corrected = ''] = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:-(\d{4}-\d{2}-\d{2}))?$/.exec(name) ?? [];
  if (month === undefined || (corrected !== '' && !isDay(corrected))) return null;
  return { order: [month, corrected], year: null, provisional: false, released: null };
}

/** The last month that a release of this name covers. */
export function lastMonthOf(name: string): string {
  return name.replace(/^sample-/, '').slice(0, 7);
}
