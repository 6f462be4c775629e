// Finds the newest release of O*NET on its landing page. We have not seen the page: we look for
// what published programs rely on. The number names the release, and the addresses of its files are
// made of the number.
import type { Discovery, Web } from '#sources/kit/discovery.ts';
import { PageError } from '#sources/kit/problem.ts';

export const landingPage = 'https://www.onetcenter.org/database.html';
const downloads = 'https://www.onetcenter.org/dl_files/database';

// Both crosswalks were made once. Their host refuses programs, so bytes that are held are not asked
// for again.
const crosswalks = [
  {
    name: 'ISCO_SOC_Crosswalk.xls',
    url: 'https://www.bls.gov/soc/ISCO_SOC_Crosswalk.xls',
    unchanging: 'b334878293192672907615ca4a290de260391dbea222e94689307b5c53191aa8',
  },
  {
    name: 'soc_2010_to_2018_crosswalk.xlsx',
    url: 'https://www.bls.gov/soc/2018/soc_2010_to_2018_crosswalk.xlsx',
    unchanging: 'f3a847561562d3e5a30eb848f2902a5f7b02e9c48b3d7f2cc8879899fbc242a7',
  },
] as const;

/** The interests are called Career Interest Types from this release on. */
const renamed = [30, 3] as const;

export async function discover(web: Web): Promise<Discovery> {
  const page = await web.text(landingPage);
  const texts = [
    /O\*NET(?:®|&reg;|&#174;|<sup>[^<]*<\/sup>)?\s+(\d+)\.(\d+)\s+Database/g,
    /\bdb_(\d+)_(\d+)_/g,
  ];
  const matchingTexts = texts.flatMap((pattern) =>
    [...page.matchAll(pattern)].map(([, major, minor]): [number, number] => [
      Number(major),
      Number(minor),
    ]),
  );
  const [newest] = matchingTexts.sort((a, b) => compare(b, a));
  if (newest === undefined)
    throw new PageError(
      `${landingPage}: names no release, expected "O*NET 31.0 Database" or db_31_0_; ` +
        'the publisher has changed its page',
    );
  const names = [
    'Occupation Data.txt',
    compare(newest, renamed) >= 0 ? 'Career Interest Types.txt' : 'Interests.txt',
  ];
  const folder = `${downloads}/db_${newest.join('_')}_text`;
  const fileOf = (name: string) => ({ name, url: `${folder}/${encodeURIComponent(name)}` });
  // Work profiles can be served without abilities, and say so. No answer uses the job titles yet.
  const optional = [
    'Abilities.txt',
    'Related Occupations.txt',
    'Alternate Titles.txt',
    'Sample of Reported Titles.txt',
  ];
  const files = [
    ...names.map(fileOf),
    ...optional.map((name) => ({ ...fileOf(name), optional: true })),
    ...crosswalks,
  ];
  return {
    releases: [{ name: newest.join('.'), released: null, files }],
    nextRelease: null,
    notices: [],
    remarks: [],
  };
}

/** Compared number by number: 30.10 is newer than 30.9. */
function compare(
  [majorA, minorA]: readonly [number, number],
  [majorB, minorB]: readonly [number, number],
): number {
  return majorA - majorB || minorA - minorB;
}
