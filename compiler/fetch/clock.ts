// The clock that spaces requests and retries. Tests replace it with one that never waits.
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = {
  // Of the process, so that it never goes back: a wait would otherwise grow by as much as the machine's clock is set back.
  now: () => performance.timeOrigin + performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
