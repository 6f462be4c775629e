// Two synthetic visa workbooks, the second with a slip of three digits in its last quarter. Occupation and nationality are suppressed before
// 2024 Q4. The last quarter has its year as a text, and some rows have a stray spelling of an industry.
import { byCodeUnit } from '#schemas/order.ts';
import { classification, unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/sample/random.ts';
import { sheetOf, workbookOf } from '#sources/kit/sample/tables.ts';
import type { SampleValue } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
// Routes, nationalities with some of their regions, and the sections of the classification of industries, in the publisher's spelling.
import names from './data/sample-names.json' with { type: 'json' };
import { layout } from './layout.ts';
import { quartersBetween } from './release-name.ts';
import { firstDetailedQuarter, strayIndustries, suppressed } from './reshape.ts';

type Names = [string, ...string[]];
const [routes, nationalities, industries] = [names.routes as Names, names.nationalities as Names, names.industries as Names];
const regions: Readonly<Record<string, string>> = names.regions;
const seasonalRoute = 'Seasonal Worker (previously Tier 5)';
/** Unit groups that seasonal visas are granted for. */
const seasonalWork = ['9111', '5112'];

const labels = new Map(classification.map(({ code, title }) => [code, `${code} - ${title.replace('not elsewhere classified', 'n.e.c.')}`]));

/** The last quarter of the first release. The second has one more. */
const first = '2026-Q2';

/** Some rows in every quarter for most unit groups; with `full` about twenty times as many. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const rows = full ? 40 : 2;
  return [await releaseOf(first, 'jun-2026', rows), { ...(await releaseOf('2026-Q3', 'sep-2026', rows, 1000)), isHeld: true }];
}

/** The release of a quarter, whose own grants are printed so many `times` as large. */
async function releaseOf(lastQuarter: string, month: string, rows: number, times = 1): Promise<SampleRelease> {
  const detailed = unitGroups.flatMap(({ code }) => grantsOf(code, rows, lastQuarter));
  // The publisher's order: a sheet cut short loses the end of its last quarter.
  const grants = [...suppressedGrants(), ...detailed.sort((a, b) => byCodeUnit(`${a[0]} ${a[1]}`, `${b[0]} ${b[1]}`))];
  const printed = grants.map((grant) => rowOf(grant, grant[0] === lastQuarter, times));
  const file = await workbookOf(`occupation-soc2020-visas-datasets-${month}.xlsx`, sheetOf(layout, 'grants', printed));
  return { release: `sample-${lastQuarter}`, files: [file] };
}

type Grant = readonly [quarter: string, nationality: string, route: string, industry: string, group: string, granted: number];

/** Grants before occupations are published. They are larger than any occupation's, so that one taken for a unit group would rank first. */
function suppressedGrants(): Grant[] {
  const draw = random('work-visas/suppressed');
  return quartersBetween('2021-Q1', '2024-Q3').flatMap((quarter) =>
    Array.from({ length: 9 }, (_, index): Grant => {
      return [quarter, suppressed, draw.pick(routes), draw.pick(industries), String(index + 1), draw.between(500, 3000)];
    }),
  );
}

function grantsOf(unit: string, rows: number, lastQuarter: string): Grant[] {
  const draw = random(`work-visas/occupation/${unit}`);
  // One in eight had no visas.
  if (draw.chance(1 / 8)) return [];
  const usual = draw.between(1, 60);
  const industry = draw.pick(industries);
  // What the first release has is drawn first, so that the second repeats it. A quarter without a row had no grant.
  const parts = [quartersBetween(firstDetailedQuarter, first), lastQuarter === first ? [] : [lastQuarter]];
  return parts.flatMap((part) =>
    part
      .filter(() => !draw.chance(0.15))
      .flatMap((quarter) =>
        Array.from({ length: rows }, (): Grant => {
          const route = seasonalWork.includes(unit) && draw.chance(0.8) ? seasonalRoute : draw.pick(routes);
          const own = draw.chance(0.7) ? industry : draw.pick(industries);
          const stray = draw.chance(0.1) ? Object.keys(strayIndustries).find((name) => strayIndustries[name] === own) : undefined;
          return [quarter, draw.pick(nationalities), route, stray ?? own, unit, draw.between(1, usual)];
        }),
      ),
  );
}

function rowOf([quarter, nationality, route, industry, group, granted]: Grant, isLast: boolean, times: number): SampleValue[] {
  const year = quarter.slice(0, 4);
  const groups = [1, 2, 3, 4].map((digits) => (digits > group.length ? suppressed : (labels.get(group.slice(0, digits)) ?? '')));
  const region = nationality === suppressed ? suppressed : (regions[nationality] ?? 'Asia South');
  const type = route === seasonalRoute ? 'Temporary Worker' : 'Worker';
  const figure = isLast ? granted * times : granted;
  return [isLast ? year : Number(year), quarter.replace('-', ' '), nationality, region, type, route, industry, ...groups, figure];
}
