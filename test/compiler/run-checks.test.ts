// A check that does not look at the previous edition runs once. So none may tell from its mere presence that there is one.
import { expect, test } from 'vitest';
import { namedFindings, findingsOf, resultOf, resultsOf, runChecks } from '#compiler/checks.ts';
import type { CheckResult } from '#schemas/catalogue.ts';
import { areaOf } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { sources } from '#sources/index.ts';
import { once } from '#sources/kit/checks.ts';
import type { Figure, Source } from '#sources/kit/source.ts';
import type { AsheRows } from '#sources/ashe/layout.ts';
import { sampleSubject } from '../../bench/mutants/releases-examined.ts';
import type { Subject } from '../../bench/mutants/run.ts';
import { observe } from '../../bench/mutants/subjects.ts';

test.each(sources.map(({ key }) => key))(
  '%s: the checks of a release alone and beside another find what they find when each runs by itself',
  async (key) => {
    const subject = await sampleSubject(key);
    if (subject === null) return;
    const { source } = subject;
    const base = key === 'ashe' ? withOneMajorGroup(subject) : subject.base;
    const previous = subject.previous ?? base;
    const { alone, compared } = runChecks(source, base, previous);
    // resultsOf puts the likeliest cause first.
    const inOrder = (results: readonly CheckResult[]) => results.toSorted((a, b) => byCodeUnit(a.check, b.check));
    const results = (found: typeof alone) => inOrder(found.map(({ check, findings }) => resultOf(check, findings)));
    expect(results(alone)).toEqual(inOrder(resultsOf(findingsOf(source, base, null))));
    expect(results(compared)).toEqual(inOrder(resultsOf(findingsOf(source, base, previous))));
  },
);

/** Pay takes as long as all other sources together. Every check has something to look at in one major group of all tables and areas. */
function withOneMajorGroup({ source, base: { release, rows, needs } }: Subject): Subject['base'] {
  const few = (rows as AsheRows).map((sheet) => ({ ...sheet, rows: sheet.rows.filter(({ cells }) => /^(?:2|$)/.test(cells[1] ?? '')) }));
  return observe(source, { release, rows: few }, needs);
}

test('what is computed once for two checks is of the previous edition for both', () => {
  const shared = once((_: object, previous: { readonly place?: string } | null) =>
    previous === null ? [] : [{ place: 'p', message: previous.place ?? 'm' }],
  );
  const check = (name: string) => ({ name, severity: 'block', describe: name, check: shared }) as const;
  const source = { checks: [check('a'), check('b')] } as unknown as Source;
  const { alone, compared } = runChecks(source, {} as never, {} as never);
  expect(compared.map(({ check: { name } }) => name)).toEqual(['a', 'b']);
  expect(alone).toEqual([]);
});

test('a known issue names the figures at its cells, and leaves out rows between them that no answer serves', () => {
  const figureOf = (soc: string, row: number) =>
    ({
      ...{ group: soc, area: areaOf('uk'), period: '2024', measure: 'annual_pay_gross', dimensions: { sex: 'male', statistic: 'mean' } },
      cells: () => [{ file: 'a.zip', member: 'Table 14.7a   Annual pay.xls', sheet: 'Male', address: `F${row}`, printed: '1' }],
      answers: () =>
        (['pay', 'pay-regions'] as const).map((endpoint) => ({
          ...{ endpoint, place: { soc, ...(endpoint === 'pay' ? { area: 'uk' } : {}) }, query: { sex: 'male' }, pointer: '/mean' },
        })),
    }) as unknown as Figure;
  const at = (cell: string) => ({ place: `ashe 2024-provisional ${cell}`, message: 'the figure is far off' });
  const findings = ["14.7a 'Male'!F7", "14.7a 'Male'!F8", "14.7a 'Male'!A1", "14.1a 'Male'!F7", ''].map(at);
  const check = (severity: 'known-issue' | 'block') => ({ name: severity, severity, describe: severity, check: () => findings });
  const source = { figures: () => [figureOf('2134', 7), figureOf('2231', 9)] } as unknown as Source;
  const needs = { get: () => ({ groups: new Map([['2134', { title: 'Programmers' }]]) }) };
  const edition = { release: { source: 'ashe', name: '2024-provisional' }, needs, files: ['a.zip'] } as never;
  const [known, block] = resultsOf(
    namedFindings(
      source,
      edition,
      (['known-issue', 'block'] as const).map((severity) => ({ check: check(severity), findings })),
    ),
  ).toSorted((a, b) => byCodeUnit(b.check, a.check));
  const about = '2134 Programmers, United Kingdom, 2024, annual pay gross, sex male, statistic mean';
  expect(known).toMatchObject({
    places: expect.arrayContaining([
      `${at("14.7a 'Male'!F7").place} (${about})`,
      ...[findings[2], findings[3], findings[4]].map((one) => one?.place),
    ]),
    count: 4,
    figures: [
      {
        ...{ soc: '2134', area: 'uk', query: { sex: 'male' }, endpoints: ['pay', 'pay-regions'] },
        text: `The check "known-issue" doubts a figure (${about}): the figure is far off.`,
      },
    ],
  });
  expect([block?.count, block?.figures]).toEqual([5, undefined]);
});
