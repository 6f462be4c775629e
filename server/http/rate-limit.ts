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
 * What is counted: answers, of a key or an address, or pages that an address opens, or mails that
 * it asks for.
 */
export type LimitPolicy = 'answers' | 'pages' | 'mails';

/**
 * `q` and `w` state the policy. Within the next `t` seconds the client can use no more than `r`
 * (§4.1.2); then one more is available. Both fields are Lists of Strings with parameters (RFC
 * 9651).
 */
export function rateLimitHeaders(
  { limit, remaining, resetSeconds }: Allowance,
  policy: LimitPolicy,
): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  };
}

/** The 429. `whose` begins its sentence: the key, or the address if the path needs no key. */
export function rateLimitExceeded(
  { limit, resetSeconds }: Allowance,
  policy: LimitPolicy,
  whose: 'The key' | 'The address',
): Refusal {
  return new Refusal(
    'rate-limit-exceeded',
    `${whose} has used its ${limit} ${policy} in ${windowSeconds} seconds. Ask again in ${resetSeconds} s.`,
    {
      headers: { 'Retry-After': String(resetSeconds) },
      retryAfterSeconds: resetSeconds,
      limit,
      windowSeconds,
    },
  );
}
