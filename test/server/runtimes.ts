// The places where the contract is tested: the router in this process, and the bundled worker in a
// real workerd: under miniflare, by itself as on one machine, and over a bucket as on Cloudflare.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { type Dispatcher, request } from 'undici';
import { answerCode } from '#compiler/serve/answer-code.ts';
import { filesBeneath } from '#compiler/edition/files.ts';
import { type AdministeredServer, createKey } from '#compiler/serve/keys.ts';
import { bundleWorker, compatibilityDate, freePort, serve } from '#compiler/serve/serve.ts';
import { type WorkerdOptions, workerdProgram, writeWorkerd } from '#compiler/serve/workerd.ts';
import { AccountStore, KeyList } from '#server/keys/account.ts';
import type { Accounts } from '#server/keys/accounts.ts';
import { readClientAddress } from '#server/http/address.ts';
import { readAcceptEncoding } from '#server/http/accept.ts';
import {
  type KeyMemory,
  createClientLimits,
  createKeyMemory,
  pagesPerMinute,
  partsPerMinute,
} from '#server/keys/limits.ts';
import { createKeyFormat } from '#server/keys/key-format.ts';
import { createKeyring, createKeys } from '#server/keys/keys.ts';
import { createRouter } from '#server/router.ts';
import { createNodeFiles, createNodeStore } from '#server/data/files-node.ts';
import { publicUrl } from './ask.ts';
import { fixtureDirectory } from './fixture.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { createSqliteStorage } from './sqlite-storage.ts';
import { type WorkerdProcess, startProgram } from './workerd-process.ts';

export { publicUrl };

/** The header in which both places are told the client's address, as by a proxy in front. */
export const addressHeader = 'Test-Client-Address';
const clientAddress = `header:${addressHeader}`;

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A running service. */
export interface Runtime {
  readonly adminSecret: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The answer to a GET or HEAD with the bytes as they were sent: fetch decodes them. */
  sent(
    path: string,
    headers: Readonly<Record<string, string>>,
    method?: Dispatcher.HttpMethod,
  ): Promise<Sent>;
  issueKey(name: string, perMinute?: number): Promise<string>;
  close(): Promise<void>;
}

/** Over the fixture's data, unless a data directory is named. */
export async function startInProcess({
  data = fixtureDirectory(),
}: {
  readonly data?: string;
} = {}): Promise<Runtime> {
  const format = createKeyFormat({
    current: 'key secret of thirty-two characters',
    previous: null,
    account: 'account secret of thirty-two characters',
  });
  const memory = createKeyMemory();
  const accounts = accountsInMemory(memory);
  const keyring = createKeyring(format, accounts);
  const adminSecret = 'admin-secret';
  const router = createRouter({
    store: createNodeStore(data),
    answerCode: answerCode(),
    contact: null,
    acceptEncoding: readAcceptEncoding,
    files: createNodeFiles(data),
    keys: createKeys(format, accounts, memory),
    answerLimits: createClientLimits(readClientAddress(clientAddress)),
    partLimits: createClientLimits(readClientAddress(clientAddress), Date.now, partsPerMinute),
    pageLimits: createClientLimits(readClientAddress(clientAddress), Date.now, pagesPerMinute),
    administration: { secret: adminSecret, keyring },
    signUp: null,
    mailLimits: null,
    log: null,
    publicUrl,
  });
  return {
    adminSecret,
    fetch: (path, init) =>
      router.fetch(new Request(`http://a-host-that-lies.example${path}`, init)),
    async sent(path, headers, method = 'GET') {
      const answer = await router.fetch(
        new Request(`http://localhost${path}`, { method, headers }),
      );
      return {
        status: answer.status,
        headers: answer.headers,
        body: Buffer.from(await answer.arrayBuffer()),
      };
    },
    issueKey: async (name, perMinute = 60) => (await keyring.issue(name, perMinute)).key,
    close: async () => {},
  };
}

export async function startMiniflare(): Promise<Runtime> {
  const state = join(temporaryDirectory(), 'made-by-serve');
  const serving = await serve({
    data: fixtureDirectory(),
    state,
    port: 0,
    publicUrl,
    clientAddress,
  });
  return remote(serving.administration, () => serving.close());
}

