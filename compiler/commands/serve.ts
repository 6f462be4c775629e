// lmi serve, lmi workerd, lmi deploy and lmi site: serve data on this machine, on another or at
// Cloudflare, or write the pages as files.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutTrailing } from '#schemas/trimmed.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory, defaultDirectories } from '../edition/data-directory.ts';
import { withPath } from '../edition/files.ts';
import { print, tell } from '../report/print.ts';
import { count, size, terminal } from '../report/report.ts';
import { contactSetting } from '../serve/settings.ts';
import { type DeployOptions, deploy } from '../serve/deploy.ts';
import { npmEnded } from '../serve/launcher.ts';
import { type ServeOptions, serve, unreadableLines } from '../serve/serve.ts';
import { defaultState } from '../serve/secrets.ts';
import { stopBundling } from '../serve/worker-code.ts';
import { type WorkerdOptions, writeWorkerd } from '../serve/workerd.ts';
import { writeSite } from '../serve/write-site.ts';
import { errorOfStart } from '../release/installation.ts';
import { marker } from '../store/store.ts';
import { openStore } from '../store/stored-catalogue.ts';
import type { Given } from './arguments.ts';

/**
 * Serves real data if there are any, else the sample, until it is interrupted, or until the npx or
 * npm that started it has ended.
 */
export async function serveCommand({
  data,
  state = defaultState,
  port,
}: Given<'state'> & { port: number }): Promise<number> {
  // This comes first: a launcher that has already ended cannot be found.
  const launcherEnded = npmEnded();
  const directory = chooseDirectory(data);
  if (data === undefined && directory === defaultDirectories.sample) {
    const made = compileSample();
    if (made !== exitCodes.fine) return made;
  }
  const catalogue = await catalogueIn(directory);
  for (const line of unreadableLines(catalogue)) tell(`${line}\n`);
  const server = await serve({ data: directory, state, port, ...settingsOf(process.env) });
  await stopBundling();
  const contents = catalogue.sample ? 'the synthetic sample, which is not statistics' : 'real data';
  const mail = server.outbox === null ? 'is sent' : `is kept in ${server.outbox}`;
  print(`serving ${contents}, from ${directory}
at ${server.url}, with the key ${server.key}
try:
  curl -H 'X-API-Key: ${server.key}' '${server.url}/v1/occupations/2134'
or open ${server.url} in a browser; mail ${mail}
`);
  await new Promise<void>((interrupted) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted());
    void launcherEnded.then(interrupted);
  });
  await server.close();
  return exitCodes.fine;
}

/**
 * Compiles the sample in a process of its own, whose memory is free again while this one serves.
 * Returns its exit code.
 */
function compileSample(): number {
  const cli = fileURLToPath(new URL(`../cli${extname(import.meta.url)}`, import.meta.url));
  const { status, error } = spawnSync(process.execPath, [cli, 'compile', '--sample'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
  });
  if (error !== undefined) throw errorOfStart(cli, error);
  return status ?? exitCodes.refused;
}

const variablesOfSettings = {
  clientAddress: 'CLIENT_ADDRESS',
  publicUrl: 'PUBLIC_URL',
  contact: 'CONTACT',
  signUp: 'SIGN_UP',
  log: 'LOG',
};
const mailVariables = [
  'MAIL_FROM',
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_SECURITY',
  'SMTP_USER',
  'SMTP_PASSWORD',
] as const;

/**
 * The settings in the environment, as docs/settings.md names them. An empty one counts as not set.
 */
function settingsOf(environment: NodeJS.ProcessEnv): Omit<ServeOptions, 'data' | 'state' | 'port'> {
  const settings: Record<string, string> = {};
  for (const [setting, variable] of Object.entries(variablesOfSettings)) {
    const value = environment[variable];
    if (value) settings[setting] = value;
  }
  const mail: Record<string, string> = {};
  for (const variable of mailVariables) {
    const value = environment[variable];
    if (value) mail[variable] = value;
  }
  return { ...settings, mail };
}

type WorkerdArguments = Omit<WorkerdOptions, 'data' | 'state' | 'program'> & Given<'state'>;

export async function workerdCommand({
  data,
  state,
  ...options
}: WorkerdArguments): Promise<number> {
  // `--sample` serves the sample even if there are other data, unless a directory is named.
  const directory = data ?? (options.sample ? defaultDirectories.sample : chooseDirectory(data));
  const { store } = options;
  if (store !== undefined && statSync(store, { throwIfNoEntry: false })?.isFile())
    throw new ReportedError(`--store ${store}: is a file, expected a folder or s3://BUCKET/PREFIX`);
  const { start, lmi, unit, environment, daily, url } = await writeWorkerd({
    ...options,
    data: directory,
    state: state ?? resolve(options.out, 'state'),
  });
  for (const line of unreadableLines(await catalogueIn(directory))) tell(`${line}\n`);
  if (store !== undefined && !store.startsWith('s3://') && !existsSync(resolve(store, marker.path)))
    tell(
      `${store}: there is no store yet, and the day needs one\n  ` +
        `lmi publish ${store} --new-store\n`,
    );
  const dailyLine =
    daily === null
      ? ''
      : `new data each day: ${daily.timer}, with its keys in ${daily.environment}\n`;
  print(`written for ${directory}, which it serves at ${url}
settings and secrets, written once: ${environment}
in the foreground: ${start}
as a service: ${unit}
lmi for these data, from anywhere: ${lmi}
${dailyLine}`);
  return exitCodes.fine;
}

type DeployArguments = Partial<DeployOptions> & {
  readonly store: string;
  readonly publicUrl: string;
};

export function deployCommand({ store, ...options }: DeployArguments): Promise<number> {
  return deploy({
    sample: false,
    dryRun: false,
    ...options,
    store: openStore(store, defaultDirectories.live, terminal().say),
  });
}

/** Exit code 2 if the folder holds something else. */
export async function siteCommand({
  out,
  data,
  api,
}: Given<'api'> & { out: string }): Promise<number> {
  const directory = chooseDirectory(data);
  const { sample } = await catalogueIn(directory);
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(`${out}/titles.js`)) {
    throw new ReportedError(
      `${out}: holds other files, expected an empty folder or a site that lmi site has ` +
        'written\n  ' +
        'name another folder with --out',
    );
  }
  const options = {
    data: directory,
    folder: out,
    api: api === undefined ? null : withoutTrailing(api, '/'),
    contact: contactSetting(process.env),
  };
  const { files, bytes, occupations } = await writeSite(options).catch((error: unknown) => {
    throw withPath(out, error);
  });
  if (sample) tell('the synthetic sample: every page says that its figures are invented\n');
  print(
    `${out}: ${count(occupations, 'occupation')}, ${count(files, 'file')}, ` +
      `${size(bytes)}\nopen ${out}/index.html\n`,
  );
  return exitCodes.fine;
}
