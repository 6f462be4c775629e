// lmi keys: makes, lists and revokes keys of a running server, through its /admin/keys.
import { type AdministeredServer, createKey, listKeys, revokeKey } from '../serve/keys.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { adminSecret, defaultState } from '../serve/secrets.ts';
import { print, tell } from '../report/print.ts';
import type { Given } from './arguments.ts';

type KeysArguments = Given<'url' | 'state'>;

export async function createKeyCommand(
  name: string,
  { perMinute, ...options }: KeysArguments & { perMinute?: number },
): Promise<number> {
  const issued = await createKey(await serverOf(options), { name, perMinute });
  print(`${issued.key}\n`);
  tell(
    `account ${issued.account}, ${issued.perMinute} answers in any 60 seconds; the key is not shown again\n`,
  );
  return exitCodes.fine;
}

export async function listKeysCommand(options: KeysArguments): Promise<number> {
  for (const { account, name, perMinute, createdAt, fingerprint } of await listKeys(
    await serverOf(options),
  )) {
    print(
      `${account}  ${createdAt}  ${String(perMinute).padStart(6)}/min  ${fingerprint}  ${name}\n`,
    );
  }
  return exitCodes.fine;
}

export async function revokeKeyCommand(account: string, options: KeysArguments): Promise<number> {
  await revokeKey(await serverOf(options), account);
  tell(`the key of account ${account} is revoked\n`);
  return exitCodes.fine;
}

async function serverOf({
  url = 'http://127.0.0.1:8787',
  state = defaultState,
}: KeysArguments): Promise<AdministeredServer> {
  return { url: url.replace(/\/+$/, ''), secret: await adminSecret(state) };
}
