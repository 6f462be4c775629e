// What the lists must show before they are served: the counts of the publisher's vintage, and codes that stay the same.
import { isEncodedOnce } from '#sources/kit/checks-texts.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf } from '#sources/kit/place.ts';
import type { Check, Examined } from '#sources/kit/source.ts';
import { areas as contractAreas } from '#schemas/codes.ts';
import { type DistrictRow, type Rows, printed } from './parse.ts';
import { type AreaObservations, correspondence, districtsIn, slugOf } from './reshape.ts';
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
    'district-count',
    'April 2023 has 361 districts: 296 in England (36 metropolitan, 33 London boroughs), 32 in Scotland, 22 in Wales, 11 in Northern Ireland. With London as one they make 329 local areas.',
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
  ),
  check.block(
    'count-query',
    'Each table has the number of rows that the service states for it. A full page may be the first of several.',
    check.agree((edition) =>
      edition.rows
        .filter((row) => row.kind === 'count')
        .map(({ table, count }) => [placeOfTable(edition, table), districtsIn(edition.rows, table).length, count, 'the number of rows']),
    ),
  ),
  check.block(
    'unique',
    'Codes, names and slugs of districts are unique.',
    distinct('code', ({ code }) => code),
    distinct('name', ({ name }) => name),
    distinct('slug', ({ name }) => slugOf(name)),
  ),
  check.block(
    'no-region-slug',
    'No district except London has the slug of a region or nation.',
    check.each(named, placeOfRow, ({ name }) =>
      contractAreas.some(({ slug }) => slug === slugOf(name)) ? `the slug "${slugOf(name)}" belongs to a region or nation` : null,
    ),
  ),
  check.block(
    'regions',
    'The table of regions has every English district once, in nine regions.',
    check.within(
      'the number of rows',
      (edition) => [[placeOfTable(edition, regionsTable), inRegions(edition).length]],
      check.exactly(districtsByPrefix.E),
    ),
    check.within(
      'the number of regions',
      (edition) => [[placeOfTable(edition, regionsTable), new Set(inRegions(edition).map(({ region }) => region)).size]],
      check.exactly(9),
    ),
    check.agree((edition) => {
      const regions = codesOf(inRegions(edition));
      return named(edition).map((row) => {
        const times = regions.filter((code) => code === row.code).length;
        return [placeOfRow(row, edition), times, row.code.startsWith('E') ? 1 : 0, `the number of rows of ${row.name} in ${regionsTable}`];
      });
    }),
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
    'correspondence',
    'Of every pair of a former and a current code, the list has exactly one, with the name of the pair.',
    check.each(
      (edition) => {
        const names = new Map(named(edition).map(({ code, name }) => [code, name]));
        return correspondence.map((pair) => {
          return { ...pair, found: [names.get(pair.former), names.get(pair.current)].filter((listed) => listed !== undefined) };
        });
      },
      (_, edition) => placeOfTable(edition, namesTable),
      ({ former, current, name, found }) => {
        if (found.length === 1 && found[0] === name) return null;
        const listed = found.length === 0 ? 'not listed' : found.map((other) => `"${other}"`).join(' and ');
        return `${former} and ${current} are ${listed}, expected one of them, "${name}"`;
      },
    ),
  ),
  check.block(
    'code-set',
    'A table that is fetched again has the same codes: a vintage never changes.',
    check.against(
      check.complete('codes', (edition, previous) => [
        [placeOfTable(edition, namesTable), new Set(codesOf(named(edition))), previous === null ? [] : codesOf(named(previous))],
      ]),
    ),
  ),
];
