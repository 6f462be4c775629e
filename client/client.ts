// The functions of a client over anything that answers paths.
import { type Endpoint, endpoints, functionName } from '#schemas/endpoints.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import type { CallOptions } from './call-options.ts';
import type { Calls } from './calls.ts';

export interface Client extends Calls {
  /**
   * Gives the answer to any path, such as /v1/occupations/2134/pay?year=2024, with its status and
   * headers.
   */
  get(path: string, options?: CallOptions): Promise<Response>;
}

/** The answer of a function: `Answer<'pay'>`. */
export type Answer<Id extends keyof Calls> = Awaited<ReturnType<Calls[Id]>>;

/**
 * Thrown when the answer is a problem: 404 for an unknown occupation, 429 for too many answers in a
 * minute. `problem.code` is for programs.
 */
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

/** A client whose answers come from `get`, such as one that asks a server in a way of your own. */
export function clientOver(get: Client['get']): Client {
  const functions = endpoints.map((endpoint) => [
    functionName(endpoint.id),
    async (values: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) => {
      options.signal?.throwIfAborted();
      return readBody(pathOf(endpoint, values), (path) => get(path, options));
    },
  ]);
  return { get, ...(Object.fromEntries(functions) as Calls) };
}

function pathOf(
  { id, path, pathParameters }: Endpoint,
  values: Readonly<Record<string, unknown>>,
): string {
  const pathNames: readonly string[] = pathParameters.map(({ name }) => name);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${functionName(id)}: ${name} is missing`);
    if (typeof value !== 'string')
      throw new TypeError(`${functionName(id)}: ${name} is a ${typeof value}, expected text`);
    return encodeURIComponent(value);
  });
  const query = Object.entries(values).flatMap(([name, value]) =>
    pathNames.includes(name) || value === undefined || value === null
      ? []
      : [[name, String(value)]],
  );
  return query.length === 0
    ? filled
    : `${filled}?${new URLSearchParams(Object.fromEntries(query))}`;
}

async function readBody(path: string, get: Client['get']): Promise<unknown> {
  const response = await get(path);
  if (response.ok) return response.json();
  const problem: unknown = await response.json().catch(() => null);
  throw new ProblemError(path, response.status, isProblem(problem) ? problem : null);
}

function isProblem(body: unknown): body is ProblemDetails {
  return typeof body === 'object' && body !== null && 'type' in body && 'detail' in body;
}
