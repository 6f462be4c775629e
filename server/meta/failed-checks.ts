// Which results of an edition's checks the API tells, and how many of them the edition was published in spite of.
import type { CatalogueEdition, CheckResult } from '#schemas/catalogue.ts';

/** Known issues and what held the edition back. What a check merely notes (`info`) is for the compiler's own report. */
export function failedChecks({ checks }: CatalogueEdition): CheckResult[] {
  return checks.filter(({ severity }) => severity !== 'info');
}

/** A check that blocks counts too once a person has accepted the edition, for nothing else publishes one. */
export function knownIssues(edition: CatalogueEdition): number {
  const blocked = edition.accepted === null && edition.checks.some(({ severity }) => severity === 'block');
  return edition.state === 'quarantined' || blocked ? 0 : failedChecks(edition).length;
}
