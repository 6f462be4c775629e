// The limiter's rules, one suite for every adapter: in any 60 seconds a key gets its number of answers, and never fewer than are due.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Allowance } from '#server/http/rate-limit.ts';

/** An adapter with its clock in the test's hand; `now` in milliseconds, set back and ahead where a test says so. */
export interface ClockedLimits {
  take(account: string, perMinute: number, now: number): Promise<Allowance>;
}

/** Adds the suite; call it inside a `describe`. */
export function addLimitsTests(start: () => ClockedLimits, { runs }: { runs: number }): void {
  let accounts = 0;
  const newAccount = (): string => `account ${accounts++}`;
  const startOfTime = 1_700_000_000_000;

  test('gives the number of answers and refuses the next, saying when', async () => {
    const limits = start();
    const account = newAccount();
    for (let turn = 0; turn < 60; turn++) {
      const allowance = await limits.take(account, 60, startOfTime + turn * 100);
      expect(allowance).toEqual({ allowed: true, limit: 60, remaining: 59 - turn, resetSeconds: Math.ceil(60 - turn / 10) });
    }
    expect(await limits.take(account, 60, startOfTime + 5_950)).toEqual({ allowed: false, limit: 60, remaining: 0, resetSeconds: 55 });
    expect(await limits.take(account, 60, startOfTime + 59_999)).toMatchObject({ allowed: false, resetSeconds: 1 });
    // The first answer leaves at exactly 60 s, the second 100 ms later.
    expect(await limits.take(account, 60, startOfTime + 60_000)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 1 });
    expect(await limits.take(account, 60, startOfTime + 60_001)).toMatchObject({ allowed: false, resetSeconds: 1 });
  });

  test('accounts do not share', async () => {
    const limits = start();
    const [one, other] = [newAccount(), newAccount()];
    expect(await limits.take(one, 1, startOfTime)).toMatchObject({ allowed: true });
    expect(await limits.take(one, 1, startOfTime)).toMatchObject({ allowed: false });
    expect(await limits.take(other, 1, startOfTime)).toMatchObject({ allowed: true });
  });

  test('a limit lowered meanwhile: refused until fewer than the new limit are held', async () => {
    const limits = start();
    const account = newAccount();
    for (const second of [0, 10, 20]) await limits.take(account, 60, startOfTime + second * 1000);
    expect(await limits.take(account, 2, startOfTime + 30_000)).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 40 });
    expect(await limits.take(account, 2, startOfTime + 70_000)).toMatchObject({ allowed: true });
  });

  test('a clock that is set back lets nobody in twice', async () => {
    const limits = start();
    const account = newAccount();
    expect(await limits.take(account, 1, startOfTime + 120_000)).toMatchObject({ allowed: true });
    expect(await limits.take(account, 1, startOfTime)).toMatchObject({ allowed: false, resetSeconds: 60 });
  });

  test('a clock that is set back keeps nobody out for longer than a window, and Retry-After is true', async () => {
    const limits = start();
    const account = newAccount();
    const back = startOfTime - 3_600_000;
    for (const pause of [0, 10_000]) await limits.take(account, 2, startOfTime + pause);
    expect(await limits.take(account, 2, back)).toMatchObject({ allowed: false, resetSeconds: 50 });
    expect(await limits.take(account, 2, back + 49_000)).toMatchObject({ allowed: false, resetSeconds: 1 });
    expect(await limits.take(account, 2, back + 50_000)).toMatchObject({ allowed: true });
  });

  test('whatever the clock does: set back it lets nobody in twice, and once it is steady Retry-After is enough', async () => {
    const leap = fc.constantFrom(0, 0, 0, -1, -500, -30_000, -3_600_000, -86_400_000);
    const step = fc.record({ pause: fc.integer({ min: 0, max: 40_000 }), leap });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { minLength: 1, maxLength: 15 }),
        fc.constantFrom(0, 86_400_000),
        async (limit, steps, ahead) => {
          const limits = start();
          const account = newAccount();
          const given: number[] = [];
          // `passed` is the time that really passes, and `offset` what the clock is wrong by.
          let passed = 0;
          let offset = startOfTime;
          const take = () => limits.take(account, limit, passed + offset);
          const isLetInAfter = async (seconds: number): Promise<boolean> => {
            passed += seconds * 1000;
            return (await take()).allowed;
          };
          for (const { pause, leap } of steps) {
            passed += pause;
            offset += leap;
            if (!(await take()).allowed) continue;
            given.push(passed);
            expect(given.filter((at) => at > passed - 60_000).length).toBeLessThanOrEqual(limit);
          }
          // A day ahead and back, as a clock does that was set wrong and is mended.
          offset += ahead;
          await take();
          offset -= ahead;
          const allowance = await take();
          if (!allowance.allowed) expect(await isLetInAfter(allowance.resetSeconds)).toBe(true);
          expect(await isLetInAfter(60)).toBe(true);
        },
      ),
      { numRuns: runs },
    );
  });

  test('never more than the limit in any window, never fewer than are due, and Retry-After is enough and no more', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 25 }),
        async (limit, pauses) => {
          const limits = start();
          const account = newAccount();
          const given: number[] = [];
          let now = startOfTime;
          for (const pause of pauses) {
            now += pause;
            const inWindow = given.filter((at) => at > now - 60_000).length;
            const allowance = await limits.take(account, limit, now);
            expect(allowance.allowed).toBe(inWindow < limit);
            if (allowance.allowed) given.push(now);
            else {
              const heldAt = (instant: number): number => given.filter((at) => at > instant - 60_000).length;
              expect(heldAt(now + allowance.resetSeconds * 1000)).toBeLessThan(limit);
              expect(heldAt(now + (allowance.resetSeconds - 1) * 1000)).toBe(limit);
            }
          }
        },
      ),
      { numRuns: runs },
    );
  });
}
