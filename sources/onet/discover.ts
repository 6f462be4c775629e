// Finds the newest release of O*NET on its landing page. The page has not been seen by us: what is looked for on it is what programs
// that use the database rely on. The number is the release, and its files lie at addresses made of it.
import { PageError } from '#sources/kit/problem.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';
import { fileNames } from './parse.ts';

export const landingPage = 'https://www.onetcenter.org/database.html';
const downloads = 'https://www.onetcenter.org/dl_files/database';

// Both crosswalks were made once and lie where they lie.
const crosswalks = [
  { name: fileNames.isco[0], url: 'https://www.bls.gov/soc/ISCO_SOC_Crosswalk.xls' },
  { name: fileNames.soc[0], url: 'https://www.bls.gov/soc/2018/soc_2010_to_2018_crosswalk.xlsx' },
] as const;

/** From this release on the interests are called Career Interest Types. */
const renamed = [30, 3] as const;

export async function discover(web: Web): Promise<Discovery> {
  const page = await web.text(landingPage);
  const texts = [/O\*NET(?:®|&reg;|&#174;|<sup>.{0,20}<\/sup>)?\s+(\d+)\.(\d+)\s+Database/g, /\bdb_(\d+)_(\d+)_/g];
  const found = texts.flatMap((pattern) =>
    [...page.matchAll(pattern)].map(([, major, minor]): [number, number] => [Number(major), Number(minor)]),
  );
  const [newest] = found.sort((a, b) => compare(b, a));
  if (newest === undefined)
    throw new PageError(`${landingPage}: names no release, expected "O*NET 31.0 Database" or db_31_0_; the publisher has changed its page`);
  const [newName, oldName] = fileNames.interests;
  const names = [fileNames.occupations[0], compare(newest, renamed) >= 0 ? newName : oldName];
  const folder = `${downloads}/db_${newest.join('_')}_text`;
  const fileOf = (name: string) => ({ name, url: `${folder}/${encodeURIComponent(name)}` });
  // Work profiles can be served without abilities, and say so.
  const files = [...names.map(fileOf), { ...fileOf(fileNames.abilities[0]), optional: true }, ...crosswalks];
  return { releases: [{ name: newest.join('.'), released: null, files }], nextRelease: null, notices: [], remarks: [] };
}

/** Compared number by number: 30.10 is newer than 30.9. */
function compare([majorA, minorA]: readonly [number, number], [majorB, minorB]: readonly [number, number]): number {
  return majorA - majorB || minorA - minorB;
}
