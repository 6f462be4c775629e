// The typed client: the same functions over a server, a data directory or a bundle, so that code written for one runs on the others.
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { type Calls, functionName } from './calls.ts';

export type { Answer, Calls, Values } from './calls.ts';
export type { ProblemDetails } from '#schemas/problem.ts';

export interface Client extends Calls {
  /** Gives the answer to any path, such as /v1/occupations/2134/pay?year=2024, with its status and headers. */
  get(path: string): Promise<Response>;
}

export interface OpenOptions {
  /** The key for a server. Data on this machine need none. */
  readonly key?: string;
}

/** Thrown when the answer is a problem: 404 for an unknown occupation, 429 for too many answers in a minute. */
export class ProblemError extends Error {
  readonly status: number;
  /** RFC 9457; null if the answer did not come from the service itself. */
  readonly problem: ProblemDetails | null;

  constructor(path: string, status: number, problem: ProblemDetails | null) {
    super(`${path}: ${status}${problem === null ? '' : ` ${problem.detail}`}`);
    this.name = 'ProblemError';
    this.status = status;
    this.problem = problem;
  }
}

/**
 * Opens a server by its address, which may have a path; or a data directory or a bundle, packed or unpacked, by its path or file: URL.
 * A server works from Node 20 on and from a browser. Data on this machine need Node 22.15 or newer, which has zstd.
 */
export async function openData(place: string | URL, options: OpenOptions = {}): Promise<Client> {
  const get = isServer(place) ? askServer(new URL(place), options) : await answerHere(String(place));
  const functions = endpoints.map((endpoint) => [
    functionName(endpoint.id),
    async (values: Readonly<Record<string, unknown>> = {}) => bodyOf(pathOf(endpoint, values), get),
  ]);
  return { get, ...(Object.fromEntries(functions) as Calls) };
}

function isServer(place: string | URL): boolean {
  return /^https?:\/\//i.test(String(place));
}

/** Every path goes beneath the path of the address. No path can name another server, because that server would get the key. */
function askServer({ origin, pathname }: URL, { key }: OpenOptions): Client['get'] {
  const base = `${origin}${pathname.replace(/\/+$/, '')}`;
  return (path) => fetch(`${base}/${path.replace(/^\//, '')}`, { headers: key === undefined ? {} : { 'X-API-Key': key } });
}

/** Imports the compiler only here, so that a page that asks a server does not carry it. */
async function answerHere(named: string): Promise<Client['get']> {
  const place = /^file:/i.test(named) ? (await import('node:url')).fileURLToPath(named) : named;
  const { catalogueIn } = await import('#compiler/bundle/bundle-store.ts');
  const { answerOffline } = await import('#compiler/serve/answer-offline.ts');
  // Read now, so that a path without data fails here and not at the first question.
  await catalogueIn(place);
  return answerOffline(place);
}

function pathOf({ id, path, pathParameters }: Endpoint, values: Readonly<Record<string, unknown>>): string {
  const inPath: readonly string[] = pathParameters.map(({ name }) => name);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${functionName(id)}: ${name} is missing`);
    if (typeof value !== 'string') throw new TypeError(`${functionName(id)}: ${name} is a ${typeof value}, expected text`);
    return encodeURIComponent(value);
  });
  const query = Object.entries(values).flatMap(([name, value]) =>
    inPath.includes(name) || value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(Object.fromEntries(query))}`;
}

async function bodyOf(path: string, get: Client['get']): Promise<unknown> {
  const response = await get(path);
  if (response.ok) return response.json();
  const problem: unknown = await response.json().catch(() => null);
  throw new ProblemError(path, response.status, isProblem(problem) ? problem : null);
}

function isProblem(body: unknown): body is ProblemDetails {
  return typeof body === 'object' && body !== null && 'type' in body && 'detail' in body;
}
