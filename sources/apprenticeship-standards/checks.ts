// What a list of standards must show before it is used. Most rules come from the Department for Education's importer, which refuses the
// same faults.
import { textChecks } from '#sources/kit/checks-texts.ts';
import * as check from '#sources/kit/checks.ts';
import { mapRoutes } from '#sources/kit/map-routes.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined } from '#sources/kit/source.ts';
import type { Row, Rows } from './parse.ts';
import { type StandardObservations, printed, versionParts } from './reshape.ts';

type Edition = Examined<Rows, StandardObservations>;

// Versions that others read from the publisher's answers of 2026 (whole records of ST0072 and ST1312). They are facts of closed versions,
// and hold in every list that is newer than the version's last day for starts. In April 2026 ST1312 was still open.
const anchoredMembers = ['status', 'larsCode', 'level', 'typicalDuration', 'maxFunding', 'latestStartDate'] as const;
const anchors: readonly (readonly [reference: string, version: string, ...expected: readonly (string | number)[]])[] = [
  ['ST0072', '1.0', 'Retired', 122, 2, 12, 4000, '2018-10-02T00:00:00'],
  ['ST1312', '1.0', 'Retired', 749, 4, 24, 10_000, '2026-06-07T00:00:00'],
];

/** Whether a record is approved for delivery. */
const isApproved = ({ status }: Row) => status === 'Approved for delivery';
const byReference = (rows: Rows) => Map.groupBy(rows, ({ referenceNumber }) => referenceNumber);

/** What `fault` says of each record. */
function eachRecord(fault: (row: Row) => string | null): check.Rule<Edition> {
  return check.each(
    ({ rows }: Edition) => rows,
    (row, { release }) => placeOf(release, printed(row)),
    fault,
  );
}

/** Every record has a number within the band. */
function eachWithin(what: string, numberOf: (row: Row) => number | null, band: check.Band, unit = ''): check.Rule<Edition> {
  return check.within(what, ({ release, rows }) => rows.map((row) => [() => placeOf(release, printed(row)), numberOf(row)]), band, {
    unit,
  });
}

/** The versions of every standard with the version before each, if both are two whole numbers. */
function successions({ rows }: Edition) {
  return [...byReference(rows).values()].flatMap((versions) => {
    const parts = versions.flatMap((row) => {
      const [major, minor] = versionParts(row.version) ?? [null, null];
      return major === null ? [] : [{ row, major, minor }];
    });
    parts.sort((a, b) => a.major - b.major || a.minor - b.minor);
    return parts.slice(1).map((later, index) => ({ later, earlier: parts[index] ?? later }));
  });
}

