// Two synthetic visa workbooks, the second with a slip of three digits in its last quarter.
// Occupation and nationality are suppressed before 2024 Q4, and in two rows of the last quarter of
// the first.
import { byCodeUnit } from '#schemas/order.ts';
import { titles, unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/random.ts';
import { sheetOf, workbookOf } from '#sources/kit/sample/tables.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';
import { monthInFileName, quartersBetween } from './release-name.ts';
import { firstDetailedQuarter, suppressed } from './reshape.ts';

const first = '2026-Q2';
const second = '2026-Q3';
// In the publisher's spelling.
const routes = [
  'Skilled Worker',
  'Health and Care Worker',
  'Scale-up Worker',
  'Creative Worker',
] as const;
const nationalities = [
  'India',
  'Kyrgyzstan',
  'United States',
  'Nigeria',
  'Philippines',
  'Australia',
  'Stateless',
] as const;
const industries = [
  'Manufacturing',
  'Construction',
  'Education',
  'Transportation and Storage',
  'Other Service Activities',
] as const;

type Grant = readonly [
  quarter: string,
  nationality: string,
  route: string,
  industry: string,
  group: string,
  granted: number,
];

/** The second release has the quarters of the first and one more, whose slip holds it back. */
export async function sample(): Promise<readonly SampleRelease[]> {
  return [await releaseOf(first), { ...(await releaseOf(second)), isHeld: true }];
}

async function releaseOf(lastQuarter: string): Promise<SampleRelease> {
  const before = quartersBetween('2021-Q1', '2024-Q3').map(
    (quarter): Grant => [quarter, suppressed, routes[0], industries[0], '1', 900],
  );
  const hidden = (group: string, nationality: string): Grant => [
    first,
    nationality,
    routes[0],
    industries[0],
    group,
    2,
  ];
  const detailed = [
    ...unitGroups.flatMap(({ code }) =>
      quartersBetween(firstDetailedQuarter, lastQuarter).flatMap((quarter) =>
        grantsOf(code, quarter),
      ),
    ),
    hidden('3415', suppressed),
    hidden('341', nationalities[0]),
  ];
  // The publisher's order: a sheet cut short loses the end of its last quarter.
  const grants = [
    ...before,
    ...detailed.sort((a, b) => byCodeUnit(`${a[0]} ${a[1]}`, `${b[0]} ${b[1]}`)),
  ];
  const file = `occupation-soc2020-visas-datasets-${monthInFileName(lastQuarter)}.xlsx`;
  return {
    release: `sample-${lastQuarter}`,
    files: [await workbookOf(file, sheetOf(layout, 'grants', grants.map(printedGrant)))],
  };
}

function grantsOf(unit: string, quarter: string): Grant[] {
  const usual = random(`work-visas/occupation/${unit}`);
  // One in eight occupations had no visas, and an occupation had none in one quarter of seven.
  const isWithout = usual.chance(1 / 8);
  const most = usual.between(1, 60);
  const industry = usual.pick(industries);
  const draw = random(`work-visas/${unit}/${quarter}`);
  if (isWithout || draw.chance(1 / 7)) return [];
  const from = draw.between(0, nationalities.length - 2);
  return nationalities.slice(from, from + 2).map((nationality) => {
    const drawnIndustry = draw.chance(0.7) ? industry : draw.pick(industries);
    return [
      quarter,
      nationality,
      draw.pick(routes),
      drawnIndustry,
      unit,
      draw.between(1, most) * (quarter === second ? 1000 : 1),
    ];
  });
}

function printedGrant([quarter, nationality, route, industry, group, granted]: Grant) {
  const groups = [1, 2, 3, 4].map((digits) => group.slice(0, digits));
  const labels = groups.map((code, index) =>
    code.length > index ? `${code} - ${titles.get(code)}` : suppressed,
  );
  const region = nationality === suppressed ? suppressed : 'Sample region';
  return [
    Number(quarter.slice(0, 4)),
    quarter.replace('-', ' '),
    nationality,
    region,
    'Worker',
    route,
    industry,
    ...labels,
    granted,
  ];
}
