// A store in a bucket of an S3 service, or a folder of a bucket: Cloudflare R2, Amazon S3, or your own. A file that never changes is put
// only if there is none, any other only if it is still what was read.
import { readAtMost } from '../edition/read-at-most.ts';
import { AwsClient } from 'aws4fetch';
import { sha256 } from '../edition/digest.ts';
import { identityIn, isDead, thisProcess } from '../edition/process-identity.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { decodeReferences } from '#sources/kit/read/character-references.ts';
import { atOnce } from './at-once.ts';
import { type Store, StoreError, type StoredFile, marker, markerFile, requireSafePath, largestFile, tooLarge } from './store.ts';

/** Enough for a service some 20 ms away, and few enough for any service's limits. */
const requestsAtOnce = 24;

/** A request without an answer is retried, because the service may be moving or the connection was cut. */
const tries = 4;

const leaseFile = 'writing.json';
/** A writer that has not finished after this time is considered dead. */
const leaseHours = 6;

interface Environment {
  readonly [name: string]: string | undefined;
}

interface Found {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Opens `s3://BUCKET[/PREFIX]` with the endpoint and keys in the environment. Throws StoreError if one is missing. */
export function openS3Store(name: string, environment: Environment, say: (line: string) => void): Store {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/.exec(name) ?? [];
  if (bucket === '') throw new StoreError(`${name}: is not an address of a bucket, expected s3://BUCKET or s3://BUCKET/PREFIX`);
  if (prefix !== '') requireSafePath(prefix, name);
  const { endpoint, client } = connect(name, environment);
  const folder = prefix === '' ? '' : `${prefix}/`;
  // The ETag last read or put of each file that changes; null: there was no file.
  const lastSeen = new Map<string, string | null>();

  const request = async (
    method: string,
    query: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: Uint8Array } = {},
  ): Promise<Response> => {
    const digest = sha256(body ?? new Uint8Array());
    for (let attempt = 1; ; attempt += 1) {
      try {
        const init = {
          method,
          headers: { ...headers, 'X-Amz-Content-Sha256': digest },
          ...(body === undefined ? {} : { body: new Uint8Array(body) }),
        };
        const response = await client.fetch(`${endpoint}/${bucket}${query}`, init);
        // 409: two conditional writes of one object met, and the service wants both to retry.
        if (response.status !== 409 || attempt === tries) return response;
        await response.body?.cancel();
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
        if (attempt === tries) throw new StoreError(`${name}: ${endpoint} does not answer (${cause})`);
      }
      await new Promise((done) => setTimeout(done, 100 * 2 ** attempt));
    }
  };

  const keyOf = (path: string): string => `/${folder}${requireSafePath(path, name)}`;

  const get = async (path: string): Promise<Found | null> => {
    const response = await request('GET', keyOf(path));
    if (response.status === 404 && !(await isNoBucket(response.clone()))) return null;
    if (response.status !== 200) throw await refused(name, `GET ${path}`, response);
    return {
      bytes: await readAtMost(response.body, largestFile, () => tooLarge(`${name}/${path}`)),
      etag: response.headers.get('ETag') ?? '',
    };
  };

  /** The new ETag; null if the condition is false. */
  const put = async (path: string, bytes: Uint8Array, condition: Record<string, string>): Promise<string | null> => {
    const type = path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    const response = await request('PUT', keyOf(path), { headers: { 'Content-Type': type, ...condition }, body: bytes });
    if (response.status !== 200 && response.status !== 412) throw await refused(name, `PUT ${path}`, response);
    await response.body?.cancel();
    return response.status === 412 ? null : (response.headers.get('ETag') ?? '');
  };

  /** Replaces a file if it is as last seen. It succeeds too if an earlier attempt has already put these bytes. */
  const putOver = async (path: string, bytes: Uint8Array, seen: string | null): Promise<boolean> => {
    const etag = await put(path, bytes, seen === null ? { 'If-None-Match': '*' } : { 'If-Match': seen });
    if (etag === null) {
      const there = await get(path);
      if (there === null || !Buffer.from(there.bytes).equals(bytes)) return false;
    }
    if (etag === null) lastSeen.delete(path);
    else lastSeen.set(path, etag);
    return true;
  };

  const putNew = async ({ path, bytes }: StoredFile): Promise<void> => {
    const content = bytes();
    if (await putOver(path, content, null)) return;
    throw new StoreError(`${name}/${path}: exists with other bytes, but a published file never changes`);
  };

  const remove = async (path: string): Promise<void> => {
    const response = await request('DELETE', keyOf(path));
    if (response.status !== 204 && response.status !== 200 && response.status !== 404)
      throw await refused(name, `DELETE ${path}`, response);
    await response.body?.cancel();
  };

  /** Paths with this beginning, relative to the store. */
  const listed = async (beginning: string): Promise<string[]> => {
    const paths: string[] = [];
    for (let token: string | null = ''; token !== null; ) {
      const query: URLSearchParams = new URLSearchParams({
        'list-type': '2',
        prefix: `${folder}${beginning}`,
        ...(token === '' ? {} : { 'continuation-token': token }),
      });
      const response = await request('GET', `?${query}`);
      if (response.status !== 200) throw await refused(name, 'LIST', response);
      const text = await response.text();
      for (const key of valuesOf(text, 'Key')) paths.push(key.slice(folder.length));
      token = valuesOf(text, 'IsTruncated')[0] === 'true' ? (valuesOf(text, 'NextContinuationToken')[0] ?? null) : null;
    }
    return paths;
  };

