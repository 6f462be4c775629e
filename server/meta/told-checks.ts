// The failed checks of an edition as /v1/meta and the feed tell them.
import type { ServingEdition } from '#schemas/catalogue.ts';
import type { FailedCheck } from '#schemas/resources/meta.ts';
import { failedChecks } from '#schemas/standing/failed-checks.ts';
import { isPublished } from '#schemas/standing/is-published.ts';

/**
 * Messages and places quote figures of the release, so those of an edition that is held back or withdrawn are left out. `lmi status` and
 * `lmi review` show them to the operator.
 */
export function toldChecks(edition: ServingEdition): FailedCheck[] {
  const isOpen = isPublished(edition);
  return failedChecks(edition).map(({ check, severity, describe = null, message, places, count }) => ({
    check,
    severity,
    description: describe,
    message: isOpen ? message : null,
    places: isOpen ? places : [],
    count,
  }));
}
