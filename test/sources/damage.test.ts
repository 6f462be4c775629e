// What becomes of each source's sample when its rows are damaged as any publisher's may be: two
// groups change places, rows are lost, rows come twice. goldens/damage.json has, by damage and
// source, the checks that would hold the release back. A source that is not named there would serve
// it; `reshape` stands for rows that are not understood.
import { expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { NeededObservations } from '#sources/kit/needs.ts';
import { goldenFault } from '../golden.ts';
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

const damages: readonly (readonly [what: string, damage: (rows: Rows) => Rows])[] = [
  ['nothing', (rows) => rows],
  ['two groups have changed places', exchanged],
  ['half of the rows are lost', ofEachKind((rows) => rows.slice(0, Math.ceil(rows.length / 2)))],
  ['every row comes twice', ofEachKind((rows) => rows.flatMap((row) => [row, row]))],
];

// What others need comes first. The sample of pay takes long: test/sources/ashe.test.ts has its
// damage.
const needed = new Set<string>(sources.flatMap(({ needs }) => needs));
const inOrder = [
  ...sources.filter(({ key }) => needed.has(key)),
  ...sources.filter(({ key }) => !needed.has(key) && key !== 'ashe'),
];

test('each damage is found by the checks that goldens/damage.json names', async () => {
  const observed: Partial<Record<keyof NeededObservations, unknown>> = {};
  const found = new Map(damages.map(([what]) => [what, {} as Record<string, string[]>]));
  for (const source of inOrder) {
    const needs = needsOf(observed as Partial<NeededObservations>);
    const sample =
      source.builtIn ??
      (await keptSample(source)).at(-1) ??
      expect.fail(`${source.key} has no sample`);
    const { edition } = await examine(keepingRows(source), sample.release, sample.files, needs);
    observed[source.key as keyof NeededObservations] = edition.observations;
    for (const [what, damage] of damages) {
      const problems: Problem[] = [];
      const rows = damage(edition.rows);
      const observations = source.reshape(edition.release, rows, needs, problems);
      const held = source.checks.filter(
        ({ severity, check }) =>
          severity === 'block' && check({ ...edition, rows, observations }, null).length > 0,
      );
      const names = problems.length > 0 ? ['reshape'] : held.map(({ name }) => name).sort();
      if (names.length > 0) Object.assign(found.get(what) ?? {}, { [source.key]: names });
    }
  }
  expect(
    goldenFault('damage.json', `${JSON.stringify(Object.fromEntries(found), null, 1)}\n`),
  ).toBeNull();
});
