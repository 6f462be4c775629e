// What a list of standards must show before it is used: all records, keys, texts of their own, and
// numbers that can be.
import * as check from '#sources/kit/checks.ts';
import { type KeyedTable, keyedCheck } from '#sources/kit/checks-keyed.ts';
import { labelsAlike } from '#sources/kit/checks-labels.ts';
import { mapRoutes } from '#sources/kit/map-routes.ts';
import { textChecks } from '#sources/kit/checks-texts.ts';
import type { Check } from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import type { Examined } from '#sources/kit/release.ts';
import type { Row, Rows } from './layout.ts';
import { type StandardObservations, versionName } from './reshape.ts';

type Edition = Examined<Rows, StandardObservations>;

// Versions that others read from the publisher's answers of 2026 (whole records of ST0072 and
// ST1312). They are facts of closed versions, and hold in every list that is newer than the
// version's last day for starts. In April 2026 ST1312 was still open.
const anchoredVersions = [
  {
    referenceNumber: 'ST0072',
    version: '1.0',
    status: 'Retired',
    larsCode: 122,
    level: 2,
    typicalDuration: 12,
    maxFunding: 4000,
    latestStartDate: '2018-10-02T00:00:00',
  },
  {
    referenceNumber: 'ST1312',
    version: '1.0',
    status: 'Retired',
    larsCode: 749,
    level: 4,
    typicalDuration: 24,
    maxFunding: 10_000,
    latestStartDate: '2026-06-07T00:00:00',
  },
] as const satisfies readonly Partial<Row>[];
const anchoredMembers = [
  'status',
  'larsCode',
  'level',
  'typicalDuration',
  'maxFunding',
  'latestStartDate',
] as const satisfies readonly (keyof (typeof anchoredVersions)[number])[];

/** A number of every record is within the band. 0 is the publisher's marker for none. */
function eachWithin(
  what: string,
  numberOf: (row: Row) => number,
  band: check.Band,
  unit = '',
): check.Rule<Edition> {
  return check.within(
    what,
    ({ release, rows }) =>
      rows.map((row) => [() => placeOf(release, versionName(row)), numberOf(row) || null]),
    band,
    { unit },
  );
}

// No second list is at hand. The publisher revises standards one by one, and bands of funding in
// groups. Records of old versions stay, and a new version gets a record of its own.
const often = { changes: 0.2, emptied: 0.05 } as const;
const seldom = { changes: 0.05 } as const;
/** 0 is the publisher's marker for no number. */
const numberIn = (number: number) => (number === 0 ? '' : `${number}`);
const versionsCompared: KeyedTable<Edition> = {
  name: 'versions',
  rows: ({ rows }) =>
    rows.map((row) => ({
      key: versionName(row),
      name: `${row.title} (${versionName(row)})`,
      values: {
        title: row.title,
        level: `${row.level}`,
        route: row.route,
        status: row.status,
        'pause of starts': `${row.approvedForDeliveryPausedStarts}`,
        duration: numberIn(row.typicalDuration),
        funding: numberIn(row.maxFunding),
        'off-the-job hours': row.minimumHoursForCompliance,
        'LARS code': numberIn(row.larsCode),
        'integrated degree': row.integratedDegree,
        'first day for starts': row.earliestStartDate ?? '',
        'last day for starts': row.latestStartDate ?? '',
        'job titles': row.typicalJobTitles.join('\n'),
        roles: row.jobRoles.join('\n'),
        link: row.standardPageUrl,
      },
    })),
  columns: {
    title: seldom,
    level: seldom,
    route: seldom,
    status: often,
    'pause of starts': often,
    duration: often,
    funding: often,
    'off-the-job hours': often,
    'LARS code': seldom,
    'integrated degree': seldom,
    'first day for starts': often,
    'last day for starts': often,
    'job titles': often,
    roles: often,
    link: seldom,
  },
  lost: 0.005,
};
const standardsCompared: KeyedTable<Edition> = {
  name: 'standards',
  rows: ({ observations: { standards } }) =>
    Array.from(standards.values(), ({ reference, title, version, status, larsCode }) => ({
      key: reference,
      name: title,
      // Of 640 standards of April 2026 none has the LARS code of another.
      values: { title, version, status, 'LARS code': numberIn(larsCode ?? 0) },
    })),
  columns: { title: seldom, version: often, status: often, 'LARS code': seldom },
  lost: 0.005,
};

