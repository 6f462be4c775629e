// The list of standards: the traps of the publisher's records, on small edits of the sample's.
import { describe, expect, it } from 'vitest';
import { LayoutError, UnreadableFileError } from '#sources/kit/problem.ts';
import { discover, listAddress } from '#sources/apprenticeship-standards/discover.ts';
import { byVersion, dayOf } from '#sources/apprenticeship-standards/reshape.ts';
import { apprenticeshipStandards } from '#sources/apprenticeship-standards/source.ts';
import { examine, examineSample, needsOf } from './examine.ts';
import { structure } from './skills-england-extracts.ts';

const needs = needsOf({ 'soc-structure': structure });
const sample = await examineSample(apprenticeshipStandards, needs);
const [published] = await apprenticeshipStandards.sample({ full: false });
const text = Buffer.from(published?.files[0]?.bytes ?? []).toString();
const records: Record<string, unknown>[] = JSON.parse(text);
const [record = {}] = records;

const file = (body: string) => [{ name: 'apprenticeshipstandards.json', bytes: Buffer.from(body) }];
const examineRecords = (list: readonly Record<string, unknown>[], name = 'sample-2026-07-06') =>
  examine(apprenticeshipStandards, name, file(JSON.stringify(list)), needs);
const standard = async (...versions: Record<string, unknown>[]) => {
  const { edition, problems } = await examineRecords(versions.map((version) => ({ ...record, referenceNumber: 'ST9001', ...version })));
  return {
    found: edition.observations.standards.get('ST9001') ?? null,
    problems: problems.map(({ place, message }) => `${place}: ${message}`),
  };
};
const findings = (edition: typeof sample.edition, previous: typeof sample.edition | null = null) =>
  apprenticeshipStandards.checks.flatMap(({ name, severity, check }) =>
    check(edition, previous).map(() => (severity === 'info' ? `${name} (info)` : name)),
  );

describe('the sample', () => {
  it('is read without a problem, and no check finds anything', () => {
    expect(sample.problems).toEqual([]);
    expect(findings(sample.edition, sample.edition)).toEqual([]);
  });
  it('has standards of every kind', () => {
    const { standards } = sample.edition.observations;
    expect(new Set([...standards.values()].map(({ status }) => status))).toEqual(new Set(['approved', 'retired', 'withdrawn']));
    expect([...standards.values()].some(({ startsPaused }) => startsPaused)).toBe(true);
    expect(standards.has('ST0105')).toBe(false);
    const open = [...standards.values()].filter(({ status }) => status === 'approved');
    expect(open.some(({ larsCode }) => larsCode === null) && open.some(({ jobTitles }) => jobTitles.length === 0)).toBe(true);
    expect([8, 9].every((months) => open.some(({ typicalDurationMonths }) => typicalDurationMonths === months))).toBe(true);
    expect(text).toContain('"2024-06-01T00:00:00 +00:00"');
  });
});

