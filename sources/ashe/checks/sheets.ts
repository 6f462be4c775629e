// Checks the titles of ASHE sheets, the names of their workbooks, the labels of their rows, and the
// cells that we know.
import type { Agreement, Finding } from '#sources/kit/checks.ts';
import type { TitledCode } from '#sources/kit/checks-titles.ts';
import { placeOf } from '#sources/kit/place.ts';
import { parseAddress } from '#sources/kit/read/addresses.ts';
import { foldBlanks } from '#sources/kit/read/fold.ts';
import { payColumns } from '#schemas/pay-columns.ts';
// How many figures of the unit groups are published, and their sum, as derived tables give them.
import anchorColumns from '../data/anchor-columns.json' with { type: 'json' };
// The text of a cell, or the fill if the shading matters. Those of 2025 are from derived tables
// that give the number of the row.
import anchorCells from '../data/anchors.json' with { type: 'json' };
import {
  type PrintedRow,
  type Workbook,
  fillAt,
  printedWorkbook,
  sheets,
  tableName,
} from '../layout.ts';
import { allEmployees, pairsOf, queryOf, regionSlugs, rowsOfAreas } from '../reshape.ts';
import { type Edition, figure, rowsOf } from './edition.ts';

/**
 * The rows of every sheet of estimates: their number, and the first unexpected one. Table 14 has
 * all employees and then every group, Table 15 the unit groups of one region after the other.
 */
export function* rowsInOrder(
  { release, rows, needs, observations }: Edition,
  table: Workbook['table'],
): Generator<Agreement> {
  const described = (area: string | null, code: string) =>
    `${area ?? 'no region'} ${code === allEmployees ? 'all employees' : code}`;
  const expected =
    table === 14
      ? [allEmployees, ...needs.get('soc-structure').groups.keys()].map((code) =>
          described('uk', code),
        )
      : regionSlugs.flatMap((area) =>
          observations.occupations.map((code) => described(area, code)),
        );
  for (const pair of pairsOf(rows).filter(({ estimates }) => estimates.table === table)) {
    const sheet = printedWorkbook(pair.estimates);
    const describedRows = [...rowsOfAreas(pair)].map(({ row, area, code }) => ({
      row: row.row,
      description: described(area, code),
    }));
    yield {
      place: placeOf(release, sheet),
      found: describedRows.length,
      expected: expected.length,
      what: 'the number of rows',
    };
    const firstUnexpected = describedRows.findIndex(
      ({ description }, index) => description !== expected[index],
    );
    const what = 'the first row that is not as expected';
    if (firstUnexpected >= 0)
      yield {
        place: placeOf(release, sheet, describedRows[firstUnexpected]?.row),
        found: describedRows[firstUnexpected]?.description,
        expected: expected[firstUnexpected] ?? null,
        what,
      };
  }
}

/**
 * The titles beside the codes: for each sheet of estimates those of Table 14, and of Table 15 those
 * of each region.
 */
export function* titles({ release, rows }: Edition): Generator<TitledCode[]> {
  for (const pair of pairsOf(rows)) {
    const table = printedWorkbook(pair.estimates);
    for (const ofArea of Map.groupBy(rowsOfAreas(pair), ({ area }) => area).values())
      yield ofArea.map(({ row, code, title }) => ({
        place: () => placeOf(release, table, row.row, pair.estimates.columns[0]),
        code,
        title,
      }));
  }
}

export function* rowsSideBySide({ release, rows }: Edition): Generator<Agreement> {
  const labelOf = (row: PrintedRow | undefined) =>
    `${row?.row} ${foldBlanks(row?.cells[1] ?? '')} ${foldBlanks(row?.cells[0] ?? '')}`;
  for (const { estimates, cvs } of pairsOf(rows)) {
    yield {
      place: placeOf(release, printedWorkbook(estimates)),
      found: cvs.rows.length,
      expected: estimates.rows.length,
      what: 'the number of rows of coefficients',
    };
    for (const [index, row] of estimates.rows.entries()) {
      const place = () =>
        placeOf(release, printedWorkbook(estimates), row.row, estimates.columns[0]);
      yield {
        place,
        found: labelOf(cvs.rows[index]),
        expected: labelOf(row),
        what: 'the row of coefficients',
      };
    }
  }
}

