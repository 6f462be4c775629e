// The two places where the contract is tested: the router in this process, and the bundled worker in a real workerd.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '#compiler/keys.ts';
import { type ServeOptions, serve } from '#compiler/serve.ts';
import { type AccountRecord, openAccount } from '#server/account.ts';
import { openAccountIndex } from '#server/account-index.ts';
import { readClientAddress } from '#server/client-address.ts';
import { createClientLimits, unlimitedClients } from '#server/client-limits.ts';
import { createKeyFormat } from '#server/key-format.ts';
import { type KeyStorage, createKeyring, createKeys } from '#server/keys.ts';
import { createMemoryLimits } from '#server/limits.ts';
import { createRouter } from '#server/router.ts';
import { createNodeBundles, createNodeStore } from '#server/store-node.ts';
import { writeDataDirectory } from './fixture.ts';
import { createSqliteStorage } from './sqlite-storage.ts';

export const publicUrl = 'https://lmi.example.org';

/** The header in which both places are told the client's address, as by a proxy in front. */
export const addressHeader = 'Test-Client-Address';
const clientAddress = `header:${addressHeader}`;

/** A running service over the fixture's data. */
export interface Runtime {
  readonly adminSecret: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  issueKey(name: string, perMinute?: number): Promise<string>;
  close(): Promise<void>;
}

export async function startInProcess(): Promise<Runtime> {
  const data = await writeDataDirectory();
  const format = createKeyFormat({ current: 'key secret', previous: null, account: 'account secret' });
  const storage = keyStorageInMemory();
  const keyring = createKeyring(format, storage);
  const adminSecret = 'admin secret'.replace(' ', '-');
  const router = createRouter({
    store: createNodeStore(data.path),
    bundles: createNodeBundles(data.path),
    keys: createKeys(format, storage),
    limits: createMemoryLimits(),
    clients: createClientLimits(readClientAddress(clientAddress)),
    administration: { secret: adminSecret, keyring },
    signUp: null,
    askers: unlimitedClients,
    log: null,
    publicUrl,
  });
  return {
    adminSecret,
    fetch: (path, init) => router.fetch(new Request(`http://a-host-that-lies.example${path}`, init)),
    issueKey: async (name, perMinute = 60) => (await keyring.issue(name, perMinute)).key,
    close: () => data.remove(),
  };
}

export async function startWorkerd(options: Pick<ServeOptions, 'limits'> = {}): Promise<Runtime> {
  const data = await writeDataDirectory();
  const state = await mkdtemp(join(tmpdir(), 'lmi-state-'));
  const serving = await serve({ data: data.path, state: join(state, 'made-by-serve'), port: 0, publicUrl, clientAddress, ...options });
  return {
    adminSecret: serving.administration.secret,
    fetch: (path, init) => fetch(`${serving.url}${path}`, init),
    issueKey: async (name, perMinute) => (await createKey(serving.administration, { name, ...(perMinute === undefined ? {} : { perMinute }) })).key,
    async close() {
      await serving.close();
      await Promise.all([data.remove(), rm(state, { recursive: true })]);
    },
  };
}

export function keyStorageInMemory(): KeyStorage {
  const accounts = new Map<string, AccountRecord>();
  const index = openAccountIndex(createSqliteStorage());
  const record = (account: string): AccountRecord => {
    const found = accounts.get(account) ?? openAccount(createSqliteStorage());
    accounts.set(account, found);
    return found;
  };
  return {
    account: (account) => ({
      check: async (hash) => record(account).check(hash),
      replace: async (hash, perMinute, at) => record(account).replace(hash, perMinute, at),
      revoke: async (at) => record(account).revoke(at),
    }),
    index: {
      put: async (entry) => index.put(entry),
      remove: async (account) => index.remove(account),
      list: async () => index.list(),
    },
  };
}
