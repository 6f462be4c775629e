// A clock that never waits, and remembers how long it was asked to; and time limits that loopback can reach.
import type { Clock } from '#compiler/fetch/clock.ts';
import type { Timeouts } from '#compiler/fetch/http.ts';

export interface StillClock extends Clock {
  readonly slept: readonly number[];
}

export function stillClock(): StillClock {
  const slept: number[] = [];
  let now = Date.UTC(2026, 9, 22, 9, 30);
  return {
    slept,
    now: () => now,
    sleep(milliseconds) {
      slept.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  };
}

export const shortTimeouts: Timeouts = { answer: 100, stall: 100, body: { page: 300, file: 600 } };
