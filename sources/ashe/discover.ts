// Finds the editions of ASHE to fetch: for each year by SOC 2020 the revised edition, or the
// provisional one until the revised one is out. Each has the zips of Tables 14 and 15. A correction
// by ONS gives it a new name.
import {
  type DatasetEdition,
  type DatasetLanding,
  correctionsOf,
  onlyDownload,
  readEdition,
  readLanding,
} from '#sources/kit/read/ons-pages.ts';
import type { DiscoveredRelease, Discovery, Web } from '#sources/kit/discovery.ts';
import { PageError, quoteList } from '#sources/kit/problem.ts';
import { files as kinds } from './layout.ts';
import { readReleaseName } from './release-name.ts';

// Both addresses still say soc2010, but the tables use SOC 2020 from 2021 on. Of 2021 there are
// also zips by SOC 2010, which layout.ts refuses.
const firstSoc2020Year = 2021;
const datasets =
  'https://www.ons.gov.uk/employmentandlabourmarket/peopleinwork/earningsandworkinghours/datasets';
export const landingPage = `${datasets}/occupation4digitsoc2010ashetable14`;
export const regionsLandingPage = `${datasets}/regionbyoccupation4digitsoc2010ashetable15`;

export async function discover(web: Web): Promise<Discovery> {
  const landing = await readLanding(web, landingPage);
  const regions = await readLanding(web, regionsLandingPage);
  const regionPages = new Map(editionsOf(regions).map(({ name, page }) => [name, page]));
  const wanted = newestOfEachYear(editionsOf(landing));
  const editions: Awaited<ReturnType<typeof readTables>>[] = [];
  const remarks = [...landing.remarks, ...regions.remarks];
  for (const [index, { name, page }] of wanted.entries()) {
    try {
      editions.push(await readTables(web, name, page, regionPages.get(name)));
    } catch (error) {
      // Older pages have many layouts, so unreadable ones are skipped. The newest page must be
      // readable.
      if (!(error instanceof PageError) || index === 0) throw error;
      remarks.push(`${name} is passed over: ${error.message}`);
    }
  }
  if (wanted.length === 0)
    throw new PageError(
      `${landingPage}/data: names no edition by SOC 2020, found ${quoteList(landing.editions)}`,
    );
  return {
    releases: editions.map(({ release }) => release),
    nextRelease: landing.nextRelease,
    notices: editions.flatMap(({ notices }) => notices),
    remarks: [...remarks, ...editions.flatMap((edition) => edition.remarks)],
  };
}

/**
 * An edition with its zips and the corrections to both tables. Table 15 comes out later than Table
 * 14, so an edition may have none yet.
 */
async function readTables(web: Web, edition: string, page: string, regionPage: string | undefined) {
  const table14 = await readEdition(web, page);
  const files = [zipOf(page, 14, table14)];
  const read = [table14];
  if (regionPage !== undefined) {
    const table15 = await readEdition(web, regionPage);
    files.push(zipOf(regionPage, 15, table15));
    read.push(table15);
  }
  const { name, notices } = correctionsOf(edition, read);
  return {
    release: { name, released: table14.released, files },
    notices,
    remarks: read.flatMap(({ remarks }) => remarks),
  };
}

/**
 * The editions that a page lists, named as our releases are: `.../2024provisional` is
 * 2024-provisional.
 */
function editionsOf({ editions }: DatasetLanding): { name: string; page: string }[] {
  const namedEditions: { name: string; page: string }[] = [];
  for (const page of editions) {
    const [, year, kind] = /\/(\d{4})(provisional|revised)$/.exec(page) ?? [];
    if (year !== undefined && kind !== undefined)
      namedEditions.push({ name: `${year}-${kind}`, page });
  }
  return namedEditions;
}

/**
 * One edition of each year by SOC 2020, newest year first. Every run fetches all of them, because
 * any may be corrected.
 */
function newestOfEachYear<Named extends { readonly name: string }>(
  editions: readonly Named[],
): Named[] {
  const best = new Map<number, { edition: Named; provisional: boolean }>();
  for (const edition of editions) {
    const release = readReleaseName(edition.name);
    if (release === null || release.year === null || release.year < firstSoc2020Year) continue;
    if (best.get(release.year)?.provisional !== false)
      best.set(release.year, { edition, provisional: release.provisional });
  }
  const newestFirst = [...best].sort(([yearA], [yearB]) => yearB - yearA);
  return newestFirst.map(([, { edition }]) => edition);
}

/**
 * The zip among the downloads of an edition. Its name is read from the page, because names such as
 * `table152020provisional1.zip` cannot be predicted.
 */
function zipOf(
  page: string,
  table: 14 | 15,
  edition: DatasetEdition,
): DiscoveredRelease['files'][number] {
  return onlyDownload(page, `zip of Table ${table}`, kinds[`table${table}`].match, edition);
}
