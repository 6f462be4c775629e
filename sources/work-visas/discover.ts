// Finds the newest workbook of visas by occupation among the Home Office's tables on GOV.UK.
import { type GovUkPage, govUkAddress, readGovUkPage } from '#sources/kit/read/gov-uk-pages.ts';
import { recordFiles } from '#sources/kit/read/page-parts.ts';
import type { DiscoveredFile, Discovery, Web } from '#sources/kit/discovery.ts';
import { PageError, messageOf, quoteList } from '#sources/kit/problem.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { describeKind } from '#sources/kit/named-files.ts';
import { files } from './layout.ts';
import { monthOf, quarterOfFileName } from './release-name.ts';

export const landingPage =
  'https://www.gov.uk/government/statistical-data-sets/immigration-system-statistics-data-tables';

const { match: workbook } = files.workbook;

export async function discover(web: Web): Promise<Discovery> {
  const page = await readGovUkPage(web, landingPage);
  const workbooks: { quarter: string; file: DiscoveredFile }[] = [];
  for (const { name, url } of page.files) {
    const quarter = workbook.test(name) ? quarterOfFileName(name) : null;
    if (quarter !== null) workbooks.push({ quarter, file: { name, url } });
  }
  // A workbook may be a quarter older than the others on the page, so its own name decides.
  const [newest] = workbooks.sort((a, b) => byCodeUnit(b.quarter, a.quarter));
  recordFiles(landingPage, workbook, newest?.file.name ?? null, page.files);
  if (newest === undefined) {
    const fileNames = quoteList(page.files.map(({ name }) => name));
    throw new PageError(
      `${landingPage}: no link to ${describeKind(files.workbook)} of a quarter's last ` +
        `month, found ${fileNames}`,
    );
  }
  const { quarter, file } = newest;
  // The page of the tables is edited all the time. The page of the statistics has the day on which
  // the release came out.
  const month = monthOf(quarter).toLowerCase().replace(' ', '-');
  const publications = `${govUkAddress}/government/statistics`;
  const statistics = `${publications}/immigration-system-statistics-year-ending-${month}`;
  let released: string | null = null;
  let withdrawals: GovUkPage['withdrawals'] = page.withdrawals;
  let remarks: string[] = [];
  try {
    const statisticsPage = await readGovUkPage(web, statistics);
    released = statisticsPage.firstPublished;
    withdrawals = [...withdrawals, ...statisticsPage.withdrawals];
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    remarks = [`${messageOf(error)}; the day on which ${quarter} came out is not known`];
  }
  // The page announces new tables only, a hundred of them. But it, or the page of the statistics,
  // may be withdrawn.
  const notices = withdrawals.map((withdrawal) => ({ release: quarter, ...withdrawal }));
  return {
    releases: [{ name: quarter, released, files: [file] }],
    nextRelease: null,
    notices,
    remarks,
  };
}
