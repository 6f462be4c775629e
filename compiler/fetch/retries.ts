// Repeats failed requests to publishers, stores and other servers, after a wait, if the reason may
// pass.

/** The clock that spaces requests and retries. Tests replace it with one that never waits. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = {
  // The clock of the process never goes back. A wait would grow by as much as the machine's clock
  // is set back.
  now: () => performance.timeOrigin + performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** What went wrong in the network, if a server gave no whole answer. */
export type NetworkFault = 'unreachable' | 'no-network' | 'slow' | 'cut';

/** Thrown if a retry may help. */
export class TransientFault extends Error {
  /** The wait that the server requests, in milliseconds; null if it requests none. */
  readonly retryAfter: number | null;
  /** Null if the server gave an answer. */
  readonly network: NetworkFault | null;
  constructor(
    message: string,
    {
      retryAfter = null,
      network = null,
    }: { readonly retryAfter?: number | null; readonly network?: NetworkFault | null } = {},
  ) {
    super(message);
    this.name = 'TransientFault';
    this.retryAfter = retryAfter;
    this.network = network;
  }
}

/** Statuses of a server that is busy, starting or moving. */
export const transientStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

// If a server requests a longer wait, the next run tries again.
export const longestWait = 120_000;

export interface Retries {
  /** Requests before the address is given up. */
  readonly attempts: number;
  /** Milliseconds before the first retry. Each further wait is twice as long. */
  readonly firstWait: number;
  readonly clock: Clock;
  /**
   * From 0 to 1. It shortens each wait by up to half, so that clients hit by one fault do not
   * return together.
   */
  readonly random?: () => number;
  readonly say: (line: string) => void;
  /** Makes the error for a request that is given up, from the last fault and a line about it. */
  readonly giveUp: (line: string, fault: TransientFault) => Error;
}

/**
 * Repeats `attempt` while it throws TransientFault. `place` begins every line. Throws what `giveUp`
 * makes, and every other error at once.
 */
export async function retrying<Result>(
  place: string,
  { attempts, firstWait, clock, random = Math.random, say, giveUp }: Retries,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientFault)) throw error;
      if (number === attempts)
        throw giveUp(
          `${place}: ${error.message}, after ${attempts} ` +
            `${attempts === 1 ? 'attempt' : 'attempts'}`,
          error,
        );
      const wait = error.retryAfter ?? firstWait * 2 ** (number - 1) * (1 - random() / 2);
      if (wait > longestWait)
        throw giveUp(
          `${place}: ${error.message} and asks us to wait ${seconds(wait)} s, longer than ` +
            `${seconds(longestWait)} s; the next run tries again`,
          error,
        );
      say(`${place}: ${error.message}; attempt ${number + 1} of ${attempts} in ${seconds(wait)} s`);
      await clock.sleep(wait);
    }
  }
}

// The site's name is not found, or there is no network. A machine that is offline gets these from
// every site.
const offlineCodes: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN'];

/**
 * A TransientFault from an error of fetch, which has the reason in `cause`. `failure`: what the
 * message says before the reason.
 */
export function transientFaultOf(
  error: unknown,
  failure: string,
  network: NetworkFault,
): TransientFault {
  if (error instanceof TransientFault) return error;
  if (!(error instanceof Error))
    return new TransientFault(`${failure} (${String(error)})`, { network });
  const { cause } = error;
  const code =
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
      ? cause.code
      : undefined;
  const isOffline = network === 'unreachable' && code !== undefined && offlineCodes.includes(code);
  const reason = code ?? (cause instanceof Error ? cause.message : error.message);
  return new TransientFault(`${failure} (${reason})`, {
    network: isOffline ? 'no-network' : network,
  });
}

/**
 * Retry-After in milliseconds from now: seconds or a date (RFC 9110 §10.2.3); null if it is
 * neither.
 */
export function retryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value.trim())) return 1000 * Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

export function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(milliseconds % 1000 === 0 ? 0 : 1);
}
