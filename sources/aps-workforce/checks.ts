// What has to be true of a release before it is served. Observed values are those of the workbook of 14 November 2025, table 3136.
//
// What nothing can be read without is demanded earlier: parse.ts finds the tables, reshape.ts refuses markers, sections and occupations
// that it does not know. Whether the figures stay below an occupation's employment is not checked: the count of the same calendar year
// is another source's, of another release than the one served.
import { parseAddress } from '#sources/kit/read/workbook.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { round } from '#schemas/round.ts';
import { type Rows, type Table, type TableRow, fillAt, placeOf } from './parse.ts';
import { yearsOf } from './release-name.ts';
import {
  type Breakdown,
  type Figure,
  type IndustryYear,
  type Line,
  type WorkforceObservations,
  newestYear,
  periodOf,
  sections,
  shaded,
} from './reshape.ts';

type Edition = Examined<Rows, WorkforceObservations>;
type WorkforceCheck = Check<Rows, WorkforceObservations>;

/** `[sheet, address, text]`, and whether the cell is shaded where that counts. */
type Anchor = readonly [sheet: string, address: string, expected: string, shading?: 'shaded' | 'plain'];

/** Cells read by eye in the workbook of the release 2021-2024. */
const anchorCells: readonly Anchor[] = [
  ['2024', 'B9', '1111 Chief executives and senior officials'],
  ['2024', 'C9', '861', 'shaded'],
  ['2024', 'D9', '*'],
  ['2024', 'E9', '6570', 'shaded'],
  ['2024', 'L9', '17929', 'plain'],
  ['2024', 'O9', '30687', 'plain'],
  ['2024', 'C10', '-'],
  ['2024', 'E10', '*'],
  ['2024', 'Q10', '7661', 'plain'],
  ['2024', 'D11', '2038', 'shaded'],
  ['2024', 'E11', '135065', 'plain'],
  ['2024', 'H12', '120593', 'plain'],
  ['2024', 'L68', '275177', 'plain'],
  ['2024', 'M68', '64850', 'plain'],
  ['2024', 'O68', '51946', 'plain'],
  ['2024', 'S88', '43073', 'plain'],
  ['2024', 'R106', '366269'],
  ['2024', 'Q173', '184516'],
  ['2024', 'H206', '267', 'shaded'],
  ['2024', 'S312', '810048'],
  ['2024', 'I329', '749447'],
  ['2024', 'T419', '22244', 'plain'],
  ['2024', 'U420', '4664', 'shaded'],
  ['2024', 'C421', '284473'],
  ['2024', 'S421', '4630386'],
  ['2024', 'U421', '898757'],
  ['2021', 'C9', '335', 'shaded'],
  ['2021', 'E11', '155749'],
  ['2021', 'C421', '281448'],
];
const anchoredRelease = '2021-2024';

/** Every printed number of a table with its place, its row of all occupations left out. */
function* numbersOf(table: Table): Generator<{ row: TableRow; place: number; value: number; isShaded: boolean }> {
  for (const row of table.rows) {
    if (row.label.trim() === 'Total') continue;
    for (const [place, cell] of row.cells.entries()) {
      if (/^\d+$/.test(cell)) yield { row, place, value: Number(cell), isShaded: shaded.test(fillAt(table, row, place) ?? '') };
    }
  }
}

function industryTables({ rows }: Edition): readonly Table[] {
  return rows.filter(({ kind }) => kind === 'industry');
}

function sumOf(figures: readonly Figure[]): number {
  return figures.reduce((sum, { count }) => sum + (count ?? 0), 0);
}

/** `aps-workforce 2021-2024 '2024' section C`. */
function placeOfYear({ release }: Edition, { year }: IndustryYear, section?: string): string {
  return `aps-workforce ${release.name} '${year}'${section === undefined ? '' : ` section ${section}`}`;
}

// 31.90, 32.39, 32.73 and 32.70 million in 2021 to 2024; another unit or population lies outside.
const plausibleTotal = [30_000_000, 37_000_000] as const;

