// Districts to local areas: London as one area, slugs, the region or nation of each, and codes that
// have changed since.
import type { NeededObservations } from '#sources/kit/needs.ts';
import { areas as contractAreas } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import type { Rows } from './layout.ts';

/**
 * Areas that kept their name and got another code. The publisher does so when boundaries move, here
 * slightly between neighbours. Each pair has the same name in two of the publisher's lists: 2018
 * and April 2020 (Scotland), April 2023 and April 2025 (England).
 */
const currentCodes: Readonly<Record<string, string>> = {
  E08000016: 'E08000038',
  E08000019: 'E08000039',
  S12000044: 'S12000050',
  S12000046: 'S12000049',
};
/** The same the other way round. A list may already have the newer code. */
const formerCodes = new Map(
  Object.entries(currentCodes).map(([former, current]) => [current, former]),
);

export function reshape(rows: Rows): NeededObservations['local-authorities'] {
  const placeOf = (code: string) => {
    const area = contractAreas.find((candidate) => candidate.code === code);
    if (area === undefined) throw new RangeError(`"${code}" is no region or nation`);
    return { ...area };
  };
  const isBorough = ({ code }: Rows[number]) => code.startsWith('E09');
  const areas = rows
    .filter((row) => !isBorough(row))
    .map(({ code: listed, name, partOf }): LocalArea => {
      const code = currentCodes[listed] ?? listed;
      return {
        code,
        slug: slugOf(name),
        name,
        partOf: placeOf(partOf),
        formerCodes: [formerCodes.get(code)].filter((former) => former !== undefined),
      };
    });
  const london = placeOf('E12000007');
  areas.push({ ...london, partOf: { ...london }, formerCodes: [] });
  return {
    areas: areas.sort((a, b) => byCodeUnit(a.name, b.name) || byCodeUnit(a.code, b.code)),
    londonBoroughs: rows
      .filter(isBorough)
      .map(({ code, name }) => ({ code, slug: slugOf(name), name })),
  };
}

/**
 * Lower case without apostrophes and accents (Ynys Môn). Any other run of characters that are not
 * letters or digits becomes one hyphen.
 */
export function slugOf(name: string): string {
  const letters = name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const hyphenated = letters.replace(/['’]/g, '').replace(/[^a-z0-9]+/g, '-');
  return hyphenated.replace(/^-|-$/g, '');
}
