// Rate limits: the port, what it answers, and the adapter that counts in this process's own memory.

import { windowSeconds } from '#schemas/codes.ts';

const windowMilliseconds = windowSeconds * 1000;

/** What is left to a key after this request. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until one more answer becomes available; Retry-After where this request was refused. */
  readonly resetSeconds: number;
}

/** Takes one answer out of the account's window, unless it is used up. Null: nothing is limited here. */
export interface Limits {
  take(account: string, perMinute: number): Promise<Allowance | null>;
}

/** For answering in process, offline. */
export const unlimited: Limits = { take: async () => null };

/** When an account's answers of the last 60 seconds were given, in milliseconds, oldest first. */
export interface AnswerLog {
  /** Forgets what was given at or before the instant. */
  forget(upTo: number): void;
  add(at: number): void;
  count(): number;
  /** The instant at a place, 0 being the oldest. */
  at(place: number): number;
}

/** One step of the sliding log, the same for every adapter. */
export function takeFrom(log: AnswerLog, limit: number, now: number): Allowance {
  log.forget(now - windowMilliseconds);
  const given = log.count();
  const allowed = given < limit;
  if (allowed) log.add(now);
  const held = allowed ? given + 1 : given;
  // One more is available once fewer than `limit` are held. That is when the oldest leaves, or a later one if the key's limit was lowered meanwhile.
  const leaves = log.at(Math.max(0, held - limit)) + windowMilliseconds;
  return { allowed, limit, remaining: Math.max(0, limit - held), resetSeconds: Math.max(1, Math.ceil((leaves - now) / 1000)) };
}

/** A log in memory, an array read from a moving start so that forgetting is cheap. */
export function createMemoryLog(): AnswerLog {
  let instants: number[] = [];
  let start = 0;
  return {
    forget(upTo) {
      while (start < instants.length && (instants[start] ?? Infinity) <= upTo) start++;
      if (start > 1024 && start * 2 > instants.length) {
        instants = instants.slice(start);
        start = 0;
      }
    },
    add: (at) => void instants.push(at),
    count: () => instants.length - start,
    at: (place) => instants[start + place] ?? Infinity,
  };
}

/**
 * Counts in memory: right where one process answers everything, and nowhere else. Accounts idle for a window are forgotten; of more
 * than `mostAccounts` the one counted first, whose log begins anew.
 */
export function createMemoryLimits(clock: () => number = Date.now, mostAccounts = Infinity): Limits & { readonly accounts: () => number } {
  const logs = new Map<string, AnswerLog>();
  let latest = 0;
  let sweptAt = 0;

  const sweep = (): void => {
    for (const [account, log] of logs) {
      log.forget(latest - windowMilliseconds);
      if (log.count() === 0) logs.delete(account);
    }
    sweptAt = latest;
  };

  return {
    accounts: () => logs.size,
    async take(account, perMinute) {
      // A clock that is set back must not let anybody in twice, and the log stays in order.
      latest = Math.max(latest, clock());
      if (latest - sweptAt >= windowMilliseconds) sweep();
      let log = logs.get(account);
      if (log === undefined) {
        for (const first of logs.keys()) {
          if (logs.size < mostAccounts) break;
          logs.delete(first);
        }
        logs.set(account, (log = createMemoryLog()));
      }
      return takeFrom(log, perMinute, latest);
    },
  };
}
