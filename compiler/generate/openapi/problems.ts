// Describes the problems in the OpenAPI document: which kinds an operation can answer with, and an
// example of each.
import { answersPerMinute, spine } from '#schemas/codes.ts';
import { documentFormatOf, faultOfFormat } from '#schemas/document-formats.ts';
import { type Endpoint, exampleUrl } from '#schemas/endpoints.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { outdatedEdition } from '#server/answers/edition.ts';
import { noCatalogue, requireLoaded, unreadableFormat } from '#server/data/published.ts';
import { bodyHeldBack, bodyTooLong, bodyTooSlow } from '#server/http/body.ts';
import { Refusal, mediaTypeOf, problemBody } from '#server/http/problem.ts';
import { type ProblemKind, problemKinds } from '#server/http/problem-kinds.ts';
import { rateLimitExceeded } from '#server/http/rate-limit.ts';
import { accountsUnavailable } from '#server/keys/accounts.ts';
import { invalidKey } from '#server/keys/admit.ts';
import { createInFlight, mostInFlight } from '#server/keys/in-flight.ts';
import { damagedData, internalError } from '#server/data/refusal-of.ts';
import { missingAddress } from '#server/sign-up/answer-sign-up.ts';
import { refuseLongAddress } from '#server/http/incoming-request.ts';
import { limitHeaders, referToHeaders } from './headers.ts';
import type { Json } from './schemas.ts';

/**
 * The document leaves out the operator's own requests, under /admin, and the problems that only
 * they meet.
 */
export type DocumentedKind = Exclude<ProblemKind, 'invalid-secret' | 'unknown-key'>;

/** The kinds with which any path can refuse. */
export const kindsOfPaths = [
  'method-not-allowed',
  'address-too-long',
  'too-many-in-flight',
  'rate-limit-exceeded',
  'internal-error',
] as const;
/** The kinds with which a path that needs no key can refuse. */
export const kindsOfOpenPaths = ['invalid-parameters', ...kindsOfPaths] as const;

/** The kinds with which an endpoint can refuse. */
export function problemKindsOf({
  access,
  pathParameters,
  query,
  sources,
}: Endpoint): DocumentedKind[] {
  const takes = (kind: string): boolean =>
    pathParameters.some((parameter) => parameter.kind === kind);
  // The spine is served whenever anything is, whole.
  const isWhole = spine.some((key) => key === sources[0]) && pathParameters.length === 0;
  const isPinnable = query.some(({ name }) => name === 'edition');
  const some = (meets: boolean, ...kinds: DocumentedKind[]) => (meets ? kinds : []);
  const possible: ReadonlySet<string> = new Set<DocumentedKind>([
    ...kindsOfOpenPaths,
    'unavailable',
    ...some(
      access === 'key',
      'invalid-key',
      'unreadable-format',
      'damaged-data',
      'accounts-unavailable',
    ),
    ...some(access === 'key' && !isWhole, 'not-published'),
    ...some(takes('occupation'), 'unknown-occupation'),
    ...some(takes('local-area'), 'unknown-area'),
    ...some(isPinnable, 'unknown-edition', 'edition-withdrawn', 'edition-outdated'),
  ]);
  return Object.keys(problemKinds).filter((kind): kind is DocumentedKind => possible.has(kind));
}

/** The responses of operations that refuse. */
export class Problems {
  readonly #responses = new Map<string, Json>();

  /** References to the responses with these kinds, in the order of the statuses. */
  responses(kinds: readonly DocumentedKind[]): Json {
    const byStatus = Map.groupBy(kinds, (kind) => problemKinds[kind].status);
    return Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, some]) => [status, this.#response(status, some)]),
    );
  }

  #response(status: number, kinds: readonly DocumentedKind[]): Json {
    const name = kinds
      .map((kind) => kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()))
      .join('Or');
    this.#responses.set(name, responseOf(status, kinds));
    return { $ref: `#/components/responses/${name}` };
  }

  /** The components that they refer to, ordered by name. */
  components(): Json {
    return Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function responseOf(status: number, kinds: readonly DocumentedKind[]): Json {
  return {
    description: kinds.map((kind) => `\`${kind}\`: ${problemKinds[kind].title}.`).join(' '),
    headers: referToHeaders(headersOfStatus[status] ?? []),
    content: {
      [mediaTypeOf(status)]: {
        schema: { $ref: '#/components/schemas/ProblemDetails' },
        examples: Object.fromEntries(
          kinds.map((kind) => [kind, { $ref: `#/components/examples/${kind}` }]),
        ),
      },
    },
  };
}

const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  400: limitHeaders,
  401: ['WWW-Authenticate'],
  404: limitHeaders,
  405: ['Allow'],
  410: limitHeaders,
  416: ['Content-Range', ...limitHeaders],
  429: ['Retry-After', ...limitHeaders],
  503: ['Retry-After'],
};

