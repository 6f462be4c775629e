// Cells and sums of two published workbooks, as public programs print them. We have seen neither workbook, so they are the first test of
// this source's parser. Each set is compared with its own release only.
import { placeOf } from '#sources/kit/place.ts';
import { parseAddress } from '#sources/kit/read/workbook.ts';
import type { Examined } from '#sources/kit/source.ts';
import { suppressedMarker } from '#schemas/selections/advert-totals.ts';
import { type DataRow, type Rows, type TableName, headerOf, isDataOf, printed } from './parse.ts';
import { type AdvertObservations, textAt } from './reshape.ts';

type Edition = Pick<Examined<Rows, AdvertObservations>, 'release' | 'rows'>;
type Anchor = readonly [place: string, found: string | number | undefined, expected: string | number, what?: string];

/** Cells of the workbook of July 2026. A row is named by its number, or by the codes of its local area and occupation. */
const cellsOfJuly2026: readonly (readonly [table: TableName, row: number | string, cells: Readonly<Record<string, string>>])[] = [
  // Cambridge, Belfast, Edinburgh and Reading, 2134; Lincoln, 9223 and 9262.
  ['Table 5', 20906, { F: 'E07000008', D: '2134', AR: '705' }],
  ['Table 5', 53697, { F: 'N09000003', AR: '489' }],
  ['Table 5', 57354, { F: 'S12000036', AR: '455' }],
  ['Table 5', 71999, { F: 'E06000038', AR: '338' }],
  ['Table 5', 12629, { AO: '68', AP: '62', AQ: '[x]', AR: '[x]' }],
  ['Table 5', 12644, { AO: '0' }],
  // Newark and Sherwood, whose first row alone has a number in print.
  ['Table 5', 4892, { F: 'E07000175', D: '1111', AO: '2', AP: '5', AQ: '[x]', AR: '[x]' }],
  ['Table 5', 'E07000175 1112', { AO: '[x]', AP: '9', AQ: '[x]', AR: '[x]' }],
  ['Table 5', 'E07000175 1121', { AO: '[x]', AP: '26', AQ: '[x]', AR: '[x]' }],
  ['Table 5', 'E07000175 1131', { AO: '13', AP: '19', AQ: '[x]', AR: '[x]' }],
  ['Table 5', 'E07000175 1135', { AO: '0', AP: '0', AQ: '[x]', AR: '[x]' }],
  ['Table 5', 'E07000175 1136', { AO: '26', AP: '18', AQ: '[x]', AR: '[x]' }],
  // East Midlands: 1111, 2134, 9262 and 9267.
  ['Table 3', 419, { DI: '21', DJ: '[x]' }],
  ['Table 3', 478, { DI: '287', DK: '347', DL: '512', DM: '764', DN: '388' }],
  ['Table 3', 824, { DI: '0' }],
  ['Table 3', 829, { DM: '[x]', DN: '[x]' }],
];

export function* anchorsOfJuly2026({ release, rows }: Edition): Generator<Anchor> {
  const { columns } = headerOf(rows, 'Table 5');
  const codesOf = (row: DataRow) => `${textAt(row, columns, 'code')} ${textAt(row, columns, 'soc')}`;
  const columnOf = (letters: string) => parseAddress(`${letters}1`).column;
  const inColumn = (row: DataRow | undefined, letters: string) => row?.cells[columnOf(letters) - 1];
  for (const [table, wanted, cells] of cellsOfJuly2026) {
    const found = rows.filter(isDataOf(table)).find((row) => row.row === wanted || codesOf(row) === wanted);
    for (const [letters, expected] of Object.entries(cells)) {
      const isNumber = typeof wanted === 'number';
      const place = placeOf(release, printed(table), isNumber ? wanted : found?.row, columnOf(letters));
      yield [isNumber ? place : `${place} (${wanted}, column ${letters})`, inColumn(found, letters), expected];
    }
  }
}

/**
 * Sums of the workbook of November 2025: over all published cells, and over the 105 of its 107 months in which the table suppresses
 * nothing. Those of an occupation are over all 13 rows of Table 3, the UK and its parts.
 */
