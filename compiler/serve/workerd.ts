// Writes what one machine needs to run the worker in workerd, without Node and miniflare: the built
// worker, workerd's configuration, the environment with the secrets, a start script, and a unit for
// systemd.
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { requireLongSecrets } from '#server/keys/key-format.ts';
import { randomSecret } from './secrets.ts';
import { publicKeyOf } from '../bundle/signature.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { refuseSample } from '../edition/data-directory.ts';
import { accountFiles, bundleWorker, compatibilityDate } from './serve.ts';
import { ServeError, checkedClientAddress, settingOf } from './settings.ts';
import { cli, serviceUnit, writeDailyUnits } from './systemd.ts';

export interface WorkerdOptions {
  /** The folder to write. An existing `environment` stays. */
  readonly out: string;
  readonly data: string;
  /** The folder of the keys. */
  readonly state: string;
  /** ADDRESS:PORT, [IPV6]:PORT or unix:PATH. */
  readonly listen: string;
  /** CLIENT_ADDRESS (default: direct). */
  readonly clientAddress?: string;
  /** PEM files; both or neither. */
  readonly tlsKey?: string;
  readonly tlsCertificate?: string;
  /** The mail server is on this machine or in a private network. */
  readonly privateMail?: boolean;
  /** Serve even if it is the synthetic sample. */
  readonly sample?: boolean;
  /**
   * Folder of the store, or s3://BUCKET/PREFIX, for the timer that brings in new data each day;
   * without it no timer is written.
   */
  readonly store?: string;
  /** With a store: ed25519 private key in PEM that bundles are signed with. */
  readonly sign?: string;
  /**
   * The program to run (default: a copy of workerd in `out`, because the next npm ci removes that
   * of the checkout).
   */
  readonly program?: string;
}

/**
 * The Durable Object classes and the keys of their storage. miniflare uses the same, so this server
 * knows the keys of `lmi serve`. With other storage keys every account would be empty.
 */
const durableObjects = ['Account', 'AccountIndex'].map((className) => ({
  className,
  uniqueKey: `labour-market-information-${className}`,
}));

/** Writes the folder. Throws ServeError if the settings contradict each other. */
export async function writeWorkerd(options: WorkerdOptions) {
  const out = resolve(options.out);
  const data = resolve(options.data);
  const state = resolve(options.state);
  refuseSample(options.data, requireCatalogue(data), options.sample ?? false, 'serve');
  const clientAddress = checkedClientAddress(options.clientAddress ?? 'direct');
  const url = listenUrl(options);
  const tls = tlsOf(options);
  const sign = signOf(options);
  requireSafeListening(options.listen, clientAddress, tls !== null);
  const keys = join(state, 'durable-objects');
  const config = join(out, 'workerd.capnp');
  const environment = join(out, 'environment');
  const start = join(out, 'start');
  const lmi = join(out, 'lmi');
  const unit = join(out, 'labour-market-information.service');
  if (existsSync(environment)) requireSecrets(environment);
  mkdirSync(out, { recursive: true });
  mkdirSync(accountFiles(keys), { recursive: true, mode: 0o700 });
  chmodSync(state, 0o700);

  writeFileSync(join(out, 'worker.js'), await bundleWorker());
  writeFileSync(config, configText(options, { out, data, keys, clientAddress, tls }));
  // Written only once, because with other secrets every key would be unknown.
  if (!existsSync(environment))
    writeFileSync(environment, environmentText(url), { mode: 0o600, flag: 'wx' });
  const program = options.program ?? copyProgram(out);
  writeFileSync(start, startText(program, environment, config));
  chmodSync(start, 0o755);
  const port = Number(/:(\d+)$/.exec(options.listen)?.[1] ?? Number.NaN);
  writeFileSync(unit, serviceUnit({ program, environment, config, state, port }));
  writeFileSync(lmi, launcherText({ lmi, data, url: onSocket(options) ? options.listen : url }));
  chmodSync(lmi, 0o755);
  const daily =
    options.store === undefined ? null : writeDailyUnits(out, { data, store: options.store, sign });
  return { start, lmi, unit, environment, daily, url };
}

/** The worker would refuse these secrets too, but only once it has started. */
function requireSecrets(environment: string): void {
  const settings = parseEnv(readFileSync(environment, 'utf8'));
  settingOf(() => requireLongSecrets(settings), `${environment}: `);
  for (const name of ['LMI_KEY_SECRET', 'LMI_ACCOUNT_SECRET'])
    if (!settings[name])
      throw new ServeError(
        `${environment}: ${name} is empty, expected the secret that keys were made with\n  ` +
          'restore this file from a backup; for a new service without keys, ' +
          'openssl rand -base64 32 makes such a secret',
      );
}

