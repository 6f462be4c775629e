// Cells of the workbook of July 2026 as two programs that read it give them: the first test of what was written without seeing it.
import { parseAddress } from '#sources/kit/read/workbook.ts';
import { type TableName, isDataOf } from '../parse.ts';
import type { AdvertCheck } from './examined-tables.ts';

type Anchor = readonly [release: string, table: TableName, address: string, expected: string];

const anchorCells: readonly Anchor[] = [
  // Cambridge, Belfast, Edinburgh and Reading, 2134; Lincoln, 9223 and 9262.
  ['2026-07', 'Table 5', 'F20906', 'E07000008'],
  ['2026-07', 'Table 5', 'D20906', '2134'],
  ['2026-07', 'Table 5', 'AR20906', '705'],
  ['2026-07', 'Table 5', 'F53697', 'N09000003'],
  ['2026-07', 'Table 5', 'AR53697', '489'],
  ['2026-07', 'Table 5', 'F57354', 'S12000036'],
  ['2026-07', 'Table 5', 'AR57354', '455'],
  ['2026-07', 'Table 5', 'F71999', 'E06000038'],
  ['2026-07', 'Table 5', 'AR71999', '338'],
  ['2026-07', 'Table 5', 'AO12629', '68'],
  ['2026-07', 'Table 5', 'AP12629', '62'],
  ['2026-07', 'Table 5', 'AQ12629', '[x]'],
  ['2026-07', 'Table 5', 'AR12629', '[x]'],
  ['2026-07', 'Table 5', 'AO12644', '0'],
  // East Midlands: 1111, 2134, 9262 and 9267.
  ['2026-07', 'Table 3', 'DI419', '21'],
  ['2026-07', 'Table 3', 'DJ419', '[x]'],
  ['2026-07', 'Table 3', 'DI478', '287'],
  ['2026-07', 'Table 3', 'DK478', '347'],
  ['2026-07', 'Table 3', 'DL478', '512'],
  ['2026-07', 'Table 3', 'DM478', '764'],
  ['2026-07', 'Table 3', 'DN478', '388'],
  ['2026-07', 'Table 3', 'DI824', '0'],
  ['2026-07', 'Table 3', 'DM829', '[x]'],
  ['2026-07', 'Table 3', 'DN829', '[x]'],
];

export const anchors: AdvertCheck = {
  name: 'anchors',
  severity: 'block',
  describe: 'Cells that were read in the published workbook are where they were, and as they were.',
  check({ release, rows }) {
    if (release.sample) return [];
    return anchorCells
      .filter(([name]) => name === release.name)
      .flatMap(([, table, address, expected]) => {
        const { row, column } = parseAddress(address);
        const found = rows.filter(isDataOf(table)).find((candidate) => candidate.row === row)?.cells[column - 1];
        return found === expected
          ? []
          : [
              {
                place: `online-job-adverts ${release.name} '${table}'!${address}`,
                message: `found ${found === undefined ? 'nothing' : `"${found}"`}, expected "${expected}"`,
              },
            ];
      });
  },
};
