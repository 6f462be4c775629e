// Whether the tables are what they were: the measure, the periods, the occupations and places, and how much of them is published.
import { foldToLetters } from '#sources/kit/read/columns.ts';
import { quoteList } from '#sources/kit/problem.ts';
import { unitGroupCount } from '#schemas/codes.ts';
import { headerOf, isDataOf, placeOf, tableNames } from '../parse.ts';
import { lastMonthOf } from '../release-name.ts';
import { monthsOf, textAt, unclassified } from '../reshape.ts';
import { type AdvertCheck, outside, percent, placeOfPeriod, placeOfTable, suppressedShare } from './examined-tables.ts';

// 133,853 classified rows in the edition of July 2026, within 2 %; with the 412 of London they are of 328 districts at most.
const classifiedRows = [131_176, 136_530] as const;
const namedDistricts = [320, 328] as const;
const regionsOfTable3 = 13;

export const shape: readonly AdvertCheck[] = [
  {
    name: 'measure',
    severity: 'block',
    describe: 'No title speaks of snapshots or live adverts: until August 2025 the tables counted those, on the same sheets.',
    check: ({ release, rows }) =>
      tableNames.flatMap((table) => {
        const { title } = headerOf(rows, table);
        return title.flatMap((line, place) =>
          /snapshot|\blive\b/i.test(line)
            ? [
                {
                  place: placeOf(release, table, place + 1, 1),
                  message: `the title "${line}" is of adverts that were live, expected new ones`,
                },
              ]
            : [],
        );
      }),
  },
  {
    name: 'first-period',
    severity: 'block',
    describe: 'The series begin in January 2017 and with the first quarter of 2017. Those of the plain sample are shorter.',
    check: (edition) => {
      if (edition.release.sample) return [];
      const { months, quarters } = edition.observations;
      return [
        ...(months[0] === '2017-01'
          ? []
          : [{ place: placeOfPeriod(edition, 'Table 3', 0), message: `the first month is ${months[0]}, expected 2017-01` }]),
        ...(quarters[0] === '2017-Q1'
          ? []
          : [{ place: placeOfPeriod(edition, 'Table 5', 0), message: `the first quarter is ${quarters[0]}, expected 2017-Q1` }]),
      ];
    },
  },
  {
    name: 'last-month',
    severity: 'block',
    describe: 'The last month is the one that the release is named after.',
    check: (edition) => {
      const { months } = edition.observations;
      const expected = lastMonthOf(edition.release.name);
      return months.at(-1) === expected
        ? []
        : [
            {
              place: placeOfPeriod(edition, 'Table 3', months.length - 1),
              message: `the last month is ${months.at(-1)}, expected ${expected}`,
            },
          ];
    },
  },
  {
    name: 'last-quarter',
    severity: 'known-issue',
    describe: 'The last quarter is the last of which all three months are there.',
    check: (edition) => {
      const { months, quarters } = edition.observations;
      const last = quarters.at(-1) ?? '';
      const isWhole = monthsOf(last).every((month) => months.includes(month));
      const isLast = months.indexOf(monthsOf(last)[2] ?? '') > months.length - 4;
      return isWhole && isLast
        ? []
        : [
            {
              place: placeOfPeriod(edition, 'Table 5', quarters.length - 1),
              message: `the last quarter is ${last}, and the last month ${months.at(-1)}`,
            },
          ];
    },
  },
  {
    name: 'same-months',
    severity: 'block',
    describe: 'Tables 2 and 3 are of the same months.',
    check: (edition) => {
      const [two, three] = [headerOf(edition.rows, 'Table 2'), headerOf(edition.rows, 'Table 3')];
      return two.periods.join() === three.periods.join()
        ? []
        : [
            {
              place: placeOfTable(edition, 'Table 2'),
              message: `runs from ${two.periods[0]} to ${two.periods.at(-1)}, Table 3 from ${three.periods[0]} to ${three.periods.at(-1)}`,
            },
          ];
    },
  },
  {
    name: 'regions',
    severity: 'block',
    describe: 'Table 3 has the UK, the nine regions of England, Wales, Scotland and Northern Ireland, and no England.',
    check: (edition) => {
      const { regional } = edition.observations;
      const place = placeOfTable(edition, 'Table 3');
      return [
        ...outside(place, 'regions and nations', regional.size, [regionsOfTable3, regionsOfTable3]),
        ...(regional.has('england') ? [{ place, message: 'has rows of England' }] : []),
      ];
    },
  },
  {
    name: 'occupations',
    severity: 'block',
    describe: 'Every region of Table 3 has all 412 unit groups, and the adverts that have none.',
    check: (edition) =>
      [...edition.observations.regional].flatMap(([slug, occupations]) => {
        const classified = [...occupations.keys()].filter((soc) => soc !== unclassified).length;
        const place = placeOfTable(edition, 'Table 3');
        return [
          ...outside(place, `unit groups in ${slug}`, classified, [unitGroupCount, unitGroupCount]),
          ...(occupations.has(unclassified) ? [] : [{ place, message: `${slug} has no row of ${unclassified}` }]),
        ];
      }),
  },
  {
    name: 'labels',
    severity: 'block',
    describe:
      'At least 99 % of the labels in Table 3 are the titles of their unit groups, but for capitals and punctuation: another classification has other titles.',
    check: (edition) => {
      const { columns } = headerOf(edition.rows, 'Table 3');
      const titles = new Map(edition.needs.get('soc-structure').unitGroups.map(({ code, title }) => [code, title]));
      const labelled = edition.rows.filter(isDataOf('Table 3')).filter((row) => titles.has(textAt(row, columns, 'soc')));
      const others = labelled.filter(
        (row) => foldToLetters(textAt(row, columns, 'label')) !== foldToLetters(titles.get(textAt(row, columns, 'soc')) ?? ''),
      );
      if (others.length <= labelled.length * 0.01) return [];
      return others.map((row) => ({
        place: placeOf(edition.release, 'Table 3', row.row, columns['label']),
        message: `${others.length} of ${labelled.length} labels are not the titles of their codes, for instance "${textAt(row, columns, 'label')}" for ${textAt(row, columns, 'soc')}`,
      }));
    },
  },
  {
    name: 'local-rows',
    severity: 'block',
    describe: 'Table 5 has 412 rows of London, 133,853 of districts within 2 %, and 320 to 328 districts. The sample has fewer.',
    check: (edition) => {
      const { local } = edition.observations;
      const place = placeOfTable(edition, 'Table 5');
      const rowsOf = (slug: string) => [...(local.get(slug)?.keys() ?? [])].filter((soc) => soc !== unclassified).length;
      const london = outside(place, 'rows of London', rowsOf('london'), [unitGroupCount, unitGroupCount]);
      if (edition.release.sample) return london;
      const districts = [...local.keys()].filter((slug) => slug !== 'london');
      return [
        ...london,
        ...outside(
          place,
          'rows of districts',
          districts.reduce((sum, slug) => sum + rowsOf(slug), 0),
          classifiedRows,
        ),
        ...outside(place, 'districts', districts.length, namedDistricts),
      ];
    },
  },
  {
    name: 'districts-named',
    severity: 'known-issue',
    describe: 'Every local area has rows in Table 5. Those that have none are answered without figures. The sample has few.',
    check: (edition) => {
      if (edition.release.sample) return [];
      const without = edition.observations.areas.filter(({ slug }) => !edition.observations.local.has(slug));
      return without.map(({ name, code }) => ({ place: placeOfTable(edition, 'Table 5'), message: `has no row of ${name} (${code})` }));
    },
  },
  {
    name: 'district-names',
    severity: 'known-issue',
    describe:
      'At least 99 % of the districts of Table 5 have the names that the list of local authorities gives their codes, but for capitals and punctuation.',
    check: (edition) => {
      const { columns } = headerOf(edition.rows, 'Table 5');
      const names = new Map(
        edition.observations.areas.flatMap(({ code, formerCodes, name }) => [code, ...formerCodes].map((known) => [known, name] as const)),
      );
      const printed = new Map(
        edition.rows.filter(isDataOf('Table 5')).map((row) => [textAt(row, columns, 'code'), textAt(row, columns, 'district')]),
      );
      const others = [...printed].filter(
        ([code, district]) => names.has(code) && foldToLetters(names.get(code) ?? '') !== foldToLetters(district),
      );
      return others.length <= printed.size * 0.01
        ? []
        : [
            {
              place: placeOfTable(edition, 'Table 5'),
              message: `districts have other names: ${quoteList(others.map(([code, district]) => `${code} ${district}`))}`,
            },
          ];
    },
  },
];

