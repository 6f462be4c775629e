// A client of the /admin/keys of a local or remote server, for `lmi keys create|list|revoke`.
import type { ListedKey } from '#server/keys/account.ts';
import type { IssuedKey } from '#server/keys/keys.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

/** A server's address, without a slash at its end, and its administration secret. */
export interface AdministeredServer {
  readonly url: string;
  readonly secret: string;
}

/** Thrown if the server refuses or cannot be reached. */
export class AdminError extends ReportedError {
  override readonly kind = 'refused';
}

class LostServerError extends ReportedError {
  override readonly kind = 'unreadable';
}

/** Issues a key, which replaces the earlier key of the name. Only this answer has the key. */
export async function createKey(
  server: AdministeredServer,
  asked: { readonly name: string; readonly perMinute?: number | undefined },
): Promise<IssuedKey> {
  return JSON.parse(
    await ask(server, '/admin/keys', { method: 'POST', body: JSON.stringify(asked) }),
  );
}

/** The list of keys made by administration, oldest first. It does not have the keys themselves. */
export async function listKeys(server: AdministeredServer): Promise<readonly ListedKey[]> {
  return JSON.parse(await ask(server, '/admin/keys', { method: 'GET' }));
}

/** Revokes the account's live key. */
export async function revokeKey(server: AdministeredServer, account: string): Promise<void> {
  await ask(server, `/admin/keys/${encodeURIComponent(account)}`, { method: 'DELETE' });
}

async function ask(
  { url, secret }: AdministeredServer,
  path: string,
  init: { method: string; body?: string },
): Promise<string> {
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new ReportedError(`--url ${url}: expected an address such as https://lmi.example.org`);
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
  }).catch(() => {
    throw new LostServerError(
      `${url}: no server answers\n  start one with lmi serve, or name another`,
    );
  });
  const text = await response.text().catch(() => {
    throw new AdminError(
      `${url}${path}: the answer was cut on its way\n  look with lmi keys list what has been done`,
    );
  });
  if (response.status === 404 && init.method !== 'DELETE')
    throw new AdminError(
      `${url}/admin/keys: there is no such path (404), expected a server of lmi that has ` +
        'LMI_ADMIN_SECRET\n  set that secret there, or name another server with --url',
    );
  if (!response.ok) throw new AdminError(`${url}${path}: ${response.status}, ${detailOf(text)}`);
  if (
    response.status !== 204 &&
    response.headers.get('content-type')?.startsWith('application/json') !== true
  )
    throw new AdminError(
      `${url}${path}: the answer is no JSON, so this is not a server of lmi\n  ` +
        'name another with --url',
    );
  return text;
}

function detailOf(body: string): string {
  try {
    const problem: unknown = JSON.parse(body);
    if (
      typeof problem === 'object' &&
      problem !== null &&
      'detail' in problem &&
      typeof problem.detail === 'string'
    )
      return problem.detail;
  } catch {
    // A body that is not JSON does not come from this service. Only its status is of use.
  }
  return 'without an explanation';
}
