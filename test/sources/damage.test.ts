// What becomes of each source's sample when its rows are damaged as any publisher's may be: two
// groups change places, rows are lost, rows come twice. damage.tsv says which checks then hold the
// release back, or why there is nothing to hold. A check that stops working fails its row here.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { NeededObservations, Needs } from '#sources/kit/needs.ts';
import { typedRows } from '../golden.ts';
import { keepingRows, keptSample } from '../kept.ts';
import { examine, needsOf } from './examine.ts';

type Rows = readonly unknown[];

const titleOf = new Map(classification.map(({ code, title }) => [code, title]));
/** Groups that change places: two unit groups, and two sub-major groups. */
const pairs = [
  ['2134', '2135'],
  ['21', '22'],
] as const;

/** The rows with the titles of the groups exchanged wherever they are printed. */
function exchanged(rows: Rows): Rows {
  const other = new Map(
    pairs.flatMap(([a, b]) => {
      const first = titleOf.get(a) ?? '';
      const second = titleOf.get(b) ?? '';
      return [[first.toLowerCase(), second] as const, [second.toLowerCase(), first] as const];
    }),
  );
  const pattern = new RegExp([...other.keys()].join('|'), 'gi');
  return rows.map((row) => {
    const text = JSON.stringify(row);
    const altered = text.replace(pattern, (title) => other.get(title.toLowerCase()) ?? title);
    return altered === text ? row : JSON.parse(altered);
  });
}

/**
 * The rows of each kind changed, headers aside; those of a table that is one row of its source,
 * within it.
 */
const ofEachKind =
  (change: (rows: Rows) => Rows) =>
  (rows: Rows): Rows => {
    const kindOf = (row: unknown) => (row as { readonly kind?: string }).kind ?? '';
    return [...Map.groupBy(rows, kindOf)].flatMap(([kind, rowsOfKind]) => {
      if (kind === 'columns') return rowsOfKind;
      const tables = rowsOfKind.filter((row) =>
        Array.isArray((row as { readonly rows?: unknown }).rows),
      );
      return tables.length === 0
        ? change(rowsOfKind)
        : tables.map((table) => ({
            ...(table as object),
            rows: change((table as { readonly rows: Rows }).rows),
          }));
    });
  };

const damages: Readonly<Record<string, (rows: Rows) => Rows>> = {
  'two groups have changed places': exchanged,
  'half of the rows are lost': ofEachKind((rows) => rows.slice(0, Math.ceil(rows.length / 2))),
  'every row comes twice': ofEachKind((rows) => rows.flatMap((row) => [row, row])),
};

// What others need comes first. The sample of pay takes long: test/sources/ashe.test.ts has its
// damage.
const needed = new Set<string>(sources.flatMap(({ needs }) => needs));
const inOrder = [
  ...sources.filter(({ key }) => needed.has(key)),
  ...sources.filter(({ key }) => !needed.has(key) && key !== 'ashe'),
];

interface Sample {
  readonly edition: Awaited<ReturnType<typeof examine>>['edition'];
  readonly needs: Needs;
}

const observed: Partial<Record<keyof NeededObservations, unknown>> = {};
const samples = new Map<string, Sample>();
for (const source of inOrder) {
  const needs = needsOf({ ...observed } as Partial<NeededObservations>);
  const sample =
    source.builtIn ??
    (await keptSample(source)).at(-1) ??
    expect.fail(`${source.key} has no sample`);
  const { edition } = await examine(keepingRows(source), sample.release, sample.files, needs);
  observed[source.key as keyof NeededObservations] = edition.observations;
  samples.set(source.key, { edition, needs });
}

/** The blocking checks that find something in these rows; `reshape` if they are not understood. */
function heldBy(key: string, rows: Rows): string[] {
  const source = sources.find((candidate) => candidate.key === key) ?? expect.fail(key);
  const { edition, needs } = samples.get(key) ?? expect.fail(key);
  const problems: Problem[] = [];
  const observations = source.reshape(edition.release, rows, needs, problems);
  if (problems.length > 0) return ['reshape'];
  const damaged = { ...edition, rows, observations };
  return source.checks
    .filter(({ severity, check }) => severity === 'block' && check(damaged, null).length > 0)
    .map(({ name }) => name)
    .sort();
}

const table = typedRows(new URL('damage.tsv', import.meta.url)).map(
  ([key = '', damage = '', checks = '', reason = '']) => ({ key, damage, checks, reason }),
);

test('damage.tsv has a row for each source and damage', () => {
  expect(table.map(({ key, damage }) => `${key}: ${damage}`)).toEqual(
    [...samples.keys()].flatMap((key) => Object.keys(damages).map((damage) => `${key}: ${damage}`)),
  );
});

test.each([...samples.keys()])('nothing holds the sample of %s back', (key) => {
  expect(heldBy(key, samples.get(key)?.edition.rows ?? [])).toEqual([]);
});

test.each(table)('$key, $damage: $checks', ({ key, damage, checks, reason }) => {
  const { rows } = samples.get(key)?.edition ?? expect.fail(key);
  const damaged = damages[damage]?.(rows) ?? expect.fail(damage);
  if (checks === 'unchanged') {
    expect(isDeepStrictEqual(damaged, rows)).toBe(true);
    return;
  }
  const found = heldBy(key, damaged);
  if (checks === 'none') {
    expect(reason, 'why nothing needs to find it').not.toBe('');
    expect(found).toEqual([]);
    return;
  }
  // Another check may find it too.
  expect(found).toEqual(expect.arrayContaining(checks.split(' ')));
});
