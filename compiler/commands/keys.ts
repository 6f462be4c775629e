// lmi keys: makes, lists and revokes keys of a running server, through its /admin/keys.
import { type AdministeredServer, createKey, listKeys, revokeKey } from '../serve/keys.ts';
import { withoutTrailing } from '#schemas/trimmed.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { adminSecret, defaultState, localUrl } from '../serve/secrets.ts';
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
    `account ${issued.account}, ${issued.perMinute} answers in any 60 seconds; the key ` +
      'is not shown again\n',
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

/**
 * The server that --url names; else that of the launcher which `lmi workerd` has written; else the
 * local server of the state directory. Its secret must reach no other program.
 */
async function serverOf({
  url: givenUrl = process.env['LMI_URL'],
  state = defaultState,
}: KeysArguments): Promise<AdministeredServer> {
  const url = givenUrl ?? (await localUrl(state));
  if (url.startsWith('unix:'))
    throw new ReportedError(
      `this service listens at ${url}, which lmi keys cannot reach\n  name its address with --url`,
    );
  return { url: withoutTrailing(url, '/'), secret: await adminSecret(state) };
}