/** A running program cannot be overwritten, but its file can be replaced. */
function copyProgram(out: string): string {
  const program = join(out, 'workerd');
  const temporary = `${program}.tmp-${process.pid}`;
  copyFileSync(workerdProgram, temporary, constants.COPYFILE_FICLONE);
  chmodSync(temporary, 0o755);
  renameSync(temporary, program);
  return program;
}

/** The path of the program. The package declares no types. */
export const workerdProgram = String(createRequire(import.meta.url)('workerd').default);

const onSocket = ({ listen }: WorkerdOptions): boolean => listen.startsWith('unix:/');

function listenUrl(options: WorkerdOptions): string {
  const { listen, tlsKey } = options;
  const scheme = tlsKey === undefined ? 'http' : 'https';
  if (onSocket(options)) return `${scheme}://localhost`;
  const [, host = '', port] =
    /^(\*|localhost|[0-9.]+|\[[0-9a-f:]+\]):(\d{1,5})$/i.exec(listen) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new ServeError(
      `--listen is "${listen}", expected ADDRESS:PORT such as 127.0.0.1:8787, ` +
        '[::1]:8787 or *:443, or unix:/PATH',
    );
  return `${scheme}://${host === '*' ? 'localhost' : host}:${port}`;
}

function signOf({ sign, store }: WorkerdOptions): string | null {
  if (sign === undefined) return null;
  if (store === undefined)
    throw new ServeError('--sign: bundles are made by the run of each day, so give --store too');
  if (!existsSync(sign)) throw new ServeError(`${sign}: there is no such file`);
  // The first run of the day would find it out at its end.
  publicKeyOf(sign);
  return sign;
}

function tlsOf({
  tlsKey,
  tlsCertificate,
}: WorkerdOptions): { key: string; certificate: string } | null {
  if (tlsKey === undefined && tlsCertificate === undefined) return null;
  if (tlsKey === undefined || tlsCertificate === undefined)
    throw new ServeError('--tls-key and --tls-certificate: give both or neither');
  for (const file of [tlsKey, tlsCertificate])
    if (!existsSync(file)) throw new ServeError(`${file}: there is no such file`);
  requirePair(tlsKey, tlsCertificate);
  return { key: resolve(tlsKey), certificate: resolve(tlsCertificate) };
}

/** workerd itself would refuse them when it starts, with a stack. */
function requirePair(keyFile: string, certificateFile: string): void {
  const key = readPem(keyFile, 'a private key without a passphrase', createPrivateKey);
  const certificate = readPem(
    certificateFile,
    'a certificate and its chain',
    (pem) => new X509Certificate(pem),
  );
  if (!certificate.checkPrivateKey(key))
    throw new ServeError(
      `${keyFile}: is the key of another certificate than the first one in ${certificateFile}`,
    );
}

function readPem<Read>(file: string, expected: string, read: (pem: Buffer) => Read): Read {
  try {
    return read(readFileSync(file));
  } catch {
    // The library's own message could quote the key.
    throw new ServeError(`${file}: cannot be read as ${expected}, in PEM`);
  }
}

const onThisMachine = /^(127\.\d+\.\d+\.\d+:|localhost:|\[::1\]:|unix:)/i;

/**
 * Keys travel in a header. An address that others can reach must be encrypted, here or by a named
 * proxy nearby. Cloudflare is not nearby: keys would cross the internet unencrypted between it and
 * this machine.
 */
function requireSafeListening(listen: string, clientAddress: string, hasTls: boolean): void {
  if (onThisMachine.test(listen) || hasTls || clientAddress.startsWith('header:')) return;
  throw new ServeError(
    `--listen ${listen}: other machines reach that address, and keys would travel unencrypted` +
      '\n  ' +
      'give --tls-key and --tls-certificate, or name the proxy in front with ' +
      '--client-address header:NAME, or listen on 127.0.0.1',
  );
}

/** A JSON string is also a valid Cap'n Proto string. */
const quoted = (text: string): string => JSON.stringify(text);

