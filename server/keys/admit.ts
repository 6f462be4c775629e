// Counts each request against its limit, and refuses keys that are not live with 401.
import { accessRules } from '../http/access.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { Refusal } from '../http/problem.ts';
import type { Allowance, Counted, LimitPolicy } from '../http/rate-limit.ts';
import type { Route } from '../route.ts';
import type { KeyVerdict, Keys } from './keys.ts';
import type { ClientLimits } from './limits.ts';

/** What a request counts against: its key, or its address under a policy. */
type Counter = 'key' | LimitPolicy;

/** Null: nothing is counted. */
interface Counters {
  readonly keys: Keys | null;
  readonly answerLimits: ClientLimits | null;
  readonly partLimits: ClientLimits | null;
  readonly pageLimits: ClientLimits | null;
  readonly mailLimits: ClientLimits | null;
}

/** The counters of a request to a route, in the order in which they count. */
export function countersOf(
  { access, counts }: Pick<Route, 'access' | 'counts'>,
  incoming: IncomingRequest,
): readonly Counter[] {
  if (counts !== undefined) return counts(incoming);
  const { limit } = accessRules[access];
  return limit === null ? [] : [limit];
}

/** Counts a request with one counter; null if that counter is off. Throws the 401. */
export async function countRequest(
  counters: Counters,
  { request }: IncomingRequest,
  counter: Counter,
): Promise<Counted | null> {
  if (counter === 'key') {
    if (counters.keys === null) return null;
    // Blanks around a field's value are no part of it (RFC 9110 §5.5), and workerd leaves them.
    const key = request.headers.get('X-API-Key')?.trim() ?? null;
    return { ...(await requireLiveKey(counters.keys, key)), policy: 'answers', whose: 'The key' };
  }
  const limits = limitsOf(counters, counter);
  if (limits === null) return null;
  return { ...limits.take(request), policy: counter, whose: 'The address' };
}

function limitsOf(counters: Counters, policy: LimitPolicy): ClientLimits | null {
  switch (policy) {
    case 'answers':
      return counters.answerLimits;
    case 'parts':
      return counters.partLimits;
    case 'pages':
      return counters.pageLimits;
    case 'mails':
      return counters.mailLimits;
  }
}

const explanations: Readonly<Record<Exclude<KeyVerdict['state'], 'live'>, string>> = {
  missing: 'The X-API-Key header is missing.',
  malformed: 'The X-API-Key header does not hold a key, expected "lmi_" and 77 letters and digits.',
  unknown: 'This service does not know the key.',
  replaced: 'A newer key of the same account has replaced the key.',
  revoked: 'The key has been revoked.',
};

/** The allowance of a live key; throws 401 for any other. No message contains the key itself. */
async function requireLiveKey(keys: Keys, header: string | null): Promise<Allowance> {
  const verdict = await keys.check(header);
  if (verdict.state === 'live') return verdict.allowance;
  throw invalidKey(verdict.state);
}

/** The 401. */
export function invalidKey(code: keyof typeof explanations): Refusal {
  const detail = `${explanations[code]} /keys says how to get a key.`;
  const challenge = 'ApiKey realm="labour-market-information", header="X-API-Key"';
  return new Refusal('invalid-key', detail, {
    errors: [{ parameter: 'X-API-Key', code, detail }],
    // RFC 9110 §11.6.1 requires a challenge with every 401. No scheme is registered for keys in
    // their own header.
    headers: { 'WWW-Authenticate': `${challenge}, error="${code}"` },
  });
}
