// The check results of an edition that the API and the terminal show, and those that are its known issues.
import type { CatalogueEdition, CheckResult } from '../catalogue.ts';

/** Known issues and the checks that held the edition back. Results of severity `info` are only for the compiler's report. */
export function failedChecks({ checks }: CatalogueEdition): CheckResult[] {
  return checks.filter(({ severity }) => severity !== 'info');
}

/** The failed checks of a published edition. A blocking check is a known issue only if a person has accepted the edition. */
export function knownIssues(edition: CatalogueEdition): CheckResult[] {
  const blocked = edition.accepted === null && edition.checks.some(({ severity }) => severity === 'block');
  return edition.state === 'quarantined' || blocked ? [] : failedChecks(edition);
}
