// The rate limit in HTTP: RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers-10, Retry-After, and the 429.
import { windowSeconds } from '#schemas/codes.ts';
import { Refusal } from './problem.ts';
import type { Allowance } from './limits.ts';

/** `q` and `w` state the policy. `r` answers are left, and one more becomes available after `t` seconds (revision 10: "until additional quota is made available"). */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: Allowance): Record<string, string> {
  return { 'RateLimit-Policy': `"answers";q=${limit};w=${windowSeconds}`, RateLimit: `"answers";r=${remaining};t=${resetSeconds}` };
}

/** The 429. `whose` begins its sentence: the key, or the address if the path needs no key. */
export function rateLimitExceeded({ limit, resetSeconds }: Allowance, whose: 'The key' | 'The address'): Refusal {
  return new Refusal(
    'rate-limit-exceeded',
    `${whose} has used its ${limit} answers in ${windowSeconds} seconds. Ask again in ${resetSeconds} s.`,
    { headers: { 'Retry-After': String(resetSeconds) }, retryAfterSeconds: resetSeconds, limit, windowSeconds },
  );
}