const sumsOfNovember2025: readonly (readonly [table: 'Table 2' | 'Table 3', name: string, published: number, ofWholeMonths: number])[] = [
  ['Table 2', 'London', 19_260_161, 18_997_148],
  ['Table 2', 'Manchester', 2_363_386, 2_324_352],
  ['Table 2', 'Birmingham', 2_164_638, 2_129_825],
  ['Table 2', 'Bristol, City of', 1_604_395, 1_575_968],
  ['Table 2', 'Leeds', 1_520_293, 1_491_264],
  ['Table 2', 'Glasgow City', 929_957, 909_121],
  ['Table 2', 'City of Edinburgh', 918_676, 903_901],
  ['Table 2', 'Nottingham', 849_632, 831_902],
  ['Table 2', 'Cambridge', 837_088, 826_406],
  ['Table 2', 'North Yorkshire', 783_177, 770_588],
  ['Table 3', '2134', 5_284_905, 5_240_775],
  ['Table 3', '6135', 4_207_899, 4_137_282],
  ['Table 3', '4122', 3_819_743, 3_819_743],
  ['Table 3', '3556', 3_714_855, 3_714_855],
  ['Table 3', '2237', 3_021_101, 2_996_642],
  ['Table 3', '3552', 2_993_740, 2_993_740],
  ['Table 3', '4159', 2_971_234, 2_929_259],
  ['Table 3', '3132', 2_751_036, 2_709_717],
  ['Table 3', '7219', 2_592_539, 2_558_976],
  ['Table 3', '9252', 2_401_480, 2_365_049],
];

/** The first five rows of two of its tables: the sums of 2017 and of 2024. */
const firstRowsOfNovember2025 = {
  'Table 3': [
    ['1111', 9208, 6570],
    ['1112', 7448, 5632],
    ['1121', 60_822, 44_617],
    ['1122', 51_986, 36_240],
    ['1123', 2123, 1142],
  ],
  'Table 5': [
    ['1111', 0, 2],
    ['1112', 23, 14],
    ['1121', 71, 70],
    ['1122', 27, 31],
    ['1123', 2, 1],
  ],
} as const;

export function* anchorsOfNovember2025({ release, rows }: Edition): Generator<Anchor> {
  for (const table of ['Table 2', 'Table 3', 'Table 5'] as const) {
    const { columns, periods, firstPeriod } = headerOf(rows, table);
    const ofTable = rows.filter(isDataOf(table));
    const cellOf = ({ cells }: DataRow, place: number) => cells[firstPeriod - 1 + place] ?? '';
    const all = [...periods.keys()];
    const whole = all.filter((place) => ofTable.every((row) => cellOf(row, place) !== suppressedMarker));
    const inYear = (year: number) => all.filter((place) => new RegExp(`-${year % 100}$|^${year}Q`).test(periods[place] ?? ''));
    const sum = (of: readonly DataRow[], places: readonly number[]) =>
      of
        .flatMap((row) => places.map((place) => cellOf(row, place)))
        .filter((text) => text !== suppressedMarker)
        .reduce((total, text) => total + Number(text), 0);

    const named = table === 'Table 2' ? 'district' : 'soc';
    for (const [, name, published, ofWholeMonths] of sumsOfNovember2025.filter(([of]) => of === table)) {
      const place = `${placeOf(release, printed(table))} ${name}`;
      const found = ofTable.filter((row) => textAt(row, columns, named) === name);
      yield [place, sum(found, all), published, 'the sum of the published cells'];
      yield [place, sum(found, whole), ofWholeMonths, 'the sum of the months without a suppressed cell'];
    }
    for (const [at, [soc, of2017, of2024]] of table === 'Table 2' ? [] : firstRowsOfNovember2025[table].entries()) {
      const row = ofTable.slice(at, at + 1);
      const place = placeOf(release, printed(table), row[0]?.row);
      yield [place, row.map((first) => textAt(first, columns, 'soc')).join(), soc, 'the occupation'];
      yield [place, sum(row, inYear(2017)), of2017, 'the sum of 2017'];
      yield [place, sum(row, inYear(2024)), of2024, 'the sum of 2024'];
    }
  }
}
