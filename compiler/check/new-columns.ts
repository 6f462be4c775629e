// Compares what readers found with the edition before: a new column is told, and holds a release back if the rows have multiplied.
import type { CheckResult } from '#schemas/catalogue.ts';
import type { LookedFor } from '#sources/kit/looked-for.ts';
import type { Finding, Release } from '#sources/kit/source.ts';
import { resultOf } from './run-checks.ts';

/** A release as it was read: its rows, and what its readers looked for. */
export interface AsRead {
  readonly release: Pick<Release, 'source' | 'name'>;
  readonly rows: readonly unknown[];
  readonly lookedFor: readonly LookedFor[];
}

/** The places of a release without its name, which differs between releases. Those of needed sources are left out. */
export function ownPlaces({ release: { source, name }, lookedFor }: Pick<AsRead, 'release' | 'lookedFor'>): LookedFor[] {
  const prefix = `${source} ${name}`;
  return lookedFor
    .filter(({ place }) => place.startsWith(prefix))
    .map((one) => ({ ...one, place: one.place.slice(prefix.length).trim() || 'the release' }));
}

/** What was looked for. Names of files change between releases, so this tells which places correspond. */
function askedFor({ what, wanted }: LookedFor): string {
  return JSON.stringify([what, wanted.map(({ names }) => names)]);
}

/** Whether a release had a name where the same was looked for; null if it had no such place. */
export function namesOf(before: Pick<AsRead, 'release' | 'lookedFor'>): (at: LookedFor, name: string) => boolean | null {
  const known = new Map<string, Set<string>>();
  for (const one of ownPlaces(before)) {
    const names = known.get(askedFor(one)) ?? new Set();
    for (const name of one.there) names.add(name.toLowerCase());
    known.set(askedFor(one), names);
  }
  return (at, name) => known.get(askedFor(at))?.has(name.toLowerCase()) ?? null;
}

/** How many rows there are of each kind. Rows that stand in tables are counted in their tables. */
export function rowsByKind(rows: readonly unknown[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const { kind, of, query, table, rows: inner } = Object(row) as Readonly<Record<string, unknown>>;
    // A row that says where the columns stand is no row of the publisher's.
    if (kind === 'columns' || kind === 'header') continue;
    const name = [kind, of ?? query ?? table].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'rows';
    counts.set(name, (counts.get(name) ?? 0) + (Array.isArray(inner) ? inner.length : 1));
  }
  return counts;
}

/** The check that tells the columns that the release before did not have. */
export const newColumnsCheck = 'new-columns';

const isKnown = { name: newColumnsCheck, severity: 'info', describe: 'Every column is read, or was there in the release before.' } as const;
const isWhole = {
  name: 'new-dimension',
  severity: 'block',
  describe: 'No new column has split the rows into parts: their number has not multiplied since the release before.',
} as const;

/** A series grows by a few per cent from release to release. A breakdown doubles the rows or more. */
const mostGrowth = 1.2;

/**
 * `new-columns`, information: the columns that the release before did not have and that are not read. `new-dimension`, blocking: there are
 * such columns, and a kind of row has multiplied. The column then splits rows, and reading on would count people twice or take a part for the whole.
 */
export function newColumns(now: AsRead, before: AsRead): CheckResult[] {
  const had = namesOf(before);
  const places = ownPlaces(now).filter(({ what }) => what === 'column');
  const columns = places.flatMap((at): Finding[] => {
    const taken = new Set(at.wanted.flatMap(({ found }) => found ?? []));
    return at.there
      .filter((name) => !taken.has(name) && had(at, name) === false)
      .map((name) => ({
        place: `${now.release.source} ${now.release.name} ${at.place}`,
        message: `the column "${name}" is new since ${before.release.name} and is not read`,
      }));
  });
  if (columns.length === 0) return [];
  const counts = rowsByKind(before.rows);
  const grown = [...rowsByKind(now.rows)].flatMap(([kind, rows]): Finding[] => {
    const earlier = counts.get(kind) ?? 0;
    if (earlier === 0 || rows <= earlier * mostGrowth) return [];
    const message = `${rows} rows after ${earlier} in ${before.release.name}, and ${columns[0]?.message ?? ''}: it may split each row into parts`;
    return [{ place: `${now.release.source} ${now.release.name} ${kind}`, message }];
  });
  return [resultOf(isKnown, columns), ...(grown.length === 0 ? [] : [resultOf(isWhole, grown)])];
}