/** One finding for each requirement that a text does not meet. */
function unlike(
  place: string,
  text: string,
  demands: readonly (readonly [expected: string, isSo: boolean])[],
): Finding[] {
  return demands
    .filter(([, isSo]) => !isSo)
    .map(([expected]) => ({ place, message: `${text}, expected ${expected}` }));
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
    return unlike(
      placeOf(release, printedWorkbook(sheet), sheet.titleRow, sheet.columns[0]),
      `the title is "${title}"`,
      [
        [
          `it to name Table ${tableName(sheet)}`,
          begin.test(title) && new RegExp(`\\.${number}${kind}\\b`).test(title),
        ],
        [
          `it to name ${employees} employee jobs`,
          new RegExp(`\\bfor ${employees} employee jobs`, 'i').test(title),
        ],
        [`it to name the year ${release.year}`, year === `${release.year}`],
      ],
    );
  });
}

/**
 * Workbooks whose name gives another year or kind than the release, or another kind than the first
 * workbook.
 */
export function wrongWorkbooks({ release, rows }: Edition): Finding[] {
  const workbooks = [...new Map(rows.map((sheet) => [sheet.member, sheet])).values()].map(
    (sheet) => {
      const name = sheet.member.slice(sheet.member.lastIndexOf('/') + 1);
      return {
        place: placeOf(release, tableName(sheet)),
        name,
        isProvisional: name.startsWith('PROV - '),
      };
    },
  );
  const [first] = workbooks;
  return workbooks.flatMap(({ place, name, isProvisional }) => {
    // The editions of 2023 print the year in no sheet, only in the name of the workbook.
    const year = /\b(20\d\d)\b(?!.*\b20\d\d\b)/.exec(name)?.[1];
    return unlike(place, `the workbook is "${name}"`, [
      [`it to name the year ${release.year}`, year === `${release.year}`],
      ['a revised one', release.provisional || !isProvisional],
      [
        `it to be marked provisional if and only if "${first?.name}" is`,
        isProvisional === first?.isProvisional,
      ],
    ]);
  });
}

/** A correction that changed nothing that we have read in the release before it. */
const keptBy: Readonly<Record<string, string>> = {
  '2025-provisional-2025-12-19': '2025-provisional',
};

/**
 * The anchors that apply to the release, each with its sheet. Table 15 may come later than Table
 * 14.
 */
function anchorsOf<
  Anchor extends { readonly release: string; readonly table: string; readonly sheet: string },
>({ release: { name }, rows }: Edition, anchors: readonly Anchor[]) {
  return anchors
    .filter(
      ({ release, table }) =>
        (name === release || keptBy[name] === release) &&
        rows.some((sheet) => table.startsWith(`${sheet.table}`)),
    )
    .map((anchor) => ({
      anchor,
      sheet: rows.find(
        (sheet) => tableName(sheet) === anchor.table && sheet.sheet === anchor.sheet,
      ),
    }));
}

/** The columns of the release that we know as a whole, and the cells that we read by eye. */
export function* anchors(edition: Edition): Generator<Agreement> {
  const { release, observations } = edition;
  for (const { anchor, sheet } of anchorsOf(edition, anchorColumns)) {
    const area = observations.areas.find((candidate) => candidate === anchor.area);
    const column = payColumns.find((candidate) => candidate === anchor.column);
    if (sheet === undefined || area === undefined || column === undefined) continue;
    const rows = rowsOf(edition, area, queryOf(sheet));
    const figures = observations.occupations.flatMap(
      (code) => figure(rows.get(code), column) ?? [],
    );
    const place = `${placeOf(release, printedWorkbook(sheet))} ${area} ${column}`;
    yield {
      place,
      found: figures.length,
      expected: anchor.published,
      what: 'the number of unit groups with a figure',
    };
    yield {
      place,
      found: figures.reduce((total, value) => total + value, 0),
      expected: anchor.sum,
      what: 'the sum of the figures of the unit groups',
    };
  }
  for (const { anchor, sheet } of anchorsOf(edition, anchorCells)) {
    const { row: number, column } = parseAddress(anchor.cell);
    const row = sheet?.rows.find((candidate) => candidate.row === number);
    const place = placeOf(release, `${anchor.table} '${anchor.sheet}'`, number, column);
    const columnIndex = (sheet?.columns.indexOf(column) ?? 0) + 1;
    if (anchor.text === undefined)
      yield {
        place,
        found: sheet && row && fillAt(sheet, row, columnIndex),
        expected: anchor.fill ?? null,
        what: 'the fill',
      };
    else if (number > (sheet?.headerRow ?? 0))
      yield { place, found: row?.cells[columnIndex - 1], expected: anchor.text };
    else
      yield {
        place,
        found:
          number === sheet?.headerRow
            ? sheet.header[columnIndex - 1]
            : sheet?.title[columnIndex === 1 ? 0 : 1],
        expected: anchor.text,
      };
  }
}
