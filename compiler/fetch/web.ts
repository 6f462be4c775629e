// Requests to publishers: their pages for discover(), the keys of their services, and stand-ins for
// them in tests and benchmarks.
import { PageError } from '#sources/kit/problem.ts';
import { onsAddress } from '#sources/kit/read/ons-pages.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import type { PublisherKey, Web } from '#sources/kit/discovery.ts';
import type { Source } from '#sources/kit/source.ts';
import { readAtMost } from '../edition/files.ts';
import { type Answer, type Credentials, FetchError, type Http } from './http.ts';

// The largest known page is far below a megabyte.
const largestPageBytes = 20_000_000;

export class NotJsonError extends PageError {}

/**
 * Reads pages of these origins through `http`. A missing page is a PageError, so that discover()
 * can look elsewhere.
 */
export function webOver(
  http: Http,
  origins: readonly string[],
  credentials: Credentials | null = null,
): Web {
  const text = (url: string) =>
    http.get(url, { kind: 'page', origins, credentials, read: (answer) => readPage(url, answer) });
  return {
    text,
    async json(url) {
      const body = await text(url);
      try {
        return JSON.parse(body);
      } catch {
        throw new NotJsonError(
          `${url}: found ${/^\s*</.test(body) ? 'an HTML page' : 'something else'}, expected JSON`,
        );
      }
    },
  };
}

async function readPage(url: string, { status, statusText, body }: Answer): Promise<string> {
  if (status === 404 || status === 410)
    throw new PageError(`${url}: there is no such page (${status})`);
  if (status !== 200)
    throw new FetchError(`${url}: answered ${status} ${statusText}, expected 200`, status);
  const text = await readAtMost(
    body,
    largestPageBytes,
    () => new FetchError(`${url}: the page is larger than ${largestPageBytes / 1e6} MB`),
  );
  return text.toString();
}

/**
 * The credentials for a source's requests; null if it needs no key, 'missing' if its key is not
 * set.
 */
export function credentialsOf(
  { publisherKey }: Pick<Source, 'publisherKey'>,
  environment: NodeJS.ProcessEnv,
): Credentials | null | 'missing' {
  if (publisherKey === undefined) return null;
  const { variable, origin, header, headers }: PublisherKey = publisherKey;
  const key = environment[variable]?.trim() ?? '';
  if (key === '') return 'missing';
  // Refused here, because the message of fetch() would print the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new FetchError(
      `${variable}: has characters that no key has\n  set it to the key as the publisher gave it`,
    );
  return { origin, headers: { ...headers, [header]: key } };
}

/**
 * Origins of publishers and their stand-ins, from LMI_STAND_INS:
 * `https://publisher.example=http://127.0.0.1:8000`, separated by spaces.
 */
export function standInsOf({
  LMI_STAND_INS: pairs = '',
}: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const standIns = new Map<string, string>();
  for (const pair of pairs.split(/\s+/)) {
    if (pair === '') continue;
    const [, publisher, standIn] = /^(https?:\/\/[^/\s=]+)=(https?:\/\/[^/\s=]+)$/.exec(pair) ?? [];
    if (publisher === undefined || standIn === undefined)
      throw new ReportedError(
        `LMI_STAND_INS=${pair}: expected two addresses without a path, as ` +
          `${onsAddress}=http://127.0.0.1:8000`,
      );
    standIns.set(publisher, standIn);
  }
  return standIns;
}
