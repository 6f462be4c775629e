// Requests to a bucket of an S3 service. A request is repeated if the network failed, or if its
// body came cut or with another hash.
import { AwsClient } from 'aws4fetch';
import { withoutTrailing } from '#schemas/trimmed.ts';
import { decodeReferences } from '#sources/kit/read/character-references.ts';
import { sha256 } from '../edition/digest.ts';
import { largestFile } from '../edition/files.ts';
import {
  type Clock,
  TransientFault,
  transientFaultOf,
  transientStatuses,
  retryAfter,
  retrying,
  seconds,
  systemClock,
} from '../fetch/retries.ts';
import { DamagedFileError, LostStoreError, StoreError, requireSafePath } from './store.ts';

// Waits of 0.5, 1, 2, 4 and 8 seconds: a service that gets too many requests (SlowDown) needs some
// seconds.
const attempts = 6;
const firstWait = 500;

/**
 * How long an attempt waits for an answer, and again for its body. Each 20 kB that are sent or
 * announced add a second.
 */
const usualPatienceMs = 60_000;
const bytesInMillisecond = 20;

// 409: conditional writes of one object met, and the service wants all of them to retry.
const statusesToRetry = [...transientStatuses, 409];

/** Thrown if a body is whole but is not what was put. */
export class WrongBytesFault extends TransientFault {}

export interface RequestSettings {
  readonly say: (line: string) => void;
  readonly clock?: Clock;
  readonly patienceMs?: number;
}

export interface BucketRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE' | 'LIST';
  /** A path, or the beginning of several, for messages. */
  readonly path: string;
  /** The key of an object, from its slash, or a query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export class Bucket {
  /** `s3://BUCKET[/PREFIX]`, as messages name it. */
  readonly name: string;
  readonly #bucket: string;
  readonly #endpoint: string;
  readonly #client: AwsClient;
  readonly #say: (line: string) => void;
  readonly #clock: Clock;
  readonly #patienceMs: number;

  /** Throws StoreError if the environment lacks the endpoint or a key. */
  constructor(
    name: string,
    environment: NodeJS.ProcessEnv,
    { say, clock = systemClock, patienceMs = usualPatienceMs }: RequestSettings,
  ) {
    const { endpoint, client } = connect(name, environment);
    this.name = name;
    this.#bucket = bucketOf(name).bucket;
    this.#endpoint = endpoint;
    this.#client = client;
    this.#say = say;
    this.#clock = clock;
    this.#patienceMs = patienceMs;
  }

  /** Sends a request and reads its answer. Repeats both if a retry may help. */
  send<Result>(
    request: BucketRequest,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const { method, path, headers, body } = request;
    const init = {
      method: method === 'LIST' ? 'GET' : method,
      headers: { ...headers, 'X-Amz-Content-Sha256': sha256(body ?? new Uint8Array()) },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    };
    const retries = {
      attempts,
      firstWait,
      clock: this.#clock,
      say: this.#say,
      giveUp: lastFault,
    };
    return retrying(`${this.name}: ${method} ${path}`, retries, () =>
      this.#attempt(request, init, read),
    );
  }

  async #attempt<Result>(
    { target, body }: BucketRequest,
    init: RequestInit,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const limit = new AbortController();
    let timer = this.#abortLater(limit, 'gave no answer', body?.length ?? 0);
    const response = await this.#client
      .fetch(`${this.#endpoint}/${this.#bucket}${target}`, { ...init, signal: limit.signal })
      .catch((error: unknown) => {
        throw transientFaultOf(error, `${this.#endpoint} does not answer`, 'unreachable');
      })
      .finally(() => clearTimeout(timer));
    const announced = Number(response.headers.get('Content-Length') ?? largestFile);
    timer = this.#abortLater(limit, 'did not finish its answer', announced);
    try {
      if (await isTransient(response))
        throw new TransientFault(await described(response), {
          retryAfter: retryAfter(response.headers.get('Retry-After'), this.#clock.now()),
        });
      return await read(response);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw transientFaultOf(error, 'the connection was cut', 'cut');
    } finally {
      clearTimeout(timer);
      await response.body?.cancel().catch(() => {});
    }
  }

  /** Aborts after the time that so many bytes may take. `what` says what did not happen by then. */
  #abortLater(limit: AbortController, what: string, bytes: number): NodeJS.Timeout {
    const time = this.#patienceMs + bytes / bytesInMillisecond;
    const message = `${this.#endpoint} ${what} within ${seconds(time)} s`;
    return setTimeout(() => limit.abort(new TransientFault(message, { network: 'slow' })), time);
  }
}

/** The error after the last attempt. */
function lastFault(line: string, fault: TransientFault): StoreError {
  if (fault instanceof WrongBytesFault)
    return new DamagedFileError(
      `${line}; nothing of it was kept\n  ` +
        'lmi publish --repair puts it back, from a data directory that has it',
    );
  return new LostStoreError(
    `${line}\n  run it again later: what is whole by then is not sent or fetched again`,
  );
}

async function isTransient(response: Response): Promise<boolean> {
  if (statusesToRetry.includes(response.status)) return true;
  return response.status === 400 && (await faultIn(response.clone())).code === 'RequestTimeout';
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
      `${name}: AWS_ENDPOINT_URL_S3 is ${endpoint === '' ? 'not set' : `"${endpoint}"`}, ` +
        "expected the service's address, " +
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

/** The fault in an answer of the service; '' for what it leaves out. */
export async function faultIn(response: Response): Promise<{ code: string; message: string }> {
  const text = await response.text();
  const code = xmlValuesOf(text, 'Code')[0] ?? '';
  const message = xmlValuesOf(text, 'Message')[0] ?? '';
  return { code, message };
}

async function described(response: Response): Promise<string> {
  const { code, message } = await faultIn(response);
  const codeText = code === '' ? '' : ` ${code}`;
  const messageText = message === '' ? '' : `, ${message}`;
  return `answered ${response.status}${codeText}${messageText}`;
}

/** Why the service refused a request, with the repair for a wrong clock or key. */
export async function refused(name: string, what: string, response: Response): Promise<StoreError> {
  const explanation = await described(response);
  return new LostStoreError(
    `${name}: ${what} ${explanation}${repairOfRefusal(explanation, response)}`,
  );
}

function repairOfRefusal(explanation: string, { status, headers }: Response): string {
  if (explanation.includes('RequestTimeTooSkewed'))
    return (
      `\n  set the clock of this machine: it says ${new Date().toISOString()}, and the ` +
      `service ${headers.get('Date') ?? 'another time'}`
    );
  if (status === 403)
    return (
      '\n  check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and the permissions of that key ' +
      'in the bucket'
    );
  return '';
}

/**
 * The texts of all elements with a name. The services' answers have no attributes, and no element
 * contains one of its name.
 */
export function xmlValuesOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(
    ([, text = '']) => decodeReferences(text),
  );
}
