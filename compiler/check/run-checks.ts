// Runs a source's checks over one release. The list of checks in the source's folder is the specification.
import type { CatalogueEdition, CheckResult, InputFile } from '#schemas/catalogue.ts';
import { isPublished } from '#schemas/standing.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Examined, Release, Source } from '#sources/kit/source.ts';
import { causesAcross, causesOf, inReadingOrder } from './causes.ts';
import type { Found, NamedFinding } from './figures-at.ts';

/** Each check that finds something, with what it finds. */
export function findingsOf(
  source: Source,
  edition: Examined<readonly unknown[], unknown>,
  previous: Examined<readonly unknown[], unknown> | null,
): Found[] {
  return source.checks.map((check) => ({ check, findings: check.check(edition, previous) })).filter(({ findings }) => findings.length > 0);
}

/** Of the checks that hold a release back, the likeliest cause stands first. */
export function resultsOf(found: readonly Found[]): CheckResult[] {
  const blocking = found.filter(({ check }) => check.severity === 'block');
  const causes = causesAcross(blocking.map(({ check, findings }) => ({ name: check.name, findings })));
  const order = [...new Set(causes.flatMap((cause) => cause.findings.map(({ check }) => check)))];
  const likeliest = blocking.toSorted((a, b) => order.indexOf(a.check.name) - order.indexOf(b.check.name));
  return [...likeliest, ...found.filter((one) => !blocking.includes(one))].map(({ check, findings }) => resultOf(check, findings));
}

/**
 * What the checks find in the release alone, and what they find beside the previous edition. A check that never looks at the previous edition
 * finds the same in both, and runs once.
 */
export function runChecksBeside(
  source: Source,
  edition: Examined<readonly unknown[], unknown>,
  previous: Examined<readonly unknown[], unknown>,
): { readonly alone: Found[]; readonly compared: Found[] } {
  let isLookedAt = false;
  const watched = new Proxy(previous, {
    get(target, name) {
      isLookedAt = true;
      return Reflect.get(target, name);
    },
  });
  const [alone, compared]: [Found[], Found[]] = [[], []];
  for (const check of source.checks) {
    isLookedAt = false;
    const beside = check.check(edition, watched);
    const own = isLookedAt ? check.check(edition, null) : beside;
    if (beside.length > 0) compared.push({ check, findings: beside });
    if (own.length > 0) alone.push({ check, findings: own });
  }
  return { alone, compared };
}

/** The result of a release that was not understood: it has no documents. */
const understood = {
  name: 'understood',
  severity: 'block',
  describe: 'Every cell of the files that is read is understood: no unknown marker, code or layout.',
} as const;

/** False for an edition without documents, because something in its files was not understood. Nobody can accept it. */
export function wasUnderstood({ checks }: Pick<CatalogueEdition, 'checks'>): boolean {
  return !checks.some(({ check }) => check === understood.name);
}

/** The blocking result of a release that was not understood. */
export function heldResult(problems: readonly Problem[]): CheckResult {
  return resultOf(understood, problems);
}

/** The name of the check that waits for an operator to look at the figures. */
export const documentedLayout = 'documented-layout';

/** The checks that accepting an edition overrides: all that hold it back, except that its layout is new. */
export function overriddenBy({ checks }: Pick<CatalogueEdition, 'checks'>): CatalogueEdition['checks'] {
  return checks.filter(({ severity, check }) => severity === 'block' && check !== documentedLayout);
}

/** For the command that accepts it. */
export function overridesOption(edition: Pick<CatalogueEdition, 'checks'>): string {
  const names = overriddenBy(edition).map(({ check }) => check);
  return names.length === 0 ? '' : ` --overrides ${names.join(',')}`;
}

const seenLayout = {
  name: documentedLayout,
  severity: 'block',
  describe: 'A person has looked at the figures of the first real release in a layout that we know only from documents.',
} as const;

/** A blocking result if we have not seen a real file of a layout, and nobody has accepted a release of it yet. */
export function unseenLayout(
  source: Source,
  release: Release,
  inputs: readonly InputFile[],
  editions: readonly CatalogueEdition[],
): CheckResult[] {
  if (release.sample) return [];
  const isOf = (kind: { readonly match: RegExp }, files: readonly InputFile[]) => files.some((input) => kind.match.test(input.file));
  const kinds = Object.values(source.files).flatMap((kind) => [
    ...(kind.layout === 'documented' ? [kind] : []),
    ...(kind.unseen === undefined ? [] : [kind.unseen]),
  ]);
  const unseen = kinds.filter((kind) => isOf(kind, inputs));
  // A withdrawn edition proves nothing: the next release waits for an operator again.
  const published = editions.filter((edition) => edition.source === source.key && isPublished(edition));
  const waiting = unseen.filter((kind) => !published.some((edition) => isOf(kind, edition.inputs)));
  const message = 'we have not seen a real file of this layout: look at the figures first, then accept the edition';
  const findings = waiting.map((kind) => ({ place: `${source.key} ${release.name}: ${kind.describe}`, message }));
  return findings.length === 0 ? [] : [resultOf(seenLayout, findings)];
}

/** The name of the check for an acceptance whose reason is gone. */
export const acceptanceNotNeeded = 'acceptance-not-needed';

const neededAcceptance = {
  name: acceptanceNotNeeded,
  severity: 'info',
  describe: 'What a person has accepted is still found.',
} as const;

/**
 * Noted if the blocking checks of an accepted edition find nothing any more, so that nobody thinks the acceptance is still needed.
 * An accepted layout stays listed on purpose. The note stays while the checks find nothing.
 */
export function needlessAcceptance(accepted: Pick<CatalogueEdition, 'checks'>, found: readonly CheckResult[]): CheckResult[] {
  const names = accepted.checks.flatMap(({ check, severity, places }) =>
    check === acceptanceNotNeeded ? places : severity === 'block' && check !== documentedLayout ? [check] : [],
  );
  const needless = names.filter((name) => !found.some(({ check }) => check === name));
  const message = 'what this check found was accepted, and it now finds nothing';
  const findings = needless.map((name) => ({ place: name, message }));
  return findings.length === 0 ? [] : [resultOf(neededAcceptance, findings)];
}

/**
 * The result of a check with at least one finding. Its message is the likeliest cause of the findings, and its places are those that a
 * person looks at first.
 */
export function resultOf(
  { name, severity, describe }: Pick<Source['checks'][number], 'name' | 'severity' | 'describe'>,
  findings: readonly NamedFinding[],
): CheckResult {
  const causes = causesOf(findings);
  const figures = findings.flatMap(({ figure }) => figure ?? []);
  return {
    check: name,
    severity,
    describe,
    message: causes[0]?.message ?? '',
    places: inReadingOrder(causes)
      .slice(0, 10)
      .map(({ place, about }) => (about === undefined ? place : `${place} (${about})`)),
    count: findings.length,
    ...(figures.length === 0 ? {} : { figures }),
  };
}
