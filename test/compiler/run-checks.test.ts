// A check that does not look at the previous edition runs once. So none may tell from its mere presence that there is one.
import { expect, test } from 'vitest';
import { runChecks, runChecksBeside } from '#compiler/check/run-checks.ts';
import { sources } from '#sources/index.ts';
import { once } from '#sources/kit/checks.ts';
import type { Source } from '#sources/kit/source.ts';
import { sampleSubject } from '../mutants/releases-examined.ts';

test.each(sources.map(({ key }) => key))(
  '%s: the checks of a release alone and beside another find what they find when each runs by itself',
  async (key) => {
    const subject = await sampleSubject(key);
    if (subject === null) return;
    const { source, base } = subject;
    const previous = subject.previous ?? base;
    const { alone, compared } = runChecksBeside(source, base, previous);
    expect(alone).toEqual(runChecks(source, base, null));
    expect(compared).toEqual(runChecks(source, base, previous));
  },
  120_000,
);

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
