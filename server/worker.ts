// The worker: the router over the platform's bindings, and the two Durable Object classes. The only file that imports cloudflare:*.
import { DurableObject } from 'cloudflare:workers';
import { type AccountRecord, openAccount } from './account.ts';
import { type AccountIndexRecord, openAccountIndex } from './account-index.ts';
import { askAccounts } from './ask-accounts.ts';
import { type Bundles, createDiskServiceBundles } from './bundles.ts';
import { readClientAddress } from './client-address.ts';
import { createClientLimits, mailsPerMinute } from './client-limits.ts';
import { readAcceptEncoding, readClientAcceptEncoding } from './coding.ts';
import { type KeyFormat, createKeyFormat } from './key-format.ts';
import { type HashVerdict, type KeyStorage, type ListedKey, createKeyring, createKeys } from './keys.ts';
import { createMemoryLimits } from './limits.ts';
import { createLiveKeys } from './live-keys.ts';
import { readPublicUrl } from './public-url.ts';
import { readRequestLog } from './request-log.ts';
import { createRouter } from './router.ts';
import type { SignUpSetting } from './sign-up/answer-sign-up.ts';
import { type LinkPurpose, type LinkRecord, linkMinutes, openLinkRecord } from './sign-up/link-record.ts';
import { type MailEnvironment, readSignUp, readSmtpSettings } from './sign-up/mail-settings.ts';
import { createOutboxMailer } from './sign-up/outbox-mailer.ts';
import { type AccountLinks, createSignUp } from './sign-up/sign-up.ts';
import { createSmtpMailer } from './sign-up/smtp-mailer.ts';
import type { Store } from './store.ts';
import { createBucketBundles, createBucketStore } from './store-bucket.ts';
import { createDiskServiceStore } from './store-disk.ts';

export interface Env extends MailEnvironment {
  readonly ACCOUNTS: DurableObjectNamespace<Account>;
  readonly ACCOUNT_INDEX: DurableObjectNamespace<AccountIndex>;
  /** On Cloudflare, the bucket that lmi publish fills. Elsewhere, the two disk services below take its place. */
  readonly BUCKET?: R2Bucket;
  /** Folder of the store within its bucket, if the store is not the whole bucket. */
  readonly BUCKET_PREFIX?: string;
  readonly CATALOGUE?: Fetcher;
  readonly EDITIONS?: Fetcher;
  readonly LMI_ACCOUNT_SECRET: string;
  readonly LMI_KEY_SECRET: string;
  readonly LMI_KEY_SECRET_PREVIOUS?: string;
  readonly LMI_ADMIN_SECRET?: string;
  /** `memory` counts answers and remembers keys in this process, for a service of one process. `durable-object` counts in the account's own storage. */
  readonly LIMITS?: 'memory' | 'durable-object';
  /** Where to read a client's address: cloudflare, direct, shared or header:NAME, as server/client-address.ts explains. */
  readonly CLIENT_ADDRESS: string;
  readonly PUBLIC_URL: string;
  /** `open`: anyone with an e-mail address can get a key. Any other setting is closed. */
  readonly SIGN_UP?: string;
  /** `json`: one line for each request. The default is off. */
  readonly LOG?: string;
  /** Takes mails in place of an SMTP server, on a laptop only. */
  readonly OUTBOX?: Fetcher;
}

/** The digest of the code that makes answers. The build puts it in: compiler/serve/answer-code.ts. */
declare const ANSWER_CODE: string;

// On one machine, the account objects share this memory with the router. On Cloudflare's network they do not, and the router does not use it.
const liveKeys = createLiveKeys();

/** One account: its keys, and its log of answers if LIMITS is `durable-object`. */
export class Account extends DurableObject<Env> {
  #opened: { readonly record: AccountRecord; readonly links: LinkRecord } | null = null;

  /** The account's tables, made at first use, because `deleteAll` removes them while the object stays in memory. */
  get #tables(): { readonly record: AccountRecord; readonly links: LinkRecord } {
    const { storage } = this.ctx;
    return (this.#opened ??= { record: openAccount(storage), links: openLinkRecord(storage) });
  }

  check(hash: string, account: string): HashVerdict {
    const verdict = this.#tables.record.check(hash);
    if (verdict.state === 'live') liveKeys.remember(hash, { account, perMinute: verdict.perMinute });
    return verdict;
  }

  replace(hash: string, perMinute: number, at: string): void {
    this.#forgetLiveKey();
    this.#tables.record.replace(hash, perMinute, at);
  }

  revoke(at: string): boolean {
    this.#forgetLiveKey();
    return this.#tables.record.revoke(at);
  }

