// A check that does not look at the previous edition runs once. So none may tell from its mere presence that there is one.
import { expect, test } from 'vitest';
import { runChecks, runChecksBeside } from '#compiler/check/run-checks.ts';
import type { CheckResult } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { sources } from '#sources/index.ts';
import { once } from '#sources/kit/checks.ts';
import type { Source } from '#sources/kit/source.ts';
import type { AsheRows } from '#sources/ashe/parse.ts';
import { sampleSubject } from '../mutants/releases-examined.ts';
import type { Subject } from '../mutants/run.ts';
import { observe } from '../mutants/subjects.ts';

test.each(sources.map(({ key }) => key))(
  '%s: the checks of a release alone and beside another find what they find when each runs by itself',
  async (key) => {
    const subject = await sampleSubject(key);
    if (subject === null) return;
    const { source } = subject;
    const base = key === 'ashe' ? withOneMajorGroup(subject) : subject.base;
    const previous = subject.previous ?? base;
    const { alone, compared } = runChecksBeside(source, base, previous);
    // runChecks puts the likeliest cause first.
    const inOrder = (results: readonly CheckResult[]) => results.toSorted((a, b) => byCodeUnit(a.check, b.check));
    expect(inOrder(alone)).toEqual(inOrder(runChecks(source, base, null)));
    expect(inOrder(compared)).toEqual(inOrder(runChecks(source, base, previous)));
  },
  120_000,
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
  const { alone, compared } = runChecksBeside(source, {} as never, {} as never);
  expect(compared.map(({ check: name }) => name)).toEqual(['a', 'b']);
  expect(alone).toEqual([]);
});
