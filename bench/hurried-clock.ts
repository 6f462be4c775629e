// A clock for requests to loopback: it starts on a given day and never waits. Waits between requests would hide the work done
// meanwhile.
import type { Clock } from '#compiler/fetch/clock.ts';

export function hurriedClock(day: string): Clock {
  let now = Date.parse(`${day}T06:00:00Z`);
  return {
    now: () => now,
    sleep(milliseconds) {
      now += milliseconds;
      return Promise.resolve();
    },
  };
}
