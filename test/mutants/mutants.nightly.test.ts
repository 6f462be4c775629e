// A small run of the mutation harness on samples. `make bench ONLY=mutants` is the whole run.
import { expect, test } from 'vitest';
import type { SourceKey } from '#schemas/codes.ts';
import { gravest } from '../../bench/mutants/faults.ts';
import { sampleSubject } from '../../bench/mutants/releases-examined.ts';
import { prepare, runMutants } from '../../bench/mutants/run.ts';

// A number of visas below 50 in the newest quarter may be ten times as large: nothing else in the
// workbook gives it.
test.each(['work-visas', 'employer-skills-survey'] as const satisfies SourceKey[])(
  '%s: an unchanged sample passes, and 85% of slips and shifts are held',
  async (key) => {
    const subject = (await sampleSubject(key)) ?? expect.fail(`${key} has no sample`);
    expect(prepare(subject).falseAlarms).toEqual([]);
    const results = runMutants(subject, 'a small run', 2 * gravest.length, gravest);
    expect(results.length).toBeGreaterThan(gravest.length);
    expect(results.filter(({ fate }) => fate === 'blocked').length).toBeGreaterThanOrEqual(
      0.85 * results.length,
    );
  },
);
