// A store that is a bucket of an S3 service, or a folder of one: Cloudflare's R2, Amazon's, or one's own. What never changes is put on
// condition that nothing is there, what does on condition that it is still what was read.
import { hostname } from 'node:os';
import { AwsClient } from 'aws4fetch';
import { sha256 } from '../edition/digest.ts';
import { isDead } from '../edition/lock.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { decodeReferences } from '#sources/kit/read/character-references.ts';
import { atOnce } from './at-once.ts';
import { type Store, StoreError, type StoredFile, marker, markerFile, requireSafePath } from './store.ts';

/** Enough to fill a line to a service some 20 ms away, and few enough for any service's limits. */
const requestsAtOnce = 24;

/** A request that got no answer is tried again: the service may be moving, or the line was cut. */
const tries = 4;

const leaseFile = 'writing.json';
/** A writer that has not come to its end after so long has died. */
const leaseHours = 6;

interface Environment {
  readonly [name: string]: string | undefined;
}

interface Found {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Opens `s3://BUCKET[/PREFIX]` with the endpoint and the keys of the environment. Throws StoreError where it lacks any. */
export function openS3Store(name: string, environment: Environment, say: (line: string) => void): Store {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/.exec(name) ?? [];
  if (bucket === '') throw new StoreError(`${name}: is no address of a bucket, expected s3://BUCKET or s3://BUCKET/PREFIX`);
  if (prefix !== '') requireSafePath(prefix, name);
  const { endpoint, client } = connect(name, environment);
  const folder = prefix === '' ? '' : `${prefix}/`;
  // What was last read or put of a file that changes; null: nothing was there.
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
        // 409: two conditional writes of one object met, and the service wants both to ask again.
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
    return { bytes: new Uint8Array(await response.arrayBuffer()), etag: response.headers.get('ETag') ?? '' };
  };

  /** The new ETag; null where the condition does not hold. */
  const put = async (path: string, bytes: Uint8Array, condition: Record<string, string>): Promise<string | null> => {
    const type = path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    const response = await request('PUT', keyOf(path), { headers: { 'Content-Type': type, ...condition }, body: bytes });
    if (response.status !== 200 && response.status !== 412) throw await refused(name, `PUT ${path}`, response);
    await response.body?.cancel();
    return response.status === 412 ? null : (response.headers.get('ETag') ?? '');
  };

  /** Puts what must be as it was last seen. One that an earlier try has put already counts as put. */
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
    throw new StoreError(`${name}/${path}: lies there with other bytes, and a file that is published never changes`);
  };

  const remove = async (path: string): Promise<void> => {
    const response = await request('DELETE', keyOf(path));
    if (response.status !== 204 && response.status !== 200 && response.status !== 404)
      throw await refused(name, `DELETE ${path}`, response);
    await response.body?.cancel();
  };

  /** Paths that begin so, relative to the store. */
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
        throw new StoreError(`${name}: is a store already; leave out --new-store`);
      const [other] = there;
      if (other !== undefined) throw new StoreError(`${name}: holds "${other}", expected an empty folder for a new store`);
      if (!(await putOver(markerFile, marker, null))) throw new StoreError(`${name}: somebody else begins a store there at this moment`);
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
        throw new StoreError(`${name}/${path}: somebody else has changed it meanwhile; run it again`);
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

    // What is served is guarded by the condition on the catalogue. This keeps one writer's clearing away from another's editions.
    async exclusively(work) {
      const lease = Buffer.from(`${JSON.stringify({ host: hostname(), pid: process.pid, at: new Date().toISOString() })}\n`);
      const there = await get(leaseFile);
      const holder = there === null ? null : readLease(there.bytes);
      if (holder?.isLive === true)
        throw new StoreError(`${name}: ${holder.who} is writing here\n  if it has died, remove ${leaseFile} from the bucket`);
      if (holder !== null) say(`${name}: ${holder.who} has died while it was writing, taken over`);
      if (!(await putOver(leaseFile, lease, there?.etag ?? null)))
        throw new StoreError(`${name}: somebody else begins to write here at this moment`);
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

/** Who holds the lease, and whether that can still be. A process of this machine is looked at, of another one only the clock. */
function readLease(bytes: Uint8Array): { who: string; isLive: boolean } {
  let lease: unknown = null;
  try {
    lease = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Nobody's: what wrote it was cut off.
  }
  if (typeof lease !== 'object' || lease === null || !('host' in lease) || !('pid' in lease) || !('at' in lease))
    return { who: 'somebody', isLive: false };
  const { host, pid, at } = lease;
  const who = `process ${pid} on ${host}, since ${at},`;
  if (Date.now() - Date.parse(String(at)) > leaseHours * 3_600_000) return { who, isLive: false };
  return { who, isLive: !isDead({ host: String(host), pid: Number(pid) }) };
}

async function isNoBucket(response: Response): Promise<boolean> {
  return valuesOf(await response.text(), 'Code')[0] === 'NoSuchBucket';
}

async function refused(name: string, what: string, response: Response): Promise<StoreError> {
  const text = await response.text();
  const [code = '', message = ''] = [valuesOf(text, 'Code')[0], valuesOf(text, 'Message')[0]];
  const repair =
    response.status === 403 ? '\n  look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and what that key may do in the bucket' : '';
  return new StoreError(
    `${name}: ${what} was answered ${response.status}${code === '' ? '' : ` ${code}`}${message === '' ? '' : `, ${message}`}${repair}`,
  );
}

/** The texts of all elements of a name. The services' answers have no attributes and no nesting of one name. */
function valuesOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => decodeReferences(text));
}
