// What becomes of figures between two releases: every kind of change once, and that nothing is told
// of what stays.
import { expect, test } from 'vitest';
import type { Compared } from '#compiler/diff/compare.ts';
import { describeDiff } from '#compiler/diff/describe-diff.ts';
import { type RowChanges, compareRows } from '#compiler/diff/rows.ts';
import { describeTableRows } from '#sources/kit/table-rows.ts';
import type { AnyRow } from '#sources/kit/table-layout.ts';
import { type Summary, SummaryBuilder } from '#compiler/diff/diff-editions.ts';
import type { Figure } from '#sources/kit/figures.ts';
import { goldenFault } from '../golden.ts';
import { compare, figure } from './figure.ts';

const told = (compared: Iterable<Compared>) =>
  [...compared]
    .filter(({ kind }) => kind !== null)
    .map(({ group, kind, old, new: now }) => [group, kind, old, now]);
const side = { id: 'i', source: 'soc-index' as const, release: 'r', state: 'served' as const };
const described = (figures: Summary | null, rows: RowChanges | null) =>
  describeDiff({ older: side, newer: side, figures, rows });
function summaryOf(before: readonly Figure[], now: readonly Figure[]): Summary {
  const summing = new SummaryBuilder();
  for (const compared of compare(before, now)) summing.take(compared);
  return summing.summary();
}

/** What the golden file has, under the names of the cases. */
const kept: Record<string, unknown> = {};
const keep = (what: string, found: unknown) => {
  kept[what] = found;
};

test('each kind of change', () => {
  const unreliable = { withheld: 'unreliable' } as const;
  const disclosive = { withheld: 'disclosive' } as const;
  const older = [
    ...['1111', '1112', '1121', '1122'].map((group) => figure(group, 100)),
    ...['1123', '1131', '1132'].map((group) => figure(group, unreliable)),
    figure('1133', 'critical'),
    figure('1135', 7),
  ];
  const newer = [
    figure('1111', 100, { period: '2025' }),
    figure('1135', 8, { period: '2025' }),
    figure('1112', 0),
    figure('1122', disclosive),
    figure('1123', 90),
    figure('1131', disclosive),
    figure('1132', unreliable),
    figure('1133', 'elevated'),
    figure('1134', 7),
  ];
  keep('each kind of change', told(compare(older, newer)));
  expect(told(compare(older, older))).toEqual([]);
  expect(told(compare([], newer)).every(([, kind]) => kind === 'added')).toBe(true);
});

test.each<[string, Partial<Figure>]>([
  ['other dimensions', { dimensions: { sex: 'male', pattern: 'all', statistic: 'median' } }],
  ['another measure', { measure: 'overtime_pay' }],
  ['another group', { group: '1112' }],
])('a figure of %s is another one', (_, more) => {
  expect(
    told(compare([figure('1111', 100)], [figure('1111', 100, more)])).map(([, kind]) => kind),
  ).toEqual(['added', 'removed']);
});

test('a series is compared period by period, anything else across periods', () => {
  const month = (period: string, value: number) => figure('1111', value, { series: true, period });
  keep(
    'a series',
    told(
      compare(
        [month('2026-05', 5), month('2026-06', 6)],
        [month('2026-06', 60), month('2026-07', 7)],
      ),
    ),
  );
});

test('the summary counts each figure once and lists the largest movements', () => {
  const place = {
    endpoint: 'pay',
    place: { soc: '1111', area: 'uk' },
    query: { sex: 'male' },
    pointer: '/distribution/median',
  } as const;
  const pairs: readonly (readonly [Figure, Figure])[] = [
    [figure('1111', 100), figure('1111', 110)],
    [figure('1112', 100), figure('1112', 50)],
    [figure('1113', 100), figure('1113', 100)],
    [figure('1114', 0), figure('1114', 5)],
    [figure('1115', 100), figure('1115', 900, { quality: 'unreliable' })],
    [figure('1116', 100), figure('1116', 900, { answers: () => [place] })],
    [figure('1117', 1, { unit: 'percent' }), figure('1117', 9, { unit: 'percent' })],
    [figure('1118', 10), figure('1118', { withheld: 'disclosive' })],
  ];
  keep(
    'a summary',
    summaryOf(
      pairs.map(([older]) => older),
      pairs.map(([, newer]) => newer),
    ),
  );
});

