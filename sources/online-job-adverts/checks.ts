// What an edition of the adverts must show before it is served: tables with the known measure, periods, occupations and places, enough
// published cells, and figures that agree with each other and with the edition before.
import * as check from '#sources/kit/checks.ts';
import { type TitledCode, titleChecks } from '#sources/kit/checks-titles.ts';
import { placeOf } from '#sources/kit/place.ts';
import { foldToLetters } from '#sources/kit/read/columns.ts';
import type { Check, Examined } from '#sources/kit/source.ts';
import { areas as contractAreas } from '#schemas/codes.ts';
import { anchorsOfJuly2026, anchorsOfNovember2025 } from './anchors.ts';
import { type LineSheet, type Rows, type TableName, headerOf, isDataOf, printed, tableNames } from './parse.ts';
import { lastMonthOf } from './release-name.ts';
import {
  type AdvertObservations,
  type Counts,
  type CountsByOccupation,
  monthsOf,
  suppressed,
  textAt,
  unclassified,
  unknownPlace,
} from './reshape.ts';

type Edition = Examined<Rows, AdvertObservations>;

/** The place of a period's column. */
function placeOfPeriod({ release, rows }: Edition, table: TableName, period: number): string {
  const { row, firstPeriod } = headerOf(rows, table);
  return placeOf(release, printed(table), row, firstPeriod + period);
}

function placeOfTable({ release }: Edition, table: TableName | LineSheet): string {
  return placeOf(release, printed(table));
}

const publishedIn = (counts: Counts | undefined, period: number): number | null => {
  const count = counts?.[period] ?? suppressed;
  return count === suppressed ? null : count;
};

/** The sum of some figures; null if there are none, or if one of them is suppressed. */
function sumWhole(figures: Iterable<number | null>): number | null {
  let sum: number | null = null;
  for (const figure of figures) {
    if (figure === null) return null;
    sum = (sum ?? 0) + figure;
  }
  return sum;
}

/** All occupations of a place in one period; null if one of them is suppressed. */
function allOccupations(occupations: CountsByOccupation | undefined, period: number): number | null {
  return sumWhole([...(occupations?.values() ?? [])].map((counts) => publishedIn(counts, period)));
}

interface Period {
  readonly table: 'Table 3' | 'Table 5';
  readonly name: string;
  readonly at: number;
  readonly isLast: boolean;
  /** The number of its cells over all places of the table, and how many of them are suppressed. */
  readonly cells: number;
  readonly gone: number;
}

/** The periods of the latest year: twelve months of Table 3, or four quarters of Table 5. */
function latestOf({ observations: { months, quarters, regional, local } }: Edition, table: Period['table']): Period[] {
  const [periods, year, counts] = table === 'Table 3' ? [months, 12, regional] : [quarters, 4, local];
  const first = Math.max(0, periods.length - year);
  return periods.slice(first).map((name, place) => {
    const at = first + place;
    let [cells, gone] = [0, 0];
    for (const occupations of counts.values()) {
      for (const ofOccupation of occupations.values()) {
        cells += 1;
        if ((ofOccupation[at] ?? suppressed) === suppressed) gone += 1;
      }
    }
    return { table, name, at, isLast: at === periods.length - 1, cells, gone };
  });
}

/** Periods of the latest year that are suppressed throughout. */
const suppressedThroughout = (table: Period['table']) =>
  check.each<Edition, Period>(
    (edition) => latestOf(edition, table),
    ({ at }, edition) => placeOfPeriod(edition, table, at),
    ({ name, cells, gone }) => (cells > 0 && gone === cells ? `${name} is suppressed throughout` : null),
  );

/** At most a share of the last period, in percent, is suppressed. The rule above reports one that is suppressed throughout. */
const suppressedOfLast = (table: Period['table'], what: string, most: number) =>
  check.within<Edition>(
    `the suppressed share of ${what}`,
    (edition) =>
      latestOf(edition, table)
        .filter(({ isLast, cells, gone }) => isLast && gone < cells)
        .map(({ at, cells, gone }) => [placeOfPeriod(edition, table, at), check.percentOf(gone, cells, 2)]),
    check.atMost(most),
    { unit: '%' },
  );

/** The occupations of a place in Table 5, without the row of unclassified adverts. */
function classified({ observations: { local } }: Edition, slug: string): string[] {
  return [...(local.get(slug)?.keys() ?? [])].filter((soc) => soc !== unclassified);
}

/** Of all pairs of a local area, besides London, and an occupation: how many percent have a row in Table 5. */
function shareOfPairs(edition: Edition): number | null {
  const { areas, occupations } = edition.observations;
  const districts = areas.filter(({ slug }) => slug !== 'london');
  const rows = districts.reduce((sum, { slug }) => sum + classified(edition, slug).length, 0);
  return check.percentOf(rows, districts.length * occupations.length);
}

