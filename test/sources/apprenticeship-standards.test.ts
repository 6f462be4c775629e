// The list of standards: what the publisher's records mean, on small edits of the sample's, and
// what holds a list back.
import { describe, expect, it } from 'vitest';
import { LayoutError } from '#sources/kit/problem.ts';
import { apprenticeshipStandards } from '#sources/apprenticeship-standards/source.ts';
import { checksThatFind } from './data-set.ts';
import { examine, examineSample, needsOf } from './examine.ts';
import { structureOfSample } from './classification.ts';

type Json = Readonly<Record<string, unknown>>;

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const sample = await examineSample(apprenticeshipStandards, needs);
const [published] = await apprenticeshipStandards.sample();
const text = Buffer.from(published?.files[0]?.bytes ?? []).toString();
const records: Json[] = JSON.parse(text);
const [record = {}] = records;

const examineText = (body: string, name = 'sample-2026-07-06') =>
  examine(
    apprenticeshipStandards,
    name,
    [{ name: 'apprenticeshipstandards.json', bytes: Buffer.from(body) }],
    needs,
  );
const examineRecords = (list: readonly Json[], name?: string) =>
  examineText(JSON.stringify(list), name);

/** The standard of these versions, which differ in this from a sound one. */
async function standardOf(...versions: readonly Json[]) {
  const { edition, problems } = await examineRecords(
    versions.map((version) => ({
      ...record,
      referenceNumber: 'ST9001',
      version: '1.0',
      ...version,
    })),
  );
  return {
    standard: edition.observations.standards.get('ST9001'),
    said: problems.map(({ place, message }) => `${place}: ${message}`),
  };
}

describe('a standard', () => {
  it.each<[string, readonly string[], string | undefined, string | undefined]>([
    [
      'is open although its old version is retired',
      ['1.0 Retired', '1.1 Approved for delivery'],
      'approved',
      '1.1',
    ],
    ['is withdrawn where the last is', ['1.0 Retired', '1.1 Withdrawn'], 'withdrawn', '1.1'],
    [
      'is open while a later version is in development',
      ['1.0 Approved for delivery', '2.0 In development'],
      'approved',
      '1.0',
    ],
    [
      'is that of 1.10, not of 1.9',
      ['1.9 Approved for delivery', '1.10 Approved for delivery'],
      'approved',
      '1.10',
    ],
    [
      'that was never open is none',
      ['0.1 In development', '0.2 Proposal in development'],
      undefined,
      undefined,
    ],
  ])('%s', async (_, versions, status, version) => {
    const { standard } = await standardOf(
      ...versions.map((one) => ({
        version: one.slice(0, one.indexOf(' ')),
        status: one.slice(one.indexOf(' ') + 1),
      })),
    );
    expect([standard?.status, standard?.version]).toEqual([status, version]);
  });

  it.each<[Json, Json]>([
    [{ maxFunding: 0 }, { maximumFundingPounds: null }],
    [{ minimumHoursForCompliance: '' }, { minimumOffTheJobHours: null }],
    [{ minimumHoursForCompliance: '418' }, { minimumOffTheJobHours: 418 }],
    [{ approvedForDeliveryPausedStarts: true }, { startsPaused: true }],
    [{ approvedForDeliveryPausedStarts: null }, { startsPaused: null }],
    [{ version: '' }, { version: '1.0' }],
    [
      { larsCode: 0, typicalDuration: 0 },
      { larsCode: null, typicalDurationMonths: null },
    ],
    [{ typicalJobTitles: [], jobRoles: ['Role', ' Role '] }, { jobTitles: ['Role'] }],
    // Free text about the last change. It is not the status.
    [{ status: 'Retired', change: 'Approved for delivery' }, { status: 'retired' }],
    [{ earliestStartDate: '2024-01-03T00:00:00' }, { earliestStartDate: '2024-01-03' }],
    [{ earliestStartDate: '2017-11-07T00:00:00 +00:00' }, { earliestStartDate: '2017-11-07' }],
    [{ latestStartDate: '0001-01-01T00:00:00' }, { latestStartDate: null }],
  ])('that prints %j has %j', async (printed, expected) => {
    const { standard, said } = await standardOf(printed);
    expect([standard, said]).toEqual([expect.objectContaining(expected), []]);
  });
});

