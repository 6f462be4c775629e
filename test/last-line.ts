// The last line of .ci/run: how many tests passed, failed and were skipped. Arguments: the exit
// code of the runs, and the report of each by vitest as JSON. A run that failed never says that
// nothing failed: files that could not be loaded, and checks before the tests, count as one each.
import { readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** None of a run that did not get so far. */
function readReport(path: string): Report[] {
  try {
    return [JSON.parse(readFileSync(path, 'utf8'))];
  } catch {
    return [];
  }
}

const [exitCode, ...paths] = process.argv.slice(2);
const reports = paths.flatMap(readReport);
const sum = (count: (report: Report) => number) =>
  reports.reduce((all, report) => all + count(report), 0);
const unloaded = reports
  .flatMap(({ testResults }) => testResults)
  .filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
const failed = sum(({ numFailedTests }) => numFailedTests) + unloaded.length;
const skipped = sum(({ numPendingTests, numTodoTests }) => numPendingTests + numTodoTests);
const told = failed === 0 && exitCode !== '0' ? 1 : failed;
const passed = sum(({ numPassedTests }) => numPassedTests);
const skippedPart = skipped > 0 ? `, ${skipped} skipped` : '';
const remark = reports.length === 0 ? ' (no test ran)' : '';
console.log(`${passed} passed, ${told} failed${skippedPart}${remark}`);
