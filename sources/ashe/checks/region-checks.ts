// Table 15: whether it is there, complete, and around the figures of the United Kingdom.
import { quoteList } from '#sources/kit/problem.ts';
import { areaOf, measures } from '#schemas/codes.ts';
import { placeOf, tableName } from '../parse.ts';
import { regionSlugs } from '../reshape.ts';
import { type AsheCheck, figure, placeOfFigure, printedTable, tableOf, tablesOf } from './examined-tables.ts';

export const regionsInThisRelease: AsheCheck = {
  name: 'regions-not-in-this-release',
  severity: 'known-issue',
  describe: 'Table 15 is there, so that regions, Wales and Scotland have pay.',
  check({ release, rows }) {
    if (rows.some(({ table }) => table === 15)) return [];
    return [
      {
        place: `ashe ${release.name}`,
        message: 'there is no Table 15: pay is of the United Kingdom only, until the same release comes with it',
      },
    ];
  },
};

export const regionTablesComplete: AsheCheck = {
  name: 'region-tables-complete',
  severity: 'known-issue',
  describe: 'Table 15, where it is there, has all eleven measures.',
  check({ release, rows }) {
    const numbers = new Set(rows.filter(({ table }) => table === 15).map(({ number }) => number));
    if (numbers.size === 0) return [];
    const missing = measures.map((_, index) => index + 1).filter((number) => !numbers.has(number));
    return missing.map((number) => ({
      place: `ashe ${release.name} ${tableName({ table: 15, number, kind: 'a' })}`,
      message: 'the zip has no such workbook: the measure has no regions',
    }));
  },
};

export const regionComplete: AsheCheck = {
  name: 'region-complete',
  severity: 'block',
  describe: 'Each of the eleven areas of Table 15 has a row for each of the 412 unit groups.',
  check(edition) {
    return tablesOf(edition, regionSlugs).flatMap(({ area, query, rows }) => {
      const missing = edition.observations.occupations.filter((code) => !rows.has(code));
      if (missing.length === 0) return [];
      return [
        {
          place: `${placeOf(edition.release, printedTable(query, 15))} ${areaOf(area).name}`,
          message: `${missing.length} unit groups are missing: ${quoteList(missing)}`,
        },
      ];
    });
  },
};

export const regionAroundUk: AsheCheck = {
  name: 'region-around-uk',
  severity: 'known-issue',
  // With one of them withheld, the others may all lie on one side.
  describe: 'Where all eleven areas of Table 15 have a median, that of the United Kingdom lies between the lowest and the highest of them.',
  check(edition) {
    return tablesOf(edition, ['uk']).flatMap((table) =>
      [...table.rows].flatMap(([code, row]) => {
        const uk = figure(row, 'median');
        const around = regionSlugs
          .map((area) => figure(tableOf(edition, area, table.query).get(code), 'median'))
          .filter((median) => median !== null);
        if (uk === null || around.length < regionSlugs.length) return [];
        const [lowest, highest] = [Math.min(...around), Math.max(...around)];
        if (uk >= lowest && uk <= highest) return [];
        return [
          {
            place: placeOfFigure(edition, table, code, 'median'),
            message: `the median of the United Kingdom is ${uk}, those of its regions ${lowest} to ${highest}`,
          },
        ];
      }),
    );
  },
};
