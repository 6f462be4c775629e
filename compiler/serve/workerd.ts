// What one machine needs to run the worker in workerd itself, with neither Node nor miniflare around it: the bundle, workerd's
// configuration, the environment with the secrets, a script that starts it, and a unit for systemd.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { randomSecret } from './secrets.ts';
import { requireCatalogue } from '../edition/data-directory.ts';
import { ServeError, bundleWorker, checkedClientAddress, compatibilityDate } from './serve.ts';

export interface WorkerdOptions {
  /** Folder that is written. What is in `environment` already stays. */
  readonly out: string;
  readonly data: string;
  /** Where keys are kept. */
  readonly state: string;
  /** ADDRESS:PORT, [IPV6]:PORT or unix:PATH. */
  readonly listen: string;
  /** CLIENT_ADDRESS; direct where it is left out. */
  readonly clientAddress?: string;
  /** PEM files; both or neither. */
  readonly tlsKey?: string;
  readonly tlsCertificate?: string;
  /** Mail goes to a server on this machine or in a private network. */
  readonly privateMail?: boolean;
  /** Serve although it is the synthetic sample. */
  readonly sample?: boolean;
}

export interface WorkerdFiles {
  /** What starts it in the foreground. */
  readonly start: string;
  readonly unit: string;
  /** Settings and secrets; only its owner can read it. */
  readonly environment: string;
  readonly url: string;
}

/** Read by the worker from its environment when it starts. In the configuration they would lie where anybody may read. */
const fromEnvironment = [
  'PUBLIC_URL',
  'SIGN_UP',
  'LOG',
  'LMI_KEY_SECRET',
  'LMI_KEY_SECRET_PREVIOUS',
  'LMI_ACCOUNT_SECRET',
  'LMI_ADMIN_SECRET',
  'MAIL_FROM',
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_SECURITY',
  'SMTP_USER',
  'SMTP_PASSWORD',
] as const;

/**
 * The Durable Object classes and the keys under which their storage lies. They are those that miniflare gives, so that the keys of
 * `lmi serve` are this server's too; with other ones every account would be empty.
 */
const durableObjects = ['Account', 'AccountIndex'].map((className) => ({ className, uniqueKey: `labour-market-information-${className}` }));

/** Writes the folder. Throws ServeError where the settings do not go together. */
export async function writeWorkerd(options: WorkerdOptions): Promise<WorkerdFiles> {
  const [out, data, state] = [resolve(options.out), resolve(options.data), resolve(options.state)];
  if (requireCatalogue(data).sample && !options.sample)
    throw new ServeError(
      `${options.data}: holds the synthetic sample, which is no statistics\n  serve it with --sample if that is what you want`,
    );
  const clientAddress = checkedClientAddress(options.clientAddress ?? 'direct');
  const url = listenUrl(options);
  const tls = tlsOf(options);
  requireSafeListening(options.listen, clientAddress, tls !== null);
  const keys = join(state, 'durable-objects');
  mkdirSync(out, { recursive: true });
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  chmodSync(state, 0o700);

  const [config, environment, start, unit] = [
    join(out, 'workerd.capnp'),
    join(out, 'environment'),
    join(out, 'start'),
    join(out, 'labour-market-information.service'),
  ];
  writeFileSync(join(out, 'worker.js'), await bundleWorker());
  writeFileSync(
    config,
    configText({ out, data, keys, listen: options.listen, clientAddress, tls, privateMail: options.privateMail ?? false }),
  );
  // Never written twice: with other secrets every key would be unknown.
  if (!existsSync(environment)) writeFileSync(environment, environmentText(url), { mode: 0o600, flag: 'wx' });
  writeFileSync(start, startText(environment, config));
  chmodSync(start, 0o755);
  writeFileSync(unit, unitText({ environment, config, state, port: Number(/:(\d+)$/.exec(options.listen)?.[1] ?? Number.NaN) }));
  return { start, unit, environment, url };
}

/** The program. The package declares no types, so it is asked for its path and believed in nothing else. */
export const workerdProgram = String(createRequire(import.meta.url)('workerd').default);

