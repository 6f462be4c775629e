// The measured targets: the service, and a bare passthrough of the same files in the same workerd.
import { readFileSync } from 'node:fs';
import { Miniflare } from 'miniflare';
import { compatibilityDate, freePort, serve } from '#compiler/serve/serve.ts';
import type { Target } from './wrk.ts';

export interface Running {
  readonly target: Target;
  /** Its workerd. */
  readonly process: number;
  close(): Promise<void>;
}

/** The header with the client's address for the measured service. */
export const addressHeader = 'Bench-Client-Address';

/** The same workerd and disk service with nothing in between: the cost of the platform itself. */
export async function startPassthrough(folder: string, requests: string): Promise<Running> {
  const host = '127.0.0.1';
  const port = await freePort(0);
  const before = workerds();
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: 'export default { fetch: ({ url }, env) => env.FILES.fetch(url) };' }],
    compatibilityDate,
    host,
    unsafeDirectSockets: [{ host, port }],
    cf: false,
    telemetry: { enabled: false },
    serviceBindings: { FILES: { disk: { path: folder, writable: false } } },
  });
  await miniflare.ready;
  const process = startedSince(before);
  const target = { name: 'workerd passing the file through', url: `http://${host}:${port}`, requests, process };
  return { target, process, close: () => miniflare.dispose() };
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
  const name = `keyed answers, limits in ${limits === 'memory' ? 'the process' : 'Durable Objects'}`;
  return { target: { name, url: serving.url, requests, process }, process, close: serving.close };
}

export function residentMegabytes(process: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1]) / 1000;
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