export const checks: readonly Check<Rows, StandardObservations>[] = [
  check.comparing.block(
    'record-count',
    'Between 1,500 and 3,000 records (1,839 to 2,032 were seen in 2026), and at most ' +
      '10% more or fewer than in the previous edition.',
    check.within(
      'the number of records',
      check.ofRelease(({ rows }) => rows.length),
      [1500, 3000],
    ),
    check.moves(
      ({ release, rows }, previous) => [
        { place: placeOfRelease(release), now: rows.length, before: previous?.rows.length },
      ],
      check.eitherWay(10),
      { unit: 'records' },
    ),
  ),
  check.block(
    'reference-format',
    'References have the shape ST0000.',
    check.each(
      ({ rows }) => rows,
      (row, { release }) => placeOf(release, versionName(row)),
      ({ referenceNumber }) =>
        /^ST\d{4}$/.test(referenceNumber)
          ? null
          : `"${referenceNumber}" does not have the shape ST0000`,
    ),
  ),
  check.block(
    'versions-unique',
    'A standard has each version once.',
    check.unique('version', ({ release, rows }) =>
      rows.map((row) => [
        () => placeOf(release, versionName(row)),
        `${row.referenceNumber} ${row.version}`,
      ]),
    ),
  ),
  check.block(
    'approved-count',
    'Between 500 and 1,000 records are approved for delivery (712 in September 2026).',
    check.within(
      'the number of approved records',
      check.ofRelease(
        ({ rows }) => rows.filter(({ status }) => status === 'Approved for delivery').length,
      ),
      [500, 1000],
    ),
  ),
  check.block(
    'numbers-plausible',
    'At most 20 records have a level outside 2 to 7, a duration outside 3 to 84 months, ' +
      'more than 40,000 pounds or another route than the 15 of the maps.',
    check.moreThan(20, (edition, previous) => [
      ...eachWithin('the level', ({ level }) => level, [2, 7])(edition, previous),
      ...eachWithin(
        'the duration',
        ({ typicalDuration }) => typicalDuration,
        [3, 84],
        'months',
      )(edition, previous),
      ...eachWithin(
        'the funding',
        ({ maxFunding }) => maxFunding,
        [0, 40_000],
        'pounds',
      )(edition, previous),
      ...edition.rows
        .filter(({ route }) => !mapRoutes.includes(route.trim()))
        .map((row) => ({
          place: placeOf(edition.release, versionName(row)),
          message: `"${row.route}" is not a route`,
        })),
    ]),
  ),
  labelsAlike<Rows, StandardObservations>(
    'routes or words for an integrated degree',
    function* ({ release, rows }) {
      for (const row of rows)
        for (const name of ['route', 'integratedDegree'] as const)
          yield {
            place: () => `${placeOf(release, versionName(row))} ${name}`,
            kind: name,
            label: row[name],
          };
    },
  ),
  keyedCheck(versionsCompared, standardsCompared),
  // 97% of 552 standards of April 2026; shifted by a row 28%.
  ...textChecks(
    ({ release, observations }: Edition) =>
      Array.from(observations.standards.values(), (standard) => ({
        code: standard.reference,
        title: standard.title,
        parts: {
          jobTitles: standard.jobTitles,
          route: [standard.route],
          integratedDegree: [standard.integratedDegree ?? ''],
          url: [standard.url ?? ''],
        },
        place: (part) => `${placeOf(release, standard.reference)} ${part}`,
      })),
    { jobTitles: 0.85 },
  ),
  check.block(
    'anchors',
    'Two versions have not changed since others read them, once they are closed.',
    check.agree(function* ({ release, rows }) {
      for (const anchor of anchoredVersions) {
        const isClosed = release.name > anchor.latestStartDate.slice(0, 10);
        for (const row of rows) {
          if (!isClosed || versionName(row) !== versionName(anchor)) continue;
          const place = placeOf(release, versionName(row));
          for (const member of anchoredMembers)
            yield { place, found: row[member], expected: anchor[member], what: member };
        }
      }
    }),
  ),
];