test('coefficients of variation are told with the figures that they describe', () => {
  const coefficient = (group: string, value: number) =>
    figure(group, value, {
      measure: 'annual_pay_gross_cv',
      coefficientOf: 'annual_pay_gross',
      unit: 'percent',
    });
  const older = [
    figure('1111', 100),
    coefficient('1111', 3),
    figure('1112', 200),
    coefficient('1112', 4),
  ];
  keep(
    'coefficients',
    described(
      summaryOf(older, [figure('1111', 100), coefficient('1111', 2), figure('1112', 200)]),
      null,
    ),
  );
});

/** The changes of rows whose columns are named as those of the classification and its index. */
function compared(older: readonly AnyRow[], newer: readonly AnyRow[]): RowChanges {
  const namingColumns = {
    index: { id: 'id', title: 'natural' },
    framework: { id: ['unit', 'minor'], title: 'title' },
  };
  return compareRows(
    describeTableRows(older, namingColumns),
    describeTableRows(newer, namingColumns),
  );
}

test('rows of texts: what only one release has, whatever line it stands in', () => {
  const row = (line: number, title: string) => ({ kind: 'index', row: line, title });
  const newer = [row(5, 'Baker'), row(9, 'Nurse'), row(10, 'Welder')];
  keep('rows of texts', compared([row(1, 'Nurse'), row(2, 'Baker'), row(3, 'Baker')], newer));
});

test('the header of a table, which holds the name of its file, is no row that differs', () => {
  const header = (file: string) => ({ kind: 'columns', of: 'index', file, headers: ['title'] });
  const row = { kind: 'index', row: 1, title: 'Nurse' };
  expect(compared([header('old.xlsx'), row], [header('new.xlsx'), row])).toEqual({
    older: 1,
    newer: 1,
    changed: [],
    removed: [],
    added: [],
  });
});

test('rows with an identifier: what changed in them, column by column', () => {
  const row = (id: string, natural: string, soc2020: string, version = 'V12') => ({
    kind: 'index',
    row: 1,
    id,
    natural,
    soc2020,
    version,
  });
  const older = [
    row('a1aa', 'Nurse', '2237'),
    row('a1ab', 'Baker', '5432'),
    row('a1ac', 'Welder', '5213'),
    row('a1ad', 'Gone', '9269'),
  ];
  const newer = [
    row('a1aa', 'Nurse', '2231', 'V13'),
    row('a1ab', 'Baker', '5432'),
    row('a1ac', 'Welder', '5213'),
    row('a1ae', 'New', '9269'),
  ];
  keep('rows with an identifier', compared(older, newer));
  // An identifier that occurs twice pairs nothing.
  const twice = (...codes: string[]) => codes.map((code) => row('a1aa', 'Nurse', code));
  expect(compared(twice('1', '2'), twice('3', '4'))).toMatchObject({
    changed: [],
    removed: { length: 2 },
    added: { length: 2 },
  });
});

test('a group is named by its code; a long text is cut to what differs', () => {
  const unit = { minor: '<blank>', unit: '5433' };
  const minor = { minor: '543', unit: '<blank>' };
  const row = (codes: object, tasks: string) => ({
    kind: 'framework',
    ...codes,
    title: 'Fishmongers',
    tasks,
  });
  const long =
    '~Removes head and fins and eviscerates fish\n~Cleans knives\n~Performs other ' +
    'preparation tasks as required';
  const changes = compared(
    [row(unit, long), row(minor, 'a')],
    [row(unit, `${long}\n~Sells fish`), row(minor, 'b')],
  );
  keep('a group by its level', described(null, changes));
});

test('all of it is as it was', () => {
  expect(goldenFault('diff-changes.json', `${JSON.stringify(kept, null, 1)}\n`)).toBeNull();
});
