// What a list of standards must show before it is used. The Department for Education's importer refuses the same faults; its rules are the source of most.
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined, Finding, Release } from '#sources/kit/source.ts';
import type { Row, Rows } from './parse.ts';
import { type StandardObservations, placeOf, versionParts } from './reshape.ts';

type Edition = Examined<Rows, StandardObservations>;
type StandardCheck = Check<Rows, StandardObservations>;

/** The names of the 15 routes, as the occupational maps print them. */
const routes: readonly string[] = [
  'Agriculture, environmental and animal care',
  'Business and administration',
  'Care services',
  'Catering and hospitality',
  'Construction and the built environment',
  'Creative and design',
  'Digital',
  'Education and early years',
  'Engineering and manufacturing',
  'Hair and beauty',
  'Health and science',
  'Legal, finance and accounting',
  'Protective services',
  'Sales, marketing and procurement',
  'Transport and logistics',
];

// Versions read by others off the publisher's answers of 2026 (records of ST0072 and ST1312, whole): they are facts of closed versions, and
// hold in whichever release they still stand.
const anchors: readonly (Partial<Row> & { readonly referenceNumber: string; readonly version: string })[] = [
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
    maxFunding: 10000,
    latestStartDate: '2026-06-07T00:00:00',
  },
];

export const checks: readonly StandardCheck[] = [
  {
    name: 'record-count',
    severity: 'block',
    describe:
      'Between 1,500 and 3,000 records (2,010 to 2,032 were seen in 2026), and at most 10 % more or fewer than in the previous edition.',
    check: ({ release, rows }, previous) => {
      const place = `apprenticeship-standards ${release.name}`;
      const findings: Finding[] = [];
      if (rows.length < 1500 || rows.length > 3000)
        findings.push({ place, message: `found ${rows.length} records, expected 1,500 to 3,000` });
      if (previous !== null && Math.abs(rows.length - previous.rows.length) > 0.1 * previous.rows.length) {
        findings.push({
          place,
          message: `found ${rows.length} records, ${previous.rows.length} in ${previous.release.name}: more than 10 % apart`,
        });
      }
      return findings;
    },
  },
  byRow('reference-format', 'block', 'References have the shape ST0000.', ({ referenceNumber }) =>
    /^ST\d{4}$/.test(referenceNumber) ? null : `"${referenceNumber}" has not the shape ST0000`,
  ),
  {
    name: 'versions-unique',
    severity: 'block',
    describe: 'A standard has each version once.',
    check: (edition) => {
      const seen = new Set<string>();
      return edition.rows.flatMap((row) => {
        const name = `${row.referenceNumber} ${row.version}`;
        const repeated = seen.has(name);
        seen.add(name);
        return repeated ? [{ place: placeOf(edition.release, row), message: 'the version occurs twice' }] : [];
      });
    },
  },
  {
    name: 'approved-count',
    severity: 'block',
    describe: 'Between 500 and 1,000 records are approved for delivery (712 in September 2026).',
    check: ({ release, rows }) => {
      const approved = rows.filter(({ status }) => status === 'Approved for delivery').length;
      return approved >= 500 && approved <= 1000
        ? []
        : [{ place: `apprenticeship-standards ${release.name}`, message: `found ${approved} approved records, expected 500 to 1,000` }];
    },
  },
  {
    name: 'single-approved-version',
    severity: 'known-issue',
    describe: 'At most one version of a standard is approved; where there are more, the highest is shown.',
    check: ({ release, rows }) =>
      [
        ...Map.groupBy(
          rows.filter(({ status }) => status === 'Approved for delivery'),
          ({ referenceNumber }) => referenceNumber,
        ),
      ].flatMap(([reference, versions]) =>
        versions.length < 2
          ? []
          : [
              {
                place: `apprenticeship-standards ${release.name} ${reference}`,
                message: `versions ${quoteList(versions.map(({ version }) => version))} are approved`,
              },
            ],
      ),
  },
  {
    name: 'versions-have-no-gaps',
    severity: 'info',
    describe: 'A version follows its predecessor by one in its second part, or begins with the next first part.',
    check: ({ release, rows }) =>
      [...Map.groupBy(rows, ({ referenceNumber }) => referenceNumber)].flatMap(([, versions]) => {
        const parts = versions.flatMap((row) => {
          const found = versionParts(row.version);
          return found === null ? [] : [{ row, major: found[0], minor: found[1] }];
        });
        parts.sort((a, b) => a.major - b.major || a.minor - b.minor);
        return parts.slice(1).flatMap(({ row, major, minor }, index) => {
          const before = parts[index];
          if (before === undefined) return [];
          const follows = (major === before.major && minor === before.minor + 1) || (major === before.major + 1 && minor === 0);
          return follows ? [] : [{ place: placeOf(release, row), message: `follows ${before.row.version}` }];
        });
      }),
  },
  byRow(
    'version-equals-version-number',
    'known-issue',
    'The version stands in two members that agree on approved and retired records.',
    ({ status, version, versionNumber }) =>
      !['Approved for delivery', 'Retired'].includes(status) || version === versionNumber
        ? null
        : `version "${version}" and versionNumber "${versionNumber}"`,
  ),
  byRow(
    'lars-not-zero-when-retired',
    'known-issue',
    'A retired version from 1.0 on has had its LARS code.',
    ({ status, larsCode, version }) =>
      status === 'Retired' && larsCode === 0 && (versionParts(version)?.[0] ?? 0) >= 1 ? 'is retired and has no LARS code' : null,
  ),
  byRow('options-present', 'info', 'A standard with options names them.', ({ coreAndOptions, options }) =>
    coreAndOptions === true && options === 0 ? 'is said to have options and names none' : null,
  ),
  byRow('level-range', 'known-issue', 'Levels are 2 to 7.', ({ level }) => (level >= 2 && level <= 7 ? null : `level ${level}`)),
  // 9 and 66 months have been seen.
  byRow('duration-range', 'known-issue', 'A duration is 3 to 84 months, or not given.', ({ typicalDuration: months }) =>
    months === 0 || (months >= 3 && months <= 84) ? null : `${months} months`,
  ),
  byRow('funding-range', 'known-issue', 'Funding is at most 40,000 pounds.', ({ maxFunding }) =>
    maxFunding >= 0 && maxFunding <= 40_000 ? null : `${maxFunding} pounds`,
  ),
  byRow('routes-known', 'known-issue', 'The route is one of the 15 of the occupational maps.', ({ route }) =>
    routes.includes(route.trim()) ? null : `"${route}" is no route`,
  ),
  byRow('title-trimmed', 'known-issue', 'A title does not begin with a blank.', ({ title }) =>
    /^\s/.test(title) || title.trim() === '' ? `got "${title}"` : null,
  ),
  byRow('anchors', 'block', 'Two closed versions that others have read are as they were.', (row, { sample }) => {
    const anchor = sample
      ? undefined
      : anchors.find(({ referenceNumber, version }) => referenceNumber === row.referenceNumber && version === row.version);
    const wrong = Object.entries(anchor ?? {}).filter(([key, value]) => row[key as keyof Row] !== value);
    return wrong.length === 0
      ? null
      : wrong.map(([key, value]) => `${key}: got ${JSON.stringify(row[key as keyof Row])}, expected ${JSON.stringify(value)}`).join('; ');
  }),
  {
    name: 'standards-kept',
    severity: 'known-issue',
    describe: 'A standard that was open in the previous edition is still listed.',
    check: ({ release, observations }, previous) => {
      const lost = [...(previous?.observations.standards ?? [])]
        .filter(([reference, { status }]) => status === 'approved' && !observations.standards.has(reference))
        .map(([reference]) => reference);
      return lost.length === 0
        ? []
        : [{ place: `apprenticeship-standards ${release.name}`, message: `no longer lists ${quoteList(lost)}` }];
    },
  },
];

/** A check of each record alone. */
function byRow(
  name: string,
  severity: StandardCheck['severity'],
  describe: string,
  fault: (row: Row, release: Release) => string | null,
): StandardCheck {
  return {
    name,
    severity,
    describe,
    check: ({ release, rows }: Edition) =>
      rows.flatMap((row) => {
        const message = fault(row, release);
        return message === null ? [] : [{ place: placeOf(release, row), message }];
      }),
  };
}
