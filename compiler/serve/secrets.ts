// The folder of a local server's keys and secrets: .lmi, unless --state names another. Secrets come from the environment, or are made once and kept there.
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { requireLongSecrets } from '#server/keys/key-format.ts';
import { home } from '../edition/data-directory.ts';
import { AdminError } from './keys.ts';

export { namesOfSecrets, shortestSecret } from '#server/keys/key-format.ts';

export const defaultState = join(home, '.lmi');

const made = ['LMI_KEY_SECRET', 'LMI_ACCOUNT_SECRET', 'LMI_ADMIN_SECRET'] as const;

export interface LocalSecrets extends Readonly<Record<(typeof made)[number], string>> {
  /** Set only in the environment, while the key secret rotates. */
  readonly LMI_KEY_SECRET_PREVIOUS?: string;
}

/** What mends a damaged file of secrets. */
export const repairOfSecrets = 'restore it from a backup, or delete it to get new secrets, which ends every key';

/** Thrown if the file of secrets is not what this code wrote, or a secret is too short. */
export class SecretsError extends ReportedError {}

/** The secrets of the state directory, which is made if there is none. An environment variable comes before a kept secret. */
export async function localSecrets(
  stateDirectory: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<LocalSecrets> {
  await mkdir(stateDirectory, { recursive: true });
  // Also for an existing directory: only its owner may read it.
  await chmod(stateDirectory, 0o700);
  const kept = await keptSecrets(join(stateDirectory, 'secrets.json'));
  const secret = (name: (typeof made)[number]): string => environment[name] || kept[name];
  const previous = environment['LMI_KEY_SECRET_PREVIOUS'];
  const secrets = {
    LMI_KEY_SECRET: secret('LMI_KEY_SECRET'),
    LMI_ACCOUNT_SECRET: secret('LMI_ACCOUNT_SECRET'),
    LMI_ADMIN_SECRET: secret('LMI_ADMIN_SECRET'),
    ...(previous ? { LMI_KEY_SECRET_PREVIOUS: previous } : {}),
  };
  try {
    requireLongSecrets(secrets);
  } catch (error) {
    throw error instanceof RangeError ? new SecretsError(error.message) : error;
  }
  return secrets;
}

async function keptSecrets(file: string): Promise<Record<(typeof made)[number], string>> {
  const fresh = JSON.stringify(Object.fromEntries(made.map((name) => [name, randomSecret()])), null, 2);
  // If two servers start at once, exclusive creation lets one write, and both read what it wrote.
  await writeFile(file, `${fresh}\n`, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  const kept = parsed(file, await readFile(file, 'utf8'));
  const value = (name: string): string => {
    const found = typeof kept === 'object' && kept !== null ? Object.entries(kept).find(([key]) => key === name)?.[1] : undefined;
    if (typeof found !== 'string' || found === '') throw new SecretsError(`${file}: has no ${name}\n  ${repairOfSecrets}`);
    return found;
  };
  return {
    LMI_KEY_SECRET: value('LMI_KEY_SECRET'),
    LMI_ACCOUNT_SECRET: value('LMI_ACCOUNT_SECRET'),
    LMI_ADMIN_SECRET: value('LMI_ADMIN_SECRET'),
  };
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SecretsError(`${file}: is not JSON\n  ${repairOfSecrets}`);
  }
}

/** 256 random bits, in characters that any settings file allows. */
export function randomSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

/** The secret of /admin/keys: LMI_ADMIN_SECRET if it is set, else the secret in the local server's state directory. */
export async function adminSecret(state: string): Promise<string> {
  const given = process.env['LMI_ADMIN_SECRET'];
  if (given !== undefined && given !== '') return given;
  if (!existsSync(join(state, 'secrets.json'))) {
    throw new AdminError(`${state}: no secrets of a local server here\n  set LMI_ADMIN_SECRET, or name its folder with --state`);
  }
  return (await localSecrets(state)).LMI_ADMIN_SECRET;
}
