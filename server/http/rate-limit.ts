// The rate limit in HTTP: RateLimit-Policy and RateLimit of
// draft-ietf-httpapi-ratelimit-headers-11, Retry-After, and the 429.
import { windowSeconds } from '#schemas/codes.ts';
import { Refusal } from './problem.ts';

/** How many answers a key has left after this request. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /**
   * Whole seconds until one more answer becomes available; Retry-After if this request was refused.
   */
  readonly resetSeconds: number;
}

/**
 * What is counted: answers, of a key or an address; of an address also parts of files, pages, and
 * mails that it asks for.
 */
export type LimitPolicy = 'answers' | 'parts' | 'pages' | 'mails';

/** How a request was counted, and what is left. */
export interface Counted extends Allowance {
  readonly policy: LimitPolicy;
  readonly whose: 'The key' | 'The address';
}

/**
 * `q` and `w` state the policy. Within the next `t` seconds the client can use no more than `r`
 * (§4.1.2); then one more is available. Both fields are Lists of Strings with parameters (RFC
 * 9651).
 */
export function rateLimitHeaders({
  policy,
  limit,
  remaining,
  resetSeconds,
}: Counted): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  };
}

/** Throws the 429. */
export function requireAllowed(counted: Counted | null): void {
  if (counted?.allowed === false) throw rateLimitExceeded(counted);
}

export function rateLimitExceeded({ whose, policy, limit, resetSeconds }: Counted): Refusal {
  return new Refusal(
    'rate-limit-exceeded',
    `${whose} has used its ${limit} ${policy} in ${windowSeconds} seconds. Ask again in ` +
      `${resetSeconds} s.`,
    {
      headers: { 'Retry-After': String(resetSeconds) },
      retryAfterSeconds: resetSeconds,
      limit,
      windowSeconds,
    },
  );
}
