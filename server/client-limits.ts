// Rate limits where no key is asked for: by the client's address, counted in this process and written nowhere.
import { answersPerMinute } from '#schemas/codes.ts';
import { type ClientAddress, networkOf } from './client-address.ts';
import { type Allowance, createMemoryLimits } from './limits.ts';

/** Takes one answer out of the window of the client that asks. Null: nothing is limited here. */
export interface ClientLimits {
  take(request: Request): Promise<Allowance | null>;
}

/** For answering in process, offline. */
export const unlimitedClients: ClientLimits = { take: async () => null };

/** A client's log holds 60 instants at most, half a kilobyte: so many clients are ten megabytes. */
export const mostClients = 20_000;

/** Mails that one client can ask for in a minute: several people behind one address are served, and nobody's letter box is filled. */
export const mailsPerMinute = 5;

/** Requests without a believable address share one allowance: they are never let through uncounted. */
const nobodyInParticular = 'unknown';

/**
 * Every client gets as many answers in 60 seconds as a key does, unless `perMinute` says otherwise. Approximately: where several processes answer, each counts for
 * itself, and beyond `mostClients` in one minute those counted first are forgotten. Whoever asks from that many networks is not
 * stopped by counting them, and a crowd of newcomers must not lock out everybody else.
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
