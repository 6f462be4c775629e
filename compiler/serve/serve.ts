// Runs the worker locally, bundled in memory, in workerd through miniflare. It can only read the
// data directory.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import {
  Miniflare,
  type Request as MiniflareRequest,
  Response as MiniflareResponse,
} from 'miniflare';
import { fingerprintOf, hashOfKey } from '#server/keys/keys.ts';
import { readPublicUrl } from '#server/http/settings.ts';
import { readContact } from '#server/sign-up/contact.ts';
import { readRequestLog } from '#server/http/log.ts';
import { keepLocalUrl, localSecrets } from './secrets.ts';
import {
  type MailEnvironment,
  readSignUp,
  readSmtpSettings,
} from '#server/sign-up/mail-settings.ts';
import type { Mail } from '#server/sign-up/sign-up.ts';
import { createBundleFiles, isPackedBundle } from '../bundle/bundle-store.ts';
import { type AdministeredServer, createKey, listKeys } from './keys.ts';
import { ServeError, checkedClientAddress, settingOf } from './settings.ts';
import { answerCode } from './answer-code.ts';
import { bundled } from './worker-code.ts';
import type { ServingCatalogue } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { standingOf } from '#schemas/standing.ts';

const host = '127.0.0.1';

/** The behaviour of the platform that the worker is written for. wrangler.json repeats it. */
export const compatibilityDate = '2026-04-01';

export interface ServeOptions {
  /** The data directory, with catalogue.json and editions/ in it, or a packed bundle. */
  readonly data: string;
  /** The folder of keys and secrets, made with mode 0700. Never a data directory. */
  readonly state: string;
  /** 0: any free port. */
  readonly port: number;
  /** Where clients reach the service, if not at the port itself. */
  readonly publicUrl?: string;
  readonly limits?: 'memory' | 'durable-object';
  /**
   * CLIENT_ADDRESS, where a client's address comes from: direct (the default), shared, cloudflare
   * or header:NAME.
   */
  readonly clientAddress?: string;
  /** CONTACT (default: none). */
  readonly contact?: string;
  /** SIGN_UP (default: open, because on a laptop mail stays in the outbox). */
  readonly signUp?: string;
  /** LOG: `json` for a line for each request on standard output (default: `off`). */
  readonly log?: string;
  /** SMTP_HOST and the other mail settings. Without them mail is kept in STATE/outbox. */
  readonly mail?: MailEnvironment;
}

export interface Serving {
  readonly url: string;
  /** A live key of the local user. */
  readonly key: string;
  /** For the server's /admin/keys. */
  readonly administration: AdministeredServer;
  /** The folder of kept mail; null if mail is sent. */
  readonly outbox: string | null;
  close(): Promise<void>;
}

/**
 * Starts the server and resolves when it answers. Throws ServeError if the port is in use or there
 * are no data.
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const data = resolve(options.data);
  const state = resolve(options.state);
  if (!isPackedBundle(data) && !existsSync(join(data, 'catalogue.json'))) {
    throw new ServeError(
      `${options.data}: no catalogue.json, so nothing to serve\n  ` +
        'run lmi compile or lmi compile --sample first',
    );
  }
  const settings = checkedSettings(options);
  const outbox = settings.mail.SMTP_HOST ? null : join(state, 'outbox');
  const [secrets, script] = await Promise.all([localSecrets(state), bundleWorker()]);
  const durableObjects = join(state, 'durable-objects');
  await mkdir(accountFiles(durableObjects), { recursive: true, mode: 0o700 });
  // Last, because another program may take a port that is free: bundling the worker takes seconds
  // on a busy machine.
  const port = await freePort(options.port);
  const url = `http://${host}:${port}`;
  const bindings = {
    ...secrets,
    ...settings.mail,
    SIGN_UP: settings.signUp,
    CONTACT: settings.contact,
    LOG: settings.log,
    LIMITS: options.limits ?? 'memory',
    CLIENT_ADDRESS: settings.clientAddress,
    PUBLIC_URL: settings.publicUrl ?? url,
  };
  const miniflare = createMiniflare({ script, port, data, durableObjects, outbox, bindings });
  try {
    await miniflare.ready;
    const administration = { url, secret: secrets.LMI_ADMIN_SECRET };
    const forgetUrl = await keepLocalUrl(state, url);
    return {
      url,
      key: await localKey(join(state, 'local-key'), administration),
      administration,
      outbox,
      async close() {
        await forgetUrl();
        await miniflare.dispose();
      },
    };
  } catch (error) {
    // It fails again with the error of its start.
    await miniflare.dispose().catch(() => {});
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_ADDRESS_IN_USE'))
      throw error;
    // Another program took the port after it was found free.
    if (options.port === 0) return serve(options);
    throw inUse(port);
  }
}

/** The settings with their defaults. Throws ServeError if the worker would refuse one. */
function checkedSettings(options: ServeOptions) {
  const { log = 'off', signUp = 'open', contact = '', publicUrl = null, mail = {} } = options;
  const clientAddress = checkedClientAddress(options.clientAddress ?? 'direct');
  settingOf(() => [
    readRequestLog(log),
    readSmtpSettings(mail),
    readSignUp(signUp, true),
    readContact(contact),
  ]);
  return {
    log,
    signUp,
    contact,
    mail,
    publicUrl: publicUrl === null ? null : settingOf(() => readPublicUrl(publicUrl)),
    // workerd gives the peer of a connection as `cf.clientIp`, but not on the sockets that
    // miniflare opens: there it takes all of `cf` from the header MF-CF-Blob, which anybody can
    // send. So here "direct" means one allowance for all clients, which is right for one person's
    // machine. Behind a proxy, name the proxy's header.
    clientAddress: clientAddress === 'direct' ? 'shared' : clientAddress,
  };
}

