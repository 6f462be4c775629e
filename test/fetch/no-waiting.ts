// A clock that never waits, and remembers how long it was asked to; and time limits that loopback
// can reach.
import type { Clock } from '#compiler/fetch/retries.ts';
import type { Timeouts } from '#compiler/fetch/http.ts';

export interface StillClock extends Clock {
  readonly slept: readonly number[];
}

export function stillClock(now = Date.UTC(2026, 9, 22, 9, 30)): StillClock {
  const slept: number[] = [];
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

// Each shortens one limit alone, so that a busy machine never runs into another one first.
const patient: Timeouts = { answer: 20_000, stall: 20_000, body: { page: 20_000, file: 20_000 } };
export const impatient = {
  answer: { ...patient, answer: 100 },
  stall: { ...patient, stall: 100 },
  body: { ...patient, body: { page: 300, file: 300 } },
} satisfies Record<string, Timeouts>;
