// An S3 service on loopback: objects in memory, with the conditions on writes and the ways of
// failing that a store has to bear.
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '#compiler/edition/digest.ts';

export interface S3Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly keys: () => readonly string[];
  /** '' where there is no such object. */
  readonly text: (key: string) => string;
  /** Puts an object as somebody who heeds no condition. */
  readonly put: (key: string, text: string) => void;
  readonly remove: (key: string) => void;
  /** From now on the line is cut at the nth write, counted from 1, and stays so; null: it holds. */
  cutAt(write: number | null): void;
  /** The next answers to requests of a key fail, one after the other, in these ways. */
  fail(key: string, ...faults: readonly TransportFault[]): void;
  readonly log: readonly string[];
  close(): Promise<void>;
}

/**
 * `reset`: the connection ends without an answer. `cut`: it ends in the middle of the body. `no
 * length`: so too, but no length was told. `wrong bytes`: as many as there should be. `slow down`:
 * 503 with a wait of 20 s. `cut after the write`: the write is done, its answer is lost. `silence`:
 * the connection stays, and nothing comes. `stops`: nothing more comes in the middle of the body. A
 * number is a status.
 */
export type TransportFault =
  | (
      | 'reset'
      | 'cut'
      | 'no length'
      | 'wrong bytes'
      | 'slow down'
      | 'time-out'
      | 'cut after the write'
      | 'silence'
      | 'stops'
    )
  | number;

export const bucket = 'labour-market-information';

/** An object with its note of a hash, as its writer has sent it. */
interface StoredObject {
  readonly bytes: Buffer;
  readonly note: Readonly<Record<string, string>>;
}

const accessKey = 'only-key-of-the-service';
// So that listing asks for further pages.
const keysOnPage = 10;

export async function startS3(): Promise<S3Service> {
  const objects = new Map<string, StoredObject>();
  const log: string[] = [];
  let writes = 0;
  let cut: number | null = null;
  const failing = new Map<string, TransportFault[]>();
  const tagOf = ({ bytes }: StoredObject): string =>
    `"${createHash('md5').update(bytes).digest('hex')}"`;
  const holds = (key: string, { headers }: IncomingMessage): boolean => {
    const there = objects.get(key);
    const match = headers['if-match'];
    const none = headers['if-none-match'];
    if (match !== undefined) return there !== undefined && tagOf(there) === match;
    return none === undefined || there === undefined;
  };
  const refuse = (answer: ServerResponse, status: number, code: string) =>
    void answer
      .writeHead(status, { 'Content-Type': 'application/xml' })
      .end(`<Error><Code>${code}</Code></Error>`);
  const http = createServer(async (asked, answer) => {
    const body = Buffer.concat(await asked.toArray());
    const { method = '', headers } = asked;
    const { pathname, searchParams } = new URL(asked.url ?? '', 'http://service');
    const key = decodeURIComponent(pathname).slice(`/${bucket}/`.length);
    log.push(
      ['if-match', 'if-none-match'].reduce(
        (line, name) => (name in headers ? `${line} ${name}` : line),
        `${method} ${key}`,
      ),
    );
    const fault = failing.get(key)?.shift();
    if (fault !== undefined && fault !== 'cut after the write')
      return fails(fault, objects.get(key)?.bytes ?? Buffer.from('?'), answer);
    if (method !== 'GET') {
      writes += 1;
      if (cut !== null && writes >= cut) return void asked.socket.destroy();
    }
    if (!headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKey}/`))
      return refuse(answer, 403, 'InvalidAccessKeyId');
    if (headers['x-amz-content-sha256'] !== sha256(body))
      return refuse(answer, 400, 'XAmzContentSHA256Mismatch');
    if (!`${pathname}/`.startsWith(`/${bucket}/`)) return refuse(answer, 404, 'NoSuchBucket');
    if (key === '') return void answer.end(listing([...objects.keys()], searchParams));
    if (method === 'PUT') {
      if (!holds(key, asked)) return refuse(answer, 412, 'PreconditionFailed');
      objects.set(key, {
        bytes: body,
        note: { 'x-amz-meta-sha256': String(headers['x-amz-meta-sha256']) },
      });
    }
    if (method === 'DELETE') objects.delete(key);
    if (fault === 'cut after the write') return void asked.socket.destroy();
    const found = objects.get(key);
    if (method === 'GET' && found === undefined) return refuse(answer, 404, 'NoSuchKey');
    answer.writeHead(
      method === 'DELETE' ? 204 : 200,
      found === undefined ? {} : { ETag: tagOf(found), ...found.note },
    );
    answer.end(method === 'GET' ? found?.bytes : undefined);
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  return {
    environment: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'us-east-1',
    },
    log,
    fail: (key, ...faults) => void failing.set(key, [...faults]),
    keys: () => [...objects.keys()],
    text: (key) => objects.get(key)?.bytes.toString() ?? '',
    put: (key, text) => void objects.set(key, { bytes: Buffer.from(text), note: {} }),
    remove: (key) => void objects.delete(key),
    cutAt(write) {
      [writes, cut] = [0, write];
    },
    async close() {
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
}

/** A page of the answer to ListObjectsV2. The token is the last key of the page before. */
function listing(keys: readonly string[], asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? '';
  const after = asked.get('continuation-token') ?? '';
  const left = keys.filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = left.slice(0, keysOnPage);
  const more =
    left.length > page.length
      ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const truncated = `<IsTruncated>${more !== ''}</IsTruncated>`;
  return `<ListBucketResult>${truncated}${more}${contents}</ListBucketResult>`;
}

function fails(
  fault: Exclude<TransportFault, 'cut after the write'>,
  bytes: Buffer,
  answer: ServerResponse,
): void {
  const half = bytes.subarray(0, bytes.length / 2);
  const error = (code: string) =>
    `<Error><Code>${code}</Code><Message>said the service</Message></Error>`;
  switch (fault) {
    case 'reset':
      return void answer.destroy();
    case 'silence':
      return;
    case 'stops':
      answer.writeHead(200, { 'Content-Length': bytes.length });
      return void answer.write(half);
    case 'cut':
      answer.writeHead(200, { 'Content-Length': bytes.length });
      return void answer.write(half, () => answer.destroy());
    case 'no length':
      answer.writeHead(200, {
        Connection: 'close',
        'Transfer-Encoding': 'identity',
        'x-amz-meta-sha256': sha256(bytes),
      });
      return void answer.end(half);
    case 'wrong bytes':
      answer.writeHead(200, { 'x-amz-meta-sha256': sha256(bytes) });
      return void answer.end(Buffer.from(bytes).reverse());
    case 'slow down':
      answer.writeHead(503, { 'Retry-After': '20' });
      return void answer.end(error('SlowDown'));
    case 'time-out':
      answer.writeHead(400);
      return void answer.end(error('RequestTimeout'));
    default:
      answer.writeHead(fault);
      return void answer.end(error('InternalError'));
  }
}
