// The last line of .ci/run: how many tests passed, failed and were skipped. Arguments: the exit code of the runs, and the report of each by vitest
// as JSON. A run that failed never says that nothing failed: files that could not be loaded, and checks before the tests, count as one each.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

export function lastLine(reports: readonly Report[], exitCode: number): string {
  if (reports.length === 0) return `0 passed, ${exitCode === 0 ? 0 : 1} failed (no test ran)`;
  const sum = (count: (report: Report) => number) => reports.reduce((all, report) => all + count(report), 0);
  const failed = sum(({ numFailedTests, testResults }) => {
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    return numFailedTests + unloaded.length;
  });
  const skipped = sum(({ numPendingTests, numTodoTests }) => numPendingTests + numTodoTests);
  const passed = sum(({ numPassedTests }) => numPassedTests);
  return `${passed} passed, ${failed === 0 && exitCode !== 0 ? 1 : failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function readReport(path: string): Report | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [exitCode = '0', ...paths] = process.argv.slice(2);
  console.log(
    lastLine(
      paths.map(readReport).filter((report) => report !== null),
      Number(exitCode),
    ),
  );
}
