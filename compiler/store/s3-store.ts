// A store in a bucket of an S3 service, or a folder of a bucket: Cloudflare R2, Amazon S3, or your
// own. A file that never changes is put only if there is none, any other only if it is still what
// was read. A request that failed on its way, or a body that came cut or with another hash, is
// repeated.
import { hostname } from 'node:os';
import { largestFile, readAtMost } from '../edition/files.ts';
import { AwsClient } from 'aws4fetch';
import { sha256 } from '../edition/digest.ts';
import { withoutTrailing } from '#schemas/trimmed.ts';
import { decodeReferences } from '#sources/kit/read/character-references.ts';
import {
  type Clock,
  systemClock,
  PassingFault,
  passingFault,
  passingStatuses,
  retryAfter,
  retrying,
  seconds,
} from '../fetch/retries.ts';
import {
  DamagedFileError,
  LostStoreError,
  type Store,
  StoreError,
  type StoredFile,
  atOnce,
  marker,
  requireEmpty,
  requireSafePath,
  tooLarge,
} from './store.ts';

/** Enough for a service some 20 ms away, and few enough for any service's limits. */
const requestsAtOnce = 24;

// Waits of 0.5, 1, 2, 4 and 8 seconds: a service that is asked too fast (SlowDown) needs some
// seconds.
const attempts = 6;
const firstWait = 500;

/**
 * How long an attempt waits for an answer, in milliseconds, and again for its body. Each 20 kB that
 * are sent or announced add a second.
 */
const usualPatience = 60_000;
const bytesInMillisecond = 20;

// Conditional writes of one object met (409), and the service wants all to retry.
const passing = [...passingStatuses, 409];

/**
 * Our note of an object's hash. Every service keeps such notes with the object and sends them with
 * it.
 */
const hashHeader = 'x-amz-meta-sha256';

/** A body that is whole and not what was put. */
class WrongBytes extends PassingFault {}

const leaseFile = 'writing.json';
/**
 * How often a writer renews its lease, and after which time without a renewal it is considered
 * dead.
 */
const renewalSeconds = 60;
const staleMinutes = 10;

/**
 * Opens `s3://BUCKET[/PREFIX]` with the endpoint and keys in the environment. Throws StoreError if
 * one is missing.
 */
