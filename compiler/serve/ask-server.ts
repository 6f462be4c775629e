// Asks a server of the API over HTTP, for commands that answer from one.
import { withoutTrailing } from '#schemas/trimmed.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

export interface AskedServer {
  /** The address without a slash at its end. */
  readonly base: string;
  /** Answers a path of the API. Throws UnreachedServerError if no server answers. */
  readonly ask: (path: string) => Promise<Response>;
  /** Whether its data are the synthetic sample. Throws if it is no server of the API. */
  readonly isSample: () => Promise<boolean>;
}

class UnreachedServerError extends ReportedError {
  override readonly kind = 'unreadable';
}

/** Throws ReportedError if the address or the key cannot be one. */
export function serverAt(address: string, key: string): AskedServer {
  const base = withoutTrailing(address, '/');
  if (!/^https?:\/\/[^/]/.test(base) || !URL.canParse(base))
    throw new ReportedError(
      `--server ${address}: expected an address such as https://lmi.example.org`,
    );
  if (key === '')
    throw new ReportedError(
      `LMI_API_KEY is not set, expected a key of the server\n  get one at ${base}/keys`,
    );
  // Refused here, because the message of fetch() would print the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ReportedError(
      'LMI_API_KEY: has characters that no key has\n  set it to the key as the server gave it',
    );
  const ask = async (path: string): Promise<Response> => {
    try {
      // A redirect could lead to another server, which would then get the key.
      return await fetch(`${base}${path}`, { headers: { 'X-API-Key': key }, redirect: 'manual' });
    } catch (error) {
      throw new UnreachedServerError(`${base}: no server answers (${causeOf(error)})`);
    }
  };
  return { base, ask, isSample: () => askWhetherSample(base, ask) };
}

const statusPath = '/v1/meta/ingest';

async function askWhetherSample(base: string, ask: AskedServer['ask']): Promise<boolean> {
  const response = await ask(statusPath);
  if (response.status !== 200)
    throw new UnreachedServerError(
      `${base}${statusPath}: answers ${response.status}, expected 200`,
    );
  const status: unknown = await response.json().catch(() => null);
  if (
    typeof status !== 'object' ||
    status === null ||
    !('sample' in status) ||
    typeof status.sample !== 'boolean'
  )
    throw new UnreachedServerError(
      `${base}${statusPath}: the answer is no status of an lmi server\n  ` +
        'name another with --server',
    );
  return status.sample;
}

/** What fetch() met: its own message is "fetch failed". */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