/** The tables by age and qualification, with what they are called in messages. */
function peopleTables({ observations }: Edition): [string, Breakdown<unknown>][] {
  const { ages, qualifications } = observations;
  const tables: [string, Breakdown<unknown> | null][] = [
    ['ages', ages],
    ['qualifications', qualifications],
  ];
  return tables.flatMap(([name, table]): [string, Breakdown<unknown>][] => (table === null ? [] : [[name, table]]));
}

function shareFindings(place: string, { total, figures }: Line): Finding[] {
  if (total.count === null) return [];
  const percent = round((100 * sumOf(figures)) / total.count, 2);
  const complete = figures.every(({ withheld }) => withheld === null);
  if (percent <= 100.5 && (!complete || percent >= 99.5)) return [];
  return [
    {
      place,
      message: `the categories make ${percent} % of ${total.count} people, expected ${complete ? '99.5 to 100.5' : 'at most 100.5'} %`,
    },
  ];
}

export const checks: readonly WorkforceCheck[] = [
  {
    name: 'sheets',
    severity: 'block',
    describe: 'The workbook by industry has a sheet for each calendar year of the release, and each says that it is of its year.',
    check(edition) {
      const { release } = edition;
      const years = yearsOf(release.name);
      const tables = industryTables(edition);
      const wrong = tables.filter((table) => periodOf(table) !== `January to December ${table.sheet.trim()}`);
      const findings = wrong.map((table) => ({
        place: placeOf(release, table, 3, 1),
        message: `got "${table.about.join(' / ')}", expected a line "January-December ${table.sheet}"`,
      }));
      if (years === null) return findings;
      const expected = Array.from({ length: years.last - years.first + 1 }, (_, place) => String(years.first + place));
      const found = tables.map(({ sheet }) => sheet.trim()).sort();
      if (found.join() !== expected.join())
        findings.push({
          place: `aps-workforce ${release.name}`,
          message: `found the sheets ${found.join(', ')}, expected ${expected.join(', ')}`,
        });
      return findings;
    },
  },
  {
    name: 'sections',
    severity: 'block',
    describe: 'The columns are the sections A to S of industry, in order.',
    check: (edition) =>
      edition.observations.industries.flatMap((year) => {
        const [found, expected] = [year.categories.join(' '), sections.map(({ code }) => code).join(' ')];
        return found === expected
          ? []
          : [{ place: placeOfYear(edition, year), message: `found the sections ${found}, expected ${expected}` }];
      }),
  },
  {
    name: 'units-complete',
    severity: 'block',
    describe: 'Every table has every unit group once, in ascending order, and a row of all of them.',
    check: ({ release, rows, observations }) =>
      rows.flatMap((table) => {
        const codes = table.rows.map(({ label }) => label.trim().slice(0, 4)).filter((code) => /^\d{4}$/.test(code));
        const found = new Set(codes);
        const missing = observations.occupations
          .filter((code) => !found.has(code))
          .map((code) => ({ place: placeOf(release, table), message: `there is no row of ${code}` }));
        const place = codes.findIndex((code, index) => index > 0 && code <= (codes[index - 1] ?? ''));
        const disorder =
          place < 0
            ? []
            : [{ place: placeOf(release, table), message: `${codes[place]} stands after ${codes[place - 1]}, expected ascending order` }];
        const noTotal = table.rows.some(({ label }) => label.trim() === 'Total')
          ? []
          : [{ place: placeOf(release, table), message: 'there is no row "Total", expected one below the occupations' }];
        return [...missing, ...disorder, ...noTotal];
      }),
  },
  {
    name: 'styles-read',
    severity: 'block',
    describe:
      'At least 1,000 figures of each sheet by industry are shaded (1,831 to 2,075): a workbook saved without its styles has lost the caution.',
    check: (edition) =>
      industryTables(edition).flatMap((table) => {
        const count = [...numbersOf(table)].filter(({ isShaded }) => isShaded).length;
        return count >= 1000
          ? []
          : [{ place: placeOf(edition.release, table), message: `${count} figures are shaded, expected at least 1000` }];
      }),
  },
  {
    name: 'fill-by-value',
    severity: 'known-issue',
    describe: 'No shaded figure by industry is above 25,000 (at most 21,301), and no plain one below 5,000 (at least 6,017).',
    check: (edition) =>
      industryTables(edition).flatMap((table) =>
        [...numbersOf(table)]
          .filter(({ value, isShaded }) => (isShaded ? value > 25_000 : value < 5_000))
          .map(({ row, place, value, isShaded }) => ({
            place: placeOf(edition.release, table, row.row, table.columns[place]?.column),
            message: `${value} is ${isShaded ? 'shaded' : 'plain'}`,
          })),
      ),
  },
  {
    name: 'column-totals',
    severity: 'block',
    describe:
      "A section's figures make 50 to 100 % of its total (64 to 99 %), all sections 95 to 100 % (96.5 to 97.5 %): the rest is withheld.",
    check: (edition) =>
      edition.observations.industries.flatMap((year) => {
        const totals = year.allOccupations?.figures ?? [];
        const lines = [...year.lines.values()];
        const visible = year.categories.map((_, place) => sumOf(lines.flatMap(({ figures }) => figures[place] ?? [])));
        const findings = year.categories.flatMap((section, place) => {
          const all = totals[place]?.count;
          const [percent, part] = [all ? round((100 * (visible[place] ?? 0)) / all, 1) : null, visible[place] ?? 0];
          if (percent !== null && percent >= 50 && part <= (all ?? 0)) return [];
          return [
            {
              place: placeOfYear(edition, year, section),
              message: `the figures make ${part} of ${all ?? 'a total that is missing'}, expected 50 to 100 % of it`,
            },
          ];
        });
        const share = round((100 * visible.reduce((sum, part) => sum + part, 0)) / (sumOf(totals) || 1), 1);
        if (share < 95 || share > 100)
          findings.push({ place: placeOfYear(edition, year), message: `all figures make ${share} % of the totals, expected 95 to 100 %` });
        return findings;
      }),
  },
  {
    name: 'total-plausible',
    severity: 'block',
    describe: 'All sections together have 30 to 37 million people (31.9 to 32.7).',
    check: (edition) =>
      edition.observations.industries.flatMap((year) => {
        const sum = sumOf(year.allOccupations?.figures ?? []);
        return sum >= plausibleTotal[0] && sum <= plausibleTotal[1]
          ? []
          : [{ place: placeOfYear(edition, year), message: `the totals make ${sum} people, expected ${plausibleTotal.join(' to ')}` }];
      }),
  },
  {
    name: 'year-movement',
    severity: 'known-issue',
    describe:
      "From year to year a section's total moves by less than 20 % (at most 18.4, section B in 2022), and all together by less than 3 %.",
    check: (edition) =>
      edition.observations.industries.flatMap((year, index, years) => {
        const before = years[index - 1];
        if (before === undefined) return [];
        const moved = (now: number, then: number) => round(100 * (now / then - 1), 1);
        const [now, then] = [year, before].map(({ allOccupations }) => allOccupations?.figures ?? []);
        const findings = year.categories.flatMap((section, place) => {
          const [count, countBefore] = [now?.[place]?.count, then?.[place]?.count];
          const change = count && countBefore ? moved(count, countBefore) : 0;
          return Math.abs(change) < 20
            ? []
            : [{ place: placeOfYear(edition, year, section), message: `${count} after ${countBefore} in ${before.year}: ${change} %` }];
        });
        const change = moved(sumOf(now ?? []), sumOf(then ?? []) || 1);
        if (Math.abs(change) >= 3)
          findings.push({ place: placeOfYear(edition, year), message: `all sections together move by ${change} % on ${before.year}` });
        return findings;
      }),
  },
  {
    name: 'emptiness',
    severity: 'known-issue',
    describe: 'At most 5 unit groups have no figure of any section (at most one).',
    check(edition) {
      const year = newestYear(edition.observations);
      if (year === undefined) return [];
      const empty = [...year.lines].filter(([, { figures }]) => figures.every(({ count }) => count === null)).map(([code]) => code);
      return empty.length <= 5
        ? []
        : empty.map((code) => ({
            place: `${placeOfYear(edition, year)} ${code}`,
            message: 'the row has no figure, expected one of some section',
          }));
    },
  },
  {
    name: 'ages-and-qualifications-in-this-release',
    severity: 'known-issue',
    describe: 'The release has the tables by age and highest qualification.',
    check: (edition) =>
      edition.observations.ages !== null && edition.observations.qualifications !== null
        ? []
        : [
            {
              place: `aps-workforce ${edition.release.name}`,
              message:
                'ages, qualifications and the headline shares are not in this release; when the workbook comes it makes a new edition',
            },
          ],
  },
  {
    name: 'periods',
    severity: 'block',
    describe: 'The tables by age and qualification state their period, and it is the same.',
    check: ({ release, rows }) => {
      const tables = rows.filter(({ kind }) => kind !== 'industry');
      const periods = tables.map(periodOf);
      return tables
        .filter((_, place) => periods[place] === '' || periods[place] !== periods[0])
        .map((table) => ({
          place: placeOf(release, table),
          message: `the lines above the table are "${table.about.join(' / ')}", expected one like "April 2025-March 2026", the same for each table`,
        }));
    },
  },
  {
    name: 'shares-add-up',
    severity: 'block',
    describe:
      "The age bands, and the levels of qualification, make at most 100.5 % of an occupation's people, and at least 99.5 % where none is withheld.",
    check: (edition) =>
      peopleTables(edition).flatMap(([name, { lines, allOccupations }]) =>
        [...lines, ...(allOccupations === null ? [] : [['Total', allOccupations] as const])].flatMap(([code, line]) =>
          shareFindings(`aps-workforce ${edition.release.name} ${name} ${code}`, line),
        ),
      ),
  },
  {
    name: 'people-plausible',
    severity: 'block',
    describe: 'The tables by age and qualification print totals, of 30 to 37 million people in all, and the same total for an occupation.',
    check: (edition) => {
      const tables = peopleTables(edition);
      const [first] = tables;
      return tables.flatMap(([name, { lines, allOccupations }]) => {
        const place = `aps-workforce ${edition.release.name} ${name}`;
        const all = allOccupations?.total.count ?? null;
        const plausible = all !== null && all >= plausibleTotal[0] && all <= plausibleTotal[1];
        const differing = [...lines].filter(([code, { total }]) => total.count !== (first?.[1].lines.get(code)?.total.count ?? null));
        return [
          ...(plausible
            ? []
            : [{ place: `${place} Total`, message: `found ${all ?? 'no total'}, expected ${plausibleTotal.join(' to ')}` }]),
          ...differing.map(([code, { total }]) => ({
            place: `${place} ${code}`,
            message: `the total is ${total.count ?? 'withheld'}, by ${first?.[0]} it is ${first?.[1].lines.get(code)?.total.count ?? 'withheld'}`,
          })),
        ];
      });
    },
  },
  {
    name: 'anchors',
    severity: 'block',
    describe: 'Cells read by eye in the workbook of 2021 to 2024 are where they were, as they were, and shaded where they were.',
    check({ release, rows }) {
      if (release.name !== anchoredRelease) return [];
      return anchorCells.flatMap(([sheet, address, expected, shading]) => {
        const place = `aps-workforce ${release.name} '${sheet}'!${address}`;
        const { row, column } = parseAddress(address);
        const table = rows.find((candidate) => candidate.kind === 'industry' && candidate.sheet === sheet);
        const printed = table?.rows.find((candidate) => candidate.row === row);
        if (table === undefined || printed === undefined) return [{ place, message: `there is no such cell, expected "${expected}"` }];
        const index = table.columns.findIndex((candidate) => candidate.column === column);
        const found = column === table.labelColumn ? printed.label : printed.cells[index];
        const findings = found === expected ? [] : [{ place, message: `found "${found ?? ''}", expected "${expected}"` }];
        const isShaded = shaded.test(fillAt(table, printed, index) ?? '');
        if (shading !== undefined && isShaded !== (shading === 'shaded'))
          findings.push({ place, message: `the cell is ${isShaded ? 'shaded' : 'plain'}, expected ${shading}` });
        return findings;
      });
    },
  },
];