  return {
    name,

    async read(path) {
      const found = await get(path);
      lastSeen.set(path, found?.etag ?? null);
      return found?.bytes ?? null;
    },

    async begin() {
      const there = (await listed('')).filter((path) => path !== leaseFile);
      if (there.includes(markerFile) || there.includes('catalogue.json'))
        throw new StoreError(`${name}: is already a store\n  leave out --new-store`);
      const [other] = there;
      if (other !== undefined) throw new StoreError(`${name}: holds "${other}", expected an empty folder for a new store`);
      if (!(await putOver(markerFile, marker, null))) throw new StoreError(`${name}: somebody else is starting a store there`);
    },

    list: (directory) => listed(`${requireSafePath(directory, name)}/`),

    async create(files) {
      const last = files.at(-1);
      if (last === undefined) return;
      await atOnce(files.slice(0, -1), requestsAtOnce, putNew);
      await putNew(last);
    },

    async replace(path, bytes) {
      if (!lastSeen.has(path)) lastSeen.set(path, (await get(path))?.etag ?? null);
      const seen = lastSeen.get(path) ?? null;
      if (!(await putOver(path, bytes, seen)))
        throw new StoreError(`${name}/${path}: somebody else has changed it meanwhile\n  run it again`);
    },

    async replaceCatalogue(bytes, expected) {
      const there = await get('catalogue.json');
      if ((there === null ? null : sha256(there.bytes)) !== expected) return false;
      return putOver('catalogue.json', bytes, there?.etag ?? null);
    },

    async clear(directory, keep) {
      const beginning = `${requireSafePath(directory, name)}/`;
      await atOnce(
        (await listed(beginning)).filter((path) => keep?.includes(path.slice(beginning.length)) !== true),
        requestsAtOnce,
        remove,
      );
    },

    // The condition on the catalogue protects the served editions. This lease keeps one writer from clearing another's editions.
    async exclusively(work) {
      const lease = Buffer.from(`${JSON.stringify({ ...thisProcess(), at: new Date().toISOString() })}\n`);
      const there = await get(leaseFile);
      const holder = there === null ? null : readLease(there.bytes);
      if (holder?.isLive === true)
        throw new StoreError(`${name}: ${holder.who} is writing here\n  if it has died, remove ${leaseFile} from the bucket`);
      if (holder !== null) say(`${name}: ${holder.who} died while it was writing; taking over`);
      if (!(await putOver(leaseFile, lease, there?.etag ?? null))) throw new StoreError(`${name}: somebody else is starting to write here`);
      try {
        return await work();
      } finally {
        await remove(leaseFile);
      }
    },
  };
}

function connect(name: string, environment: Environment): { endpoint: string; client: AwsClient } {
  const endpoint = environment['AWS_ENDPOINT_URL_S3'] || environment['AWS_ENDPOINT_URL'] || '';
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_REGION: region,
  } = environment;
  if (!/^https?:\/\/[^/]/.test(endpoint)) {
    throw new StoreError(
      `${name}: AWS_ENDPOINT_URL_S3 is "${endpoint}", expected the service's address, such as https://ACCOUNT.r2.cloudflarestorage.com`,
    );
  }
  if (!accessKeyId || !secretAccessKey) throw new StoreError(`${name}: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set`);
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
    service: 's3',
    region: region || 'auto',
    retries: tries,
  });
  return { endpoint: endpoint.replace(/\/+$/, ''), client };
}

/** The holder of the lease, and whether it can still be alive. For a process of another machine only the time says so. */
function readLease(bytes: Uint8Array): { who: string; isLive: boolean } {
  let lease: unknown = null;
  try {
    lease = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Its writer was interrupted, so it has no holder.
  }
  const holder = identityIn(lease);
  if (holder === null || typeof lease !== 'object' || lease === null || !('at' in lease)) return { who: 'somebody', isLive: false };
  const { at } = lease;
  const who = `process ${holder.pid} on ${holder.host}, since ${at},`;
  if (Date.now() - Date.parse(String(at)) > leaseHours * 3_600_000) return { who, isLive: false };
  return { who, isLive: !isDead(holder) };
}

async function isNoBucket(response: Response): Promise<boolean> {
  return valuesOf(await response.text(), 'Code')[0] === 'NoSuchBucket';
}

async function refused(name: string, what: string, response: Response): Promise<StoreError> {
  const text = await response.text();
  const [code = '', message = ''] = [valuesOf(text, 'Code')[0], valuesOf(text, 'Message')[0]];
  const repair =
    response.status === 403 ? '\n  check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and the permissions of that key in the bucket' : '';
  return new StoreError(
    `${name}: ${what} answered ${response.status}${code === '' ? '' : ` ${code}`}${message === '' ? '' : `, ${message}`}${repair}`,
  );
}

/** The texts of all elements with a name. The services' answers have no attributes, and no element contains one of its name. */
function valuesOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => decodeReferences(text));
}
