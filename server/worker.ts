// The worker: the router over the platform's bindings, and the two Durable Object classes. The only file that imports cloudflare:*.
import { DurableObject } from 'cloudflare:workers';
import { type AccountRecord, openAccount } from './account.ts';
import { type AccountIndexRecord, openAccountIndex } from './account-index.ts';
import { readClientAddress } from './client-address.ts';
import { createClientLimits } from './client-limits.ts';
import { createKeyFormat } from './key-format.ts';
import { type HashVerdict, type KeyStorage, type ListedKey, createKeyring, createKeys } from './keys.ts';
import { type Allowance, type Limits, createMemoryLimits } from './limits.ts';
import { createRouter } from './router.ts';
import { createDiskServiceStore } from './store.ts';

export interface Env {
  readonly ACCOUNTS: DurableObjectNamespace<Account>;
  readonly ACCOUNT_INDEX: DurableObjectNamespace<AccountIndex>;
  readonly CATALOGUE: Fetcher;
  readonly EDITIONS: Fetcher;
  readonly LMI_ACCOUNT_SECRET: string;
  readonly LMI_KEY_SECRET: string;
  readonly LMI_KEY_SECRET_PREVIOUS?: string;
  readonly LMI_ADMIN_SECRET?: string;
  /** `memory` counts in this process, right where there is only one; `durable-object` counts in the account's own storage. */
  readonly LIMITS?: 'memory' | 'durable-object';
  /** Where a client's address is told: cloudflare, direct, shared or header:NAME, as server/client-address.ts explains. */
  readonly CLIENT_ADDRESS: string;
  readonly PUBLIC_URL: string;
}

/** One account: its keys, and its answers where LIMITS is `durable-object`. */
export class Account extends DurableObject<Env> {
  readonly #record: AccountRecord;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#record = openAccount(state.storage);
  }

  check(hash: string): HashVerdict {
    return this.#record.check(hash);
  }

  replace(hash: string, perMinute: number, at: string): void {
    this.#record.replace(hash, perMinute, at);
  }

  revoke(at: string): boolean {
    return this.#record.revoke(at);
  }

  take(perMinute: number): Allowance {
    return this.#record.take(perMinute, Date.now());
  }
}

/** The one list of keys that administration made. */
export class AccountIndex extends DurableObject<Env> {
  readonly #record: AccountIndexRecord;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#record = openAccountIndex(state.storage);
  }

  put(entry: ListedKey): void {
    this.#record.put(entry);
  }

  remove(account: string): void {
    this.#record.remove(account);
  }

  list(): ListedKey[] {
    return this.#record.list();
  }
}

function keyStorage({ ACCOUNTS, ACCOUNT_INDEX }: Env): KeyStorage {
  const index = () => ACCOUNT_INDEX.getByName('index');
  return {
    account: (account) => ACCOUNTS.getByName(account),
    index: {
      put: async (entry) => index().put(entry),
      remove: async (account) => index().remove(account),
      list: async () => index().list(),
    },
  };
}

function limitsOf({ LIMITS = 'memory', ACCOUNTS }: Env): Limits {
  switch (LIMITS) {
    case 'memory':
      return createMemoryLimits();
    case 'durable-object':
      return { take: async (account, perMinute) => ACCOUNTS.getByName(account).take(perMinute) };
  }
}

function routerOf(env: Env): ReturnType<typeof createRouter> {
  const format = createKeyFormat({ current: env.LMI_KEY_SECRET, previous: env.LMI_KEY_SECRET_PREVIOUS || null, account: env.LMI_ACCOUNT_SECRET });
  const storage = keyStorage(env);
  return createRouter({
    store: createDiskServiceStore({ catalogue: env.CATALOGUE, editions: env.EDITIONS }),
    keys: createKeys(format, storage),
    limits: limitsOf(env),
    clients: createClientLimits(readClientAddress(env.CLIENT_ADDRESS)),
    administration: env.LMI_ADMIN_SECRET ? { secret: env.LMI_ADMIN_SECRET, keyring: createKeyring(format, storage) } : null,
    publicUrl: env.PUBLIC_URL,
  });
}

// One router for the isolate: its limits, its catalogue and its title index live as long as it does. Bindings never change within one.
let router: ReturnType<typeof createRouter> | null = null;

export default {
  fetch(request, env) {
    router ??= routerOf(env);
    return router.fetch(request);
  },
} satisfies ExportedHandler<Env>;
