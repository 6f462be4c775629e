// The rate limit as HTTP tells it: RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers-10, Retry-After, and the 429.
import { windowSeconds } from '#schemas/codes.ts';
import { Refusal } from './problem.ts';
import type { Allowance } from './limits.ts';

/** `q` and `w` state the policy; `r` is what is left, and `t` when one more becomes available (revision 10: "until additional quota is made available"). */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: Allowance): Record<string, string> {
  return { 'RateLimit-Policy': `"answers";q=${limit};w=${windowSeconds}`, RateLimit: `"answers";r=${remaining};t=${resetSeconds}` };
}

/** The 429. `whose` begins its sentence: the key's allowance, or that of the address where no key is asked for. */
export function rateLimitExceeded({ limit, resetSeconds }: Allowance, whose: 'The key' | 'The address'): Refusal {
  return new Refusal(
    'rate-limit-exceeded',
    `${whose} has had its ${limit} answers of the last ${windowSeconds} seconds. Ask again in ${resetSeconds} s.`,
    {
      headers: { 'Retry-After': String(resetSeconds) },
      retryAfterSeconds: resetSeconds,
      limit,
      windowSeconds,
    },
  );
}
