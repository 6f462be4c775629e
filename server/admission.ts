// Who may ask, and how often: the paths that need a key and the open ones, the 401 for a key that is not live, and the 429.
import type { ClientLimits } from './client-limits.ts';
import type { KeyVerdict, Keys, RefusedKey } from './keys.ts';
import type { Allowance } from './limits.ts';
import type { Ports } from './ports.ts';
import { Refusal } from './problem.ts';
import { type LimitPolicy, rateLimitExceeded } from './rate-limit-headers.ts';
import type { Visit } from './visit.ts';

/** Every path under /v1 except /v1/meta needs a key, unknown paths too, so that a client without a key learns nothing here. */
export function needsKey(path: string): boolean {
  return isUnder(path, '/v1') && !isUnder(path, '/v1/meta');
}

/** Paths without a key, limited by the client's address and open to pages of any origin. */
const openRoots = ['/v1/meta', '/editions.atom', '/changelog.atom', '/openapi.json', '/bundles'];

export function isOpen(path: string): boolean {
  return openRoots.some((root) => isUnder(path, root));
}

/** Pages that cost as much as answers: they are made of answers, or long. */
const pageRoots = ['/occupations', '/search', '/compare', '/areas', '/status', '/reference', '/guides', '/changelog', '/terms'];

/** Pages and sign-up, limited by the client's address apart from the open paths: a program at an address must not lock out its readers. */
function isPage(path: string): boolean {
  return path === '/' || [...pageRoots, '/keys'].some((root) => isUnder(path, root));
}

/** Paths that people open in a browser, wrong ones too. A refusal there is a page if the client shows pages. */
export function isForPeople(path: string): boolean {
  return !['/v1', '/admin', '/bundles', '/healthz', '/openapi.json', '/editions.atom', '/changelog.atom'].some((root) =>
    isUnder(path, root),
  );
}

/** Paths whose answers can hold a key or a link. They are never compressed, because the length of compressed bytes can tell a secret. */
export function holdsSecret(path: string): boolean {
  return isUnder(path, '/keys') || isUnder(path, '/admin');
}

/** Counts the request against its key, or against its address if the path needs no key. Throws 401 or 429. */
export async function ration(ports: Pick<Ports, 'keys' | 'limits' | 'clients' | 'readers'>, visit: Visit): Promise<void> {
  const { keys, limits, clients, readers } = ports;
  if (needsKey(visit.path)) {
    const { holder, allowance } = await admit(keys, fieldValue(visit.request.headers.get('X-API-Key')));
    visit.allowance = limits === null ? requireCounted(allowance) : await limits.take(holder.account, holder.perMinute);
    requireAllowed(visit, 'The key');
  } else if (isOpen(visit.path)) {
    await rationAddress(clients, visit, 'answers');
  } else if (isPage(visit.path)) {
    await rationAddress(readers, visit, 'pages');
  }
}

/** Blanks and tabs around a field's value are no part of it (RFC 9110 §5.5), and workerd leaves them. */
function fieldValue(header: string | null): string | null {
  return header?.replace(/^[ \t]+|[ \t]+$/g, '') ?? null;
}

/** Counts the request against its address. The answer's headers give this limit. Throws 429. */
export async function rationAddress(limits: ClientLimits, visit: Visit, policy: LimitPolicy): Promise<void> {
  visit.policy = policy;
  visit.allowance = await limits.take(visit.request);
  requireAllowed(visit, 'The address');
}

function requireAllowed({ allowance, policy }: Visit, whose: 'The key' | 'The address'): void {
  if (allowance?.allowed === false) throw rateLimitExceeded(allowance, policy, whose);
}

function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
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
