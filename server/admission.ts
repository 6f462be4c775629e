// Who may ask, and how often: which paths need a key and which are open, the 401 for a key that is not live, and the 429.
import type { ClientLimits } from './client-limits.ts';
import type { Keys, RefusedKey } from './keys.ts';
import type { KeyHolder } from './live-keys.ts';
import type { Ports } from './ports.ts';
import { Refusal } from './problem.ts';
import { rateLimitExceeded } from './rate-limit-headers.ts';
import type { Visit } from './visit.ts';

/** Everything under /v1 but /v1/meta, paths that name nothing included: without a key there is nothing to be learnt here. */
export function needsKey(path: string): boolean {
  return isUnder(path, '/v1') && !isUnder(path, '/v1/meta');
}

/** What asks for no key and is rationed by the client's address, open to pages of any origin. */
const openRoots = ['/v1/meta', '/editions.atom', '/openapi.json', '/bundles'];

export function isOpen(path: string): boolean {
  return openRoots.some((root) => isUnder(path, root));
}

/** What is rationed by the client's address: what is open, and the front page and sign-up, which are for people and not for pages of other origins. */
function isRationed(path: string): boolean {
  return isOpen(path) || path === '/' || isUnder(path, '/keys');
}

/** Where people are, with a browser: what is refused there is told by a page, if the client shows pages. */
export function isForPeople(path: string): boolean {
  return path === '/' || isUnder(path, '/keys') || isUnder(path, '/problems');
}

/** Takes the request out of the allowance of its key, or of its address where no key is asked for. Throws 401 or 429. */
export async function ration({ keys, limits, clients }: Pick<Ports, 'keys' | 'limits' | 'clients'>, visit: Visit): Promise<void> {
  if (needsKey(visit.path)) {
    const { account, perMinute } = await admit(keys, visit.request.headers.get('X-API-Key'));
    visit.allowance = await limits.take(account, perMinute);
  } else if (isRationed(visit.path)) {
    visit.allowance = await clients.take(visit.request);
  }
  if (visit.allowance?.allowed === false) throw rateLimitExceeded(visit.allowance, isRationed(visit.path) ? 'The address' : 'The key');
}

/** Sending mail is dearer than answering: fewer in a minute, whoever they are addressed to. It is this limit, the tighter one, that the answer tells of. */
export async function rationMail(askers: ClientLimits, visit: Visit): Promise<void> {
  visit.allowance = await askers.take(visit.request);
  if (visit.allowance?.allowed === false) throw rateLimitExceeded(visit.allowance, 'The address');
}

function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

const explanations: Readonly<Record<RefusedKey, string>> = {
  missing: 'The X-API-Key header is missing.',
  malformed: 'The X-API-Key header does not hold a key: one begins with "lmi_" and has 77 letters and digits after it.',
  unknown: 'The key is not known here.',
  replaced: 'The key has been replaced by a newer one of the same account.',
  revoked: 'The key has been revoked.',
};

/** The holder of the live key that the header presents; anything else is 401. The key itself never reaches a message. */
async function admit(keys: Keys, header: string | null): Promise<KeyHolder> {
  const verdict = await keys.check(header);
  if (verdict.state === 'live') return verdict.holder;
  const detail = explanations[verdict.state];
  throw new Refusal('invalid-key', detail, {
    errors: [{ parameter: 'X-API-Key', code: verdict.state, detail }],
    // RFC 9110 §11.6.1 wants a challenge with every 401. No scheme is registered for keys in a header of their own.
    headers: { 'WWW-Authenticate': `ApiKey realm="labour-market-information", header="X-API-Key", error="${verdict.state}"` },
  });
}
