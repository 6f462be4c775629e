// What must add up within a workbook, and over the workbooks of nations and regions.
import type { Finding } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf, areaSlugs } from '#schemas/codes.ts';
import { quoteList } from '#sources/kit/problem.ts';
import { qualificationLevels } from '#schemas/resources/projections.ts';
import { figureColumns } from '../parse.ts';
import { allGroups } from '../reshape.ts';
import {
  type Area,
  type Edition,
  type ProjectionCheck,
  areasOf,
  groupsOf,
  isRounded,
  placeOfGroup,
  placeOfQualification,
  shown,
  tolerance,
} from './examined-areas.ts';

export const labels: ProjectionCheck = {
  name: 'labels',
  severity: 'block',
  describe: 'Every area has the 26 sub-major groups of SOC 2020 and all occupations, and so has every block by qualification.',
  check(edition) {
    const codes = [...edition.needs.get('soc-structure').groups.keys()].filter((code) => code.length === 2).concat(allGroups);
    const missingIn = (cells: ReadonlyMap<string, unknown>) =>
      codes.filter((code) => !cells.has(code)).map((code) => (code === allGroups ? 'all occupations' : code));
    return areasOf(edition).flatMap((area): Finding[] => {
      const missing = missingIn(area.groups);
      const findings =
        missing.length === 0
          ? []
          : [{ place: placeOfGroup(edition, area, 'none'), message: `${missing.length} groups are missing: ${quoteList(missing)}` }];
      for (const [block, cells] of area.qualifications ?? []) {
        const lost = missingIn(cells);
        if (lost.length > 0)
          findings.push({
            place: placeOfQualification(edition, area, block, 'none', 'base'),
            message: `${lost.length} groups are missing in ${block}: ${quoteList(lost)}`,
          });
      }
      return findings;
    });
  },
};

export const qualificationsThere: readonly ProjectionCheck[] = [
  {
    name: 'qualification-blocks',
    severity: 'block',
    describe: 'The table by qualification, where it is there, has all nine levels and their sum.',
    check: (edition) =>
      areasOf(edition).flatMap((area) => {
        const { qualifications } = area;
        if (qualifications === null) return [];
        const missing = (['all', ...qualificationLevels] as const).filter((block) => !qualifications.has(block));
        return missing.length === 0
          ? []
          : [{ place: placeOfQualification(edition, area, 'all', 'none', 'base'), message: `there is no block of ${missing.join(', ')}` }];
      }),
  },
  {
    name: 'qualifications-not-in-this-release',
    severity: 'known-issue',
    describe: 'Every workbook has the table by qualification (RD T1). Whether the .ods workbooks have it nobody here has seen.',
    check: (edition) =>
      areasOf(edition)
        .filter(({ qualifications }) => qualifications === null)
        .map((area) => ({
          place: placeOfGroup(edition, area, 'none'),
          message: `the workbook has no sheet "RD T1": ${areaOf(area.slug).name} has no projections by qualification`,
        })),
  },
];

export const sums: ProjectionCheck = {
  name: 'sum',
  severity: 'block',
  describe: 'The 26 groups add up to all occupations in every column, within a job (within 13 thousand where whole thousands are printed).',
  check(edition) {
    return areasOf(edition).flatMap((area) => {
      const all = area.groups.get(allGroups);
      if (all === undefined) return [];
      return figureColumns.flatMap((column) => {
        const total = groupsOf(area.groups).reduce((sum, [, cell]) => sum + cell[column], 0);
        if (Math.abs(total - all[column]) <= tolerance(area, 26)) return [];
        return [
          {
            place: placeOfGroup(edition, area, allGroups, column),
            message: `the groups add up to ${shown(total)}, all occupations are ${shown(all[column])}`,
          },
        ];
      });
    });
  },
};

export const identities: ProjectionCheck = {
  name: 'identity',
  severity: 'block',
  describe:
    'Net change is target less base, and total requirement is net change and replacement demand, within a job (within 1.5 thousand where whole thousands are printed).',
  check(edition) {
    return areasOf(edition).flatMap((area) =>
      [...area.groups].flatMap(([code, { base, target, net, replacement, total }]): Finding[] => {
        const limit = tolerance(area, 3);
        const findings: Finding[] = [];
        if (Math.abs(target - base - net) > limit) {
          findings.push({
            place: placeOfGroup(edition, area, code, 'net'),
            message: `the net change is ${shown(net)}, but ${shown(target)} less ${shown(base)} is ${shown(target - base)}`,
          });
        }
        if (Math.abs(net + replacement - total) > limit) {
          findings.push({
            place: placeOfGroup(edition, area, code, 'total'),
            message: `the total requirement is ${shown(total)}, expected ${shown(net + replacement)}`,
          });
        }
        return findings;
      }),
    );
  },
};

export const qualificationSums: ProjectionCheck = {
  name: 'qualification-sum',
  severity: 'block',
  // Observed in England: within 0.00001 thousand.
  describe: 'The nine levels of qualification add up to all qualifications, and these are the levels of the groups, within ten jobs.',
  check(edition) {
    return areasOf(edition).flatMap((area) => {
      const { qualifications } = area;
      const all = qualifications?.get('all');
      if (qualifications === null || all === undefined) return [];
      const limit = isRounded(area) ? 5 : 0.01;
      return [...all].flatMap(([code, cell]) =>
        figureColumns.flatMap((column): Finding[] => {
          const sum = qualificationLevels.reduce((added, level) => added + (qualifications.get(level)?.get(code)?.[column] ?? 0), 0);
          const place = placeOfQualification(edition, area, 'all', code, column);
          if (Math.abs(sum - cell[column]) > limit)
            return [{ place, message: `the nine levels add up to ${shown(sum)}, all qualifications are ${shown(cell[column])}` }];
          const level = area.groups.get(code)?.[column] ?? NaN;
          return Math.abs(level - cell[column]) > limit
            ? [{ place, message: `all qualifications are ${shown(cell[column])}, the level of the group is ${shown(level)}` }]
            : [];
        }),
      );
    });
  },
};