describe('what holds a list back', () => {
  it.each<[Json, RegExp]>([
    [
      { status: 'retired' },
      /ST9001 v1\.0 status: .*"retired", expected one of Approved for delivery, Retired, /,
    ],
    [{ version: '1' }, /ST9001 v1 version: got "1"/],
    [
      { minimumHoursForCompliance: '6 a week' },
      /ST9001 v1\.0 minimumHoursForCompliance: got "6 a week"/,
    ],
    [{ latestStartDate: '03/01/2024' }, /ST9001 v1\.0 latestStartDate: got "03\/01\/2024"/],
  ])('%j', async (printed, says) => {
    const { said } = await standardOf(printed);
    expect(said).toEqual([expect.stringMatching(says)]);
  });

  it('a record without a member', async () => {
    const { standardPageUrl: _, ...rest } = record;
    const reading = examineRecords([record, rest]);
    await expect(reading).rejects.toThrow(LayoutError);
    await expect(reading).rejects.toThrow(
      /sample-2026-07-06 apprenticeshipstandards\.json: \/1 .*'standardPageUrl'/,
    );
  });
});

describe('checks', () => {
  const alter = (change: Json) => records.map((one) => ({ ...one, ...change }));
  it.each<[string, readonly Json[], readonly string[]]>([
    [
      'a reference of another list',
      [{ ...record, referenceNumber: 'FA0001' }, ...records.slice(1)],
      ['reference-format'],
    ],
    ['all standards closed', alter({ status: 'Retired' }), ['approved-count']],
    ['years for months', alter({ typicalDuration: 2 }), ['numbers-plausible']],
    ['pence for pounds', alter({ maxFunding: 900_000 }), ['numbers-plausible']],
  ])('%s', async (_, list, blocking) => {
    const { edition, problems } = await examineRecords(list);
    expect([problems, checksThatFind(apprenticeshipStandards, edition)]).toEqual([[], blocking]);
  });

  it('titles shifted by a row since the edition before', async () => {
    const written = (shift: number) =>
      examineRecords(records.map((one, at) => ({ ...one, title: `Maker of ${at + shift} parts` })));
    const before = (await written(1)).edition;
    const shifted = (await written(2)).edition;
    expect(checksThatFind(apprenticeshipStandards, shifted, before)).toContain(
      'values-in-their-rows',
    );
  });

  // The versions of a standard share a code, which no other standard has.
  it('the LARS code of another standard since the edition before', async () => {
    const { larsCode } = sample.edition.rows.find(({ larsCode }) => larsCode > 0) ?? expect.fail();
    const at = records.findLastIndex((one) => Number(one['larsCode']) > 0);
    const copied = records.map((one, place) => (place === at ? { ...one, larsCode } : one));
    const { edition } = await examineRecords(copied);
    expect(checksThatFind(apprenticeshipStandards, edition, sample.edition)).toContain(
      'values-in-their-rows',
    );
  });

  it('an eighth fewer records than in the edition before', () => {
    const { edition } = sample;
    const before = {
      ...edition,
      rows: [...edition.rows, ...edition.rows.slice(0, edition.rows.length / 6)],
    };
    expect(checksThatFind(apprenticeshipStandards, edition, before)).toEqual(['record-count']);
  });

  // Whole records of closed versions that others read in 2026.
  it.each([
    ['with another price', '2026-09-28', { maxFunding: 40 }, true],
    ['open after its last day', '2018-10-03', { status: 'Approved for delivery' }, true],
  ])('an anchor: ST0072 1.0 %s', async (_, day, change, isFound) => {
    const anchor = {
      ...record,
      referenceNumber: 'ST0072',
      version: '1.0',
      status: 'Retired',
      larsCode: 122,
      level: 2,
      typicalDuration: 12,
      maxFunding: 4000,
      latestStartDate: '2018-10-02T00:00:00',
      ...change,
    };
    const { edition } = await examineRecords([...records, anchor], day);
    expect(checksThatFind(apprenticeshipStandards, edition).includes('anchors')).toBe(isFound);
  });
});

it('the order of the records makes no other rows', async () => {
  expect((await examineRecords(records.toReversed())).edition.rows).toEqual(sample.edition.rows);
});
