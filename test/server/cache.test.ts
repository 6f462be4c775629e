// What a process remembers is bounded. By number and time: client-limits.test.ts and limits.test.ts.
import { expect, test } from 'vitest';
import { createCache } from '#server/data/cache.ts';

test('no more than a sum of sizes; the newest stays, however large', () => {
  const cache = createCache<number>({ most: 100, size: (value) => value });
  for (let number = 0; number < 10; number++) cache.keep(`${number}`, 30);
  expect(Array.from({ length: 10 }, (_, number) => cache.find(`${number}`) ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 0, 30, 30, 30]);
  cache.keep('9', 60);
  expect(cache.count()).toBe(2);
  cache.keep('large', 1000);
  expect([cache.count(), cache.find('large')]).toEqual([1, 1000]);
});
