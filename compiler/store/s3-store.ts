// A store in a bucket of an S3 service, or a folder of a bucket: Cloudflare R2, Amazon S3, or your
// own. A file that never changes is put only if there is none, any other only if it is still what
// was read.
import { hostname } from 'node:os';
import { sha256 } from '../edition/digest.ts';
import { largestFile, readAtMost } from '../edition/files.ts';
import {
  Bucket,
  type RequestSettings,
  WrongBytesFault,
  bucketOf,
  faultIn,
  refused,
  xmlValuesOf,
} from './s3-requests.ts';
import {
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

/**
 * Our note of an object's hash. Every service keeps such notes with the object and sends them with
 * it.
 */
const hashHeader = 'x-amz-meta-sha256';

const leaseFile = 'writing.json';
/** How often a writer renews its lease. */
const renewalSeconds = 60;
/** A writer that has not renewed its lease for this long is considered dead. */
const staleMinutes = 10;

interface StoredObject {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/**
 * Opens `s3://BUCKET[/PREFIX]` with the endpoint and keys in the environment. Throws StoreError if
 * one is missing.
 */
export function openS3Store(
  name: string,
  environment: NodeJS.ProcessEnv,
  settings: RequestSettings,
): Store {
  return new S3Store(new Bucket(name, environment, settings), settings.say);
}

class S3Store implements Store {
  readonly name: string;
  readonly #bucket: Bucket;
  readonly #say: (line: string) => void;
  /** The prefix with a slash; '' if the store is the whole bucket. */
  readonly #folder: string;
  /** The ETag last read or put of each file that changes; null: there was no file. */
  readonly #lastSeen = new Map<string, string | null>();

  constructor(bucket: Bucket, say: (line: string) => void) {
    const { prefix } = bucketOf(bucket.name);
    this.name = bucket.name;
    this.#bucket = bucket;
    this.#say = say;
    this.#folder = prefix === '' ? '' : `${prefix}/`;
  }

  async read(path: string, digest?: string): Promise<Uint8Array | null> {
    const stored = await this.#get(path, digest);
    this.#lastSeen.set(path, stored?.etag ?? null);
    return stored?.bytes ?? null;
  }

  async begin(): Promise<void> {
    const paths = (await this.#pathsUnder('')).filter((path) => path !== leaseFile);
    requireEmpty(this.name, paths);
    if (!(await this.#putOver(marker.path, marker.bytes(), null)))
      throw new StoreError(`${this.name}: somebody else is starting a store there`);
  }

  list(folder: string): Promise<readonly string[]> {
    return this.#pathsUnder(`${requireSafePath(folder, this.name)}/`);
  }

  async create(files: readonly StoredFile[]): Promise<void> {
    const last = files.at(-1);
    if (last === undefined) return;
    await atOnce(files.slice(0, -1), requestsAtOnce, (file) => this.#putNew(file));
    await this.#putNew(last);
  }

  async replace(path: string, bytes: Uint8Array): Promise<void> {
    if (!this.#lastSeen.has(path)) this.#lastSeen.set(path, (await this.#get(path))?.etag ?? null);
    const seen = this.#lastSeen.get(path) ?? null;
    if (!(await this.#putOver(path, bytes, seen)))
      throw new StoreError(
        `${this.name}/${path}: somebody else has changed it meanwhile\n  run it again`,
      );
  }

  async replaceCatalogue(bytes: Uint8Array, expected: string | null): Promise<boolean> {
    const stored = await this.#get('catalogue.json');
    if ((stored === null ? null : sha256(stored.bytes)) !== expected) return false;
    return this.#putOver('catalogue.json', bytes, stored?.etag ?? null);
  }

  async clear(folder: string, keep: readonly string[]): Promise<void> {
    const beginning = `${requireSafePath(folder, this.name)}/`;
    const paths = (await this.#pathsUnder(beginning)).filter(
      (path) => !keep.includes(path.slice(beginning.length).split('/')[0] ?? ''),
    );
    await atOnce(paths, requestsAtOnce, (path) => this.#remove(path));
  }

  // The condition on the catalogue protects the served editions. This lease keeps one writer from
  // clearing another's editions.
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#takeLease();
    // A renewal that fails is not reported: the condition on the catalogue decides.
    const renewing = setInterval(
      () =>
        void this.#putOver(
          leaseFile,
          leaseOfThisProcess(),
          this.#lastSeen.get(leaseFile) ?? null,
        ).catch(() => {}),
      renewalSeconds * 1000,
    ).unref();
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await this.#remove(leaseFile);
    }
  }

  /** Throws StoreError while another writer has the lease. */
  async #takeLease(): Promise<void> {
    const stored = await this.#get(leaseFile);
    const holder = stored === null ? null : readLease(stored.bytes);
    if (holder?.isLive === true)
      throw new StoreError(
        `${this.name}: ${holder.who} is writing here\n  ` +
          `wait for it; if it was killed, run this again in ${staleMinutes} minutes, or ` +
          `remove ${leaseFile} from the bucket`,
      );
    if (holder !== null)
      this.#say(
        `${this.name}: taking over from ${holder.who}, which has given no sign of life for ` +
          `${staleMinutes} minutes`,
      );
    if (!(await this.#putOver(leaseFile, leaseOfThisProcess(), stored?.etag ?? null)))
      throw new StoreError(`${this.name}: somebody else is starting to write here`);
  }

  #keyOf(path: string): string {
    return `/${this.#folder}${requireSafePath(path, this.name)}`;
  }

  /**
   * Null if there is no such file. `digest` is what the bytes must have; null: what was noted when
   * they were put, if it was.
   */
  #get(path: string, digest: string | null = null): Promise<StoredObject | null> {
    const request = { method: 'GET', path, target: this.#keyOf(path) } as const;
    return this.#bucket.send(request, async (response) => {
      if (response.status === 404 && (await faultIn(response.clone())).code !== 'NoSuchBucket')
        return null;
      if (response.status !== 200) throw await refused(this.name, `GET ${path}`, response);
      const bytes = await readAtMost(response.body, largestFile, () =>
        tooLarge(`${this.name}/${path}`),
      );
      const etag = response.headers.get('ETag') ?? '';
      const expected = digest ?? response.headers.get(hashHeader);
      if (expected === null || sha256(bytes) === expected) return { bytes, etag };
      this.#lastSeen.set(path, etag);
      throw new WrongBytesFault('its bytes differ from those published');
    });
  }

  /** The new ETag; null if the condition is false. */
  #put(
    path: string,
    body: Uint8Array,
    condition: Readonly<Record<string, string>>,
  ): Promise<string | null> {
    const type = path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    const headers = { 'Content-Type': type, [hashHeader]: sha256(body), ...condition };
    const request = { method: 'PUT', path, target: this.#keyOf(path), headers, body } as const;
    return this.#bucket.send(request, async (response) => {
      if (response.status === 412) return null;
      if (response.status !== 200) throw await refused(this.name, `PUT ${path}`, response);
      return response.headers.get('ETag') ?? '';
    });
  }

  /**
   * Replaces a file if it is as last seen (null: if there was none). It succeeds too if an earlier
   * attempt has already put these bytes.
   */
  async #putOver(path: string, bytes: Uint8Array, seen: string | null): Promise<boolean> {
    const condition: Record<string, string> =
      seen === null ? { 'If-None-Match': '*' } : { 'If-Match': seen };
    const etag = await this.#put(path, bytes, condition);
    const stored = etag === null ? await this.#get(path) : { bytes, etag };
    if (stored === null || !Buffer.from(stored.bytes).equals(bytes)) return false;
    this.#lastSeen.set(path, stored.etag);
    return true;
  }

  async #putNew({ path, bytes, isSame }: StoredFile): Promise<void> {
    if (await this.#putOver(path, bytes(), null)) return;
    const stored = isSame === undefined ? null : await this.#get(path);
    if (stored !== null && isSame?.(stored.bytes) === true) return;
    throw new StoreError(
      `${this.name}/${path}: exists with other bytes, but a published file never changes`,
    );
  }

  #remove(path: string): Promise<void> {
    const request = { method: 'DELETE', path, target: this.#keyOf(path) } as const;
    return this.#bucket.send(request, async (response) => {
      if (![200, 204, 404].includes(response.status))
        throw await refused(this.name, `DELETE ${path}`, response);
    });
  }

  /** Paths with this beginning, relative to the store. */
  async #pathsUnder(beginning: string): Promise<string[]> {
    const paths: string[] = [];
    let token: string | null = '';
    while (token !== null) {
      const text = await this.#listPage(beginning, token);
      for (const key of xmlValuesOf(text, 'Key')) paths.push(key.slice(this.#folder.length));
      const isTruncated = xmlValuesOf(text, 'IsTruncated')[0] === 'true';
      token = isTruncated ? (xmlValuesOf(text, 'NextContinuationToken')[0] ?? null) : null;
    }
    return paths;
  }

  /** The text of a page of the list. `token` continues the page before; '' asks for the first. */
  #listPage(beginning: string, token: string): Promise<string> {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix: `${this.#folder}${beginning}`,
      ...(token === '' ? {} : { 'continuation-token': token }),
    });
    const request = { method: 'LIST', path: beginning, target: `?${query}` } as const;
    return this.#bucket.send(request, async (response) => {
      if (response.status !== 200) throw await refused(this.name, 'LIST', response);
      return response.text();
    });
  }
}

function leaseOfThisProcess(): Buffer {
  const lease = { host: hostname(), pid: process.pid, at: new Date().toISOString() };
  return Buffer.from(`${JSON.stringify(lease)}\n`);
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
