// The ports of a router that answers offline in this process: no keys, no limits and no sign-up.
import { noBundles } from './bundles.ts';
import { unlimitedClients } from './client-limits.ts';
import { readAcceptEncoding } from './coding.ts';
import { everyKey } from './keys.ts';
import { unlimited } from './limits.ts';
import type { Ports } from './ports.ts';

export const offlinePorts: Omit<Ports, 'store' | 'answerCode' | 'publicUrl'> = {
  acceptEncoding: readAcceptEncoding,
  bundles: noBundles,
  keys: everyKey,
  limits: unlimited,
  clients: unlimitedClients,
  readers: unlimitedClients,
  askers: unlimitedClients,
  signUp: null,
  administration: null,
  log: null,
  contact: null,
};
