// Runs faults through reshape and the checks of their source, and says what became of each.
import { type Random, random } from '#sources/kit/random.ts';
import type { Finding } from '#sources/kit/checks.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { Examined, Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { type Fault, type Scene, kinds } from './faults.ts';
import { type Edit, namesRow } from './grid.ts';

export type Observed = Examined<readonly unknown[], unknown>;

/** A release whose rows are given faults. */
export interface Subject {
  readonly source: Source;
  readonly base: Observed;
  readonly previous: Observed | null;
  readonly scene: Scene;
  readonly rowsWith: (edit: Edit) => readonly unknown[];
  /** Like the source's reshape; it may read only what has changed. */
  readonly reshape: (
    release: Release,
    rows: readonly unknown[],
    needs: Needs,
    problems: Finding[],
    edit: Edit,
  ) => unknown;
  /** Whether the answers of both are the same. */
  readonly isSame: (observations: unknown, edit: Edit) => boolean;
  /**
   * Checks that rest on figures read in one release. They say nothing about the next, so they do
   * not run.
   */
  readonly anchored: readonly string[];
  /**
   * For a source too large to be checked a thousand times: the checks that look at each occupation
   * by itself, and the edition of these rows alone. A fault of some rows runs only these checks,
   * which can only miss what the others would find.
   */
  readonly byRow?: {
    readonly checks: readonly string[];
    readonly edition: (
      rows: readonly number[],
      edit: Edit,
    ) => Omit<Observed, 'release' | 'needs'> | null;
  };
}

export type Fate = 'blocked' | 'told' | 'silent' | 'not counted';

export interface Result {
  readonly kind: string;
  readonly part: string;
  readonly fate: Fate;
  readonly said: string;
  /** The check that found it. */
  readonly by: string;
  readonly finders: readonly Finder[];
}

export type Prepared = ReturnType<typeof prepare>;

const keyOf = ({ place, message }: Finding) => `${place} ${message}`;

export function prepare({ source, base, previous, anchored }: Subject) {
  const own = source.checks.filter(
    ({ name, severity }) => !anchored.includes(name) && severity !== 'info',
  );
  const found = own.map((check) => {
    const began = performance.now();
    const findings = check.check(base, previous);
    return {
      check: check.name,
      severity: check.severity,
      findings,
      milliseconds: performance.now() - began,
    };
  });
  const timeOf = new Map(found.map(({ check, milliseconds }) => [check, milliseconds]));
  return {
    // The cheap ones first: most faults are found before the dear ones run.
    checks: own.toSorted(
      (a, b) =>
        Number(b.severity === 'block') - Number(a.severity === 'block') ||
        (timeOf.get(a.name) ?? 0) - (timeOf.get(b.name) ?? 0),
    ),
    /** What each check finds in the unchanged release. */
    before: new Map(found.map(({ check, findings }) => [check, new Set(findings.map(keyOf))])),
    falseAlarms: found.filter(({ findings }) => findings.length > 0),
  };
}

/**
 * A check that finds a fault. `isNamed`: among the ten findings that an edition shows, one names
 * the place.
 */
export interface Finder {
  readonly check: string;
  readonly severity: string;
  readonly isNamed: boolean;
}

interface Options {
  /** All checks, also where the source has a faster way. */
  readonly isWhole?: boolean;
}

/**
 * The checks that find a fault, in their order, each run when it is asked for; null if the fault
 * changes no answer.
 */
function findersOf(
  subject: Subject,
  prepared: Prepared,
  fault: Fault,
  { isWhole = false }: Options = {},
): Iterable<Finder> | null {
  const { base, previous } = subject;
  const rows = subject.rowsWith(fault.edit);
  const problems: Finding[] = [];
  const observations = subject.reshape(base.release, rows, base.needs, problems, fault.edit);
  if (problems.length > 0) return [{ check: 'understood', severity: 'block', isNamed: true }];
  if (subject.isSame(observations, fault.edit)) return null;
  const ofRows =
    isWhole || fault.rows === null
      ? null
      : (subject.byRow?.edition(fault.rows, fault.edit) ?? null);
  const edition: Observed = { ...base, ...(ofRows ?? { rows, observations }) };
  const checks =
    ofRows === null
      ? prepared.checks
      : prepared.checks.filter(({ name }) => subject.byRow?.checks.includes(name));
  return (function* () {
    for (const { name, severity, check } of checks) {
      const before = prepared.before.get(name);
      const fresh = check(edition, previous).filter(
        (finding) => before?.has(keyOf(finding)) !== true,
      );
      if (fresh.length > 0)
        yield {
          check: name,
          severity,
          isNamed: fresh.slice(0, 10).some((finding) => names(subject, fault, finding)),
        };
    }
  })();
}

/** What becomes of a fault. Checks after the first that blocks it do not run. */
export function fateOf(
  subject: Subject,
  prepared: Prepared,
  fault: Fault,
  options: Options = {},
): { fate: Fate; by: string } {
  const finders = findersOf(subject, prepared, fault, options);
  return finders === null ? { fate: 'not counted', by: '' } : fateBy(finders);
}

function fateBy(finders: Iterable<Finder>): { fate: Fate; by: string } {
  let toldBy: string | null = null;
  for (const { check, severity, isNamed } of finders) {
    if (severity === 'block') return { fate: 'blocked', by: check };
    if (isNamed) toldBy ??= check;
  }
  return toldBy === null ? { fate: 'silent', by: '' } : { fate: 'told', by: toldBy };
}

/**
 * Whether a message names the cell, its row, or, if a whole table is wrong, the table or one of its
 * rows.
 */
function names(
  { scene }: Subject,
  { grid: at, rows }: Fault,
  { place, message }: Finding,
): boolean {
  const grid = scene.grids[at];
  if (grid === undefined) return false;
  const text = `${place} ${message}`;
  if (rows === null)
    return text.includes(grid.name) || grid.rowNames.some((name) => namesRow(text, name));
  return rows.some((row) => namesRow(text, grid.rowNames[row] ?? []));
}

const mostDraws = 5;

/** Runs about as many faults as asked, the same number of each kind, each through all checks. */
export function runMutants(
  subject: Subject,
  seed: string,
  most: number,
  only?: readonly string[],
): Result[] {
  const prepared = prepare(subject);
  const results: Result[] = [];
  // Some sources cannot have some faults: a release without one before has no column of last year.
  const wanted = Object.entries(kinds).filter(
    ([kind, make]) =>
      (only === undefined || only.includes(kind)) &&
      make(subject.scene, random(`${seed} ${kind}`)) !== null,
  );
  const each = Math.ceil(most / wanted.length);
  for (const [kind, make] of wanted) {
    const draw: Random = random(`${seed} ${subject.source.key} ${kind}`);
    let counted = 0;
    // A fault that changes no answer is drawn again, but not for ever.
    for (let attempt = 0; attempt < mostDraws * each && counted < each; attempt += 1) {
      const fault = make(subject.scene, draw);
      if (fault === null) break;
      const finders = findersOf(subject, prepared, fault);
      if (finders === null) continue;
      counted += 1;
      const all = [...finders];
      results.push({ kind, part: fault.part, said: fault.said, finders: all, ...fateBy(all) });
    }
  }
  return results;
}
