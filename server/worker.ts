// The worker: the router over the platform's bindings, and the two Durable Object classes. The only
// file that imports cloudflare:*.
import { withoutLeading, withoutTrailing } from '#schemas/trimmed.ts';
import { DurableObject } from 'cloudflare:workers';
import { AccountStore, KeyList, linkMinutes, type ListedKey } from './keys/account.ts';
import type { Accounts } from './keys/accounts.ts';
import type { DigestStream, Files } from './data/files.ts';
import { createBucketFiles } from './data/files-bucket.ts';
import { createDiskFiles } from './data/files-disk.ts';
import { createProvedStore } from './data/store.ts';
import { readClientAddress } from './http/address.ts';
import {
  createClientLimits,
  createKeyMemory,
  createSecretLimits,
  mailsPerMinute,
  pagesPerMinute,
  partsPerMinute,
} from './keys/limits.ts';
import { readAcceptEncoding, readClientAcceptEncoding } from './http/accept.ts';
import { readPublicUrl } from './http/settings.ts';
import { readContact } from './sign-up/contact.ts';
import { createKeyFormat, requireLongSecrets } from './keys/key-format.ts';
import { hexOf } from './http/digest.ts';
import { createKeyring, createKeys } from './keys/keys.ts';
import { logWrongSetting, readRequestLog } from './http/log.ts';
import { createRouter } from './router.ts';
import {
  createOutboxMailer,
  type MailEnvironment,
  readSignUp,
  readSmtpSettings,
} from './sign-up/mail-settings.ts';
import { type Mailer, createSignUp } from './sign-up/sign-up.ts';
import { createSmtpMailer } from './sign-up/smtp-mailer.ts';

export interface Env extends MailEnvironment {
  readonly ACCOUNTS: DurableObjectNamespace<Account>;
  readonly ACCOUNT_INDEX: DurableObjectNamespace<AccountIndex>;
  /**
   * On Cloudflare, the bucket that lmi publish fills. Elsewhere, the disk service DATA takes its
   * place.
   */
  readonly BUCKET?: R2Bucket;
  /** Folder of the store within its bucket, if the store is not the whole bucket. */
  readonly BUCKET_PREFIX?: string;
  /** The data directory. */
  readonly DATA?: Fetcher;
  readonly LMI_ACCOUNT_SECRET: string;
  readonly LMI_KEY_SECRET: string;
  readonly LMI_KEY_SECRET_PREVIOUS?: string;
  readonly LMI_ADMIN_SECRET?: string;
  /**
   * `memory` counts answers and remembers keys in this process, for a service of one process.
   * `durable-object` counts in the account's own storage.
   */
  readonly LIMITS?: 'memory' | 'durable-object';
  /**
   * Where to read a client's address: cloudflare, direct, shared or header:NAME, as
   * server/http/address.ts explains.
   */
  readonly CLIENT_ADDRESS: string;
  readonly PUBLIC_URL: string;
  /** `open`: anyone with an e-mail address can get a key. Any other setting is closed. */
  readonly SIGN_UP?: string;
  /** An e-mail address, or the https:// address of a page, that pages show. */
  readonly CONTACT?: string;
  /** `json`: one line for each request. The default is off. */
  readonly LOG?: string;
  /** Takes mails in place of an SMTP server, on a laptop only. */
  readonly OUTBOX?: Fetcher;
}

/**
 * The digest of the code that makes answers. The build puts it in: compiler/serve/answer-code.ts.
 */
declare const ANSWER_CODE: string;

// On one machine, the account objects share this memory with the router. On Cloudflare's network
// they do not, and the router does not use it.
const sharedMemory = createKeyMemory();

const memoryOf = (env: Env) => (isOnlyProcess(env) ? sharedMemory : null);

/**
 * How long after a mail its link and itself are swept: late enough that the mails of the hour are
 * forgotten too.
 */
const sweepAfter = 2 * linkMinutes * 60_000;

/** The operations that an object passes on to its store. */
const forwarded = ['check', 'replace', 'revoke', 'isLinkLive', 'redeem', 'forget'] as const;

/**
 * Accounts, as keys/account.ts describes them. If LIMITS is `durable-object`, an object holds one
 * account and the log of its answers. On one machine accounts share objects, because an open object
 * takes 270 kB: docs/scale.md.
 */
export class Account extends DurableObject<Env> {
  #opened: AccountStore | null = null;

  declare readonly check: AccountStore['check'];
  declare readonly replace: AccountStore['replace'];
  declare readonly revoke: AccountStore['revoke'];
  declare readonly isLinkLive: AccountStore['isLinkLive'];
  declare readonly redeem: AccountStore['redeem'];
  declare readonly forget: AccountStore['forget'];

