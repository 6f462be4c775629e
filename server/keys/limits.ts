// Rate limits: the port, its answer, and the adapter that counts in this process's memory: by account, and for paths without a key by the
// client's address, which is written nowhere.
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import type { Allowance } from '../http/rate-limit.ts';
import { createCache } from '../data/cache.ts';
import { type ClientAddress, networkOf } from '../http/address.ts';

const windowMilliseconds = windowSeconds * 1000;

/** Takes one answer out of the account's window, unless the window is used up. */
export interface Limits {
  take(account: string, perMinute: number): Promise<Allowance>;
}

/** The instants of an account's answers in the last 60 seconds, in milliseconds, oldest first. */
export interface AnswerLog {
  /** Forgets the answers at or before the instant. */
  forget(upTo: number): void;
  add(at: number): void;
  count(): number;
  /** The instant at a place, 0 being the oldest. */
  at(place: number): number;
  /** Makes every instant earlier by so many milliseconds. */
  moveBack(milliseconds: number): void;
}

/**
 * An answer cannot lie in the future. If one does, the clock was set back, and all answers move with it: the newest is then of this moment,
 * so nobody is let in twice, and after one window at most nobody is kept out. A log that outlives the process heals in the same way.
 */
function settle(log: AnswerLog, now: number): void {
  const given = log.count();
  const ahead = given === 0 ? 0 : log.at(given - 1) - now;
  if (ahead > 0) log.moveBack(ahead);
}

/** One step of the sliding log, the same for every adapter. */
export function takeFrom(log: AnswerLog, limit: number, now: number): Allowance {
  settle(log, now);
  log.forget(now - windowMilliseconds);
  const given = log.count();
  const allowed = given < limit;
  if (allowed) log.add(now);
  const held = allowed ? given + 1 : given;
  // One more is available once the log holds fewer than `limit`: when the oldest leaves, or a later one if the key's limit was lowered meanwhile.
  const leaves = log.at(Math.max(0, held - limit)) + windowMilliseconds;
  return { allowed, limit, remaining: Math.max(0, limit - held), resetSeconds: Math.max(1, Math.ceil((leaves - now) / 1000)) };
}

/** Items in the order of their arrival. */
interface Queue<Item> {
  push(item: Item): void;
  /** Takes the oldest item. Throws if there is none. */
  shift(): Item;
  length(): number;
  /** The item at a place, 0 being the oldest. */
  at(place: number): Item | undefined;
  change(to: (item: Item) => Item): void;
}

/** An array read from a moving start, so that taking the oldest item is cheap. */
export function createQueue<Item>(): Queue<Item> {
  let items: Item[] = [];
  let start = 0;
  return {
    push: (item) => void items.push(item),
    shift() {
      const item = items[start];
      if (item === undefined) throw new Error('the queue is empty');
      start++;
      if (start > 1024 && start * 2 > items.length) {
        items = items.slice(start);
        start = 0;
      }
      return item;
    },
    length: () => items.length - start,
    at: (place) => items[start + place],
    change(to) {
      items = items.slice(start).map(to);
      start = 0;
    },
  };
}

export function createMemoryLog(): AnswerLog {
  const instants = createQueue<number>();
  return {
    forget(upTo) {
      while ((instants.at(0) ?? Infinity) <= upTo) instants.shift();
    },
    add: instants.push,
    count: instants.length,
    at: (place) => instants.at(place) ?? Infinity,
    moveBack: (milliseconds) => instants.change((at) => at - milliseconds),
  };
}

/**
 * Counts in memory. This is correct only if one process answers everything. It forgets accounts that are idle for a window. Beyond
 * `mostAccounts` it forgets the one that was idle for longest, whose log then starts again.
 */
export function createMemoryLimits(clock: () => number = Date.now, mostAccounts = Infinity): Limits & { readonly accounts: () => number } {
  const logs = createCache<AnswerLog>({ most: mostAccounts, for: windowMilliseconds, clock });
  return {
    accounts: logs.count,
    async take(account, perMinute) {
      let log = logs.find(account);
      if (log === undefined) logs.keep(account, (log = createMemoryLog()));
      return takeFrom(log, perMinute, clock());
    },
  };
}

/** Takes one answer out of the client's window. */
export interface ClientLimits {
  take(request: Request): Promise<Allowance>;
}

/** A client's log of answers holds at most 60 instants, half a kilobyte, so this many clients take ten megabytes. One of pages can hold ten times as many. */
export const mostClients = 20_000;

/** Pages that one client can open in a minute. Ten people can share an address and open one each second. */
export const pagesPerMinute = 600;

/** Mails that one client can ask for in a minute: enough for several people behind one address, too few to fill a mailbox. */
export const mailsPerMinute = 5;

/** Requests without a valid address share one allowance, so that all of them are counted. */
const nobodyInParticular = 'unknown';

/**
 * Every client gets as many answers in 60 seconds as a key, unless `perMinute` says otherwise. The limit is approximate: several processes
 * each count for themselves, and beyond `mostClients` in one minute those idle for longest are forgotten. A count does not stop an attacker with
 * that many networks, and a crowd of new clients must not lock out everybody else.
 */
export function createClientLimits(addressOf: ClientAddress, clock: () => number = Date.now, perMinute = answersPerMinute): ClientLimits {
  const limits = createMemoryLimits(clock, mostClients);
  return {
    async take(request) {
      const address = addressOf(request);
      const network = address === null ? null : networkOf(address);
      return limits.take(network ?? nobodyInParticular, perMinute);
    },
  };
}