interface MiniflareSettings {
  /** The built worker. */
  readonly script: string;
  readonly port: number;
  readonly data: string;
  /** The folder of the keys. */
  readonly durableObjects: string;
  /** The folder of kept mail; null if mail is sent. */
  readonly outbox: string | null;
  readonly bindings: Record<string, string>;
}

function createMiniflare({
  script,
  port,
  data,
  durableObjects,
  outbox,
  bindings,
}: MiniflareSettings): Miniflare {
  return new Miniflare({
    name: 'labour-market-information',
    modules: [{ type: 'ESModule', path: 'worker.js', contents: script }],
    compatibilityDate,
    host,
    // Clients reach the worker itself. Otherwise miniflare would put its own worker in front, which
    // compresses answers in spite of no-transform (so Repr-Digest and ETag no longer fit the bytes)
    // and takes the URL from a header that anybody can send.
    unsafeDirectSockets: [{ host, port }],
    // Without this, miniflare fetches a made-up location of the client from a remote address.
    cf: false,
    telemetry: { enabled: false },
    logRequests: false,
    durableObjects: {
      ACCOUNTS: { className: 'Account', useSQLite: true },
      ACCOUNT_INDEX: { className: 'AccountIndex', useSQLite: true },
    },
    durableObjectsPersist: durableObjects,
    serviceBindings: {
      // Rooted at the data directory, because the catalogue is replaced by a rename. The worker
      // asks only for names made of checked values.
      DATA: isPackedBundle(data) ? fromBundle(data) : { disk: { path: data, writable: false } },
      ...(outbox === null ? {} : { OUTBOX: keepMail(outbox) }),
    },
    bindings,
  });
}

function inUse(port: number): ServeError {
  return new ServeError(
    `port ${port} is in use\n  stop the program that uses it, or name another with --port`,
  );
}

/** The folder of the files of the account objects. workerd does not start if it is not there. */
export function accountFiles(durableObjects: string): string {
  return join(durableObjects, 'labour-market-information-Account');
}

/** The service over a packed bundle, read in this process. */
function fromBundle(file: string) {
  const files = createBundleFiles(file);
  return async (request: MiniflareRequest) => {
    const body = await files.read(new URL(request.url).pathname.slice(1));
    return new MiniflareResponse(body, { status: body === null ? 404 : 200 });
  };
}

/**
 * Keeps each mail as a file in the folder, so that people can try sign-up without a mail server.
 */
function keepMail(folder: string): (request: MiniflareRequest) => Promise<MiniflareResponse> {
  return async (request) => {
    const { to, subject, text }: Mail = JSON.parse(await request.text());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(
      folder,
      `${new Date().toISOString().replace(/[:.]/g, '-')}-${crypto.randomUUID().slice(0, 8)}.txt`,
    );
    await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    return new MiniflareResponse(null, { status: 204 });
  };
}

let worker: Promise<string> | null = null;

/** The worker and everything it imports, as one module, without the platform's own modules. */
export function bundleWorker(): Promise<string> {
  // Characters beyond ASCII take half the bytes of their escapes.
  return (worker ??= bundled('worker', {
    charset: 'utf8',
    define: { ANSWER_CODE: JSON.stringify(answerCode()) },
  }));
}

/**
 * The port if it is free; for 0, any free port. It is checked before workerd starts, whose own
 * message is a stack trace.
 */
export function freePort(port: number): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES')
        fail(
          new ServeError(
            `port ${port} may not be opened by this user\n  name one from 1024 on with --port`,
          ),
        );
      else fail(error.code === 'EADDRINUSE' ? inUse(port) : error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? done(address.port)
          : fail(new Error(`port ${port} has no address`)),
      );
    });
  });
}

/**
 * The kept key if it is still live, else a new one. Listing the keys does not count against the
 * key's limit.
 */
async function localKey(file: string, administration: AdministeredServer): Promise<string> {
  const kept = existsSync(file) ? (await readFile(file, 'utf8')).trim() : null;
  if (kept !== null) {
    const fingerprint = fingerprintOf(await hashOfKey(kept));
    if ((await listKeys(administration)).some((listed) => listed.fingerprint === fingerprint))
      return kept;
  }
  const { key } = await createKey(administration, { name: 'local user' });
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/**
 * Said before serving starts: a line for each served edition in a format that is not read, with its
 * repair and what its readers get.
 */
export function unreadableLines(catalogue: ServingCatalogue): string[] {
  return standingOf(catalogue, new Date()).flatMap(({ source, unreadable }) => {
    const isNeeded = spine.some((key) => key === source);
    const effect = isNeeded
      ? 'nothing can be served, and /healthz answers 503'
      : 'its endpoints answer 503';
    return unreadable.map(({ message, repair }) => `${message}; until then ${effect}\n  ${repair}`);
  });
}