function configText(
  { listen, privateMail = false }: WorkerdOptions,
  {
    out,
    data,
    keys,
    clientAddress,
    tls,
  }: Record<'out' | 'data' | 'keys' | 'clientAddress', string> & { tls: ReturnType<typeof tlsOf> },
): string {
  // The parser would look for an absolute path among its own files.
  const embedded = (file: string): string => `embed ${quoted(relative(out, file))}`;
  const socket =
    tls === null
      ? 'http = ()'
      : 'https = (options = (), tlsOptions = (keypair = (privateKey = ' +
        `${embedded(tls.key)}, certificateChain = ${embedded(tls.certificate)})))`;
  const bindings = [
    '(name = "DATA", service = "data")',
    '(name = "ACCOUNTS", durableObjectNamespace = "Account")',
    '(name = "ACCOUNT_INDEX", durableObjectNamespace = "AccountIndex")',
    `(name = "CLIENT_ADDRESS", text = ${quoted(clientAddress)})`,
    // One process gives all answers, so it can count them in memory.
    '(name = "LIMITS", text = "memory")',
    // Anybody can read the configuration, so these must not be in it.
    ...Object.keys(parseEnv(environmentText(''))).map(
      (name) => `(name = "${name}", fromEnvironment = "${name}")`,
    ),
  ];
  const namespaces = durableObjects.map(
    ({ className, uniqueKey }) =>
      `(className = "${className}", uniqueKey = "${uniqueKey}", enableSql = true)`,
  );
  const mailNetworks = privateMail ? '"public", "private"' : '"public"';
  return `# Written by lmi workerd each time it runs.
# Do not change this file; give lmi workerd other options.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  # Lists are large and live briefly. V8's default room for young objects lets up to 1 GB of them
  # wait for collection; with this room it is 0.3 GB.
  v8Flags = ["--max-semi-space-size=1"],
  services = [
    (name = "worker", worker = .worker),
    # The catalogue is replaced by a rename, so the service is rooted at the folder. The worker asks
    # only for names made of checked values.
    (name = "data", disk = (path = ${quoted(data)})),
    (name = "keys", disk = (path = ${quoted(keys)}, writable = true)),
    # Only for mail.
    (
      name = "internet",
      network = (allow = [${mailNetworks}], tlsOptions = (trustBrowserCas = true))
    ),
  ],
  sockets = [(name = "http", address = ${quoted(listen)}, ${socket}, service = "worker")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${compatibilityDate}",
  bindings = [
    ${bindings.join(',\n    ')},
  ],
  durableObjectNamespaces = [
    ${namespaces.join(',\n    ')},
  ],
  durableObjectStorage = (localDisk = "keys"),
);
`;
}

/** The settings and secrets that the worker reads from its environment when it starts. */
function environmentText(url: string): string {
  return `# Settings and secrets, read when the service starts.
# lmi workerd writes this file only once. Keep a copy of it with the keys.
# Put a value with spaces or special characters in single quotes.
# The address at which clients reach the service. Links in mails and problems begin with it.
PUBLIC_URL=${url}
# How people reach you, on every page: an e-mail address, or the https:// address of a page.
CONTACT=
# open: anybody with an e-mail address gets a key. It needs SMTP_HOST and MAIL_FROM.
SIGN_UP=closed
# json: a line for each request, without keys, addresses or the query.
LOG=json
LMI_KEY_SECRET=${randomSecret()}
LMI_KEY_SECRET_PREVIOUS=
LMI_ACCOUNT_SECRET=${randomSecret()}
LMI_ADMIN_SECRET=${randomSecret()}
MAIL_FROM=
SMTP_HOST=
SMTP_PORT=
SMTP_SECURITY=tls
SMTP_USER=
SMTP_PASSWORD=
`;
}

function startText(program: string, environment: string, config: string): string {
  return `#!/bin/sh
set -ea
. ${shellQuoted(environment)}
# As many open files as allowed, because each open account takes three. The unit sets the limit for
# the service.
ulimit -n "$(ulimit -Hn)"
exec ${shellQuoted(program)} serve ${shellQuoted(config)} "$@"
`;
}

function launcherText({ lmi, data, url }: Record<'lmi' | 'data' | 'url', string>): string {
  return `#!/bin/sh
# The commands of lmi for this service and its data, from anywhere. Reports and messages name it.
export LMI_COMMAND=${shellQuoted(lmi)} LMI_DATA=${shellQuoted(data)} LMI_URL=${shellQuoted(url)}
exec ${shellQuoted(process.execPath)} ${shellQuoted(cli)} "$@"
`;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