/** workerd alone, from the files that lmi workerd writes. */
export async function startWorkerd(): Promise<Runtime> {
  const { administration, server } = await startWritten(
    { clientAddress },
    { PUBLIC_URL: publicUrl },
  );
  return remote(administration, () => server.stop());
}

/**
 * Writes the files, into a new folder unless the options name one, changes settings of the
 * environment, and starts what they say.
 */
export async function startWritten(
  { out = temporaryDirectory(), ...options }: Partial<WorkerdOptions>,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ administration: AdministeredServer; server: WorkerdProcess }> {
  const listen = options.listen ?? `127.0.0.1:${await freePort(0)}`;
  const { start, environment, url } = await writeWorkerd({
    program: workerdProgram,
    data: fixtureDirectory(),
    sample: true,
    state: join(out, 'state'),
    ...options,
    out,
    listen,
  });
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const written = (await readFile(environment, 'utf8')).trim().split('\n');
  const kept = written.filter((line) => settings[line.split('=')[0] ?? ''] === undefined);
  const lines = [...kept, ...set, ''];
  await writeFile(environment, lines.join('\n'));
  const secret = /^LMI_ADMIN_SECRET=(.*)$/m.exec(lines.join('\n'))?.[1] ?? '';
  const server = await startProgram([start], async () => (await fetch(`${url}/healthz`)).ok);
  return { administration: { url, secret }, server };
}

/** As on Cloudflare: editions in a bucket, every answer counted in the account's Durable Object. */
export async function startBucket(): Promise<Runtime> {
  const data = fixtureDirectory();
  const port = await freePort(0);
  const administration = {
    url: `http://127.0.0.1:${port}`,
    secret: 'admin-secret-of-thirty-two-characters',
  };
  const miniflare = new Miniflare({
    name: 'labour-market-information',
    modules: [{ type: 'ESModule', path: 'worker.js', contents: await bundleWorker() }],
    compatibilityDate,
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
    cf: false,
    telemetry: { enabled: false },
    durableObjects: {
      ACCOUNTS: { className: 'Account', useSQLite: true },
      ACCOUNT_INDEX: { className: 'AccountIndex', useSQLite: true },
    },
    r2Buckets: ['BUCKET'],
    bindings: {
      LMI_KEY_SECRET: 'key secret of thirty-two characters',
      LMI_ACCOUNT_SECRET: 'account secret of thirty-two characters',
      LMI_ADMIN_SECRET: administration.secret,
      LIMITS: 'durable-object',
      CLIENT_ADDRESS: clientAddress,
      PUBLIC_URL: publicUrl,
      BUCKET_PREFIX: 'live',
    },
  });
  const bucket = await miniflare.getR2Bucket('BUCKET');
  for (const { path } of filesBeneath(data))
    await bucket.put(`live/${path}`, new Uint8Array(readFileSync(join(data, path))));
  return remote(administration, () => miniflare.dispose());
}

function remote(administration: AdministeredServer, close: () => Promise<void>): Runtime {
  return {
    adminSecret: administration.secret,
    fetch: (path, init) => fetch(`${administration.url}${path}`, init),
    async sent(path, headers, method = 'GET') {
      const {
        statusCode: status,
        headers: told,
        body,
      } = await request(`${administration.url}${path}`, { method, headers });
      const named = Object.entries(told).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      return { status, headers: new Headers(named), body: Buffer.from(await body.arrayBuffer()) };
    },
    issueKey: async (name, perMinute) =>
      (await createKey(administration, { name, ...(perMinute === undefined ? {} : { perMinute }) }))
        .key,
    close,
  };
}

export function accountsInMemory(
  memory: KeyMemory = createKeyMemory(),
): Accounts<'check' | 'replace' | 'revoke'> {
  const store = new AccountStore(createSqliteStorage(), memory);
  const list = new KeyList(createSqliteStorage());
  return {
    of: () => ({
      check: async (...values) => store.check(...values),
      replace: async (...values) => store.replace(...values),
      revoke: async (...values) => store.revoke(...values),
    }),
    index: () => ({
      put: async (entry) => list.put(entry),
      remove: async (account) => list.remove(account),
      list: async () => list.list(),
    }),
  };
}
