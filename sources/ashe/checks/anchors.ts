// Numbers read by eye off the published tables: they catch every column that is off by one, and every table in the place of another.
import { parseAddress } from '#sources/kit/read/workbook.ts';
import { type AsheSheet, type SheetName, fillAt, firstRow, headerRow, jobsColumn, tableName } from '../parse.ts';
import type { AsheCheck } from './examined-tables.ts';

/** Cells read by eye in the published workbooks: the text, or where it is the shading that counts, the fill. */
type Anchor = readonly [release: string, table: string, sheet: SheetName, address: string, expected: string | { readonly fill: string }];

const anchorCells: readonly Anchor[] = [
  ['2023-provisional', '14.7a', 'All', 'A1', 'Table 14.7a Annual pay - Gross'],
  ['2023-provisional', '14.7a', 'All', 'C1', 'For all employee jobs(a): United Kingdom'],
  ['2023-provisional', '14.7a', 'All', 'H5', '10'],
  ['2023-provisional', '14.7a', 'All', 'C6', '22480'],
  ['2023-provisional', '14.7a', 'All', 'D6', '29669'],
  ['2023-provisional', '14.7a', 'All', 'F6', '35404'],
  ['2023-provisional', '14.7a', 'All', 'D86', '48229'],
  ['2023-provisional', '14.7a', 'All', 'Q86', 'x'],
  ['2023-provisional', '14.7a', 'All', 'L445', 'x'],
  ['2023-provisional', '14.7b', 'All', 'L445', '18'],
  ['2024-provisional', '14.7a', 'All', 'C6', '23385'],
  ['2024-provisional', '14.7a', 'All', 'D6', '31602'],
  ['2024-provisional', '14.7a', 'All', 'F6', '38224'],
  ['2024-provisional', '14.7a', 'All', 'H6', '11004'],
  ['2024-provisional', '14.7a', 'All', 'Q6', '65227'],
  ['2024-provisional', '14.7a', 'Full-Time', 'C6', '17248'],
  ['2024-provisional', '14.7a', 'Full-Time', 'D6', '37430'],
  ['2024-provisional', '14.7a', 'All', 'B86', '2134'],
  ['2024-provisional', '14.7a', 'All', 'C86', '335'],
  ['2024-provisional', '14.7a', 'All', 'D86', '53501'],
  ['2024-provisional', '14.7a', 'All', 'J86', '38705'],
  ['2024-provisional', '14.7a', 'All', 'O86', '69994'],
  ['2024-provisional', '14.7a', 'All', 'Q86', '93458'],
  ['2024-provisional', '14.7b', 'All', 'D86', '3.3'],
  ['2024-provisional', '14.7b', 'All', 'Q86', '12'],
  ['2024-provisional', '14.7a', 'All', 'D11', 'x'],
  ['2024-provisional', '14.7a', 'All', 'F11', '33854'],
  ['2024-provisional', '14.7b', 'All', 'D11', '35'],
  ['2024-provisional', '14.7b', 'All', 'F11', '19'],
  ['2024-provisional', '14.7a', 'All', 'D45', '34023'],
  ['2024-provisional', '14.7a', 'All', 'D45', { fill: 'solid/49' }],
  ['2024-provisional', '14.7b', 'All', 'D45', '.'],
  ['2024-provisional', '14.7a', 'All', 'D77', '51967'],
  ['2024-provisional', '14.7a', 'All', 'D77', { fill: 'lightGray/9' }],
  ['2024-provisional', '14.7b', 'All', 'D77', '.'],
  ['2024-provisional', '14.7a', 'All', 'C30', ':'],
  ['2024-provisional', '14.7a', 'All', 'D30', ''],
  ['2024-provisional', '14.7a', 'All', 'C428', '..'],
  ['2024-provisional', '14.7a', 'All', 'D225', '46436'],
  ['2024-provisional', '14.7a', 'All', 'D409', '19797'],
  ['2024-provisional', '14.1a', 'All', 'D6', '613.3'],
  ['2024-provisional', '14.5a', 'Full-Time', 'D6', '18.72'],
  ['2024-provisional', '14.9a', 'All', 'D6', '37'],
  ['2024-provisional', '14.4a', 'All', 'D6', '58.5'],
  ['2024-provisional', '14.4a', 'All', 'F6', '14'],
  ['2024-provisional', '14.4a', 'All', 'D11', '.'],
  ['2024-provisional', '14.4a', 'All', 'F11', '0'],
];

export const anchors: AsheCheck = {
  name: 'anchors',
  severity: 'block',
  describe: 'Cells read by eye in the published workbooks are where they were, and as they were.',
  check({ release, rows }) {
    if (release.sample) return [];
    return anchorCells
      .filter(([name]) => name === release.name)
      .flatMap(([, table, sheetName, address, expected]) => {
        const sheet = rows.find((candidate) => tableName(candidate) === table && candidate.sheet === sheetName);
        const { row, column } = parseAddress(address);
        const place = `ashe ${release.name} ${table} '${sheetName}'!${address}`;
        if (sheet === undefined) return [{ place, message: 'there is no such sheet' }];
        if (typeof expected === 'string') {
          const found = cellText(sheet, row, column);
          return found === expected
            ? []
            : [{ place, message: `found ${found === null ? 'nothing' : `"${found}"`}, expected "${expected}"` }];
        }
        const printed = sheet.rows.find((candidate) => candidate.row === row);
        const fill = printed === undefined ? null : fillAt(sheet, printed, column);
        return fill === expected.fill ? [] : [{ place, message: `found the fill "${fill ?? 'none'}", expected "${expected.fill}"` }];
      });
  },
};

function cellText(sheet: AsheSheet, row: number, column: number): string | null {
  if (row === 1) return column === 1 ? sheet.title[0] : column === jobsColumn ? sheet.title[1] : null;
  if (row === headerRow) return sheet.header[column - 1] ?? null;
  if (row < firstRow) return null;
  return sheet.rows.find((candidate) => candidate.row === row)?.cells[column - 1] ?? null;
}
