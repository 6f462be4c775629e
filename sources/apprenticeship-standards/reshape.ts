// Versions to standards: 1,052 retired records are not 1,052 retired standards, because most are
// old versions of open standards.
import { placeOf } from '#sources/kit/place.ts';
import { linkAddress } from '#sources/kit/read/html.ts';
import { isDay } from '#sources/kit/release-name.ts';
import type { FileCell } from '#sources/kit/figures.ts';
import type {
  ApprenticeshipStandard,
  NeededObservations,
  Needs,
  StandardNumber,
} from '#sources/kit/needs.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { landingPage, listFile } from './discover.ts';
import type { Row, Rows } from './layout.ts';

export type StandardObservations = NonNullable<NeededObservations['apprenticeship-standards']>;

/**
 * The publisher's five words. The first is open, the next two are closed, and the last two cannot
 * be started yet.
 */
export const statuses = [
  'Approved for delivery',
  'Retired',
  'Withdrawn',
  'In development',
  'Proposal in development',
] as const;

/** Ours of those that a standard can be given by. */
const ourStatuses: Readonly<Record<string, ApprenticeshipStandard['status']>> = {
  'Approved for delivery': 'approved',
  Retired: 'retired',
  Withdrawn: 'withdrawn',
};

/**
 * Two whole numbers: 1.10 is later than 1.9. An empty version is 1.0, as in the Department for
 * Education's own importer.
 */
function versionParts(version: string): readonly [number, number] | null {
  const match = /^(\d+)\.(\d+)$/.exec(version.trim() === '' ? '1.0' : version);
  return match === null ? null : [Number(match[1]), Number(match[2])];
}

function byVersion(a: string, b: string): number {
  const [majorA, minorA] = versionParts(a) ?? [0, 0];
  const [majorB, minorB] = versionParts(b) ?? [0, 0];
  return majorA - majorB || minorA - minorB || byCodeUnit(a, b);
}

export function reshape(
  release: Release,
  rows: Rows,
  _needs: Needs,
  problems: Problem[],
): StandardObservations {
  const standards = new Map<string, ApprenticeshipStandard>();
  const cells = new Map<string, Readonly<Record<StandardNumber, FileCell>>>();
  for (const [reference, versions] of Map.groupBy(rows, ({ referenceNumber }) => referenceNumber)) {
    for (const row of versions) judge(release, row, problems);
    const current = currentOf(versions);
    if (current === null) continue;
    standards.set(reference, standardOf(release, current, problems));
    cells.set(reference, cellsOf(current));
  }
  return { standards, cells };
}

function judge(release: Release, row: Row, problems: Problem[]): void {
  const place = placeOf(release, versionName(row));
  if (!statuses.some((status) => status === row.status))
    problems.push({
      place: `${place} status`,
      message: `unknown status "${row.status}", expected one of ${statuses.join(', ')}`,
    });
  if (versionParts(row.version) === null)
    problems.push({
      place: `${place} version`,
      message: `got "${row.version}", expected two whole numbers with a full stop between them`,
    });
}

/** A version as messages name it: `ST0072 v1.0`. */
export const versionName = ({
  referenceNumber,
  version,
}: Pick<Row, 'referenceNumber' | 'version'>) => `${referenceNumber} v${version}`;

/**
 * The highest open version, else the highest closed one; null if a standard has never been open.
 * Start dates do not count: there is no clock.
 */
function currentOf(versions: readonly Row[]): Row | null {
  const isOpen = ({ status }: Row) => status === 'Approved for delivery';
  const [current = null] = versions
    .filter(({ status }) => status in ourStatuses)
    .sort(
      (a, b) =>
        Number(isOpen(b)) - Number(isOpen(a)) ||
        byVersion(b.version, a.version) ||
        byCodeUnit(a.status, b.status),
    );
  return current;
}

function standardOf(release: Release, row: Row, problems: Problem[]): ApprenticeshipStandard {
  const place = placeOf(release, versionName(row));
  const day = (key: 'earliestStartDate' | 'latestStartDate') =>
    dayOf(`${place} ${key}`, row[key], problems);
  const titles = row.typicalJobTitles.length > 0 ? row.typicalJobTitles : row.jobRoles;
  return {
    reference: row.referenceNumber,
    title: row.title.trim(),
    status: ourStatuses[row.status] ?? 'retired',
    version: row.version.trim() === '' ? '1.0' : row.version,
    level: row.level,
    route: row.route.trim(),
    startsPaused: row.approvedForDeliveryPausedStarts,
    typicalDurationMonths: aboveZero(row.typicalDuration),
    maximumFundingPounds: aboveZero(row.maxFunding),
    minimumOffTheJobHours: hoursOf(
      `${place} minimumHoursForCompliance`,
      row.minimumHoursForCompliance,
      problems,
    ),
    larsCode: aboveZero(row.larsCode),
    integratedDegree: row.integratedDegree.trim() === '' ? null : row.integratedDegree.trim(),
    earliestStartDate: day('earliestStartDate'),
    latestStartDate: day('latestStartDate'),
    url: linkAddress(row.standardPageUrl, landingPage),
    jobTitles: [...new Set(titles.map((title) => title.trim()).filter((title) => title !== ''))],
  };
}

/** The members that hold the numbers of a standard. */
const membersOfNumbers = {
  level: 'level',
  typicalDurationMonths: 'typicalDuration',
  maximumFundingPounds: 'maxFunding',
  minimumOffTheJobHours: 'minimumHoursForCompliance',
  larsCode: 'larsCode',
} as const satisfies Record<StandardNumber, keyof Row>;

function cellsOf(row: Row): Readonly<Record<StandardNumber, FileCell>> {
  const cells = Object.entries(membersOfNumbers).map(([name, member]): [string, FileCell] => {
    const address = `${row.referenceNumber} ${row.version} ${member}`;
    return [
      name,
      { file: listFile, member: null, sheet: null, address, printed: String(row[member]) },
    ];
  });
  return Object.fromEntries(cells) as Record<StandardNumber, FileCell>;
}

/** 0 is the publisher's marker for not assigned, not set or not given. It never means 0 pounds. */
const aboveZero = (value: number) => (value === 0 ? null : value);

/** A number as text; the text is empty for versions older than the rule on hours. */
function hoursOf(place: string, text: string, problems: Problem[]): number | null {
  if (text.trim() === '') return null;
  if (/^\d+$/.test(text.trim())) return Number(text);
  problems.push({ place, message: `got "${text}", expected whole hours or nothing` });
  return null;
}

/**
 * The day of a date-time. The publisher has two forms ("2024-01-03T00:00:00" and, with a blank,
 * "2024-01-03T00:00:00 +00:00"). The time is always midnight. 0001-01-01 means no day.
 */
export function dayOf(place: string, text: string | null, problems: Problem[]): string | null {
  if (text === null || text === '' || text.startsWith('0001-01-01')) return null;
  const day = text.slice(0, 10);
  if (isDay(day) && /^(T00:00:00( ?(Z|\+00:00))?)?$/.test(text.slice(10))) return day;
  problems.push({ place, message: `got "${text}", expected a day at midnight or nothing` });
  return null;
}