/** The districts of Table 5 as printed, and whether the list of local authorities gives their codes the same names. */
function districtNames({ rows, observations: { areas } }: Edition): [name: string, isWell: boolean][] {
  const { columns } = headerOf(rows, 'Table 5');
  const names = new Map(
    areas.flatMap(({ code, formerCodes, name }) => [code, ...formerCodes].map((known) => [known, foldToLetters(name)])),
  );
  const printedNames = new Map(
    rows.filter(isDataOf('Table 5')).map((row) => [textAt(row, columns, 'code'), textAt(row, columns, 'district')]),
  );
  return [...printedNames].map(([code, district]) => {
    const known = names.get(code);
    return [`${code} ${district}`, known === undefined || known === foldToLetters(district)];
  });
}

/** The labels of a table, each beside its code. */
function* labelsOf({ release, rows }: Edition, table: 'Table 3' | 'Table 5'): Generator<TitledCode> {
  const { columns } = headerOf(rows, table);
  for (const row of rows.filter(isDataOf(table))) {
    const place = () => placeOf(release, printed(table), row.row, columns['label']);
    yield [place, textAt(row, columns, 'soc'), textAt(row, columns, 'label')];
  }
}

/** The publisher still fills in this number of latest months. */
const settledAfter = 3;

/**
 * The median movement of the settled months that both editions publish, in percent up or down, by region. The same month has the same
 * index in all rows of an edition.
 */
function* medianMovements(edition: Edition, previous: Edition): Generator<[place: string, percent: number]> {
  const shift = previous.observations.months.indexOf(edition.observations.months[0] ?? '');
  if (shift < 0) return;
  const settled = previous.observations.months.length - settledAfter;
  for (const [slug, occupations] of edition.observations.regional) {
    const changes: number[] = [];
    for (const [soc, now] of occupations) {
      const then = previous.observations.regional.get(slug)?.get(soc)?.subarray(shift, settled) ?? [];
      for (const [month, before] of soc === unclassified ? [] : then.entries()) {
        const count = now[month] ?? suppressed;
        if (count !== suppressed && before !== suppressed && before > 0) changes.push(Math.abs(count - before) / before);
      }
    }
    yield [`${placeOfTable(edition, 'Table 3')} ${slug}`, check.percentOf(check.middleOf(changes) ?? 0, 1, 2) ?? 0];
  }
}

const partsOfTable1 = ['england', 'wales', 'scotland', 'northern-ireland', unknownPlace];

/** The local authorities of Tables 6 and 7, and whether the list of local authorities has their codes. */
function mappedCodes({ needs, observations: { mappings } }: Edition): [name: string, isWell: boolean][] {
  const { areas, londonBoroughs } = needs.get('local-authorities');
  const known = new Set([...areas.flatMap(({ code, formerCodes }) => [code, ...formerCodes]), ...londonBoroughs.map(({ code }) => code)]);
  return mappings.flatMap(({ table, headers, rows }) => {
    const codes = headers.findIndex((header) => foldToLetters(header).startsWith('localauthoritycode'));
    return codes < 0 ? [] : rows.map(({ row, cells }) => [`${table} row ${row}: ${cells[codes]}`, known.has(cells[codes] ?? '')]);
  });
}

/** The UK, the nine regions of England, Wales, Scotland and Northern Ireland. */
const regionsOfTable3 = contractAreas.map(({ slug }) => slug).filter((slug) => slug !== 'england');
const partsOfUk = regionsOfTable3.filter((slug) => slug !== 'uk');

// London's occupations with fewer adverts a quarter are left out, because rounding moves them by more than the tolerance.
const fewestInQuarter = 100;
const quarterTolerance = 0.02;

/** Occupations of London whose months of Table 3 do not add up to their quarter of Table 5. */
function offInLondon({ observations: { months, quarters, regional, local } }: Edition, quarter: number): string[] {
  const at = monthsOf(quarters[quarter] ?? '').map((month) => months.indexOf(month));
  const off = [...(local.get('london') ?? [])].filter(([soc, counts]) => {
    const ofMonths = at.map((month) => regional.get('london')?.get(soc)?.[month] ?? suppressed);
    const whole = counts[quarter] ?? suppressed;
    if (whole <= fewestInQuarter || ofMonths.includes(suppressed)) return false;
    return Math.abs(ofMonths.reduce((sum, count) => sum + count, 0) - whole) > whole * quarterTolerance;
  });
  return off.map(([soc]) => soc);
}

