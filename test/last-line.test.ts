// The line that .ci/run ends with says what happened, also where no test could run.
import { expect, test } from 'vitest';
import { lastLine } from './last-line.ts';

const report = (passed: number, failed: number, skipped: number, files: readonly (readonly string[] | null)[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  numTodoTests: 0,
  testResults: files.map((statuses) => ({
    status: statuses === null || statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: (statuses ?? []).map((status) => ({ status })),
  })),
});

test.each([
  ['all passed', report(3, 0, 0), 0, '3 passed, 0 failed'],
  ['some were skipped', report(3, 0, 2), 0, '3 passed, 0 failed, 2 skipped'],
  ['one failed', report(2, 1, 0, [['passed', 'failed'], ['passed']]), 1, '2 passed, 1 failed'],
  ['a file could not be loaded', report(2, 0, 0, [null, ['passed']]), 1, '2 passed, 1 failed'],
  ['an error that belongs to no test', report(3, 0, 0, [['passed']]), 1, '3 passed, 1 failed'],
  ['the checks before the tests failed', null, 1, '0 passed, 1 failed (no test ran)'],
])('%s', (_, given, exitCode, line) => {
  expect(lastLine(given, exitCode)).toBe(line);
});
