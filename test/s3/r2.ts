// R2 as miniflare has it, with its S3 interface, and the service itself over the same bucket.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { bundleWorker, compatibilityDate } from '#compiler/serve/serve.ts';
import { bucket } from './s3rver.ts';

export const publicUrl = 'https://lmi.example.org';

export interface R2Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly keys: () => Promise<readonly string[]>;
  /** '' where there is no such object. */
  readonly text: (key: string) => Promise<string>;
  readonly put: (key: string, bytes: string) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** Asks the worker that reads the bucket. */
  readonly ask: (path: string) => Promise<Response>;
  close(): Promise<void>;
}

/** `prefix` is the folder of the bucket that the worker serves. */
export async function startR2(prefix: string): Promise<R2Service> {
  const front = await build({
    entryPoints: [fileURLToPath(new URL('r2-front-worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    logLevel: 'silent',
  });
  const miniflare = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    host: '127.0.0.1',
    // Its complaints of connections that the client has closed.
    handleRuntimeStdio: (stdout, stderr) => void [stdout.resume(), stderr.resume()],
    workers: [
      {
        name: 'front',
        modules: [{ type: 'ESModule', path: 'front.js', contents: front.outputFiles[0]?.text ?? '' }],
        compatibilityDate,
        r2Buckets: { BUCKET: bucket },
      },
      {
        name: 'labour-market-information',
        modules: [{ type: 'ESModule', path: 'worker.js', contents: await bundleWorker() }],
        compatibilityDate,
        r2Buckets: { BUCKET: bucket },
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        durableObjects: {
          ACCOUNTS: { className: 'Account', useSQLite: true },
          ACCOUNT_INDEX: { className: 'AccountIndex', useSQLite: true },
        },
        bindings: {
          LMI_KEY_SECRET: 'key secret of thirty-two characters',
          LMI_ACCOUNT_SECRET: 'account secret of thirty-two characters',
          LMI_ADMIN_SECRET: 'admin-secret-of-thirty-two-characters',
          LIMITS: 'durable-object',
          CLIENT_ADDRESS: 'shared',
          PUBLIC_URL: publicUrl,
          BUCKET_PREFIX: prefix,
        },
      },
    ],
  });
  const url = await miniflare.ready;
  const binding = await miniflare.getR2Bucket('BUCKET', 'front');
  const worker = (await miniflare.unsafeGetDirectURL('labour-market-information')).href.replace(/\/$/, '');
  const issued = await fetch(`${worker}/admin/keys`, {
    method: 'POST',
    headers: { Authorization: 'Bearer admin-secret-of-thirty-two-characters' },
    body: '{"name":"test","perMinute":1000}',
  });
  const { key }: { key: string } = JSON.parse(await issued.text());
  return {
    environment: { AWS_ENDPOINT_URL_S3: url.href, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' },
    async keys() {
      const keys: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await binding.list({ ...(cursor === undefined ? {} : { cursor }) });
        keys.push(...page.objects.map((object) => object.key));
        if (!page.truncated) return keys;
        cursor = page.cursor;
      }
    },
    text: async (name) => (await (await binding.get(name))?.text()) ?? '',
    put: async (name, bytes) => void (await binding.put(name, bytes)),
    remove: (name) => binding.delete(name),
    ask: (path) => fetch(`${worker}${path}`, { headers: { 'X-API-Key': key } }),
    close: () => miniflare.dispose(),
  };
}
