// What the router needs from where it runs: one implementation on Cloudflare, one on one machine, one offline.
import type { Administration } from './administration.ts';
import type { Bundles } from './bundles.ts';
import type { ClientLimits } from './client-limits.ts';
import type { Keys } from './keys.ts';
import type { Limits } from './limits.ts';
import type { RequestLog } from './request-log.ts';
import type { SignUpSetting } from './sign-up/answer-sign-up.ts';
import type { Store } from './store.ts';

export interface Ports {
  readonly store: Store;
  readonly bundles: Bundles;
  readonly keys: Keys;
  readonly limits: Limits;
  /** Limits of what asks for no key. */
  readonly clients: ClientLimits;
  /** Null: there is no administration, and /admin/keys is 404. */
  readonly administration: Administration | null;
  readonly signUp: SignUpSetting;
  /** Limits of what asks for mail to be sent, by the client's address. */
  readonly askers: ClientLimits;
  /** Null: nothing is recorded of requests. */
  readonly log: RequestLog;
  /** The address at which clients reach the service, with no slash at its end. */
  readonly publicUrl: string;
}
