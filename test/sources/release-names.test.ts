// How each source's releases are named, and that a later one comes after an earlier one. Anything
// else is no release.
import { expect, test } from 'vitest';
import { byRelease, parseRelease } from '#compiler/edition/catalogue.ts';
import { sources } from '#sources/index.ts';
import { typedRows } from '../golden.ts';

const names = new Map(
  typedRows(new URL('release-names.tsv', import.meta.url)).map(([key = '', ...lists]) => [
    key,
    lists,
  ]),
);

test.each(sources.map((source) => [source.key, source] as const))('%s', (key, source) => {
  const [releases, others] = (names.get(key) ?? expect.fail(key)).map((list) =>
    list.split(' '),
  ) as [string[], string[]];
  const parsed = releases.toReversed().map((name) => parseRelease(source, name));
  const inOrder = parsed.flatMap((release) => release ?? []).toSorted(byRelease);
  expect(inOrder.map(({ name }) => name)).toEqual(releases);
  const places = new Set(inOrder.map(({ order }) => order.join()));
  expect(places.size).toBe(releases.length);
  expect(others.filter((name) => parseRelease(source, name) !== null)).toEqual([]);
});
