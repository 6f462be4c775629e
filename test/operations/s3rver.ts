// An S3 service on loopback: s3rver, which checks signatures and ignores conditions, behind a front that enforces these.
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { sha256 } from '#compiler/edition/digest.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** What of it is used here; the package declares no types. */
interface S3rver {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}
const S3rver: new (options: Record<string, unknown>) => S3rver = createRequire(import.meta.url)('s3rver');

export interface S3Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly keys: () => Promise<readonly string[]>;
  /** '' where there is no such object. */
  readonly text: (key: string) => Promise<string>;
  /** Puts an object as somebody who heeds no condition. */
  readonly put: (key: string, bytes: string) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** From now on the line is cut at the nth write, counted from 1, and stays so; null: it holds. */
  cutAt(write: number | null): void;
  /** The next answers to requests of a key fail, one after the other, in these ways. */
  fail(key: string, ...faults: readonly TransportFault[]): void;
  readonly log: readonly string[];
  close(): Promise<void>;
}

/**
 * `reset`: the connection ends without an answer. `cut`: it ends in the middle of the body. `no length`: so too, but no length was told.
 * `wrong bytes`: as many as there should be. `slow down`: 503 with a wait of 20 s. `cut after the write`: the write is done, its answer is
 * lost. `silence`: the connection stays, and nothing comes. `stops`: nothing more comes in the middle of the body. A number is a status.
 */
export type TransportFault =
  | ('reset' | 'cut' | 'no length' | 'wrong bytes' | 'slow down' | 'time-out' | 'cut after the write' | 'silence' | 'stops')
  | number;

export const bucket = 'labour-market-information';

export async function startS3rver(): Promise<S3Service> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: temporaryDirectory(),
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const objects = new Map<string, Buffer>();
  return front(objects, port, () => server.close());
}

function front(objects: Map<string, Buffer>, port: number, close: () => Promise<void>): Promise<S3Service> {
  const log: string[] = [];
  let [writes, cut]: [number, number | null] = [0, null];
  const failing = new Map<string, TransportFault[]>();
  const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
  const holds = (key: string, { headers }: IncomingMessage): boolean => {
    const [there, match, none] = [objects.get(key), headers['if-match'], headers['if-none-match']];
    if (match !== undefined) return there !== undefined && tagOf(there) === match;
    return none === undefined || there === undefined;
  };
  const http = createServer((asked, answer) => {
    void asked.toArray().then((chunks) => {
      const body = Buffer.concat(chunks);
      const { method = '', url = '' } = asked;
      const key = decodeURIComponent(url.split('?')[0] ?? '').slice(`/${bucket}/`.length);
      log.push(
        `${method} ${key}${asked.headers['if-match'] === undefined ? '' : ' if-match'}${asked.headers['if-none-match'] === undefined ? '' : ' if-none-match'}`,
      );
      const fault = failing.get(key)?.shift();
      if (fault !== undefined && fault !== 'cut after the write') return fails(fault, objects.get(key) ?? Buffer.from('?'), answer);
      if (method !== 'GET') {
        writes += 1;
        if (cut !== null && writes >= cut) return asked.socket.destroy();
      }
      if (method === 'PUT' && !holds(key, asked)) {
        answer.writeHead(412, { 'Content-Type': 'application/xml' });
        return answer.end('<Error><Code>PreconditionFailed</Code></Error>');
      }
      // Before it is handed on: nothing else may be decided between the condition and the write.
      const before = objects.get(key);
      if (method === 'PUT') objects.set(key, body);
      if (method === 'DELETE') objects.delete(key);
      const inner = request({ host: '127.0.0.1', port, method, path: url, headers: asked.headers }, (response) => {
        if (method !== 'GET' && (response.statusCode ?? 500) >= 300) {
          if (before === undefined) objects.delete(key);
          else objects.set(key, before);
        }
        if (fault === 'cut after the write') return asked.socket.destroy();
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      });
      inner.end(body);
    });
  });
  // As somebody who has no key: s3rver takes what is not signed.
  const ask = (method: string, key: string, body?: string) =>
    fetch(`http://127.0.0.1:${port}/${bucket}/${key}`, { method, ...(body === undefined ? {} : { body }) });
  return new Promise((done) =>
    http.listen(0, '127.0.0.1', () => {
      const { port: own } = http.address() as AddressInfo;
      done({
        environment: {
          AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${own}`,
          AWS_ACCESS_KEY_ID: 'S3RVER',
          AWS_SECRET_ACCESS_KEY: 'S3RVER',
          AWS_REGION: 'us-east-1',
        },
        log,
        fail: (key, ...faults) => void failing.set(key, [...faults]),
        keys: async () => [...objects.keys()],
        text: async (key) => objects.get(key)?.toString() ?? '',
        async put(key, bytes) {
          await ask('PUT', key, bytes);
          objects.set(key, Buffer.from(bytes));
        },
        async remove(key) {
          await ask('DELETE', key);
          objects.delete(key);
        },
        cutAt(write) {
          [writes, cut] = [0, write];
        },
        async close() {
          http.closeAllConnections();
          await new Promise((closed) => http.close(closed));
          await close();
        },
      });
    }),
  );
}

function fails(fault: Exclude<TransportFault, 'cut after the write'>, bytes: Buffer, answer: ServerResponse): void {
  const half = bytes.subarray(0, bytes.length / 2);
  const error = (code: string) => `<Error><Code>${code}</Code><Message>said the service</Message></Error>`;
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
      answer.writeHead(200, { Connection: 'close', 'Transfer-Encoding': 'identity', 'x-amz-meta-sha256': sha256(bytes) });
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
