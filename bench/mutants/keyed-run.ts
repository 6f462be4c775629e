// Gives the keyed tables of a release every fault, as the next release and as another file of the
// same release, and says what the checks make of each.
import { provenanceOf } from '#compiler/edition/describe.ts';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { allNeedsOf } from '#compiler/release/releases.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { sources } from '#sources/index.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { random } from '#sources/kit/random.ts';
import type { Source } from '#sources/kit/source.ts';
import { faultsOf, keyedRows } from './keyed-faults.ts';
import { keyedTables } from './keyed-tables.ts';
import type { Fate, Observed, Subject } from './run.ts';

/** The name of a next release, where none is at hand. */
const nextNames: Partial<Record<SourceKey, string>> = {
  'soc-index': '2025-12-03',
  'career-profiles': '2026-11-28',
  'occupational-maps': '2026-11-28',
  'apprenticeship-standards': '2026-11-28',
  onet: '30.3',
  esco: '1.2.0',
};

export type Mode = 'next' | 'same';

export interface KeyedResult {
  readonly table: string;
  readonly column: string;
  readonly kind: string;
  readonly mode: Mode;
  readonly fate: Fate;
  readonly by: string;
  readonly message: string;
}

interface Scene {
  readonly mode: Mode;
  readonly release: Observed['release'];
  readonly previous: Observed | null;
}

function scenesOf({ source, base, previous }: Subject): Scene[] {
  const name = nextNames[source.key];
  const next =
    previous !== null || name === undefined
      ? base.release
      : (parseRelease(source, base.release.sample ? `sample-${name}` : name) ?? base.release);
  return [
    { mode: 'next', release: next, previous: previous ?? base },
    { mode: 'same', release: base.release, previous: base },
  ];
}

/** What an edition answers with, and what it hands to the sources that need it. */
function resultOf(source: Source, { release, needs, observations }: Observed): string {
  const provenance = provenanceOf(source, release, { id: '', label: '' }, []);
  const documents = source.documents({ release, needs, observations, provenance, attribution: '' });
  const bodies = JSON.stringify([...documents].map(({ body }) => body));
  const isNeeded = sources.some((other) => allNeedsOf(other).includes(source.key));
  const listed = (_: string, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value;
  return isNeeded ? bodies + JSON.stringify(observations, listed) : bodies;
}

/** Every fault of the source's keyed tables. Checks that rest on figures read by eye do not run. */
export function* runKeyed(subject: Subject, seed: string): Generator<KeyedResult> {
  const { source, base, anchored } = subject;
  const checks = source.checks.filter(
    ({ name, severity }) => !anchored.includes(name) && severity !== 'info',
  );
  const keyOf = ({ place, message }: { place: string; message: string }) => `${place} ${message}`;
  for (const scene of scenesOf(subject)) {
    const unchanged: Observed = { ...base, release: scene.release };
    const alarms = new Map(
      checks.map(({ name, check }) => [name, new Set(check(unchanged, scene.previous).map(keyOf))]),
    );
    const timeOf = new Map<string, number>();
    let result: string | null = null;
    const judge = (rows: readonly unknown[]): Pick<KeyedResult, 'fate' | 'by' | 'message'> => {
      const problems: Problem[] = [];
      let observations: unknown;
      try {
        observations = source.reshape(scene.release, rows, base.needs, problems);
      } catch (error) {
        return { fate: 'blocked', by: 'understood', message: String(error) };
      }
      if (problems.length > 0)
        return { fate: 'blocked', by: 'understood', message: problems[0]?.message ?? '' };
      const edition: Observed = { ...unchanged, rows, observations };
      let known: { by: string; message: string } | null = null;
      const ordered = checks.toSorted(
        (a, b) => (timeOf.get(a.name) ?? 0) - (timeOf.get(b.name) ?? 0),
      );
      for (const { name, severity, check } of ordered) {
        const began = performance.now();
        const [fresh] = check(edition, scene.previous).filter(
          (finding) => alarms.get(name)?.has(keyOf(finding)) !== true,
        );
        timeOf.set(name, performance.now() - began);
        if (fresh === undefined) continue;
        const found = { by: name, message: `${fresh.place}: ${fresh.message}` };
        if (severity === 'block') return { fate: 'blocked', ...found };
        known ??= found;
      }
      if (known !== null) return { fate: 'told', ...known };
      result ??= resultOf(source, unchanged);
      const isSame = resultOf(source, edition) === result;
      return { fate: isSame ? 'not counted' : 'silent', by: '', message: '' };
    };
    for (const table of keyedTables[source.key] ?? [])
      for (const { kind, column, rows } of faultsOf(
        keyedRows(base.rows, table),
        random(`${seed} ${source.key} ${table.name}`),
      ))
        yield { table: table.name, column, kind, mode: scene.mode, ...judge(rows) };
  }
}