  /** Must run before any step that ends the live key. */
  #forgetLiveKey(): void {
    const hash = this.#tables.record.liveHash();
    if (hash !== null) liveKeys.forget(hash);
  }

  /** Checks the hash and counts an answer in one call. */
  answer(hash: string): HashVerdict {
    return this.#tables.record.answer(hash, Date.now());
  }

  async addLink(purpose: LinkPurpose, hash: string, now: number): Promise<boolean> {
    // Further requests for an address that has had its mails must not delay the sweep.
    if (!this.#tables.links.add(purpose, hash, now)) return false;
    // Late enough that the sweep also forgets the mails of this hour.
    await this.ctx.storage.setAlarm(now + 2 * linkMinutes * 60_000);
    return true;
  }

  linkStands(purpose: LinkPurpose, hash: string, now: number): boolean {
    return this.#tables.links.stands(purpose, hash, now);
  }

  // The storage writes a method without an await as a whole or not at all.
  redeem(linkHash: string, keyHash: string, perMinute: number, now: number): boolean {
    if (!this.#tables.links.use('issue', linkHash, now)) return false;
    this.replace(keyHash, perMinute, new Date(now).toISOString());
    return true;
  }

  forget(linkHash: string, now: number): boolean {
    if (!this.#tables.links.use('forget', linkHash, now)) return false;
    this.#forgetLiveKey();
    this.#tables.record.erase();
    return true;
  }

  /** Removes unused links, and then everything kept of an account without keys. */
  override async alarm(): Promise<void> {
    const { record, links } = this.#tables;
    if (!links.sweep(Date.now()) || !record.isEmpty()) return;
    this.#opened = null;
    await this.ctx.storage.deleteAll();
  }
}

/** The one list of the keys that the administrator has made. */
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

function keyStorage(env: Env): KeyStorage {
  const { ACCOUNTS, ACCOUNT_INDEX } = env;
  const countsInMemory = inOneProcess(env);
  const index = () => ACCOUNT_INDEX.getByName('index');
  return {
    account: (account) => {
      const object = ACCOUNTS.getByName(account);
      return {
        check: (hash) => askAccounts(async () => (countsInMemory ? object.check(hash, account) : object.answer(hash))),
        replace: (hash, perMinute, at) => askAccounts(async () => object.replace(hash, perMinute, at)),
        revoke: (at) => askAccounts(async () => object.revoke(at)),
      };
    },
    index: {
      put: (entry) => askAccounts(async () => index().put(entry)),
      remove: (account) => askAccounts(async () => index().remove(account)),
      list: () => askAccounts(async () => index().list()),
    },
  };
}

function accountLinks({ ACCOUNTS }: Env): (account: string) => AccountLinks {
  return (account) => {
    const object = ACCOUNTS.getByName(account);
    return {
      addLink: (purpose, hash, now) => askAccounts(async () => object.addLink(purpose, hash, now)),
      linkStands: (purpose, hash, now) => askAccounts(async () => object.linkStands(purpose, hash, now)),
      redeem: (linkHash, keyHash, perMinute, now) => askAccounts(async () => object.redeem(linkHash, keyHash, perMinute, now)),
      forget: (linkHash, now) => askAccounts(async () => object.forget(linkHash, now)),
    };
  };
}

/** Editions and bundles, from the bucket if there is one, else from the disk. */
function dataOf({ BUCKET, BUCKET_PREFIX, CATALOGUE, EDITIONS }: Env): { store: Store; bundles: Bundles } {
  if (BUCKET) {
    const prefix = BUCKET_PREFIX ? `${BUCKET_PREFIX.replace(/^\/+|\/+$/g, '')}/` : '';
    return { store: createBucketStore(BUCKET, prefix), bundles: createBucketBundles(BUCKET, prefix) };
  }
  if (CATALOGUE && EDITIONS)
    return { store: createDiskServiceStore({ catalogue: CATALOGUE, editions: EDITIONS }), bundles: createDiskServiceBundles(CATALOGUE) };
  throw new Error('no data to read: set BUCKET, or both CATALOGUE and EDITIONS');
}

/** Whether this process is the only one that answers. LIMITS says so. */
function inOneProcess({ LIMITS = 'memory' }: Env): boolean {
  return LIMITS === 'memory';
}

/** Null if no mail can be sent. */
function signUpOf(env: Env, keys: KeyFormat, links: KeyFormat, publicUrl: string): SignUpSetting {
  const smtp = readSmtpSettings(env);
  const mailer = smtp !== null ? createSmtpMailer(smtp) : env.OUTBOX === undefined ? null : createOutboxMailer(env.OUTBOX);
  const open = readSignUp(env.SIGN_UP || '', mailer !== null);
  if (mailer === null) return null;
  return { signUp: createSignUp({ keys, links, account: accountLinks(env), mailer, publicUrl, now: Date.now }), open };
}

/** The worker does not answer without its secrets: with an empty secret, anybody could make keys. */
const needed = ['LMI_KEY_SECRET', 'LMI_ACCOUNT_SECRET', 'PUBLIC_URL'] as const;

function routerOf(env: Env): ReturnType<typeof createRouter> {
  // The types promise these settings, but an operator sets them; workerd gives null for a variable that is not set.
  for (const name of needed) if (!env[name]) throw new Error(`${name} is not set`);
  const publicUrl = readPublicUrl(env.PUBLIC_URL);
  const secrets = { current: env.LMI_KEY_SECRET, previous: env.LMI_KEY_SECRET_PREVIOUS || null, account: env.LMI_ACCOUNT_SECRET };
  const format = createKeyFormat(secrets);
  const clientAddress = readClientAddress(env.CLIENT_ADDRESS);
  const storage = keyStorage(env);
  return createRouter({
    ...dataOf(env),
    answerCode: ANSWER_CODE,
    acceptEncoding: env.CLIENT_ADDRESS === 'cloudflare' ? readClientAcceptEncoding : readAcceptEncoding,
    keys: createKeys(format, storage, inOneProcess(env) ? liveKeys : null),
    limits: inOneProcess(env) ? createMemoryLimits() : null,
    clients: createClientLimits(clientAddress),
    askers: createClientLimits(clientAddress, Date.now, mailsPerMinute),
    signUp: signUpOf(env, format, createKeyFormat(secrets, 'link_'), publicUrl),
    administration: env.LMI_ADMIN_SECRET ? { secret: env.LMI_ADMIN_SECRET, keyring: createKeyring(format, storage) } : null,
    log: readRequestLog(env.LOG || 'off'),
    publicUrl,
  });
}

// One router for the isolate. Its limits, catalogue and title index live as long as the isolate, whose bindings never change.
let router: ReturnType<typeof createRouter> | null = null;

export default {
  fetch(request, env, context) {
    router ??= routerOf(env);
    return router.fetch(request, (work) => context.waitUntil(work));
  },
} satisfies ExportedHandler<Env>;
