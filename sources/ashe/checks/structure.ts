// What the sheets of ASHE say of themselves: their titles, the names of their workbooks, the labels and codes of their rows.
import type { TitledCode } from '#sources/kit/checks-titles.ts';
import { placeOf } from '#sources/kit/place.ts';
import { foldBlanks } from '#sources/kit/read/columns.ts';
import type { Finding } from '#sources/kit/source.ts';
import { type AsheSheet, type TableNumber, columnAt, layoutOf, printed, sheets, tableName } from '../parse.ts';
import { allEmployees, areaOfRow, codeOf, isNotClassified, pairsOf, regionSlugs, rowsOfAreas, titleOf } from '../reshape.ts';
import type { Edition } from './examined-tables.ts';

type Agreement = [
  place: (() => string) | string,
  found: number | string | null | undefined,
  expected: number | string | null,
  what?: string,
];

/**
 * The rows of every sheet: how many, and the first that is not the row expected there. Table 14 has all employees and then every group,
 * Table 15 the unit groups of one region after the other.
 */
export function* rowsInOrder({ release, rows, needs, observations }: Edition, table: TableNumber): Generator<Agreement> {
  const described = (area: string | null, code: string) => `${area ?? 'no region'} ${code === allEmployees ? 'all employees' : code}`;
  const expected =
    table === 14
      ? [allEmployees, ...needs.get('soc-structure').groups.keys()].map((code) => described('uk', code))
      : regionSlugs.flatMap((area) => observations.occupations.map((code) => described(area, code)));
  for (const sheet of rows.filter((candidate) => candidate.table === table)) {
    const own = sheet.rows.filter((row) => !isNotClassified(row));
    const found = own.map((row) => described(table === 14 ? 'uk' : areaOfRow(row), codeOf(row)));
    yield [placeOf(release, printed(sheet)), found.length, expected.length, 'the number of rows'];
    const at = found.findIndex((line, index) => line !== expected[index]);
    if (at >= 0)
      yield [placeOf(release, printed(sheet), own[at]?.row), found[at], expected[at] ?? null, 'the first row that is not as expected'];
  }
}

/** The titles beside the codes: for each sheet of estimates those of Table 14, and of Table 15 those of each region. */
export function* titles({ release, rows }: Edition): Generator<TitledCode[]> {
  for (const { estimates } of pairsOf(rows)) {
    const table = printed(estimates);
    for (const ofArea of Map.groupBy(
      rowsOfAreas(estimates, () => null),
      ({ area }) => area,
    ).values())
      yield ofArea.map(({ row, code }) => [() => placeOf(release, table, row.row, columnAt(estimates, 1)), code, titleOf(estimates, row)]);
  }
}

/** Each row of estimates with the row of its coefficients. */
export function* rowsSideBySide({ release, rows }: Edition): Generator<Agreement> {
  const labelOf = (row: AsheSheet['rows'][number] | undefined) =>
    `${row?.row} ${foldBlanks(row?.cells[1] ?? '')} ${foldBlanks(row?.cells[0] ?? '')}`;
  for (const { estimates, cvs } of pairsOf(rows)) {
    yield [placeOf(release, printed(estimates)), cvs.rows.length, estimates.rows.length, 'the number of rows of coefficients'];
    for (const [index, row] of estimates.rows.entries()) {
      const place = () => placeOf(release, printed(estimates), row.row, columnAt(estimates, 1));
      yield [place, labelOf(cvs.rows[index]), labelOf(row), 'the row of coefficients'];
    }
  }
}

/** One finding for each demand that a text does not meet. */
function unlike(place: string, text: string, demands: readonly (readonly [expected: string, isSo: boolean])[]): Finding[] {
  return demands.filter(([, isSo]) => !isSo).map(([expected]) => ({ place, message: `${text}, expected ${expected}` }));
}

/** Sheets whose title names another table, another sex and work pattern, or another year. */
export function wrongTitles({ release, rows }: Edition): Finding[] {
  return rows.flatMap((sheet) => {
    const { table, number, kind } = sheet;
    const title = foldBlanks(sheet.title.join(' '));
    const { employees } = sheets.find(({ name }) => name === sheet.sheet) ?? sheets[0];
    // We have not seen a title of Table 15, so it only has to name the table and the number.
    const begin = table === 14 ? /^Table 14/ : /^(Work Region.* )?Table 15/;
    const year = /\b20\d\d$/.exec(title)?.[0] ?? `${release.year}`;
    return unlike(placeOf(release, printed(sheet), layoutOf(sheet).titleRow, columnAt(sheet, 1)), `the title is "${title}"`, [
      [`it to name Table ${tableName(sheet)}`, begin.test(title) && new RegExp(`\\.${number}${kind}\\b`).test(title)],
      [`it to name ${employees} employee jobs`, new RegExp(`\\bfor ${employees} employee jobs`, 'i').test(title)],
      [`it to name the year ${release.year}`, year === `${release.year}`],
    ]);
  });
}

/** Workbooks whose name gives another year or kind than the release, or another kind than the first workbook. */
export function wrongWorkbooks({ release, rows }: Edition): Finding[] {
  const workbooks = [...new Map(rows.map((sheet) => [sheet.member, sheet])).values()].map(({ sheet: _, ...workbook }) => {
    const name = workbook.member.slice(workbook.member.lastIndexOf('/') + 1);
    return { place: placeOf(release, printed(workbook)), name, isProvisional: name.startsWith('PROV - ') };
  });
  const [first] = workbooks;
  return workbooks.flatMap(({ place, name, isProvisional }) => {
    // The editions of 2023 print the year in no sheet, only in the name of the workbook.
    const year = /\b(20\d\d)\b(?!.*\b20\d\d\b)/.exec(name)?.[1];
    return unlike(place, `the workbook is "${name}"`, [
      [`it to name the year ${release.year}`, year === `${release.year}`],
      ['a revised one', release.provisional || !isProvisional],
      [`it to be marked provisional if and only if "${first?.name}" is`, isProvisional === first?.isProvisional],
    ]);
  });
}
