// Who may ask, and how often: the 401 for a key that is not live, and the 429.
import { Refusal } from '../http/problem.ts';
import type { ClientLimits } from './limits.ts';
import { type Allowance, type LimitPolicy, rateLimitExceeded } from '../http/rate-limit.ts';
import { accessRules } from '../http/access.ts';
import type { KeyVerdict, Keys, RefusedKey } from './keys.ts';
import type { Ports } from '../ports.ts';
import type { Visit } from '../visit.ts';

/** Counts the request as the access of its route says. Throws 401 or 429. */
export async function ration(ports: Pick<Ports, 'keys' | 'limits' | 'clients' | 'readers'>, visit: Visit): Promise<void> {
  const { keys, limits, clients, readers } = ports;
  switch (accessRules[visit.access].limit) {
    case 'key': {
      if (keys === null && limits === null) return;
      const { holder, allowance } = keys === null ? anybody : await admit(keys, fieldValue(visit.request.headers.get('X-API-Key')));
      visit.allowance = limits === null ? requireCounted(allowance) : await limits.take(holder.account, holder.perMinute);
      return requireAllowed(visit, 'The key');
    }
    case 'answers':
      return rationAddress(clients, visit, 'answers');
    case 'pages':
      return rationAddress(readers, visit, 'pages');
    case null:
  }
}

/** Whoever asks where nobody needs a key. */
const anybody: Omit<KeyVerdict & { readonly state: 'live' }, 'state'> = {
  holder: { account: 'anybody', perMinute: Number.MAX_SAFE_INTEGER },
};

/** Blanks and tabs around a field's value are no part of it (RFC 9110 §5.5), and workerd leaves them. */
function fieldValue(header: string | null): string | null {
  return header?.replace(/^[ \t]+|[ \t]+$/g, '') ?? null;
}

/** Counts the request against its address. The answer's headers give this limit. Throws 429. */
export async function rationAddress(limits: ClientLimits | null, visit: Visit, policy: LimitPolicy): Promise<void> {
  if (limits === null) return;
  visit.policy = policy;
  visit.allowance = await limits.take(visit.request);
  requireAllowed(visit, 'The address');
}

function requireAllowed({ allowance, policy }: Visit, whose: 'The key' | 'The address'): void {
  if (allowance?.allowed === false) throw rateLimitExceeded(allowance, policy, whose);
}

const explanations: Readonly<Record<RefusedKey, string>> = {
  missing: 'The X-API-Key header is missing.',
  malformed: 'The X-API-Key header does not hold a key, expected "lmi_" and 77 letters and digits.',
  unknown: 'This service does not know the key.',
  replaced: 'A newer key of the same account has replaced the key.',
  revoked: 'The key has been revoked.',
};

/** Without a count there would be no limit. */
function requireCounted(allowance: Allowance | undefined): Allowance {
  if (allowance === undefined) throw new Error('the answer was not counted against its key');
  return allowance;
}

/** The verdict on the live key in the header; anything else is 401. The key itself never stands in a message. */
async function admit(keys: Keys, header: string | null): Promise<KeyVerdict & { readonly state: 'live' }> {
  const verdict = await keys.check(header);
  if (verdict.state === 'live') return verdict;
  const detail = `${explanations[verdict.state]} /keys says how to get a key.`;
  throw new Refusal('invalid-key', detail, {
    errors: [{ parameter: 'X-API-Key', code: verdict.state, detail }],
    // RFC 9110 §11.6.1 requires a challenge with every 401. No scheme is registered for keys in their own header.
    headers: { 'WWW-Authenticate': `ApiKey realm="labour-market-information", header="X-API-Key", error="${verdict.state}"` },
  });
}
