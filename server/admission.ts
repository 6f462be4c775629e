// Who may ask: which paths need a key and which are open, and the 401 for a key that is not live.
import type { Keys, RefusedKey } from './keys.ts';
import type { KeyHolder } from './live-keys.ts';
import { Refusal } from './problem.ts';

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
export function isRationed(path: string): boolean {
  return isOpen(path) || path === '/' || isUnder(path, '/keys');
}

/** Where people are, with a browser: what is refused there is told by a page, if the client shows pages. */
export function isForPeople(path: string): boolean {
  return path === '/' || isUnder(path, '/keys') || isUnder(path, '/problems');
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
export async function admit(keys: Keys, header: string | null): Promise<KeyHolder> {
  const verdict = await keys.check(header);
  if (verdict.state === 'live') return verdict.holder;
  const detail = explanations[verdict.state];
  throw new Refusal('invalid-key', detail, {
    errors: [{ parameter: 'X-API-Key', code: verdict.state, detail }],
    // RFC 9110 §11.6.1 wants a challenge with every 401. No scheme is registered for keys in a header of their own.
    headers: { 'WWW-Authenticate': `ApiKey realm="labour-market-information", header="X-API-Key", error="${verdict.state}"` },
  });
}
