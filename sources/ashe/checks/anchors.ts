// Figures of ASHE that we know from elsewhere than the file: cells that we read by eye in the published workbooks, and whole columns of 2025.
import { placeOf } from '#sources/kit/place.ts';
import { parseAddress } from '#sources/kit/read/workbook.ts';
import { payColumns } from '#schemas/pay-columns.ts';
// How many figures of the unit groups are published, and their sum, as derived tables give them.
import anchorColumns from '../data/anchor-columns.json' with { type: 'json' };
// The text of a cell, or the fill if the shading matters. Those of 2025 are from derived tables that give the number of the row.
import anchorCells from '../data/anchors.json' with { type: 'json' };
import { fillAt, layoutOf, printed, tableName } from '../parse.ts';
import { queryOf } from '../reshape.ts';
import { type Edition, figure, rowsOf } from './examined-tables.ts';

type Agreement = [place: string, found: number | string | null | undefined, expected: number | string | null, what?: string];

/** A correction that kept everything that we have read of the release before it. */
const keptBy: Readonly<Record<string, string>> = { '2025-provisional-2025-12-19': '2025-provisional' };

/** Whether something read in a release holds for this one. Table 15 may come later than Table 14. */
function isOf({ release: { name }, rows }: Edition, read: { readonly release: string; readonly table: string }): boolean {
  const isThere = !read.table.startsWith('15') || rows.some(({ table }) => table === 15);
  return isThere && (name === read.release || keptBy[name] === read.release);
}

/** The columns of the release that we know as a whole. */
export function columnAnchors(edition: Edition): Agreement[] {
  const { release } = edition;
  return anchorColumns
    .filter((anchor) => isOf(edition, anchor))
    .flatMap(({ table, sheet: name, area, column, published, sum }) => {
      const sheet = edition.rows.find((candidate) => tableName(candidate) === table && candidate.sheet === name);
      const slug = edition.observations.areas.find((candidate) => candidate === area);
      const at = payColumns.find((candidate) => candidate === column);
      if (sheet === undefined || slug === undefined || at === undefined) return [];
      const rows = rowsOf(edition, slug, queryOf(sheet));
      const figures = edition.observations.occupations.flatMap((code) => figure(rows.get(code), at) ?? []);
      const place = `${placeOf(release, printed(sheet))} ${area} ${column}`;
      return [
        [place, figures.length, published, 'the number of unit groups with a figure'],
        [place, figures.reduce((total, value) => total + value, 0), sum, 'the sum of the figures of the unit groups'],
      ] satisfies Agreement[];
    });
}

/** The cells of the release that we read by eye. */
export function anchors(edition: Edition): Agreement[] {
  const { release, rows } = edition;
  const ofRelease = anchorCells.filter((anchor) => isOf(edition, anchor));
  return ofRelease.map(({ table, sheet: name, cell, text, fill }) => {
    const { row: number, column: addressed } = parseAddress(cell);
    const sheet = rows.find((candidate) => tableName(candidate) === table && candidate.sheet === name);
    const row = sheet?.rows.find((candidate) => candidate.row === number);
    const place = placeOf(release, { printedAs: `${table} '${name}'` }, number, addressed);
    const { headerRow, columns } = layoutOf(sheet ?? {});
    const column = columns.indexOf(addressed) + 1;
    if (text === undefined) return [place, sheet && row && fillAt(sheet, row, column), fill, 'the fill'];
    if (number > headerRow) return [place, row?.cells[column - 1], text];
    return [place, number === headerRow ? sheet?.header[column - 1] : sheet?.title[column === 1 ? 0 : 1], text];
  });
}
