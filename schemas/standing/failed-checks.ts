// The check results of an edition that the API and the terminal tell of.
import type { CheckResult, ServingEdition } from '../catalogue.ts';

/** The known issues of an edition, and the checks that hold it back or that a person has accepted. Results of severity `info` are only for the compiler's report. */
export function failedChecks({ checks }: ServingEdition): CheckResult[] {
  return checks.filter(({ severity }) => severity !== 'info');
}
