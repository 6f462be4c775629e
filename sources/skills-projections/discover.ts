// Finds the projections on their GOV.UK page: the zip of the nations and the zip of the English
// regions.
import { type OfferedFile, readGovUkPage } from '#sources/kit/read/gov-uk-pages.ts';
import { recordFiles } from '#sources/kit/read/page-parts.ts';
import type { DiscoveredRelease, Discovery, Web } from '#sources/kit/discovery.ts';
import { PageError, quoteList } from '#sources/kit/problem.ts';

export const landingPage =
  'https://www.gov.uk/government/publications/labour-market-and-skills-projections-2020-to-2035';

/** The years in the address are those of the projection. */
const period = '2020-2035';

/** The files that we need, by their names. The page has others for smaller areas. */
const wanted = [
  { what: 'nations', pattern: /\bnations?\b/i },
  { what: 'English regions', pattern: /\bregions?\b/i },
] as const;

const smallerAreas = /\b(lep|lsip|mca|combined|local|enterprise|sub regional|subregional)\b/i;

export async function discover(web: Web): Promise<Discovery> {
  const page = await readGovUkPage(web, landingPage);
  const files = wanted.map(({ what, pattern }) => zipOf(page.files, what, pattern));
  const [published, ...changes] = page.changes;
  const released = changes.at(-1)?.date ?? published?.date ?? page.firstPublished;
  return {
    // The page keeps its address, so only its notes show that files were replaced. Files replaced
    // without a note make another edition of the same release.
    releases: [{ name: nameAfter(changes), released, files }],
    nextRelease: null,
    notices: [
      ...changes.map(({ date, note }, index) => ({
        release: nameAfter(changes.slice(0, index)),
        date,
        text: note,
      })),
      ...page.withdrawals.map((withdrawal) => ({ release: nameAfter(changes), ...withdrawal })),
    ],
    remarks: [],
  };
}

function nameAfter(changes: readonly { readonly date: string | null }[]): string {
  const last = changes.at(-1)?.date ?? null;
  return last === null ? period : `${period}-revised-${last}`;
}

function zipOf(
  files: readonly OfferedFile[],
  what: string,
  pattern: RegExp,
): DiscoveredRelease['files'][number] {
  const zips = files.filter(({ name }) => /\.zip$/i.test(name));
  const words = ({ name, title }: OfferedFile) => `${title} ${name}`.replace(/[_\W]+/g, ' ');
  const [chosenZip, another] = zips.filter(
    (file) => pattern.test(words(file)) && !smallerAreas.test(words(file)),
  );
  recordFiles(
    landingPage,
    pattern,
    another === undefined ? (chosenZip?.name ?? null) : null,
    files,
  );
  if (chosenZip === undefined || another !== undefined) {
    const zipNames = quoteList(
      files.map(({ name, title }) => (title === '' ? name : `${title}: ${name}`)),
    );
    throw new PageError(`${landingPage}: expected one zip of the ${what}, found ${zipNames}`);
  }
  return { name: chosenZip.name, url: chosenZip.url };
}
