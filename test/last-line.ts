// The last line of .ci/run: how many tests passed, failed and were skipped. Arguments: the report of vitest as JSON, and the exit code of
// the run. A run that failed never says that nothing failed: files that could not be loaded, and checks before the tests, count as one each.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

export function lastLine(report: Report | null, exitCode: number): string {
  if (report === null) return `0 passed, ${exitCode === 0 ? 0 : 1} failed (no test ran)`;
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + unloaded;
  const skipped = report.numPendingTests + report.numTodoTests;
  return `${report.numPassedTests} passed, ${failed === 0 && exitCode !== 0 ? 1 : failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
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
  const [path = '', exitCode = '0'] = process.argv.slice(2);
  console.log(lastLine(readReport(path), Number(exitCode)));
}
