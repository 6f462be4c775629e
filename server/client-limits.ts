// Rate limits for paths without a key: by the client's address, counted in this process's memory and written nowhere.
import { answersPerMinute } from '#schemas/codes.ts';
import { type ClientAddress, networkOf } from './client-address.ts';
import { type Allowance, createMemoryLimits } from './limits.ts';

/** Takes one answer out of the client's window. Null: there is no limit. */
export interface ClientLimits {
  take(request: Request): Promise<Allowance | null>;
}

/** For offline answers in this process. */
export const unlimitedClients: ClientLimits = { take: async () => null };

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
