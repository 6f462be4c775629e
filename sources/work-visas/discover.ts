// Finds the newest workbook of visas by occupation among the Home Office's tables on GOV.UK.
import { PageError, messageOf, quoteList } from '#sources/kit/problem.ts';
import { type GovUkPage, govUkAddress, readGovUkPage } from '#sources/kit/read/gov-uk-pages.ts';
import { tellFiles } from '#sources/kit/read/ons-pages.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { files } from './layout.ts';
import { monthOfRelease, quarterOfFileName, readReleaseName } from './release-name.ts';

export const landingPage = 'https://www.gov.uk/government/statistical-data-sets/immigration-system-statistics-data-tables';

const { match: workbook } = files.workbook;

export async function discover(web: Web): Promise<Discovery> {
  const page = await readGovUkPage(web, landingPage);
  const workbooks = page.files.flatMap(({ name, url }) => {
    const quarter = workbook.test(name) ? quarterOfFileName(name) : null;
    return quarter === null ? [] : [{ quarter, file: { name, url } }];
  });
  // A workbook may be a quarter older than the others on the page, so its own name decides.
  const newest = workbooks.sort((a, b) => byCodeUnit(b.quarter, a.quarter))[0];
  tellFiles(landingPage, workbook, newest?.file.name ?? null, page.files);
  if (newest === undefined) {
    const there = page.files.length === 0 ? 'none to any file' : quoteList(page.files.map(({ name }) => name));
    throw new PageError(
      `${landingPage}: no link to a file whose name matches ${workbook.source} and ends in a quarter's last month, found ${there}`,
    );
  }
  const { released, remark, withdrawals } = await dayOf(web, newest.quarter);
  return {
    releases: [{ name: newest.quarter, released, files: [newest.file] }],
    nextRelease: null,
    // The page announces new tables only, a hundred of them. But it, or the page of the statistics, may be withdrawn.
    notices: [...page.withdrawals, ...withdrawals].map((withdrawal) => ({ release: newest.quarter, ...withdrawal })),
    remarks: remark === null ? [] : [remark],
  };
}

/** The day the release came out, from the page of its statistics. The page of the tables is edited all the time. */
async function dayOf(
  web: Web,
  quarter: string,
): Promise<{
  readonly released: string | null;
  readonly remark: string | null;
  readonly withdrawals: GovUkPage['withdrawals'];
}> {
  const release = readReleaseName(quarter);
  if (release === null) return { released: null, remark: null, withdrawals: [] };
  const statistics = `${govUkAddress}/government/statistics/immigration-system-statistics-year-ending-${monthOfRelease(release).toLowerCase().replace(' ', '-')}`;
  try {
    const { firstPublished: released, withdrawals } = await readGovUkPage(web, statistics);
    return { released, remark: null, withdrawals };
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    return { released: null, remark: `${messageOf(error)}; the day on which ${quarter} came out is not known`, withdrawals: [] };
  }
}
