// What the lists must show before they are served: the counts of the publisher's vintage, and codes that stay the same.
import { isEncodedOnce } from '#sources/kit/checks-texts.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf } from '#sources/kit/place.ts';
import type { Check, Examined } from '#sources/kit/source.ts';
import { type DistrictRow, type Rows, printed } from './parse.ts';
import { type AreaObservations, districtsIn, slugOf } from './reshape.ts';
import { type Table, namesTable, regionsTable } from './services.ts';

type Edition = Examined<Rows, AreaObservations>;

const named = ({ rows }: Edition) => districtsIn(rows, namesTable);
const inRegions = ({ rows }: Edition) => districtsIn(rows, regionsTable);
const codesOf = (rows: readonly DistrictRow[]) => rows.map(({ code }) => code);
const placeOfRow = (row: DistrictRow, { release }: Edition) => placeOf(release, printed(row));
const placeOfTable = ({ release }: Edition, table: Table) => placeOf(release, { printedAs: table });

// April 2023: 296 districts in England, 33 of them London boroughs and 36 metropolitan; 32 in Scotland, 22 in Wales, 11 in Northern Ireland.
const districtsByPrefix = { E: 296, E08: 36, E09: 33, S: 32, W: 22, N: 11 } as const;

/** No two districts have the same key. */
const distinct = (what: string, keyOf: (row: DistrictRow) => string) =>
  check.unique<Edition>(what, (edition) => named(edition).map((row) => [placeOfRow(row, edition), keyOf(row)]));

export const checks: readonly Check<Rows, AreaObservations>[] = [
  check.block(
    'districts',
    'April 2023 has 361 districts, with codes and slugs of their own: 296 in England (36 metropolitan, 33 London boroughs), 32 in Scotland, 22 in Wales, 11 in Northern Ireland. With London as one they make 329 local areas.',
    ...Object.entries(districtsByPrefix).map(([prefix, expected]) =>
      check.within<Edition>(
        `the number of districts whose code begins with ${prefix}`,
        (edition) => [[placeOfTable(edition, namesTable), codesOf(named(edition)).filter((code) => code.startsWith(prefix)).length]],
        check.exactly(expected),
      ),
    ),
    check.within(
      'the number of local areas',
      (edition) => [[placeOfTable(edition, namesTable), edition.observations.areas.length]],
      check.exactly(329),
    ),
    // As many as the service stated: a full page may be the first of several.
    check.agree((edition) =>
      edition.rows
        .filter((row) => row.kind === 'count')
        .map(({ table, count }) => [placeOfTable(edition, table), districtsIn(edition.rows, table).length, count, 'the number of rows']),
    ),
    distinct('code', ({ code }) => code),
    distinct('slug', ({ name }) => slugOf(name)),
  ),
  check.block(
    'regions',
    'The table of regions has every English district once, with the name that it has in the list, in nine regions.',
    check.complete('codes', (edition) => [
      [placeOfTable(edition, regionsTable), codesOf(inRegions(edition)), codesOf(named(edition)).filter((code) => code.startsWith('E'))],
    ]),
    check.agree((edition) => {
      const names = new Map(named(edition).map(({ code, name }) => [code, name]));
      return inRegions(edition).map((row) => [placeOfRow(row, edition), row.name, names.get(row.code) ?? null, 'the name']);
    }),
    check.within(
      'the number of regions',
      (edition) => [[placeOfTable(edition, regionsTable), new Set(inRegions(edition).map(({ region }) => region)).size]],
      check.exactly(9),
    ),
  ),
  check.block(
    'vintage',
    'The names of the fields say that both tables date from 2023.',
    check.agree((edition) =>
      [...named(edition), ...inRegions(edition)].map((row) => [placeOfRow(row, edition), row.vintage, '23', 'the vintage of the fields']),
    ),
  ),
  check.block(
    'encoding',
    'No name is encoded twice, like "Ynys MÃ´n" for "Ynys Môn".',
    check.each(named, placeOfRow, ({ name }) => (isEncodedOnce(name) ? null : `the name "${name}" is encoded twice`)),
  ),
  check.block(
    'code-set',
    'A table that is fetched again has the same codes and names: a vintage never changes.',
    check.against(
      check.complete('districts', (edition, previous) => {
        const listed = (of: Edition | null) => (of === null ? [] : named(of).map(({ code, name }) => `${code} ${name}`));
        return [[placeOfTable(edition, namesTable), new Set(listed(edition)), listed(previous)]];
      }),
    ),
  ),
];
