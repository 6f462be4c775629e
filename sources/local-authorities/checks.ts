// What the lists must show before places are named by them: the counts that the publisher's vintage has, and codes that stay.
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { areas as contractAreas } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type DistrictRow, type Rows, placeOf } from './parse.ts';
import { type AreaObservations, correspondence, slugOf } from './reshape.ts';
import { type Table, namesTable, regionsTable, tables } from './services.ts';

type Edition = Examined<Rows, AreaObservations>;

function rowsOf({ rows }: Edition, table: Table): DistrictRow[] {
  return rows.filter((row): row is DistrictRow => row.kind === 'district' && row.table === table);
}

function wholeTable({ release }: Edition, table: Table): string {
  return `local-authorities ${release.name} ${table}`;
}

/** A finding where a number is not the expected one. */
function counted(place: string, what: string, got: number, expected: number): Finding[] {
  return got === expected ? [] : [{ place, message: `${got} ${what}, expected ${expected}` }];
}

function repeated(edition: Edition, what: string, key: (row: DistrictRow) => string): Finding[] {
  const seen = new Map<string, DistrictRow>();
  return rowsOf(edition, namesTable).flatMap((row) => {
    const before = seen.get(key(row));
    seen.set(key(row), row);
    return before === undefined
      ? []
      : [{ place: placeOf(edition.release, row), message: `the ${what} "${key(row)}" is that of ${before.code} ${before.name} too` }];
  });
}

// April 2023: 296 districts in England, 33 of them London boroughs and 36 metropolitan; 32 in Scotland, 22 in Wales, 11 in Northern Ireland.
const districtsByPrefix = { E: 296, E08: 36, E09: 33, S: 32, W: 22, N: 11 } as const;
const servedAreas = 329;

export const checks: readonly Check<Rows, AreaObservations>[] = [
  {
    name: 'district-count',
    severity: 'block',
    describe:
      'April 2023 has 361 districts: 296 in England (36 metropolitan, 33 London boroughs), 32 in Scotland, 22 in Wales, 11 in Northern Ireland; 329 areas with London as one.',
    check(edition) {
      const codes = rowsOf(edition, namesTable).map(({ code }) => code);
      const place = wholeTable(edition, namesTable);
      return [
        ...Object.entries(districtsByPrefix).flatMap(([prefix, expected]) =>
          counted(place, `districts whose code begins with ${prefix}`, codes.filter((code) => code.startsWith(prefix)).length, expected),
        ),
        ...counted(place, 'local areas', edition.observations.areas.length, servedAreas),
      ];
    },
  },
  {
    name: 'count-query',
    severity: 'block',
    describe:
      'Each table has as many rows as the service said when it was asked to count: a page can look full and be the first of several.',
    check: (edition) =>
      tables.flatMap((table) =>
        edition.rows.flatMap((row) =>
          row.kind === 'count' && row.table === table
            ? counted(wholeTable(edition, table), 'rows', rowsOf(edition, table).length, row.count)
            : [],
        ),
      ),
  },
  {
    name: 'unique',
    severity: 'block',
    describe: 'Codes, names and slugs of districts are unique.',
    check: (edition) => [
      ...repeated(edition, 'code', ({ code }) => code),
      ...repeated(edition, 'name', ({ name }) => name),
      ...repeated(edition, 'slug', ({ name }) => slugOf(name)),
    ],
  },
  {
    name: 'no-region-slug',
    severity: 'block',
    describe: 'No district has the slug of a region or nation, but for London.',
    check: (edition) =>
      rowsOf(edition, namesTable)
        .filter(({ name }) => contractAreas.some(({ slug }) => slug === slugOf(name)))
        .map((row) => ({ place: placeOf(edition.release, row), message: `the slug "${slugOf(row.name)}" is that of a region or nation` })),
  },
  {
    name: 'regions',
    severity: 'block',
    describe: 'The table of regions has every English district once, in nine regions.',
    check(edition) {
      const [names, regions] = [rowsOf(edition, namesTable), rowsOf(edition, regionsTable)];
      const place = wholeTable(edition, regionsTable);
      return [
        ...counted(place, 'rows', regions.length, districtsByPrefix.E),
        ...counted(place, 'regions', new Set(regions.map(({ region }) => region)).size, 9),
        ...names.flatMap((row) => {
          const times = regions.filter(({ code }) => code === row.code).length;
          return times === (row.code.startsWith('E') ? 1 : 0)
            ? []
            : [{ place: placeOf(edition.release, row), message: `${row.code} ${row.name} has ${times} rows in ${regionsTable}` }];
        }),
      ];
    },
  },
  {
    name: 'vintage',
    severity: 'block',
    describe: 'The names of the fields say that both tables are of 2023.',
    check: (edition) =>
      edition.rows.flatMap((row) =>
        row.kind === 'district' && row.vintage !== '23'
          ? [{ place: placeOf(edition.release, row), message: `the fields are of vintage "${row.vintage}", expected "23"` }]
          : [],
      ),
  },
  {
    name: 'encoding',
    severity: 'block',
    describe: 'No name has been encoded twice: "Ynys MÃ´n" for "Ynys Môn".',
    check: (edition) =>
      rowsOf(edition, namesTable)
        .filter(({ name }) => /[\u00c2\u00c3\ufffd]/.test(name))
        .map((row) => ({ place: placeOf(edition.release, row), message: `the name "${row.name}" has been encoded twice` })),
  },
  {
    name: 'correspondence',
    severity: 'block',
    describe: 'Every pair of a former and a current code has one of its two codes in the list, beside the name that it was made for.',
    check(edition) {
      const names = new Map(rowsOf(edition, namesTable).map(({ code, name }) => [code, name]));
      return correspondence.flatMap(({ former, current, name }) => {
        const found = [names.get(former), names.get(current)].filter((listed) => listed !== undefined);
        if (found.length === 1 && found[0] === name) return [];
        return [
          {
            place: wholeTable(edition, namesTable),
            message: `${former} and ${current} are ${found.length === 0 ? 'not listed' : found.map((listed) => `"${listed}"`).join(' and ')}, expected one of them, "${name}"`,
          },
        ];
      });
    },
  },
  {
    name: 'code-set',
    severity: 'block',
    describe: 'A table that is fetched again has the codes that it had: a vintage never changes.',
    check(edition, previous) {
      if (previous === null) return [];
      const [now, then] = [edition, previous].map((one) => new Set(rowsOf(one, namesTable).map(({ code }) => code)));
      const gone = [...(then ?? [])].filter((code) => !now?.has(code)).map((code) => `${code} is gone`);
      const come = [...(now ?? [])].filter((code) => !then?.has(code)).map((code) => `${code} is new`);
      return [...gone, ...come].sort(byCodeUnit).map((message) => ({ place: wholeTable(edition, namesTable), message }));
    },
  },
];
