// What a process remembers: bounded by number, by size and by time.
import { describe, expect, test } from 'vitest';
import { createCache } from '#server/data/cache.ts';

describe('a cache', () => {
  test('no more than so many: the one not used for longest goes first', () => {
    const cache = createCache<number>({ most: 3 });
    for (const key of ['a', 'b', 'c']) cache.keep(key, 0);
    cache.find('a');
    cache.keep('d', 0);
    cache.keep('d', 1);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key))).toEqual([0, undefined, 0, 1]);
  });

  test('no more than a sum of sizes; the newest stays, however large', () => {
    const cache = createCache<number>({ most: 100, size: (value) => value });
    for (let number = 0; number < 10; number++) cache.keep(`${number}`, 30);
    expect(Array.from({ length: 10 }, (_, number) => cache.find(`${number}`) ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 0, 30, 30, 30]);
    cache.keep('9', 60);
    expect(cache.count()).toBe(2);
    cache.keep('large', 1000);
    expect([cache.count(), cache.find('large')]).toEqual([1, 1000]);
  });

  test('what is not used for so long is forgotten, also after the clock was set back', () => {
    let now = 1_000_000;
    const cache = createCache<number>({ most: 10, for: 60, clock: () => now });
    for (const key of ['a', 'b']) cache.keep(key, 0);
    now += 59;
    expect(cache.find('a')).toBe(0);
    now += 1;
    expect([cache.find('b'), cache.find('a'), cache.count()]).toEqual([undefined, 0, 1]);
    now = 0;
    expect(cache.find('a')).toBe(0);
    now = 60;
    expect([cache.find('a'), cache.count()]).toEqual([undefined, 0]);
  });
});