export function openS3Store(
  name: string,
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
  clock: Clock = systemClock,
  patience: number = usualPatience,
): Store {
  const { bucket, prefix } = bucketOf(name);
  const { endpoint, client } = connect(name, environment);
  const folder = prefix === '' ? '' : `${prefix}/`;
  // The ETag last read or put of each file that changes; null: there was no file.
  const lastSeen = new Map<string, string | null>();

  /**
   * Sends a request and reads its answer, again if either fails in a way that may pass. `what`
   * names it in messages.
   */
  const request = <Result>(
    what: string,
    {
      method,
      query,
      headers = {},
      body,
    }: { method: string; query: string; headers?: Record<string, string>; body?: Uint8Array },
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> => {
    const digest = sha256(body ?? new Uint8Array());
    const init = {
      method,
      headers: { ...headers, 'X-Amz-Content-Sha256': digest },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    };
    const retries = {
      attempts,
      firstWait,
      clock,
      say,
      giveUp: (line: string, fault: PassingFault) =>
        fault instanceof WrongBytes
          ? new DamagedFileError(
              `${line}; nothing of it was kept\n  ` +
                'lmi publish --repair puts it back, from a data directory that has it',
            )
          : new LostStoreError(
              `${line}\n  run it again later: what is whole by then is not sent or fetched again`,
            ),
    };
    return retrying(`${name}: ${what}`, retries, async () => {
      const limit = new AbortController();
      const expect = (what: string, bytes: number): NodeJS.Timeout => {
        const time = patience + bytes / bytesInMillisecond;
        return setTimeout(
          () =>
            limit.abort(
              new PassingFault(`${endpoint} ${what} within ${seconds(time)} s`, null, 'slow'),
            ),
          time,
        );
      };
      let timer = expect('gave no answer', body?.length ?? 0);
      const response = await client
        .fetch(`${endpoint}/${bucket}${query}`, { ...init, signal: limit.signal })
        .catch((error: unknown) => {
          throw passingFault(error, `${endpoint} does not answer`, 'unreachable');
        })
        .finally(() => clearTimeout(timer));
      timer = expect(
        'did not finish its answer',
        Number(response.headers.get('Content-Length') ?? largestFile),
      );
      try {
        const { status } = response;
        if (
          passing.includes(status) ||
          (status === 400 && (await faultIn(response.clone())).code === 'RequestTimeout')
        )
          throw new PassingFault(
            await described(response),
            retryAfter(response.headers.get('Retry-After'), clock.now()),
          );
        return await read(response);
      } catch (error) {
        if (error instanceof StoreError) throw error;
        throw passingFault(error, 'the connection was cut', 'cut');
      } finally {
        clearTimeout(timer);
        await response.body?.cancel().catch(() => {});
      }
    });
  };

  const keyOf = (path: string): string => `/${folder}${requireSafePath(path, name)}`;

  /** `digest` is what the bytes must have; null: what was noted when they were put, if it was. */
  const get = (path: string, digest: string | null = null) =>
    request(`GET ${path}`, { method: 'GET', query: keyOf(path) }, async (response) => {
      if (response.status === 404 && (await faultIn(response.clone())).code !== 'NoSuchBucket')
        return null;
      if (response.status !== 200) throw await refused(name, `GET ${path}`, response);
      const object = {
        bytes: await readAtMost(response.body, largestFile, () => tooLarge(`${name}/${path}`)),
        etag: response.headers.get('ETag') ?? '',
      };
      const expected = digest ?? response.headers.get(hashHeader);
      if (expected === null || sha256(object.bytes) === expected) return object;
      lastSeen.set(path, object.etag);
      throw new WrongBytes('its bytes differ from those published');
    });

  /** The new ETag; null if the condition is false. */
  const put = (
    path: string,
    bytes: Uint8Array,
    condition: Record<string, string>,
  ): Promise<string | null> => {
    const type = path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    const headers = { 'Content-Type': type, [hashHeader]: sha256(bytes), ...condition };
    return request(
      `PUT ${path}`,
      { method: 'PUT', query: keyOf(path), headers, body: bytes },
      async (response) => {
        if (response.status !== 200 && response.status !== 412)
          throw await refused(name, `PUT ${path}`, response);
        return response.status === 412 ? null : (response.headers.get('ETag') ?? '');
      },
    );
  };

  /**
   * Replaces a file if it is as last seen. It succeeds too if an earlier attempt has already put
   * these bytes.
   */
  const putOver = async (
    path: string,
    bytes: Uint8Array,
    seen: string | null,
  ): Promise<boolean> => {
    const etag = await put(
      path,
      bytes,
      seen === null ? { 'If-None-Match': '*' } : { 'If-Match': seen },
    );
    const storedObject = etag === null ? await get(path) : { bytes, etag };
    if (storedObject === null || !Buffer.from(storedObject.bytes).equals(bytes)) return false;
    lastSeen.set(path, storedObject.etag);
    return true;
  };

  const putNew = async ({ path, bytes, isSame }: StoredFile): Promise<void> => {
    const content = bytes();
    if (await putOver(path, content, null)) return;
    const storedObject = isSame === undefined ? null : await get(path);
    if (storedObject !== null && isSame?.(storedObject.bytes) === true) return;
    throw new StoreError(
      `${name}/${path}: exists with other bytes, but a published file never changes`,
    );
  };

  const remove = (path: string): Promise<void> =>
    request(`DELETE ${path}`, { method: 'DELETE', query: keyOf(path) }, async (response) => {
      if (![200, 204, 404].includes(response.status))
        throw await refused(name, `DELETE ${path}`, response);
    });

  /** Paths with this beginning, relative to the store. */
  const listed = async (beginning: string): Promise<string[]> => {
    const paths: string[] = [];
    for (let token: string | null = ''; token !== null; ) {
      const query: URLSearchParams = new URLSearchParams({
        'list-type': '2',
        prefix: `${folder}${beginning}`,
        ...(token === '' ? {} : { 'continuation-token': token }),
      });
      const text = await request(
        `LIST ${beginning}`,
        { method: 'GET', query: `?${query}` },
        async (response) => {
          if (response.status !== 200) throw await refused(name, 'LIST', response);
          return response.text();
        },
      );
      for (const key of xmlValuesOf(text, 'Key')) paths.push(key.slice(folder.length));
      token =
        xmlValuesOf(text, 'IsTruncated')[0] === 'true'
          ? (xmlValuesOf(text, 'NextContinuationToken')[0] ?? null)
          : null;
    }
    return paths;
  };

  return {
    name,

    async read(path, digest) {
      const storedBytes = await get(path, digest);
      lastSeen.set(path, storedBytes?.etag ?? null);
      return storedBytes?.bytes ?? null;
    },

    async begin() {
      const objectPaths = (await listed('')).filter((path) => path !== leaseFile);
      requireEmpty(name, objectPaths);
      if (!(await putOver(marker.path, marker.bytes(), null)))
        throw new StoreError(`${name}: somebody else is starting a store there`);
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
        throw new StoreError(
          `${name}/${path}: somebody else has changed it meanwhile\n  run it again`,
        );
    },

    async replaceCatalogue(bytes, expected) {
      const storedObject = await get('catalogue.json');
      if ((storedObject === null ? null : sha256(storedObject.bytes)) !== expected) return false;
      return putOver('catalogue.json', bytes, storedObject?.etag ?? null);
    },

    async clear(directory, keep) {
      const beginning = `${requireSafePath(directory, name)}/`;
      await atOnce(
        (await listed(beginning)).filter(
          (path) => !keep.includes(path.slice(beginning.length).split('/')[0] ?? ''),
        ),
        requestsAtOnce,
        remove,
      );
    },

    // The condition on the catalogue protects the served editions. This lease keeps one writer from
    // clearing another's editions.
    async exclusively(work) {
      const lease = () =>
        Buffer.from(
          `${JSON.stringify({ host: hostname(), pid: process.pid, at: new Date().toISOString() })}\n`,
        );
      const storedObject = await get(leaseFile);
      const holder = storedObject === null ? null : readLease(storedObject.bytes);
      if (holder?.isLive === true)
        throw new StoreError(
          `${name}: ${holder.who} is writing here\n  ` +
            `wait for it; if it was killed, run this again in ${staleMinutes} minutes, or ` +
            `remove ${leaseFile} from the bucket`,
        );
      if (holder !== null)
        say(
          `${name}: taking over from ${holder.who}, which has given no sign of life for ` +
            `${staleMinutes} minutes`,
        );
      if (!(await putOver(leaseFile, lease(), storedObject?.etag ?? null)))
        throw new StoreError(`${name}: somebody else is starting to write here`);
      // A renewal that fails is told by nobody: the condition on the catalogue decides.
      const renewing = setInterval(
        () => void putOver(leaseFile, lease(), lastSeen.get(leaseFile) ?? null).catch(() => {}),
        renewalSeconds * 1000,
      ).unref();
      try {
        return await work();
      } finally {
        clearInterval(renewing);
        await remove(leaseFile);
      }
    },
  };
}

/** Throws StoreError unless the name is `s3://BUCKET[/PREFIX]`. */
export function bucketOf(name: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket = '', prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(withoutTrailing(name, '/')) ?? [];
  if (bucket === '')
    throw new StoreError(
      `${name}: is not an address of a bucket, expected s3://BUCKET or s3://BUCKET/PREFIX`,
    );
  if (prefix !== '') requireSafePath(prefix, name);
  return { bucket, prefix };
}

function connect(
  name: string,
  environment: NodeJS.ProcessEnv,
): { endpoint: string; client: AwsClient } {
  const endpoint = environment['AWS_ENDPOINT_URL_S3'] || environment['AWS_ENDPOINT_URL'] || '';
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_REGION: region,
  } = environment;
  if (!/^https?:\/\/[^/]/.test(endpoint)) {
    throw new StoreError(
      `${name}: AWS_ENDPOINT_URL_S3 is "${endpoint}", expected the service's address, ` +
        'such as https://ACCOUNT.r2.cloudflarestorage.com',
    );
  }
  if (!accessKeyId || !secretAccessKey)
    throw new StoreError(`${name}: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set`);
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
    service: 's3',
    region: region || 'auto',
    retries: 0,
  });
  return { endpoint: withoutTrailing(endpoint, '/'), client };
}

