// What one process remembers: keys found live, and answers given lately. Both are bounded, and neither outlives what it rests on.
import { describe, expect, test } from 'vitest';
import { createLiveKeys } from '#server/live-keys.ts';
import type { Published } from '#server/published.ts';
import { createRecentAnswers } from '#server/recent-answers.ts';
import { type Representation, shared } from '#server/representation.ts';

describe('live keys', () => {
  const holder = { account: 'a', perMinute: 60 };

  test('are found until they are forgotten', () => {
    const keys = createLiveKeys();
    expect(keys.find('one')).toBeNull();
    keys.remember('one', holder);
    expect(keys.find('one')).toBe(holder);
    keys.forget('one');
    expect(keys.find('one')).toBeNull();
  });

  test('no more than so many: the one remembered first goes first', () => {
    const keys = createLiveKeys(3);
    for (const hash of ['a', 'b', 'c', 'd']) keys.remember(hash, holder);
    expect(['a', 'b', 'c', 'd'].map((hash) => keys.find(hash) !== null)).toEqual([false, true, true, true]);
  });
});

describe('recent answers', () => {
  const published = (): Published => ({
    knowing: async () => published(),
    sample: true,
    occupations: new Set(),
    source: () => undefined,
    edition: () => undefined,
    held: () => undefined,
    titleModel: null,
    served: () => [],
  });
  const answer = (bytes: number): Representation => ({ tag: '"a"', headers: shared({}), own: {}, body: new Uint8Array(bytes) });

  test('another reading of the catalogue begins with nothing', () => {
    const answers = createRecentAnswers();
    const [one, other] = [published(), published()];
    answers.keep(one, '/a', answer(1));
    expect(answers.find(one, '/a')).not.toBeNull();
    expect(answers.find(other, '/a')).toBeNull();
    answers.keep(other, '/b', answer(1));
    expect(answers.find(one, '/a')).toBeNull();
    expect(answers.find(other, '/a')).toBeNull();
  });

  test('no more than so many bytes, and none that would drive out many others', () => {
    const answers = createRecentAnswers(100_000);
    const now = published();
    for (let number = 0; number < 100; number++) answers.keep(now, `/${number}`, answer(3000));
    const kept = Array.from({ length: 100 }, (_, number) => answers.find(now, `/${number}`) !== null);
    // Of 5 kB each with what surrounds them: the last nineteen.
    expect(kept.lastIndexOf(false)).toBe(80);
    expect(kept.filter(Boolean)).toHaveLength(19);
    answers.keep(now, '/long', answer(10_000));
    expect(answers.find(now, '/long')).toBeNull();
  });
});
