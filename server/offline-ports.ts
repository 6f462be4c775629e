// The ports of a router that answers in process, offline: everybody may ask, nothing is rationed, and nobody signs up.
import { noBundles } from './bundles.ts';
import { unlimitedClients } from './client-limits.ts';
import { everyKey } from './keys.ts';
import { unlimited } from './limits.ts';
import type { Ports } from './ports.ts';

export const offlinePorts: Omit<Ports, 'store' | 'publicUrl'> = {
  bundles: noBundles,
  keys: everyKey,
  limits: unlimited,
  clients: unlimitedClients,
  askers: unlimitedClients,
  signUp: null,
  administration: null,
  log: null,
};