export const rates: ProjectionCheck = {
  name: 'replacement-rate',
  severity: 'block',
  describe:
    'The rate of replacement demand is the compound yearly one of its level: a table of another period, or a column in the place of another, shows.',
  check(edition) {
    const { baseYear, targetYear } = edition.observations;
    return areasOf(edition).flatMap((area) => {
      if (isRounded(area)) return [];
      return [...(area.qualifications ?? [])].flatMap(([block, cells]) =>
        [...cells].flatMap(([code, { base, replacement, rate }]) => {
          const expected = (1 + replacement / base) ** (1 / (targetYear - baseYear)) - 1;
          if (base <= 0 || Math.abs(rate - expected) <= 1e-6) return [];
          return [
            { place: placeOfQualification(edition, area, block, code, 'rate'), message: `the rate is ${rate}, expected ${expected}` },
          ];
        }),
      );
    });
  },
};

export const replacementPositive: ProjectionCheck = {
  name: 'replacement-positive',
  severity: 'block',
  describe: 'Replacement demand is above 0 in every group: some people leave any work.',
  check(edition) {
    return areasOf(edition).flatMap((area) =>
      [...area.groups].flatMap(([code, { replacement }]) =>
        replacement > 0
          ? []
          : [
              {
                place: placeOfGroup(edition, area, code, 'replacement'),
                message: `the replacement demand is ${shown(replacement)}, expected more than 0`,
              },
            ],
      ),
    );
  },
};

const nations: readonly AreaSlug[] = ['england', 'wales', 'scotland', 'northern-ireland'];
const regions: readonly AreaSlug[] = areaSlugs.all.filter((slug) => slug !== 'uk' && !nations.includes(slug));

// The workbooks of nations and regions have not been seen: half a percent is room for rounding and separate runs, and far below any misplaced area.
const wholeTolerance = 0.005;

function partsAddUp(edition: Edition, whole: AreaSlug, parts: readonly AreaSlug[]): Finding[] {
  const areas = new Map(areasOf(edition).map((area) => [area.slug, area]));
  const all = areas.get(whole);
  if (all === undefined || parts.some((slug) => !areas.has(slug))) return [];
  return [...all.groups].flatMap(([code, cell]) =>
    (['base', 'target'] as const).flatMap((column) => {
      const sum = parts.reduce((added, slug) => added + (areas.get(slug)?.groups.get(code)?.[column] ?? NaN), 0);
      // In whole thousands every part may be off by half a one.
      const limit = cell[column] * wholeTolerance + (isRounded(all) ? (parts.length + 1) / 2 : 0);
      if (Math.abs(sum - cell[column]) <= limit) return [];
      return [
        {
          place: placeOfGroup(edition, all, code, column),
          message: `${parts.length} parts add up to ${shown(sum)}, ${areaOf(whole).name} is ${shown(cell[column])}`,
        },
      ];
    }),
  );
}

export const areasAddUp: ProjectionCheck = {
  name: 'areas-add-up',
  severity: 'block',
  describe: 'The four nations add up to the United Kingdom and the nine regions to England, within 0.5 %, in every group.',
  check: (edition) => [...partsAddUp(edition, 'uk', nations), ...partsAddUp(edition, 'england', regions)],
};

// Of 16 groups whose figures of the United Kingdom have been quoted, England has 81 to 89 %.
const englandShare = [0.78, 0.93] as const;

export const englandsShare: ProjectionCheck = {
  name: 'england-share',
  severity: 'block',
  describe: "England has 78 to 93 % of every group's jobs in the United Kingdom (seen: 81 to 89 %).",
  check(edition) {
    const areas = new Map(areasOf(edition).map((area) => [area.slug, area]));
    const [uk, england] = [areas.get('uk'), areas.get('england')];
    if (uk === undefined || england === undefined) return [];
    return [...england.groups].flatMap(([code, { base }]) => {
      const share = base / (uk.groups.get(code)?.base ?? NaN);
      if (share >= englandShare[0] && share <= englandShare[1]) return [];
      return [
        {
          place: placeOfGroup(edition, england, code, 'base'),
          message: `England has ${(100 * share).toFixed(1)} % of the United Kingdom's jobs, expected 78 to 93 %`,
        },
      ];
    });
  },
};

// Northern Ireland, the smallest area, has some 900 thousand jobs, the United Kingdom 35,000.
const plausibleJobs = { each: [500, 6_500], whole: [25_000, 45_000] } as const;

export const size: ProjectionCheck = {
  name: 'size',
  severity: 'block',
  describe:
    'All occupations are 500 to 6,500 thousand jobs in each region and nation, 25,000 to 45,000 in England and the United Kingdom: the unit is thousands, once.',
  check(edition) {
    return areasOf(edition).flatMap((area: Area) => {
      const [least, most] = area.slug === 'uk' || area.slug === 'england' ? plausibleJobs.whole : plausibleJobs.each;
      const all = area.groups.get(allGroups);
      return (['base', 'target'] as const).flatMap((column) => {
        const jobs = all?.[column] ?? NaN;
        if (jobs >= least && jobs <= most) return [];
        return [
          {
            place: placeOfGroup(edition, area, allGroups, column),
            message: `all occupations are ${shown(jobs)} thousand jobs, expected ${least} to ${most}`,
          },
        ];
      });
    });
  },
};
