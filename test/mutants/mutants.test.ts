// A small run of the mutation harness on samples: it draws, applies and judges faults, also through the files. `make bench ONLY=mutants` is the
// whole run.
import { beforeAll, describe, expect, it } from 'vitest';
import type { SourceKey } from '#schemas/codes.ts';
import { gravest } from './faults.ts';
import { filesOf, sampleSubject } from './releases-examined.ts';
import { type Subject, prepare, runMutants } from './run.ts';
import { throughFile } from './through-file.ts';

describe.each(['work-visas', 'employer-skills-survey'] as const satisfies SourceKey[])('faults in the sample of %s', (key) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = (await sampleSubject(key)) ?? expect.fail(`${key} has no sample`);
  });

  it('finds nothing in the unchanged release', () => {
    expect(prepare(subject).falseAlarms).toEqual([]);
  });

  // A number of visas below 50 in the newest quarter may be ten times as large: nothing else in the workbook gives it.
  it('holds back six of seven slips of the decimal point and of the unit, and shifts', () => {
    const results = runMutants(subject, 'a small run', 2 * gravest.length, gravest);
    expect(results.filter(({ fate }) => fate === 'blocked').length).toBeGreaterThanOrEqual(0.85 * results.length);
  });
});

it('reads the same fault from a file as from rows', async () => {
  const subject = (await sampleSubject('employer-skills-survey')) ?? expect.fail();
  // It throws if the reader finds other figures than were written.
  const results = await throughFile(subject, await filesOf(subject), 'a small run', 8);
  expect(results).toHaveLength(8);
  expect(results.filter(({ fate }) => fate === 'blocked').length).toBeGreaterThan(4);
});
