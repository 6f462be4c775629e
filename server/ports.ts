// The ports of the router to its platform, with one implementation each for Cloudflare, for one
// machine and for offline use.
import type { Administration } from './keys/admin.ts';
import type { Files } from './data/files.ts';
import { type AcceptEncoding, readAcceptEncoding } from './http/accept.ts';
import type { ClientLimits } from './keys/limits.ts';
import type { Keys } from './keys/keys.ts';
import type { RequestLog } from './http/log.ts';
import type { SignUpSetting } from './sign-up/answer-sign-up.ts';
import type { Contact, Site } from './pages/site.ts';
import type { Store } from './data/store.ts';

export interface Ports {
  readonly store: Store;
  /** A digest of the code that makes answers, as a part of every entity tag. */
  readonly answerCode: string;
  /** Which content codings the client of a request accepts, as the value of Accept-Encoding. */
  readonly acceptEncoding: AcceptEncoding;
  /** Where bundles and tables are. */
  readonly files: Files;
  /** Null: nobody needs a key, and there is no limit where one would be needed. */
  readonly keys: Keys | null;
  // Limits by the client's address; null for no limit.
  /** For answers of the API that need no key. */
  readonly answerLimits: ClientLimits | null;
  /** For parts of tables and bundles. */
  readonly partLimits: ClientLimits | null;
  /** For pages. */
  readonly pageLimits: ClientLimits | null;
  /** For requests that send mail. */
  readonly mailLimits: ClientLimits | null;
  /** Null: there is no administration, and /admin/keys is 404. */
  readonly administration: Administration | null;
  readonly signUp: SignUpSetting;
  /** Null: requests are not logged. */
  readonly log: RequestLog;
  /** The address at which clients reach the service, with no slash at its end. */
  readonly publicUrl: string;
  /** How people reach the operator; null if the operator has not said. */
  readonly contact: Contact | null;
  /** Where the page at a path is shown, if not on this server. */
  readonly siteAt?: (path: string) => Partial<Site>;
}

const nothing = async () => null;

/** For a router that answers offline in this process: no keys, no limits and no sign-up. */
export const offlinePorts: Omit<Ports, 'store' | 'answerCode' | 'publicUrl'> = {
  files: { read: nothing, state: nothing, stream: nothing, digest: nothing },
  acceptEncoding: readAcceptEncoding,
  keys: null,
  answerLimits: null,
  partLimits: null,
  pageLimits: null,
  mailLimits: null,
  signUp: null,
  administration: null,
  log: null,
  contact: null,
};
