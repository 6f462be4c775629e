// Districts to local areas: London as one area, slugs, the region or nation of each, and codes that have changed since.
import { complainTo } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { NeededObservations, Release } from '#sources/kit/source.ts';
import { type Area, areas as contractAreas } from '#schemas/codes.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type DistrictRow, type Rows, printed } from './parse.ts';
import { type Table, namesTable, regionsTable } from './services.ts';

/**
 * Areas that kept their name and got another code. The publisher does so when boundaries move, here slightly between neighbours. Each pair
 * has the same name in two of the publisher's lists: 2018 and April 2020 (Scotland), April 2023 and April 2025 (England). One code of each
 * pair is in the pinned list.
 */
export const correspondence = [
  { former: 'E08000016', current: 'E08000038', name: 'Barnsley' },
  { former: 'E08000019', current: 'E08000039', name: 'Sheffield' },
  { former: 'S12000044', current: 'S12000050', name: 'North Lanarkshire' },
  { former: 'S12000046', current: 'S12000049', name: 'Glasgow City' },
] as const;

export type AreaObservations = NeededObservations['local-authorities'];

const codeShape = /^[ENSW]\d{8}$/;
const boroughShape = /^E09/;

export function reshape(release: Release, rows: Rows, problems: Problem[]): AreaObservations {
  const complain = complainTo(release, problems);
  const regions = new Map(districtsIn(rows, regionsTable).map(({ code, region }) => [code, region]));
  const areas: LocalArea[] = [];
  const londonBoroughs: { code: string; slug: string; name: string }[] = [];
  for (const row of districtsIn(rows, namesTable)) {
    const { code, name } = row;
    const fault = (message: string) => complain(printed(row), undefined, undefined, message);
    const partOf = partOfDistrict(code, regions);
    if (!codeShape.test(code)) fault(`got the code "${code}", expected a letter of E N S W and eight digits`);
    else if (name.trim() === '') fault(`got no name for ${code}`);
    else if (boroughShape.test(code)) londonBoroughs.push({ code, slug: slugOf(name), name });
    else if (partOf === undefined)
      fault(`got the region "${regions.get(code) ?? ''}" for ${code} ${name}, expected one of the nine of England`);
    else {
      const change = correspondence.find(({ former, current }) => former === code || current === code);
      areas.push({
        code: change?.current ?? code,
        slug: slugOf(name),
        name,
        partOf: { ...partOf },
        formerCodes: change === undefined ? [] : [change.former],
      });
    }
  }
  const london = contractAreas.find(({ slug }) => slug === 'london');
  if (london !== undefined && londonBoroughs.length > 0) areas.push({ ...london, partOf: { ...london }, formerCodes: [] });
  return {
    areas: areas.sort((a, b) => byCodeUnit(a.name, b.name) || byCodeUnit(a.code, b.code)),
    londonBoroughs: londonBoroughs.sort((a, b) => byCodeUnit(a.code, b.code)),
  };
}

/** The districts that a table lists. */
export function districtsIn(rows: Rows, table: Table): DistrictRow[] {
  return rows.filter((row) => row.kind === 'district').filter((row) => row.table === table);
}

const nationOfLetter: Readonly<Record<string, Area['slug']>> = { W: 'wales', S: 'scotland', N: 'northern-ireland' };

/** The region of an English district, the nation of any other. */
function partOfDistrict(code: string, regions: ReadonlyMap<string, string>): Area | undefined {
  const nation = nationOfLetter[code.slice(0, 1)];
  if (nation !== undefined) return contractAreas.find(({ slug }) => slug === nation);
  return contractAreas.find((area) => area.code === regions.get(code) && area.code.startsWith('E12'));
}

/** Lower case without apostrophes and accents (Ynys Môn). Any other run of characters that are not letters or digits becomes one hyphen. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
