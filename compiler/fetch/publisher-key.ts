// The keys of publishers' services: read from the environment, sent in a header, and never written down.
import type { PublisherKey, Source } from '#sources/kit/source.ts';
import { type Credentials, FetchError } from './http.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials for a source's requests; null if it needs no key, 'missing' if its key is not set. */
export function credentialsOf({ publisherKey }: Pick<Source, 'publisherKey'>, environment: Environment): Credentials | null | 'missing' {
  if (publisherKey === undefined) return null;
  const { variable, origin, header, headers }: PublisherKey = publisherKey;
  const key = environment[variable]?.trim() ?? '';
  if (key === '') return 'missing';
  // Refused here, because the message of fetch() would print the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new FetchError(`${variable}: has characters that no key has\n  set it to the key as the publisher gave it`);
  return { origin, headers: { ...headers, [header]: key } };
}
