// Which results of an edition's checks are told, by the API and on a terminal, and which of them the edition was published in spite of.
import type { CatalogueEdition, CheckResult } from '../catalogue.ts';

/** Known issues and what held the edition back. What a check merely notes (`info`) is for the compiler's own report. */
export function failedChecks({ checks }: CatalogueEdition): CheckResult[] {
  return checks.filter(({ severity }) => severity !== 'info');
}

/** A check that blocks is one too once a person has accepted the edition, for nothing else publishes one. */
export function knownIssues(edition: CatalogueEdition): CheckResult[] {
  const blocked = edition.accepted === null && edition.checks.some(({ severity }) => severity === 'block');
  return edition.state === 'quarantined' || blocked ? [] : failedChecks(edition);
}