// 5 % of June 2026 in one region and 55 % of its quarter in the districts were suppressed, which was the worst month so far.
const usualSuppressed = { month: 0.15, quarter: 0.65 };
// With three months gone, a quarter of the year is: no total of it is worth serving.
const mostWholeMonths = 2;

export const suppression: readonly AdvertCheck[] = [
  {
    name: 'suppressed-share',
    severity: 'known-issue',
    describe:
      'At most 15 % of the last month of Table 3 and 65 % of the last quarter of Table 5 are suppressed; no month or quarter of the latest year is suppressed throughout.',
    check: (edition) => {
      const { months, quarters, regional, local } = edition.observations;
      const shares = [
        ...months.map((period, place) => ({
          period,
          place,
          table: 'Table 3' as const,
          latest: place >= months.length - 12,
          last: place === months.length - 1,
          share: suppressedShare(regional, place),
          usual: usualSuppressed.month,
        })),
        ...quarters.map((period, place) => ({
          period,
          place,
          table: 'Table 5' as const,
          latest: place >= quarters.length - 4,
          last: place === quarters.length - 1,
          share: suppressedShare(local, place),
          usual: usualSuppressed.quarter,
        })),
      ];
      return shares
        .filter(({ latest, last, share, usual }) => latest && (share === 1 || (last && share > usual)))
        .map(({ table, place, period, share }) => ({
          place: placeOfPeriod(edition, table, place),
          message: share === 1 ? `${period} is suppressed throughout` : `${percent(share)} of ${period} are suppressed`,
        }));
    },
  },
  {
    name: 'whole-months-suppressed',
    severity: 'block',
    describe: 'Fewer than three of the latest twelve months are suppressed throughout.',
    check: (edition) => {
      const { months, regional } = edition.observations;
      const gone = months
        .map((month, place) => ({ month, place }))
        .filter(({ place }) => place >= months.length - 12 && suppressedShare(regional, place) === 1);
      return gone.length <= mostWholeMonths
        ? []
        : gone.map(({ month, place }) => ({
            place: placeOfPeriod(edition, 'Table 3', place),
            message: `${gone.length} of the latest twelve months are suppressed throughout, ${month} among them`,
          }));
    },
  },
];
