// The folder of a local server's keys and secrets: .lmi, unless --state names another.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { localSecrets } from './secrets.ts';
import { home } from '../edition/data-directory.ts';
import { AdminError } from './keys.ts';

export const defaultState = join(home, '.lmi');

/** The secret of /admin/keys: LMI_ADMIN_SECRET if it is set, else the secret in the local server's state directory. */
export async function adminSecret(state: string): Promise<string> {
  const given = process.env['LMI_ADMIN_SECRET'];
  if (given !== undefined && given !== '') return given;
  if (!existsSync(join(state, 'secrets.json'))) {
    throw new AdminError(`${state}: no secrets of a local server here\n  set LMI_ADMIN_SECRET, or name its folder with --state`);
  }
  return (await localSecrets(state)).LMI_ADMIN_SECRET;
}
