// Rate limits: the sliding window of 60 seconds, and the limits counted in this process's memory.
// They count by account, or by the client's address, which is never written.
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import type { Allowance } from '../http/rate-limit.ts';
import { type Cache, createCache } from '../data/cache.ts';
import { type ClientAddress, networkOf } from '../http/address.ts';

const windowMilliseconds = windowSeconds * 1000;

/** The log in storage, which follows every change of the one in memory. */
export interface StoredLog {
  /** Forgets the answers up to an instant. */
  forget(until: number): void;
  add(instant: number): void;
  /** Moves every instant back by these milliseconds. */
  moveBack(milliseconds: number): void;
}

/**
 * Takes one answer out of the window. `log` has the instants of the answers in the last 60 seconds,
 * oldest first, and is changed.
 *
 * If the newest answer is in the future, the clock was set back. All answers then move back with
 * it, so that nobody gets more than the limit, and nobody waits longer than one window.
 */
export function takeFrom(log: number[], limit: number, now: number, stored?: StoredLog): Allowance {
  const milliseconds = (log.at(-1) ?? now) - now;
  if (milliseconds > 0) {
    stored?.moveBack(milliseconds);
    for (const place of log.keys()) log[place] = (log[place] ?? 0) - milliseconds;
  }
  const windowBegins = now - windowMilliseconds;
  const first = log.findIndex((instant) => instant > windowBegins);
  const expiredCount = log.splice(0, first === -1 ? log.length : first).length;
  if (expiredCount > 0) stored?.forget(windowBegins);
  const allowed = log.length < limit;
  if (allowed) {
    stored?.add(now);
    log.push(now);
  }
  // One more is available once the log holds fewer than `limit`: when the oldest leaves the window,
  // or a later one if the key's limit was lowered meanwhile.
  const nextLeavesAt = (log[Math.max(0, log.length - limit)] ?? now) + windowMilliseconds;
  const resetSeconds = Math.max(1, Math.ceil((nextLeavesAt - now) / 1000));
  return { allowed, limit, remaining: Math.max(0, limit - log.length), resetSeconds };
}

/**
 * Counts in memory. This is correct only if one process answers everything. It forgets accounts
 * that are idle for a window. Beyond `mostAccounts` it forgets the one that was idle for longest,
 * whose log then starts again.
 */
export function createMemoryLimits(clock: () => number = Date.now, mostAccounts = Infinity) {
  const logs = createCache<number[]>({
    most: mostAccounts,
    idleMilliseconds: windowMilliseconds,
    clock,
  });
  return {
    accounts: logs.count,
    /** The result that `take` would have, without taking anything. */
    peek(account: string, perMinute: number): Allowance {
      return takeFrom([...(logs.find(account) ?? [])], perMinute, clock());
    },
    /** Takes one answer out of the account's window, unless the window is used up. */
    take(account: string, perMinute: number): Allowance {
      let log = logs.find(account);
      if (log === undefined) logs.keep(account, (log = []));
      return takeFrom(log, perMinute, clock());
    },
  };
}

/**
 * What one process remembers of all accounts, which is correct only if it answers everything: live
 * keys by account, and the answers of the last minute. The account's own object keeps a key in the
 * step that reads its storage, and forgets it in the step that writes there. So a check that began
 * before a revocation cannot bring the key back, and a revocation takes effect at once.
 */
export interface KeyMemory {
  readonly live: Cache<{ readonly hash: string; readonly perMinute: number }>;
  readonly limits: Pick<ReturnType<typeof createMemoryLimits>, 'take'>;
}

/**
 * Some 300 bytes each: thirty megabytes. A key that was forgotten comes back when its account is
 * asked again.
 */
const mostLiveKeys = 100_000;

export function createKeyMemory(): KeyMemory {
  return { live: createCache({ most: mostLiveKeys }), limits: createMemoryLimits() };
}

/** Takes one answer out of the client's window. */
export type ClientLimits = ReturnType<typeof createClientLimits>;

/**
 * A client's log of answers holds at most 60 instants, half a kilobyte, so this many clients take
 * ten megabytes. One of pages can hold ten times as many.
 */
export const mostClients = 20_000;

/**
 * Parts of tables and bundles that one client can read in a minute. Three filtered queries of the
 * pay table by DuckDB are 60 of them.
 */
export const partsPerMinute = 600;

/**
 * Pages that one client can open in a minute. Ten people can share an address and open one each
 * second.
 */
export const pagesPerMinute = 600;

/**
 * Mails that one client can ask for in a minute: enough for several people behind one address, too
 * few to fill a mailbox.
 */
export const mailsPerMinute = 5;

/**
 * Wrong administration secrets that one client can send in a minute: enough for a person who
 * mistypes one, too few to guess with.
 */
export const wrongSecretsPerMinute = 10;

/** All requests without a valid address share one allowance. */
const clientWithoutAddress = 'unknown';

/**
 * Every client gets as many answers in 60 seconds as a key, unless `perMinute` says otherwise. The
 * limit is approximate: several processes each count for themselves, and beyond `mostClients` in
 * one minute those idle for longest are forgotten. A count does not stop an attacker with that many
 * networks, and a crowd of new clients must not lock out everybody else.
 */
export function createClientLimits(
  addressOf: ClientAddress,
  clock: () => number = Date.now,
  perMinute = answersPerMinute,
) {
  const limits = createMemoryLimits(clock, mostClients);
  return {
    take: (request: Request) => limits.take(clientOf(addressOf, request), perMinute),
  };
}

function clientOf(addressOf: ClientAddress, request: Request): string {
  return networkOf(addressOf(request) ?? '') ?? clientWithoutAddress;
}

/** Counts wrong administration secrets. */
export type SecretLimits = ReturnType<typeof createSecretLimits>;

export function createSecretLimits(addressOf: ClientAddress, clock: () => number = Date.now) {
  const limits = createMemoryLimits(clock, mostClients);
  return {
    /** The allowance of a client that has sent a secret. Only wrong secrets are counted. */
    afterSecret(request: Request, isRight: boolean): Allowance {
      const client = clientOf(addressOf, request);
      return isRight
        ? limits.peek(client, wrongSecretsPerMinute)
        : limits.take(client, wrongSecretsPerMinute);
    },
  };
}
