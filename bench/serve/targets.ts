// The measured targets: the service, a bare passthrough of the same file in the same workerd, and nginx.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { compatibilityDate, freePort, serve } from '#compiler/serve/serve.ts';
import { addressHeader } from './occupy.ts';
import type { Target } from './wrk.ts';

export interface Running {
  readonly target: Target;
  /** Its workerd. */
  readonly process: number;
  close(): Promise<void>;
}

/** The same workerd and disk service with nothing in between: the cost of the platform itself. */
export function startPassthrough(folder: string, requests: string): Promise<Running> {
  return startWorker({
    name: 'workerd passing the file through',
    script: `export default { fetch: ({ url }, env) => env.FILES.fetch(url) };`,
    services: { FILES: { disk: { path: folder, writable: false } } },
    bindings: {},
    requests,
  });
}

interface BareWorker {
  readonly name: string;
  readonly script: string;
  readonly services: Record<string, { readonly disk: { readonly path: string; readonly writable: boolean } }>;
  readonly bindings: Record<string, string>;
  readonly requests: string;
}

/** A worker without accounts in a workerd of its own. */
export async function startWorker({ name, script, services, bindings, requests }: BareWorker): Promise<Running> {
  const host = '127.0.0.1';
  const port = await freePort(0);
  const before = workerds();
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: script }],
    compatibilityDate,
    host,
    unsafeDirectSockets: [{ host, port }],
    cf: false,
    telemetry: { enabled: false },
    serviceBindings: services,
    bindings,
  });
  await miniflare.ready;
  const process = startedSince(before);
  return {
    target: { name, url: `http://${host}:${port}`, requests, process },
    process,
    close: () => miniflare.dispose(),
  };
}

/** Null if there is no nginx. */
export async function startNginx(
  folder: string,
  requests: string,
  work: string,
): Promise<{ readonly target: Target; close(): void } | null> {
  const command = ['nginx', '/usr/sbin/nginx'].find((candidate) => spawnSync(candidate, ['-v']).status === 0);
  if (command === undefined) return null;
  const port = await freePort(0);
  const configuration = join(work, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${work}/nginx.pid; error_log stderr error; events { worker_connections 256; }
http {
  access_log off; default_type application/json; keepalive_requests 1000000000;
  client_body_temp_path ${work}; proxy_temp_path ${work}; fastcgi_temp_path ${work}; uwsgi_temp_path ${work}; scgi_temp_path ${work};
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`,
  );
  const nginx = spawn(command, ['-c', configuration, '-p', work], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  const [path = ''] = readFileSync(requests, 'utf8').split('\n');
  for (let turn = 0; turn < 100; turn++) {
    if (
      await fetch(url + path).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { target: { name: 'nginx, the same file', url, requests, process: null }, close: () => void nginx.kill() };
    await new Promise((done) => setTimeout(done, 50));
  }
  nginx.kill();
  throw new Error('nginx does not answer');
}

export interface ServiceOptions {
  readonly data: string;
  readonly state: string;
  readonly limits: 'memory' | 'durable-object';
  readonly requests: string;
}

export async function startService({ data, state, limits, requests }: ServiceOptions): Promise<Running> {
  const before = workerds();
  const serving = await serve({ data, state, port: 0, limits, clientAddress: `header:${addressHeader}` });
  const process = startedSince(before);
  return {
    target: {
      name: `keyed answers, limits in ${limits === 'memory' ? 'the process' : 'Durable Objects'}`,
      url: serving.url,
      requests,
      process,
    },
    process,
    close: serving.close,
  };
}

/** The workerds that this process has started. */
function workerds(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((id) => id !== '');
  return children.filter((id) => readFileSync(`/proc/${id}/comm`, 'utf8').startsWith('workerd')).map(Number);
}

function startedSince(before: readonly number[]): number {
  const [started] = workerds().filter((id) => !before.includes(id));
  if (started === undefined) throw new Error('no workerd was started');
  return started;
}
