// Figures known from elsewhere: cells read by eye, and what others have quoted of the published workbooks.
import { parseAddress } from '#sources/kit/read/workbook.ts';
import { areaOf } from '#schemas/codes.ts';
import { type Rows, type WorkbookRow, placeOf } from '../parse.ts';
import { allGroups } from '../reshape.ts';
import { type Column, type ProjectionCheck, areasOf, isRevised2020To2035, placeOfGroup, shown } from './examined-areas.ts';

/** Cells read by eye in England's workbook, EN_MainTables.Main.xlsm, to the three decimals that were read. */
const anchorCells: readonly (readonly [sheet: 'groups' | 'qualifications', address: string, expected: string])[] = [
  ['groups', 'A8', '11 Corporate managers and directors'],
  ['groups', 'D8', '2300.863'],
  ['groups', 'F9', '1429.468'],
  ['groups', 'F10', '2241.433'],
  ['groups', 'F13', '2883.477'],
  ['groups', 'H19', '-327.739'],
  ['groups', 'I25', '1260.264'],
  ['groups', 'D27', '31.742'],
  ['groups', 'F27', '27.819'],
  ['groups', 'F32', '305.223'],
  ['groups', 'J32', '50.009'],
  ['groups', 'D35', '29859.681'],
  ['groups', 'F35', '32070.091'],
  ['groups', 'H35', '2210.410'],
  ['groups', 'I35', '14988.123'],
  ['groups', 'J35', '17198.533'],
  ['qualifications', 'G33', '0.027'],
  ['qualifications', 'B38', '98.409'],
  ['qualifications', 'B52', '2.159'],
  ['qualifications', 'C96', '669.901'],
  ['qualifications', 'E117', '55.247'],
  ['qualifications', 'D280', '-3.554'],
  ['qualifications', 'B294', '1139.300'],
  ['qualifications', 'F294', '-167.549'],
];

export const anchors: ProjectionCheck = {
  name: 'anchors',
  severity: 'block',
  describe: "Cells read by eye in England's workbook are where they were, and as they were.",
  check({ release, rows }) {
    const workbook = rows.find((row): row is WorkbookRow => row.kind === 'workbook' && row.workbook === 'EN_MainTables.Main.xlsm');
    if (release.sample || release.name !== '2020-2035-revised' || workbook === undefined) return [];
    return anchorCells.flatMap(([sheet, address, expected]) => {
      const found = cellText(rows, workbook, sheet, address);
      const { row, column } = parseAddress(address);
      const place = placeOf(release, workbook, workbook.sheets[sheet] ?? '', row, column);
      return found === expected ? [] : [{ place, message: `found ${found === null ? 'nothing' : `"${found}"`}, expected "${expected}"` }];
    });
  },
};

/** The text of a cell of a row that is kept, numbers to three decimals; null where none is kept. */
export function cellText(rows: Rows, workbook: WorkbookRow, sheet: 'groups' | 'qualifications', address: string): string | null {
  const { row, column } = parseAddress(address);
  const kind = sheet === 'groups' ? 'group' : 'qualification';
  const printed = rows.find((candidate) => candidate.kind === kind && candidate.workbook === workbook.workbook && candidate.row === row);
  if (printed === undefined || printed.kind === 'workbook') return null;
  if (column === 1) return printed.label;
  const name = Object.entries(workbook.columns[sheet] ?? {}).find(([, at]) => at === column)?.[0];
  const texts: Readonly<Record<string, unknown>> = { ...printed };
  return name === undefined ? null : Number(texts[name]).toFixed(3);
}

// England in 2035 by the revised projections, in thousands; those of March 2023, which were withdrawn, have 777.7, 1,055.2 and 294.0.
const revisedEngland = [
  ['91', 305.22],
  ['32', 632.02],
  ['33', 442.15],
] as const;

export const editionPin: ProjectionCheck = {
  name: 'edition-pin',
  severity: 'block',
  describe:
    'England in 2035 is that of the revision of August 2024 in the groups that it moved most (91, 32, 33), within 0.5 thousand: totals cannot tell the two editions apart.',
  check(edition) {
    const england = areasOf(edition).find(({ slug }) => slug === 'england');
    if (england === undefined || !isRevised2020To2035(edition)) return [];
    return revisedEngland.flatMap(([code, expected]) => {
      const target = england.groups.get(code)?.target ?? NaN;
      if (Math.abs(target - expected) <= 0.5) return [];
      return [
        {
          place: placeOfGroup(edition, england, code, 'target'),
          message: `England's group ${code} has ${shown(target)} thousand jobs, the revised projections ${expected}`,
        },
      ];
    });
  },
};

/** As a careers site quotes the published workbook of the United Kingdom, in whole thousands. */
const quotedUk: readonly (readonly [code: string, figures: Partial<Record<Column, number>>])[] = [
  [allGroups, { base: 34975, target: 37568, net: 2593, replacement: 17534, total: 20127 }],
  ['24', { base: 2564, target: 3234, replacement: 1419 }],
  ['12', { base: 1143, target: 1637, replacement: 824 }],
  ['61', { base: 2366, target: 2832, replacement: 1474 }],
  ['41', { base: 3066, target: 2685, replacement: 1390 }],
  ['91', { base: 465, target: 368, replacement: 153 }],
  ['53', { base: 903, target: 889, replacement: 388 }],
];

export const quotedFigures: ProjectionCheck = {
  name: 'quoted-figures',
  severity: 'block',
  describe: 'The figures of the United Kingdom are those that others have quoted from the published workbook, to the thousand.',
  check(edition) {
    const uk = areasOf(edition).find(({ slug }) => slug === 'uk');
    if (uk === undefined || !isRevised2020To2035(edition)) return [];
    return quotedUk.flatMap(([code, figures]) =>
      (Object.keys(figures) as Column[]).flatMap((column) => {
        const found = uk.groups.get(code)?.[column] ?? NaN;
        const expected = figures[column] ?? NaN;
        return Math.abs(found - expected) <= 0.5
          ? []
          : [{ place: placeOfGroup(edition, uk, code, column), message: `found ${shown(found)} thousand, expected ${expected}` }];
      }),
    );
  },
};

// 'Occ T2'!D35 of the Greater London workbook, which covers the territory of the region. It was run at another time.
const londonJobs = 5942.46;

export const london: ProjectionCheck = {
  name: 'london',
  severity: 'block',
  describe:
    'London has 5,942 thousand jobs in 2020, within 0.5 %, as in the workbook of the Local Skills Improvement Plan of the same territory.',
  check(edition) {
    const area = areasOf(edition).find(({ slug }) => slug === 'london');
    if (area === undefined || !isRevised2020To2035(edition)) return [];
    const base = area.groups.get(allGroups)?.base ?? NaN;
    if (Math.abs(base / londonJobs - 1) <= 0.005) return [];
    return [
      {
        place: placeOfGroup(edition, area, allGroups, 'base'),
        message: `${areaOf('london').name} has ${shown(base)} thousand jobs, expected ${londonJobs} within 0.5 %`,
      },
    ];
  },
};