describe('a standard', () => {
  it('is not retired because an old version of it is', async () => {
    const { found } = await standard(
      { version: '1.0', status: 'Retired' },
      { version: '1.1', status: 'Approved for delivery', maxFunding: 3500 },
    );
    expect(found).toMatchObject({ status: 'approved', version: '1.1', maximumFundingPounds: 3500 });
  });
  it.each([
    [
      'retired where all versions are',
      [
        ['1.0', 'Retired'],
        ['1.1', 'Retired'],
      ],
      ['retired', '1.1'],
    ],
    [
      'withdrawn where the last is',
      [
        ['1.0', 'Retired'],
        ['1.1', 'Withdrawn'],
      ],
      ['withdrawn', '1.1'],
    ],
    [
      'approved although a later version is being developed',
      [
        ['1.0', 'Approved for delivery'],
        ['2.0', 'In development'],
      ],
      ['approved', '1.0'],
    ],
    [
      'of version 1.10, not 1.9',
      [
        ['1.9', 'Approved for delivery'],
        ['1.10', 'Approved for delivery'],
      ],
      ['approved', '1.10'],
    ],
    ['of version 1.0 where the publisher states none', [['', 'Approved for delivery']], ['approved', '1.0']],
  ] as const)('is %s', async (_, versions, expected) => {
    const { found } = await standard(...versions.map(([version, status]) => ({ version, status })));
    expect([found?.status, found?.version]).toEqual(expected);
  });
  // Whole records, and members of live answers, that others read in 2026.
  it('ST0072 is open in its second version, ST1312 is retired, ST0499 takes two and a half years', async () => {
    const versions = [
      { referenceNumber: 'ST0072', version: '1.0', status: 'Retired', larsCode: 122, level: 2, typicalDuration: 12, maxFunding: 4000 },
      { referenceNumber: 'ST0072', version: '1.1', larsCode: 122, maxFunding: 3500, minimumHoursForCompliance: '278' },
      { referenceNumber: 'ST1312', version: '1.0', status: 'Retired', larsCode: 749, level: 4, typicalDuration: 24, maxFunding: 10_000 },
      {
        referenceNumber: 'ST0499',
        version: '1.3',
        larsCode: 283,
        level: 2,
        typicalDuration: 30,
        maxFunding: 13_000,
        minimumHoursForCompliance: '605',
      },
    ];
    const dates: Record<string, Record<string, unknown>> = {
      'ST0072 1.0': { earliestStartDate: '2016-07-29T00:00:00', latestStartDate: '2018-10-02T00:00:00' },
      'ST0072 1.1': { earliestStartDate: '2018-10-03T00:00:00', latestStartDate: null },
      'ST1312 1.0': { latestStartDate: '2026-06-07T00:00:00' },
    };
    const { edition, problems } = await examineRecords(
      versions.map((version) => ({
        ...record,
        status: 'Approved for delivery',
        ...version,
        ...dates[`${version.referenceNumber} ${version.version}`],
      })),
      '2026-09-28',
    );
    expect(problems).toEqual([]);
    const { standards } = edition.observations;
    expect(standards.get('ST0072')).toMatchObject({
      ...{ status: 'approved', version: '1.1', larsCode: 122, maximumFundingPounds: 3500, minimumOffTheJobHours: 278 },
      ...{ earliestStartDate: '2018-10-03', latestStartDate: null },
    });
    expect(standards.get('ST1312')).toMatchObject({
      status: 'retired',
      larsCode: 749,
      level: 4,
      typicalDurationMonths: 24,
      latestStartDate: '2026-06-07',
    });
    expect(standards.get('ST0499')).toMatchObject({
      larsCode: 283,
      typicalDurationMonths: 30,
      maximumFundingPounds: 13_000,
      minimumOffTheJobHours: 605,
    });
    expect(findings(edition).filter((name) => name === 'anchors')).toEqual([]);
  });
  it('that has only been in development is none', async () => {
    expect((await standard({ status: 'In development' }, { version: '0.2', status: 'Proposal in development' })).found).toBeNull();
  });
  it('0 and nothing are no figures', async () => {
    const { found } = await standard({
      maxFunding: 0,
      typicalDuration: 0,
      larsCode: 0,
      minimumHoursForCompliance: '',
      integratedDegree: ' ',
    });
    expect(found).toMatchObject({
      maximumFundingPounds: null,
      typicalDurationMonths: null,
      larsCode: null,
      minimumOffTheJobHours: null,
      integratedDegree: null,
    });
  });
  it('numbers stand in texts', async () => {
    expect((await standard({ minimumHoursForCompliance: '418' })).found?.minimumOffTheJobHours).toBe(418);
    expect((await standard({ minimumHoursForCompliance: '6 a week' })).problems).toEqual([
      `apprenticeship-standards sample-2026-07-06 ST9001 v${String(record['version'])} minimumHoursForCompliance: got "6 a week", expected whole hours or nothing`,
    ]);
  });
  it('reads status alone, whatever the free text about the last change says', async () => {
    expect((await standard({ status: 'Retired', change: 'Approved for delivery' })).found?.status).toBe('retired');
  });
  it('can have another LARS code in another version, and employers and GUIDs are not read', async () => {
    const { found } = await standard(
      { version: '1.0', status: 'Retired', larsCode: 288 },
      {
        version: '2.2',
        larsCode: 529,
        knowledges: [{ knowledgeId: '6f1c0a52-0000-4000-8000-000000000000', detail: '&lt;p&gt;x' }],
        tbMainContact: 'a@example.org<br>',
      },
    );
    expect(found).toMatchObject({ reference: 'ST9001', larsCode: 529 });
    expect(JSON.stringify(sample.edition.rows)).not.toContain('involvedEmployers');
  });
  it('takes the job roles where the job titles are empty', async () => {
    expect((await standard({ typicalJobTitles: [], jobRoles: ['Role', ' Role '] })).found?.jobTitles).toEqual(['Role']);
  });
  it('an unknown status holds the release back', async () => {
    const { problems } = await standard({ status: 'retired' });
    expect(problems[0]).toMatch(/ST9001 v\S+ status: unknown status "retired", expected one of Approved for delivery, Retired, /);
  });
});

