// Keeps publishers' limits for each host: requests in a number of seconds, and requests at once.
import type { Clock } from './retries.ts';

/** A page is small. Publishers call requests for files heavy. */
export type RequestKind = 'page' | 'file';

interface Allowance {
  readonly requests: number;
  readonly seconds: number;
}

interface HostLimits {
  readonly all: readonly Allowance[];
  readonly files: readonly Allowance[];
  readonly atOnce: number;
}

const limitsByHost: Readonly<Record<string, HostLimits>> = {
  // "120 requests every 10 seconds", "200 requests every minute", for heavy files "15 requests
  // every 10 seconds" (ONS, limits of its service).
  'www.ons.gov.uk': {
    all: [
      { requests: 120, seconds: 10 },
      { requests: 200, seconds: 60 },
    ],
    files: [{ requests: 15, seconds: 10 }],
    atOnce: 2,
  },
  // The limit is not published. Other users leave 250 to 500 ms between two calls.
  'occupational-maps-api.skillsengland.education.gov.uk': {
    all: [{ requests: 2, seconds: 1 }],
    files: [],
    atOnce: 1,
  },
  // The default limit is 150 requests a minute. We leave some for other users of the same key.
  'api.nationalcareers.service.gov.uk': {
    all: [{ requests: 120, seconds: 60 }],
    files: [],
    atOnce: 2,
  },
};

/** For publishers that state no limit: as many requests as a person with a browser might make. */
const usualLimits: HostLimits = { all: [{ requests: 60, seconds: 60 }], files: [], atOnce: 2 };

interface HostState {
  /** When requests were sent, as far back as the longest allowance. */
  sent: { readonly at: number; readonly kind: RequestKind }[];
  busy: number;
  /** The end of the wait that the host has requested. */
  restsUntil: number;
  /** Turns that wait for a busy host, in order. */
  readonly waiting: (() => void)[];
}

export class Pace {
  readonly #clock: Clock;
  readonly #hosts = new Map<string, HostState>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs `action` when the host's limits allow it. The action sends one request and reads its
   * answer to the end.
   */
  async turn<Result>(
    host: string,
    kind: RequestKind,
    action: () => Promise<Result>,
  ): Promise<Result> {
    const limits = limitsByHost[host] ?? usualLimits;
    const state = this.#stateOf(host);
    while (state.busy >= limits.atOnce)
      await new Promise<void>((resolve) => state.waiting.push(resolve));
    state.busy += 1;
    try {
      let waitMs = this.#waitMs(state, limits, kind);
      while (waitMs > 0) {
        await this.#clock.sleep(waitMs);
        // Another turn may have sent a request meanwhile.
        waitMs = this.#waitMs(state, limits, kind);
      }
      state.sent.push({ at: this.#clock.now(), kind });
      return await action();
    } finally {
      state.busy -= 1;
      state.waiting.shift()?.();
    }
  }

  /** Sends nothing to a host for this time. A wait requested of one request holds for all. */
  rest(host: string, milliseconds: number): void {
    const state = this.#stateOf(host);
    state.restsUntil = Math.max(state.restsUntil, this.#clock.now() + milliseconds);
  }

  #stateOf(host: string): HostState {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const state: HostState = { sent: [], busy: 0, restsUntil: 0, waiting: [] };
    this.#hosts.set(host, state);
    return state;
  }

  /** The time until another request keeps every allowance. */
  #waitMs(state: HostState, { all, files }: HostLimits, kind: RequestKind): number {
    const now = this.#clock.now();
    const longestMs = 1000 * Math.max(...[...all, ...files].map(({ seconds }) => seconds));
    state.sent = state.sent.filter(({ at }) => at > now - longestMs);
    const waits = [
      state.restsUntil - now,
      ...all.map((allowance) => waitMsFor(allowance, state.sent, now)),
    ];
    if (kind === 'file') {
      const sentFiles = state.sent.filter((request) => request.kind === 'file');
      waits.push(...files.map((allowance) => waitMsFor(allowance, sentFiles, now)));
    }
    return Math.max(0, ...waits);
  }
}

function waitMsFor(
  { requests, seconds }: Allowance,
  sent: readonly { readonly at: number }[],
  now: number,
): number {
  // The request that must leave the window before another may be sent.
  const oldest = sent[sent.length - requests];
  return oldest === undefined ? 0 : oldest.at + 1000 * seconds - now;
}
