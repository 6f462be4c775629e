// The folder of a local server's keys and secrets: .lmi, unless --state names another. Secrets come
// from the environment, or are made once and kept there.
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { record } from '#schemas/shapes.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { requireLongSecrets } from '#server/keys/key-format.ts';
import { home } from '../edition/data-directory.ts';
import { ServeError, settingOf } from './settings.ts';

export const defaultState = join(home, '.lmi');

const Secret = Type.String({ minLength: 1 });
const Kept = record({
  LMI_KEY_SECRET: Secret,
  LMI_ACCOUNT_SECRET: Secret,
  LMI_ADMIN_SECRET: Secret,
});
type Kept = Static<typeof Kept>;

interface LocalSecrets extends Readonly<Kept> {
  /** Set only in the environment, while the key secret rotates. */
  readonly LMI_KEY_SECRET_PREVIOUS?: string;
}

/**
 * The secrets of the state directory, which is made if there is none. An environment variable comes
 * before a kept secret. Throws ServeError for a damaged file, and for a short secret.
 */
export async function localSecrets(
  stateDirectory: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<LocalSecrets> {
  await mkdir(stateDirectory, { recursive: true });
  // Also for an existing directory: only its owner may read it.
  await chmod(stateDirectory, 0o700);
  const kept = await keptSecrets(join(stateDirectory, 'secrets.json'));
  const given = [...Object.keys(kept), 'LMI_KEY_SECRET_PREVIOUS'].filter(
    (name) => environment[name],
  );
  const secrets: LocalSecrets = {
    ...kept,
    ...Object.fromEntries(given.map((name) => [name, environment[name] ?? ''])),
  };
  settingOf(() => requireLongSecrets({ ...secrets }));
  return secrets;
}

async function keptSecrets(file: string): Promise<Kept> {
  const made: Kept = {
    LMI_KEY_SECRET: randomSecret(),
    LMI_ACCOUNT_SECRET: randomSecret(),
    LMI_ADMIN_SECRET: randomSecret(),
  };
  // If two servers start at once, exclusive creation lets one write, and both read what it wrote.
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    },
  );
  const read = readAs<Kept>(compileSchema(Kept), await readFile(file));
  if ('fault' in read)
    throw new ServeError(
      `${file}: ${read.fault}\n  ` +
        'restore it from a backup, or delete it to get new secrets, which ends every key',
    );
  return read.value;
}

const urlFile = (stateDirectory: string): string => join(stateDirectory, 'url');

/** Remembers where the local server answers, until the returned function forgets it. */
export async function keepLocalUrl(
  stateDirectory: string,
  url: string,
): Promise<() => Promise<void>> {
  await writeFile(urlFile(stateDirectory), `${url}\n`);
  return () => rm(urlFile(stateDirectory), { force: true });
}

/** Where the local server of a state directory says that it answers; null if it says nothing. */
export async function runningUrl(stateDirectory: string): Promise<string | null> {
  const kept = await readFile(urlFile(stateDirectory), 'utf8').catch(() => null);
  return kept?.trim() ?? null;
}

/** The address of the local server of a state directory, or its default. */
export async function localUrl(stateDirectory: string): Promise<string> {
  return (await runningUrl(stateDirectory)) ?? 'http://127.0.0.1:8787';
}

/** 256 random bits, in characters that any settings file allows. */
export function randomSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

/**
 * The secret of /admin/keys: LMI_ADMIN_SECRET if it is set, else the secret in the local server's
 * state directory.
 */
export async function adminSecret(state: string): Promise<string> {
  const given = process.env['LMI_ADMIN_SECRET'];
  if (given !== undefined && given !== '') return given;
  if (!existsSync(join(state, 'secrets.json'))) {
    throw new ServeError(
      `${state}: no secrets of a local server here\n  ` +
        'set LMI_ADMIN_SECRET, or name its folder with --state',
    );
  }
  return (await localSecrets(state)).LMI_ADMIN_SECRET;
}
