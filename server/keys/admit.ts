// Who may ask, and how often: the 401 for a key that is not live, and the 429.
import { Refusal } from '../http/problem.ts';
import type { ClientLimits } from './limits.ts';
import { type Allowance, type LimitPolicy, rateLimitExceeded } from '../http/rate-limit.ts';
import { accessRules } from '../http/access.ts';
import type { KeyVerdict, Keys } from './keys.ts';
import type { Visit } from '../visit.ts';

interface Rations {
  readonly keys: Keys | null;
  readonly clients: ClientLimits | null;
  readonly readers: ClientLimits | null;
}

/** Counts the request as the access of its route says. Throws 401 or 429. */
export async function ration({ keys, clients, readers }: Rations, visit: Visit): Promise<void> {
  switch (accessRules[visit.access].limit) {
    case 'key':
      if (keys === null) return;
      // Blanks and tabs around a field's value are no part of it (RFC 9110 §5.5), and workerd
      // leaves them.
      visit.allowance = await admit(keys, visit.request.headers.get('X-API-Key')?.trim() ?? null);
      return requireAllowed(visit, 'The key');
    case 'answers':
      return rationAddress(clients, visit, 'answers');
    case 'pages':
      return rationAddress(readers, visit, 'pages');
    case null:
  }
}

/** Counts the request against its address. The answer's headers give this limit. Throws 429. */
export function rationAddress(
  limits: ClientLimits | null,
  visit: Visit,
  policy: LimitPolicy,
): void {
  if (limits === null) return;
  visit.policy = policy;
  visit.allowance = limits.take(visit.request);
  requireAllowed(visit, 'The address');
}

function requireAllowed({ allowance, policy }: Visit, whose: 'The key' | 'The address'): void {
  if (allowance?.allowed === false) throw rateLimitExceeded(allowance, policy, whose);
}

const explanations: Readonly<Record<Exclude<KeyVerdict['state'], 'live'>, string>> = {
  missing: 'The X-API-Key header is missing.',
  malformed: 'The X-API-Key header does not hold a key, expected "lmi_" and 77 letters and digits.',
  unknown: 'This service does not know the key.',
  replaced: 'A newer key of the same account has replaced the key.',
  revoked: 'The key has been revoked.',
};

/** What a live key has left; any other key is 401. The key itself never stands in a message. */
async function admit(keys: Keys, header: string | null): Promise<Allowance> {
  const verdict = await keys.check(header);
  if (verdict.state === 'live') return verdict.allowance;
  throw invalidKey(verdict.state);
}

/** The 401. */
export function invalidKey(code: keyof typeof explanations): Refusal {
  const detail = `${explanations[code]} /keys says how to get a key.`;
  return new Refusal('invalid-key', detail, {
    errors: [{ parameter: 'X-API-Key', code, detail }],
    // RFC 9110 §11.6.1 requires a challenge with every 401. No scheme is registered for keys in
    // their own header.
    headers: {
      'WWW-Authenticate': `ApiKey realm="labour-market-information", header="X-API-Key", error="${code}"`,
    },
  });
}