export const checks: readonly Check<Rows, StandardObservations>[] = [
  check.block(
    'record-count',
    'Between 1,500 and 3,000 records (1,839 to 2,032 were seen in 2026), and at most 10 % more or fewer than in the previous edition.',
    check.within('the number of records', ({ release, rows }) => [[placeOfRelease(release), rows.length]], [1500, 3000]),
    check.moves(({ release, rows }, previous) => [[placeOfRelease(release), rows.length, previous?.rows.length]], check.eitherWay(10), {
      unit: 'records',
    }),
  ),
  check.block(
    'reference-format',
    'References have the shape ST0000.',
    eachRecord(({ referenceNumber }) => (/^ST\d{4}$/.test(referenceNumber) ? null : `"${referenceNumber}" does not have the shape ST0000`)),
  ),
  check.block(
    'versions-unique',
    'A standard has each version once.',
    check.unique('version', ({ release, rows }) =>
      rows.map((row) => [() => placeOf(release, printed(row)), `${row.referenceNumber} ${row.version}`]),
    ),
  ),
  check.block(
    'approved-count',
    'Between 500 and 1,000 records are approved for delivery (712 in September 2026).',
    check.within(
      'the number of approved records',
      ({ release, rows }) => [[placeOfRelease(release), rows.filter(isApproved).length]],
      [500, 1000],
    ),
  ),
  check.knownIssue(
    'single-approved-version',
    'At most one version of a standard is approved. If there are more, the highest is shown.',
    check.each(
      ({ rows }) => byReference(rows.filter(isApproved)),
      ([reference], { release }) => placeOf(release, { printedAs: reference }),
      ([, versions]) => (versions.length < 2 ? null : `versions ${quoteList(versions.map(({ version }) => version))} are approved`),
    ),
  ),
  check.info(
    'versions-have-no-gaps',
    'The next version adds 1 to the second part, or adds 1 to the first part and starts at 0.',
    check.each(
      successions,
      ({ later }, { release }) => placeOf(release, printed(later.row)),
      ({ later, earlier }) => {
        const follows =
          (later.major === earlier.major && later.minor === earlier.minor + 1) || (later.major === earlier.major + 1 && later.minor === 0);
        return follows ? null : `follows ${earlier.row.version}`;
      },
    ),
  ),
  check.knownIssue(
    'version-equals-version-number',
    'The two members with the version agree on approved and retired records.',
    check.agree(({ release, rows }) =>
      rows
        .filter((row) => isApproved(row) || row.status === 'Retired')
        .map((row) => [() => placeOf(release, printed(row)), row.versionNumber, row.version, 'versionNumber']),
    ),
  ),
  check.knownIssue(
    'lars-not-zero-when-retired',
    'A retired version from 1.0 on has had its LARS code.',
    eachRecord(({ status, larsCode, version }) =>
      status === 'Retired' && larsCode === 0 && (versionParts(version)?.[0] ?? 0) >= 1 ? 'is retired and has no LARS code' : null,
    ),
  ),
  check.info(
    'options-present',
    'A standard with options names them.',
    eachRecord(({ coreAndOptions, options }) => (coreAndOptions && options === 0 ? 'has the flag for options and names none' : null)),
  ),
  check.knownIssue(
    'level-range',
    'Levels are 2 to 7.',
    eachWithin('the level', ({ level }) => level, [2, 7]),
  ),
  check.knownIssue(
    'duration-range',
    'A duration is 3 to 84 months, or not given.',
    // 8 to 72 months have been seen. 0 is the publisher's marker for none.
    eachWithin('the duration', ({ typicalDuration: months }) => (months === 0 ? null : months), [3, 84], 'months'),
  ),
  check.knownIssue(
    'funding-range',
    'Funding is at most 40,000 pounds.',
    eachWithin('the funding', ({ maxFunding }) => maxFunding, [0, 40_000], 'pounds'),
  ),
  check.knownIssue(
    'routes-known',
    'The route is one of the 15 of the occupational maps.',
    eachRecord(({ route }) => (mapRoutes.includes(route.trim()) ? null : `"${route}" is not a route`)),
  ),
  check.knownIssue(
    'title-trimmed',
    'A title does not begin with a blank.',
    eachRecord(({ title }) => (/^\s/.test(title) || title.trim() === '' ? `got "${title}"` : null)),
  ),
  // 97 % of 552 standards of April 2026; shifted by a row 28 %.
  ...textChecks(
    ({ release, observations }: Edition) =>
      [...observations.standards.values()].map(({ reference: code, title, url, jobTitles }) => ({
        code,
        title,
        parts: { jobTitles, url: url === null ? [] : [url] },
        place: (part) => `${placeOf(release, { printedAs: code })} ${part}`,
      })),
    { jobTitles: 0.85 },
  ),
  check.block(
    'anchors',
    'Two versions have not changed since others read them, once they are closed.',
    check.notInSample(
      check.agree(({ release, rows }) =>
        anchors.flatMap(([reference, version, ...expected]) =>
          rows
            .filter(
              (row) => row.referenceNumber === reference && row.version === version && release.name > String(expected.at(-1)).slice(0, 10),
            )
            .flatMap((row) =>
              anchoredMembers.map((member, at) => [placeOf(release, printed(row)), row[member], expected[at] ?? null, member] as const),
            ),
        ),
      ),
    ),
  ),
  check.knownIssue(
    'standards-kept',
    'A standard that was open in the previous edition is still listed.',
    check.complete(
      'standards',
      ({ release, observations }, previous) => {
        const open = [...(previous?.observations.standards.values() ?? [])].filter(({ status }) => status === 'approved');
        return [[placeOfRelease(release), observations.standards.keys(), open.map(({ reference }) => reference)]];
      },
      { open: true },
    ),
  ),
];