function readLease(bytes: Uint8Array): { who: string; isLive: boolean } {
  try {
    const { host, pid, at }: { host: unknown; pid: unknown; at: unknown } = JSON.parse(
      new TextDecoder().decode(bytes),
    );
    return {
      who: `process ${pid} on ${host}`,
      isLive: Math.abs(Date.now() - Date.parse(String(at))) < staleMinutes * 60_000,
    };
  } catch {
    // Its writer was interrupted, so it has no holder.
    return { who: 'somebody', isLive: false };
  }
}

/** What an answer of the service says of a fault; '' where it says nothing. */
async function faultIn(response: Response): Promise<{ code: string; message: string }> {
  const text = await response.text();
  const code = xmlValuesOf(text, 'Code')[0] ?? '';
  const message = xmlValuesOf(text, 'Message')[0] ?? '';
  return { code, message };
}

async function described(response: Response): Promise<string> {
  const { code, message } = await faultIn(response);
  return (
    'answered ' +
    `${response.status}${code === '' ? '' : ` ${code}`}${message === '' ? '' : `, ${message}`}`
  );
}

async function refused(name: string, what: string, response: Response): Promise<StoreError> {
  const explanation = await described(response);
  const clock =
    '\n  ' +
    `set the clock of this machine: it says ${new Date().toISOString()}, and the service ` +
    `${response.headers.get('Date') ?? 'another time'}`;
  const keys =
    '\n  ' +
    'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and the permissions of that key in ' +
    'the bucket';
  const repair = explanation.includes('RequestTimeTooSkewed')
    ? clock
    : response.status === 403
      ? keys
      : '';
  return new LostStoreError(`${name}: ${what} ${explanation}${repair}`);
}

/**
 * The texts of all elements with a name. The services' answers have no attributes, and no element
 * contains one of its name.
 */
function xmlValuesOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(
    ([, text = '']) => decodeReferences(text),
  );
}
