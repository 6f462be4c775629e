// The limiter's rules, one suite for every adapter: in any 60 seconds a key gets its number of answers, and never fewer than are due.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Allowance } from '#server/limits.ts';

/** An adapter with its clock in the test's hand; `now` in milliseconds, never decreasing but where a test says so. */
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
