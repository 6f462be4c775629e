// Runs a source's checks over one release. Dull on purpose: the list of checks in the source's folder is the specification.
import type { CheckResult } from '#schemas/catalogue.ts';
import type { Examined, Source } from '../source.ts';

/** What each check found; checks that found nothing are left out. */
export function runChecks(
  source: Source,
  edition: Examined<readonly unknown[], unknown>,
  previous: Examined<readonly unknown[], unknown> | null,
): CheckResult[] {
  return source.checks.flatMap((check) => {
    const findings = check.check(edition, previous);
    const [first] = findings;
    if (first === undefined) return [];
    return [
      {
        check: check.name,
        severity: check.severity,
        message: first.message,
        places: findings.slice(0, 10).map((finding) => finding.place),
        count: findings.length,
      },
    ];
  });
}
