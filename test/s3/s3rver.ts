// An S3 service on loopback: s3rver, which checks signatures and ignores conditions, behind a front that enforces these.
import { createHash } from 'node:crypto';
import { type IncomingMessage, createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
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
  /** Methods and keys of all that was asked, conditions too. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** That of wrangler.jsonc. */
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