  static {
    for (const operation of forwarded)
      Object.defineProperty(Account.prototype, operation, {
        value(this: Account, ...values: never[]) {
          return Reflect.apply(this.#store[operation], this.#store, values);
        },
      });
  }

  /** Opened at first use, also after `deleteAll`, which removes its tables. */
  get #store() {
    return (this.#opened ??= new AccountStore(this.ctx.storage, memoryOf(this.env)));
  }

  async addLink(...values: Parameters<AccountStore['addLink']>) {
    const sweepAt = await this.ctx.storage.getAlarm();
    if (!this.#store.addLink(...values)) return false;
    const now = values[3];
    // Further mails must not delay the sweep, and neither must a clock that was ahead.
    if (sweepAt === null || sweepAt > now + sweepAfter)
      await this.ctx.storage.setAlarm(now + sweepAfter);
    return true;
  }

  /** Removes unused links, and everything of an object without keys. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    const left = this.#store.sweep(now);
    // By then everything that is left now has expired.
    if (left === 'mails') await this.ctx.storage.setAlarm(now + sweepAfter / 2);
    if (left !== null) return;
    this.#opened = null;
    await this.ctx.storage.deleteAll();
  }
}

/** The one list of the keys that the administrator has made. */
export class AccountIndex extends DurableObject<Env> {
  readonly #list = new KeyList(this.ctx.storage);

  put(entry: ListedKey) {
    this.#list.put(entry);
  }

  remove(account: string) {
    this.#list.remove(account);
  }

  list() {
    return this.#list.list();
  }
}

function accountsOf(env: Env): Accounts {
  return {
    // Accounts are digests in base32, so the first letter makes 32 objects, which are asked equally
    // often.
    of: (account) =>
      env.ACCOUNTS.getByName(isOnlyProcess(env) ? `shared by ${account.slice(0, 1)}` : account),
    index: () => env.ACCOUNT_INDEX.getByName('index'),
  };
}

/** The digest of a stream, which is never in memory as a whole. */
const digestOf: DigestStream = async (body) => {
  const stream = new crypto.DigestStream('SHA-256');
  await body.pipeTo(stream);
  return hexOf(await stream.digest);
};

/** Editions and bundles, from the bucket if there is one, else from the disk. */
function filesOf({ BUCKET, BUCKET_PREFIX, DATA }: Env): Files {
  if (BUCKET)
    return createBucketFiles(
      BUCKET,
      BUCKET_PREFIX ? `${withoutTrailing(withoutLeading(BUCKET_PREFIX, '/'), '/')}/` : '',
      digestOf,
    );
  if (DATA) return createDiskFiles(DATA, digestOf);
  throw new Error('no data to read: set BUCKET or DATA');
}

/** Whether this process is the only one that answers, as LIMITS says. */
function isOnlyProcess({ LIMITS = 'memory' }: Env): boolean {
  return LIMITS === 'memory';
}

/** Without these the worker answers nothing: with an empty secret, anybody could make keys. */
const requiredSettings = ['LMI_KEY_SECRET', 'LMI_ACCOUNT_SECRET', 'PUBLIC_URL'] as const;

/** Null if no mail can be sent. */
function mailerOf(env: Env): Mailer | null {
  const smtp = readSmtpSettings(env);
  if (smtp !== null) return createSmtpMailer(smtp);
  return env.OUTBOX === undefined ? null : createOutboxMailer(env.OUTBOX);
}

function routerOf(env: Env): ReturnType<typeof createRouter> {
  // The types promise these settings, but an operator sets them; workerd gives null for a variable
  // that is not set.
  for (const name of requiredSettings) if (!env[name]) throw new Error(`${name} is not set`);
  requireLongSecrets(env);
  const publicUrl = readPublicUrl(env.PUBLIC_URL);
  const secrets = {
    current: env.LMI_KEY_SECRET,
    previous: env.LMI_KEY_SECRET_PREVIOUS || null,
    account: env.LMI_ACCOUNT_SECRET,
  };
  const format = createKeyFormat(secrets);
  const clientAddress = readClientAddress(env.CLIENT_ADDRESS);
  const accounts = accountsOf(env);
  const files = filesOf(env);
  const mailer = mailerOf(env);
  const open = readSignUp(env.SIGN_UP || '', mailer !== null);
  const links = createKeyFormat(secrets, 'link_');
  const limitsOf = (perMinute?: number) => createClientLimits(clientAddress, Date.now, perMinute);
  return createRouter({
    store: createProvedStore(files),
    files,
    answerCode: ANSWER_CODE,
    acceptEncoding:
      env.CLIENT_ADDRESS === 'cloudflare' ? readClientAcceptEncoding : readAcceptEncoding,
    keys: createKeys(format, accounts, memoryOf(env)),
    answerLimits: limitsOf(),
    partLimits: limitsOf(partsPerMinute),
    pageLimits: limitsOf(pagesPerMinute),
    mailLimits: limitsOf(mailsPerMinute),
    signUp:
      mailer === null
        ? null
        : {
            signUp: createSignUp({
              keys: format,
              links,
              accounts,
              mailer,
              publicUrl,
              now: Date.now,
            }),
            open,
          },
    administration: env.LMI_ADMIN_SECRET
      ? {
          secret: env.LMI_ADMIN_SECRET,
          keyring: createKeyring(format, accounts),
          wrongSecrets: createSecretLimits(clientAddress),
        }
      : null,
    log: readRequestLog(env.LOG || 'off'),
    publicUrl,
    contact: readContact(env.CONTACT || ''),
  });
}

const unsetAnswer = 'every answer is 500 until the settings are right and the service restarted';

// One router for the isolate. Its limits, catalogue and title index live as long as the isolate,
// whose bindings never change.
let router: ReturnType<typeof createRouter> | null = null;

export default {
  fetch(request, env, context) {
    try {
      router ??= routerOf(env);
    } catch (error) {
      logWrongSetting(error, unsetAnswer);
      return new Response(`${unsetAnswer}\n`, { status: 500 });
    }
    return router.fetch(request, (work) => context.waitUntil(work));
  },
} satisfies ExportedHandler<Env>;