describe('days', () => {
  it.each([
    ['2024-01-03T00:00:00', '2024-01-03'],
    ['2024-01-03T00:00:00 +00:00', '2024-01-03'],
    // As published in September 2026.
    ['2017-11-07T00:00:00 +00:00', '2017-11-07'],
    ['0001-01-01T00:00:00', null],
    ['0001-01-01', null],
    ['', null],
    [null, null],
  ])('%s', (printed, day) => expect(dayOf('here', printed, [])).toBe(day));
  it.each(['03/01/2024', '2024-02-31T00:00:00', '2024-01-03T09:30:00', 'Not set'])('%s is a problem', (printed) => {
    const problems: { place: string; message: string }[] = [];
    expect(dayOf('here', printed, problems)).toBeNull();
    expect(problems).toEqual([{ place: 'here', message: `got "${printed}", expected a day at midnight or nothing` }]);
  });
});

it('versions are ordered by their two whole numbers', () => {
  expect(['1.10', '2.0', '1.9', ''].sort(byVersion)).toEqual(['', '1.9', '1.10', '2.0']);
});

describe('drift', () => {
  it.each(['status', 'version', 'maxFunding', 'approvedForDeliveryPausedStarts', 'standardPageUrl'])('a record without %s', async (key) => {
    const { [key]: _, ...rest } = record;
    await expect(examineRecords([record, rest])).rejects.toThrow(LayoutError);
    await expect(examineRecords([record, rest])).rejects.toThrow(
      `apprenticeship-standards sample-2026-07-06 apprenticeshipstandards.json: /1 must have required property '${key}'`,
    );
  });
  it('a list cut short is no shorter list', async () => {
    await expect(examine(apprenticeshipStandards, 'sample-2026-07-06', file(text.slice(0, 5000)), needs)).rejects.toThrow(
      UnreadableFileError,
    );
  });
  it.each<[string, (list: Record<string, unknown>[]) => Record<string, unknown>[], string]>([
    ['half of the list', (list) => list.slice(0, 700), 'record-count'],
    ['a reference of another list', (list) => [{ ...list[0], referenceNumber: 'FA0001' }, ...list.slice(1)], 'reference-format'],
    ['a version twice', (list) => [...list, list[0] ?? {}], 'versions-unique'],
    ['most standards closed', (list) => list.map((version) => ({ ...version, status: 'Retired' })), 'approved-count'],
    ['levels of 8', (list) => list.map((one) => ({ ...one, level: 8 })), 'numbers-plausible'],
    ['routes that nobody knows', (list) => list.map((one) => ({ ...one, route: 'Digital!' })), 'numbers-plausible'],
    ['pence for pounds', (list) => list.map((one) => ({ ...one, maxFunding: 900_000 })), 'numbers-plausible'],
  ])('%s', async (_, change, check) => {
    const { edition, problems } = await examineRecords(change(records));
    expect(problems).toEqual([]);
    expect(findings(edition)).toContain(check);
  });
  it('an anchor that is not what others have read', async () => {
    const anchor = {
      ...record,
      referenceNumber: 'ST0072',
      version: '1.0',
      versionNumber: '1.0',
      status: 'Retired',
      larsCode: 122,
      level: 2,
      typicalDuration: 12,
      latestStartDate: '2018-10-02T00:00:00',
    };
    const named = async (maxFunding: number) =>
      findings((await examineRecords([...records, { ...anchor, maxFunding }], '2026-09-28')).edition).includes('anchors');
    expect([await named(4000), await named(40)]).toEqual([false, true]);
    const open = {
      ...record,
      referenceNumber: 'ST1312',
      version: '1.0',
      versionNumber: '1.0',
      status: 'Approved for delivery',
      latestStartDate: null,
    };
    const inList = async (day: string) => findings((await examineRecords([...records, open], day)).edition).includes('anchors');
    expect([await inList('2026-04-15'), await inList('2026-06-07'), await inList('2026-06-08')]).toEqual([false, false, true]);
  });
});

it('the order of the records makes no other rows', async () => {
  expect((await examineRecords(records.toReversed())).edition.rows).toEqual(sample.edition.rows);
});

it('is discovered as one file, named by the day', async () => {
  const nobody = { text: () => Promise.reject(new Error('no page is read')), json: () => Promise.reject(new Error('no page is read')) };
  expect(await discover(nobody, '2026-09-28')).toEqual({
    releases: [{ name: '2026-09-28', released: null, files: [{ name: 'apprenticeshipstandards.json', url: listAddress }] }],
    nextRelease: null,
    notices: null,
    remarks: [],
  });
});