interface ProblemCase {
  readonly path: string;
  readonly request?: RequestInit;
  /** A refusal that the service of the sample never gives. */
  readonly refusal?: Refusal;
}

/**
 * An example of each kind. `ask` asks the service of the sample, of which an edition of pay is
 * withdrawn. Refusals that the sample never gives come from the server's own functions.
 */
export async function problemExamples(
  ask: (path: string, init?: RequestInit) => Promise<Response>,
  withdrawn: string,
): Promise<Json> {
  const pay = '/v1/occupations/2134/pay';
  const older = '00000000-0000-8000-8000-000000000001';
  const newer = '00000000-0000-8000-8000-000000000002';
  const otherFormat = faultOfFormat({
    source: 'ashe',
    id: older,
    release: '2024',
    format: documentFormatOf('ashe') - 1,
  });
  if (otherFormat === null) throw new Error('an edition of another format is readable');
  const longAddress = new Request(`${exampleUrl}/v1/occupations/search?q=${'a'.repeat(22_000)}`);
  const spent = { allowed: false, limit: answersPerMinute, remaining: 0, resetSeconds: 12 };
  const inFlight = createInFlight();
  const cases: Readonly<Record<DocumentedKind, ProblemCase>> = {
    'invalid-parameters': { path: `${pay}?sex=Male&year=last` },
    'invalid-body': { path: '/keys', refusal: missingAddress() },
    'invalid-key': { path: pay, refusal: invalidKey('missing') },
    'sign-up-closed': { path: '/keys', request: { method: 'POST' } },
    'unknown-path': { path: '/bundles/lmi-0123456789abcdef.zip' },
    'unknown-occupation': { path: '/v1/occupations/9999' },
    'unknown-area': { path: '/v1/local-areas/atlantis/job-adverts' },
    'unknown-edition': { path: `${pay}?edition=${older}` },
    'not-published': { path: `${pay}?year=1999` },
    'method-not-allowed': { path: pay, request: { method: 'POST' } },
    'edition-withdrawn': { path: `${pay}?edition=${withdrawn}` },
    'edition-outdated': {
      path: `${pay}?edition=${older}`,
      refusal: outdatedEdition(otherFormat, newer),
    },
    'body-too-long': { path: '/keys', refusal: bodyTooLong() },
    'body-held-back': { path: '/keys', refusal: bodyHeldBack() },
    'body-too-slow': { path: '/keys', refusal: bodyTooSlow() },
    'address-too-long': {
      path: '/v1/occupations/search?q=…',
      refusal: refusalOf(() => refuseLongAddress({ request: longAddress })),
    },
    'range-not-satisfiable': {
      path: '/tables/ashe.parquet',
      request: { headers: { Range: 'bytes=999999999-' } },
    },
    'too-many-in-flight': {
      path: pay,
      refusal: refusalOf(() => Array.from({ length: mostInFlight + 1 }, () => inFlight.enter())),
    },
    'rate-limit-exceeded': {
      path: pay,
      refusal: rateLimitExceeded({ ...spent, policy: 'answers', whose: 'The key' }),
    },
    'internal-error': { path: pay, refusal: internalError() },
    unavailable: { path: pay, refusal: refusalOf(() => requireLoaded(noCatalogue)) },
    'unreadable-format': { path: pay, refusal: unreadableFormat(otherFormat) },
    'damaged-data': { path: pay, refusal: damagedData(false) },
    'accounts-unavailable': { path: pay, refusal: accountsUnavailable() },
  };
  const answered = async (path: string, init?: RequestInit): Promise<ProblemDetails> =>
    JSON.parse(await (await ask(path, init)).text());
  const examples = Object.entries(cases).map(async ([kind, { path, request, refusal }]) => {
    const value =
      refusal === undefined
        ? await answered(path, request)
        : problemBody(refusal, { publicUrl: exampleUrl, instance: path });
    if (value.code !== kind)
      throw new Error(`${path} is refused as ${value.code}, expected ${kind}`);
    return [kind, { summary: value.title, value }] as const;
  });
  return Object.fromEntries(await Promise.all(examples));
}

function refusalOf(refused: () => unknown): Refusal {
  try {
    refused();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('the server refuses nothing here');
}