function listenUrl({ listen, tlsKey }: WorkerdOptions): string {
  const scheme = tlsKey === undefined ? 'http' : 'https';
  if (/^unix:\//.test(listen)) return `${scheme}://localhost`;
  const [, host = '', port] = /^(\*|localhost|[0-9.]+|\[[0-9a-f:]+\]):(\d{1,5})$/i.exec(listen) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new ServeError(`--listen is "${listen}", expected ADDRESS:PORT such as 127.0.0.1:8787, [::1]:8787 or *:443, or unix:/PATH`);
  return `${scheme}://${host === '*' ? 'localhost' : host}:${port}`;
}

function tlsOf({ tlsKey, tlsCertificate }: WorkerdOptions): { key: string; certificate: string } | null {
  if (tlsKey === undefined && tlsCertificate === undefined) return null;
  if (tlsKey === undefined || tlsCertificate === undefined)
    throw new ServeError('--tls-key and --tls-certificate are given together or not at all');
  for (const file of [tlsKey, tlsCertificate]) if (!existsSync(file)) throw new ServeError(`${file}: there is no such file`);
  return { key: resolve(tlsKey), certificate: resolve(tlsCertificate) };
}

const onThisMachine = /^(127\.\d+\.\d+\.\d+:|localhost:|\[::1\]:|unix:)/i;

/**
 * Keys travel in a header: what others can reach is encrypted, here or by a proxy that is named and is near. Cloudflare is not: keys would
 * cross the internet in the clear between it and this machine.
 */
function requireSafeListening(listen: string, clientAddress: string, hasTls: boolean): void {
  if (onThisMachine.test(listen) || hasTls || clientAddress.startsWith('header:')) return;
  throw new ServeError(
    `--listen ${listen}: other machines reach that address, and keys would travel in the clear` +
      '\n  give --tls-key and --tls-certificate, or name the proxy in front by --client-address header:NAME; else listen on 127.0.0.1',
  );
}

interface Configuration {
  readonly out: string;
  readonly data: string;
  readonly keys: string;
  readonly listen: string;
  readonly clientAddress: string;
  readonly tls: { readonly key: string; readonly certificate: string } | null;
  readonly privateMail: boolean;
}

/** JSON's way of writing a text is one of Cap'n Proto's. */
const quoted = (text: string): string => JSON.stringify(text);

function configText({ out, data, keys, listen, clientAddress, tls, privateMail }: Configuration): string {
  // An absolute path would be looked for among the parser's own files.
  const embedded = (file: string): string => `embed ${quoted(relative(out, file))}`;
  const socket =
    tls === null
      ? 'http = ()'
      : `https = (options = (), tlsOptions = (keypair = (privateKey = ${embedded(tls.key)}, certificateChain = ${embedded(tls.certificate)})))`;
  const bindings = [
    '(name = "CATALOGUE", service = "catalogue")',
    '(name = "EDITIONS", service = "editions")',
    '(name = "ACCOUNTS", durableObjectNamespace = "Account")',
    '(name = "ACCOUNT_INDEX", durableObjectNamespace = "AccountIndex")',
    `(name = "CLIENT_ADDRESS", text = ${quoted(clientAddress)})`,
    // One process answers everything, so its memory is right for counting.
    '(name = "LIMITS", text = "memory")',
    ...fromEnvironment.map((name) => `(name = "${name}", fromEnvironment = "${name}")`),
  ];
  const namespaces = durableObjects.map(
    ({ className, uniqueKey }) => `(className = "${className}", uniqueKey = "${uniqueKey}", enableSql = true)`,
  );
  return `# Written by lmi workerd, which writes it anew each time: give it options instead of changing this.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    # The catalogue is replaced by a rename, so its service is rooted at the folder; the worker asks for that one name alone.
    (name = "catalogue", disk = (path = ${quoted(data)})),
    (name = "editions", disk = (path = ${quoted(join(data, 'editions'))})),
    (name = "keys", disk = (path = ${quoted(keys)}, writable = true)),
    # Reached by mail only.
    (name = "internet", network = (allow = [${privateMail ? '"public", "private"' : '"public"'}], tlsOptions = (trustBrowserCas = true))),
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

function environmentText(url: string): string {
  return `# Settings and secrets, read when the service starts. lmi workerd writes this file once and never again: keep a copy of it with the keys.
# A value that holds blanks or signs stands in single quotes.
# The address at which clients reach the service; links in mails and problems begin with it.
PUBLIC_URL=${url}
# open: whoever has an e-mail address gets a key. It needs SMTP_HOST and MAIL_FROM.
SIGN_UP=closed
# json: a line for each request, without keys, addresses or what was asked.
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

function startText(environment: string, config: string): string {
  return `#!/bin/sh
set -ea
. ${shellQuoted(environment)}
# As many as may be: each account that is open takes three files, and the unit says as much of a service.
ulimit -n "$(ulimit -Hn)"
exec ${shellQuoted(workerdProgram)} serve ${shellQuoted(config)} "$@"
`;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

interface Unit {
  readonly environment: string;
  readonly config: string;
  readonly state: string;
  readonly port: number;
}

function unitText({ environment, config, state, port }: Unit): string {
  return `# Written by lmi workerd. Copy it to /etc/systemd/system; docs/operations.md goes through it.
[Unit]
Description=Labour market information
Wants=network-online.target
After=network-online.target

[Service]
User=lmi
EnvironmentFile=${unitEscaped(environment)}
ExecStart=${unitQuoted(workerdProgram)} serve ${unitQuoted(config)}
Restart=always
RestartSec=1
TimeoutStopSec=15
LimitNOFILE=65536
UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths=${unitPath(state)}
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictNamespaces=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
${port < 1024 ? 'AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE' : 'CapabilityBoundingSet='}

[Install]
WantedBy=multi-user.target
`;
}

/** A percent sign begins a specifier wherever systemd reads a path. The path of EnvironmentFile is the rest of its line, blanks and quotes included. */
const unitEscaped = (text: string): string => text.replaceAll('%', '%%');
/** A word of a command. */
const unitQuoted = (text: string): string => `"${unitEscaped(text).replace(/["\\]/g, '\\$&')}"`;
/** One of a list of paths, in which systemd reads quotes and no backslashes. */
const unitPath = (text: string): string => (text.includes('"') ? `'${unitEscaped(text)}'` : `"${unitEscaped(text)}"`);