export const checks: readonly Check<Rows, AdvertObservations>[] = [
  check.block(
    'measure',
    'No title names snapshots or live adverts, which the same sheets counted until August 2025.',
    check.each(
      ({ rows, observations: { contents } }) => [
        ...tableNames.flatMap((table) => headerOf(rows, table).title.map((line, at) => ({ table, line, row: at + 1 }))),
        ...contents.map(({ row, title }) => ({ table: 'Table of contents' as const, line: title, row })),
      ],
      ({ table, row }, { release }) => placeOf(release, printed(table), row, 1),
      ({ line }) => (/snapshot|\blive\b/i.test(line) ? `the title "${line}" names live adverts, expected new ones` : null),
    ),
  ),
  check.block(
    'first-period',
    'The series begin with January 2017 and the first quarter of 2017. The plain sample is shorter.',
    check.notInSample(
      check.agree((edition) => [
        [placeOfPeriod(edition, 'Table 3', 0), edition.observations.months[0], '2017-01', 'the first month'],
        [placeOfPeriod(edition, 'Table 5', 0), edition.observations.quarters[0], '2017-Q1', 'the first quarter'],
      ]),
    ),
  ),
  check.block(
    'last-month',
    'The last month is the month that names the release.',
    check.agree((edition) => {
      const { months } = edition.observations;
      return [[placeOfPeriod(edition, 'Table 3', months.length - 1), months.at(-1), lastMonthOf(edition.release.name), 'the last month']];
    }),
  ),
  check.knownIssue(
    'last-quarter',
    'The last quarter is the last one with all three months.',
    check.agree((edition) => {
      const { months, quarters } = edition.observations;
      const expected = months.filter((month) => Number(month.slice(5)) % 3 === 0).at(-1) ?? '';
      return [[placeOfPeriod(edition, 'Table 5', quarters.length - 1), monthsOf(quarters.at(-1) ?? '').at(-1), expected, 'its last month']];
    }),
  ),
  check.block(
    'same-months',
    'Tables 1, 2 and 3 have the same months.',
    check.each(
      () => ['Table 1', 'Table 2'] as const,
      (table, edition) => placeOfTable(edition, table),
      (table, { rows }) => {
        const [found, expected] = [headerOf(rows, table).periods, headerOf(rows, 'Table 3').periods];
        if (found.join() === expected.join()) return null;
        return `runs from ${found[0]} to ${found.at(-1)}, Table 3 from ${expected[0]} to ${expected.at(-1)}`;
      },
    ),
  ),
  check.knownIssue(
    'countries',
    'Table 1 has the UK, its four nations and the adverts of unknown country. They add up to the UK within 1 %, and the UK has all adverts of Table 3 within 1 %.',
    check.complete('countries', (edition) => [
      [placeOfTable(edition, 'Table 1'), edition.observations.countries.keys(), ['uk', ...partsOfTable1]],
    ]),
    check.addUp((edition) => {
      const { months, countries } = edition.observations;
      return months.map((month, at) => {
        const uk = publishedIn(countries.get('uk'), at);
        const parts = partsOfTable1.map((slug) => publishedIn(countries.get(slug), at));
        return [() => placeOfPeriod(edition, 'Table 1', at), `${month}: the nations and the unknown`, parts, uk, (uk ?? 0) * 0.01];
      });
    }, 'adverts'),
    check.addUp((edition) => {
      const { months, countries, regional } = edition.observations;
      return months.map((month, at) => {
        const uk = publishedIn(countries.get('uk'), at);
        const occupations = [allOccupations(regional.get('uk'), at)];
        return [() => placeOfPeriod(edition, 'Table 3', at), `${month}: all occupations of the UK`, occupations, uk, (uk ?? 0) * 0.01];
      });
    }, 'adverts'),
  ),
  check.knownIssue(
    'mappings',
    'At least 97 % of the local authorities in Tables 6 and 7 have a code of April 2023, or one that has replaced it.',
    // The tables keep the places of April 2023. Lists of later years give some of them other codes.
    check.mostAre((edition) => placeOfTable(edition, 'Table 7'), 'local authorities have other codes', mappedCodes, 0.97),
  ),
  check.block(
    'regions',
    'Table 3 has the UK, the nine regions of England, Wales, Scotland and Northern Ireland, and no England.',
    check.complete('regions and nations', (edition) => [
      [placeOfTable(edition, 'Table 3'), edition.observations.regional.keys(), regionsOfTable3],
    ]),
  ),
  check.block(
    'occupations',
    'Every region of Table 3 has all 412 unit groups and the unclassified adverts.',
    check.complete('occupations', (edition) => {
      const { regional, occupations } = edition.observations;
      return [...regional].map(([slug, found]) => {
        return [`${placeOfTable(edition, 'Table 3')} ${slug}`, found.keys(), [...occupations, unclassified]];
      });
    }),
  ),
  ...titleChecks<Rows, AdvertObservations>((edition) => (['Table 3', 'Table 5'] as const).map((table) => labelsOf(edition, table))),
  check.block(
    'local-rows',
    'Table 5 has all occupations of London, and a row for at least 97 % of the pairs of another local area and an occupation. The sample has few areas.',
    check.complete('rows of London', (edition) => [
      [placeOfTable(edition, 'Table 5'), classified(edition, 'london'), edition.observations.occupations],
    ]),
    // The editions of November 2025 and July 2026 have no row for 1 % of the pairs. Without ten of the 328 districts it would be 3 % more.
    check.notInSample(
      check.within(
        'the share of pairs with a row',
        (edition) => [[placeOfTable(edition, 'Table 5'), shareOfPairs(edition)]],
        check.atLeast(97),
        {
          unit: '%',
        },
      ),
    ),
  ),
  check.knownIssue(
    'district-names',
    'At least 99 % of the districts of Table 5 have the names of their codes in the list of local authorities, except for capitals and punctuation.',
    check.mostAre((edition) => placeOfTable(edition, 'Table 5'), 'districts have other names', districtNames, 0.99),
  ),
  check.knownIssue(
    'suppressed-share',
    'At most 15 % of the last month of Table 3 and 65 % of the last quarter of Table 5 are suppressed. No month or quarter of the latest year is suppressed throughout.',
    // The worst month so far was June 2026: 5 % was suppressed in one region, and 55 % of its quarter in the districts.
    suppressedThroughout('Table 3'),
    suppressedOfLast('Table 3', 'the last month', 15),
    suppressedThroughout('Table 5'),
    suppressedOfLast('Table 5', 'the last quarter', 65),
  ),
  check.block(
    'whole-months-suppressed',
    'Fewer than three of the latest twelve months are suppressed throughout.',
    // Three months are a quarter of the year. A total without them is not worth serving.
    check.moreThan(2, suppressedThroughout('Table 3')),
  ),
  check.knownIssue(
    'uk-sum',
    'All occupations together, the regions and nations add up to the UK within 1 % in every month that is fully published.',
    check.addUp((edition) => {
      const { months, regional } = edition.observations;
      return months.map((month, at) => {
        const uk = allOccupations(regional.get('uk'), at);
        const parts = partsOfUk.map((slug) => allOccupations(regional.get(slug), at));
        // The tolerance covers adverts without a known place, and rounding.
        return [() => placeOfPeriod(edition, 'Table 3', at), `${month}: the regions and nations`, parts, uk, (uk ?? 0) * 0.01];
      });
    }, 'adverts'),
  ),
  check.knownIssue(
    'london-quarter',
    "London's months in Table 3 add up to its quarters in Table 5 within 2 %, for occupations with over 100 adverts.",
    check.each(
      ({ observations: { quarters } }) => quarters.keys(),
      (at, edition) => placeOfPeriod(edition, 'Table 5', at),
      (at, edition) => {
        const off = offInLondon(edition, at);
        const quarter = edition.observations.quarters[at];
        const message = `${quarter}: ${off.length} occupations of London differ from the sum of their months, ${off[0]} first`;
        return off.length === 0 ? null : message;
      },
    ),
  ),
  check.block(
    'revision',
    'All but the latest three months move by at most 15 % in the median of a region since the edition before. A larger movement means another measure, or another split by region.',
    check.within(
      'the median movement of settled months since the edition before',
      (edition, previous) => (previous === null ? [] : medianMovements(edition, previous)),
      check.atMost(15),
      { unit: '%' },
    ),
  ),
  check.knownIssue(
    'year-on-year',
    'All UK adverts of the latest month (Table 1) are within −40 % and +60 % of the same month a year before.',
    check.moves(
      (edition) => {
        const { months, countries } = edition.observations;
        const last = months.length - 1;
        const [now, before] = [last, last - 12].map((month) => publishedIn(countries.get('uk'), month));
        return [[placeOfPeriod(edition, 'Table 1', last), now, before, String(months[last - 12])]];
      },
      [-40, 60],
      { unit: 'adverts' },
    ),
  ),
  check.block(
    'anchors',
    'Cells read from two published workbooks, and sums printed of them, are the same.',
    check.inReleases(['2026-07'], check.agree(anchorsOfJuly2026)),
    check.inReleases(['2025-11'], check.agree(anchorsOfNovember2025)),
  ),
];
