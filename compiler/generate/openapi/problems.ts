// The problems in the OpenAPI document: which kinds an operation can answer with, and an example of each, which the service itself gives.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { documentFormats } from '#schemas/document-formats.ts';
import { type Endpoint, exampleUrl } from '#schemas/endpoints.ts';
import { offlinePorts, type Ports } from '#server/ports.ts';
import { type Refusal, problemResponse } from '#server/http/problem.ts';
import { type ProblemKind, problemKinds } from '#server/http/problem-kinds.ts';
import { accountsUnavailable } from '#server/keys/accounts.ts';
import { bodyTooSlow } from '#server/http/body.ts';
import { damagedData, internalError } from '#server/pages/refuse.ts';
import { createRouter } from '#server/router.ts';
import { tooManyInFlight } from '#server/keys/in-flight.ts';
import { storeOf } from '../../serve/answer-offline.ts';
import { limitHeaders, referToHeaders } from './headers.ts';
import type { Json } from './schemas.ts';
import { catalogueText } from '../../edition/catalogue.ts';

/** The document leaves out the operator's own requests, under /admin, and the problems that only they meet. */
export type DocumentedKind = Exclude<ProblemKind, 'invalid-secret' | 'unknown-key'>;

/** The kinds with which an endpoint can refuse. */
export function kindsOf(endpoint: Endpoint): DocumentedKind[] {
  const { access, pathParameters, query, statuses, furtherStatuses } = endpoint;
  const declared = [...statuses, ...furtherStatuses];
  const takes = (kind: string): boolean => pathParameters.some((parameter) => parameter.kind === kind);
  const pinnable = query.some(({ kind }) => kind === 'uuid');
  const keyed = access === 'key';
  const possible: Readonly<Record<string, boolean>> = {
    'invalid-parameters': true,
    'invalid-key': keyed,
    'unknown-occupation': takes('occupation'),
    'unknown-area': takes('local-area'),
    'unknown-edition': pinnable,
    'not-published': keyed,
    'method-not-allowed': true,
    'edition-withdrawn': pinnable,
    'edition-outdated': pinnable,
    'address-too-long': true,
    'rate-limit-exceeded': true,
    'too-many-in-flight': true,
    'internal-error': true,
    unavailable: true,
    'unreadable-format': keyed,
    'damaged-data': keyed,
    'accounts-unavailable': keyed,
  };
  return allKinds.filter((kind) => possible[kind] === true && declared.includes(problemKinds[kind].status));
}

const allKinds = Object.keys(problemKinds).filter(
  (name): name is DocumentedKind => name in problemKinds && name !== 'invalid-secret' && name !== 'unknown-key',
);

/** The responses of an operation that refuses with these kinds, by status, and the components that they refer to. */
export class Problems {
  readonly #responses = new Map<string, Json>();
  readonly #used = new Set<DocumentedKind>();

  /** References by status, in the order of the statuses. */
  responses(kinds: readonly DocumentedKind[]): Json {
    const byStatus = Map.groupBy(kinds, (kind) => problemKinds[kind].status);
    return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, some]) => [status, this.#response(status, some)]));
  }

  #response(status: number, kinds: readonly DocumentedKind[]): Json {
    const name = kinds.map(pascalCase).join('Or');
    for (const kind of kinds) this.#used.add(kind);
    this.#responses.set(name, responseOf(status, kinds));
    return { $ref: `#/components/responses/${name}` };
  }

  /** Ordered by name. */
  components(examples: Readonly<Partial<Record<DocumentedKind, unknown>>>): { readonly responses: Json; readonly examples: Json } {
    return {
      responses: Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1))),
      examples: Object.fromEntries(
        allKinds.filter((kind) => this.#used.has(kind)).map((kind) => [kind, { summary: problemKinds[kind].title, value: examples[kind] }]),
      ),
    };
  }
}

function pascalCase(kind: string): string {
  return kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The contract declares 400 and 404 as application/json and the others as application/problem+json (§7.2). */
function responseOf(status: number, kinds: readonly DocumentedKind[]): Json {
  const mediaType = status === 400 || status === 404 ? 'application/json' : 'application/problem+json';
  return {
    description: kinds.map((kind) => `\`${kind}\`: ${problemKinds[kind].title}.`).join(' '),
    headers: referToHeaders(headersOfStatus[status] ?? []),
    content: {
      [mediaType]: {
        schema: { $ref: '#/components/schemas/ProblemDetails' },
        examples: Object.fromEntries(kinds.map((kind) => [kind, { $ref: `#/components/examples/${kind}` }])),
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

/** The body of each kind of problem, as the service answers over the sample in `directory`. */
export async function problemExamples(directory: string): Promise<Readonly<Record<DocumentedKind, unknown>>> {
  const store = storeOf(directory);
  const catalogue: Catalogue = JSON.parse((await store.catalogue()) ?? 'null');
  const newest = servedPay(catalogue);
  const older: CatalogueEdition = { ...newest, id: '00000000-0000-8000-8000-000000000001', state: 'superseded' };
  const pay = '/v1/occupations/2134/pay';
  const json = { 'Content-Type': 'application/json' };

  const ask = (path: string, ports: Partial<Ports> = {}, init: RequestInit = {}): Promise<Response> =>
    createRouter({ ...offlinePorts, store, answerCode: '', publicUrl: exampleUrl, ...ports }).fetch(
      new Request(`${exampleUrl}${path}`, init),
    );
  const post = (path: string, body: string, ports: Partial<Ports> = { signUp: nobodySignsUp }): Promise<Response> =>
    ask(path, ports, { method: 'POST', headers: { ...json, Accept: 'application/json' }, body });
  const over = (changed: Partial<Catalogue>): Partial<Ports> => ({
    store: { ...store, catalogue: async () => catalogueText({ ...catalogue, ...changed }) },
  });
  const withEdition = (edition: CatalogueEdition): Partial<Ports> => over({ editions: [...catalogue.editions, edition] });
  const refused = async (refusal: Refusal, instance: string): Promise<Response> =>
    problemResponse(refusal, { publicUrl: exampleUrl, instance });
  const oldFormat = { format: documentFormats[newest.source] - 1 };

  const asked: Readonly<Record<DocumentedKind, () => Promise<Response>>> = {
    'invalid-parameters': () => ask(`${pay}?area=London&year=last`),
    'invalid-body': () => post('/keys', '{"email":"nobody"}'),
    'invalid-key': () => ask(pay, { keys: { check: async () => ({ state: 'missing' }) } }),
    'sign-up-closed': () => post('/keys', '{"email":"name@example.org"}', {}),
    'unknown-path': () => ask('/bundles/lmi-0123456789abcdef.tar.zst'),
    'unknown-occupation': () => ask('/v1/occupations/9999'),
    'unknown-area': () => ask('/v1/local-areas/atlantis/job-adverts'),
    'unknown-edition': () => ask(`${pay}?edition=00000000-0000-8000-8000-000000000000`),
    'not-published': () => ask(`${pay}?year=1999`),
    'method-not-allowed': () => ask(pay, {}, { method: 'POST' }),
    'edition-withdrawn': () =>
      ask(
        `${pay}?edition=${older.id}`,
        withEdition({
          ...older,
          state: 'withdrawn',
          withdrawn: { reason: 'The figures were of another year.', at: '2026-01-02T06:00:00Z', replacedBy: newest.id },
        }),
      ),
    'edition-outdated': () => ask(`${pay}?edition=${older.id}`, withEdition({ ...older, ...oldFormat })),
    'link-spent': () => post('/keys/new/link_spent', '{}'),
    'body-too-long': () => post('/keys', ' '.repeat(5000)),
    'body-too-slow': () => refused(bodyTooSlow(), '/keys'),
    'address-too-long': () => ask(`/v1/occupations/search?q=${'software%20engineer%20'.repeat(1000)}`),
    'range-not-satisfiable': () =>
      ask('/bundles/lmi-0123456789abcdef.tar.zst', { files: bundleOf4096Bytes }, { headers: { Range: 'bytes=5000-' } }),
    'too-many-in-flight': () => refused(tooManyInFlight(), pay),
    'rate-limit-exceeded': () =>
      ask(pay, {
        keys: { check: async () => ({ state: 'live', allowance: { allowed: false, limit: 60, remaining: 0, resetSeconds: 12 } }) },
      }),
    'internal-error': () => refused(internalError(), pay),
    unavailable: () => ask(pay, { store: { ...store, catalogue: async () => null } }),
    'unreadable-format': () =>
      ask(
        pay,
        over({
          editions: catalogue.editions.map((edition) => (edition.source === newest.source ? { ...edition, ...oldFormat } : edition)),
        }),
      ),
    'damaged-data': () => refused(damagedData(), pay),
    'accounts-unavailable': () => refused(accountsUnavailable(), pay),
  };

  const examples = await Promise.all(
    allKinds.map(async (kind) => {
      const response = await asked[kind]();
      const body: { readonly type?: string } = JSON.parse(await response.text());
      if (body.type !== `${exampleUrl}/problems/${kind}`) throw new Error(`the example of ${kind} is ${JSON.stringify(body)}`);
      return [kind, body] as const;
    }),
  );
  return Object.fromEntries(examples) as Record<DocumentedKind, unknown>;
}

/** A bundle that nobody has to read. */
const bundleOf4096Bytes: Ports['files'] = {
  read: async () => null,
  size: async () => 4096,
  stream: async () => null,
  digest: async () => null,
};

/** Sign-up in which no link works. */
const nobodySignsUp: Ports['signUp'] = {
  open: true,
  signUp: { mailLink: async () => {}, linkStands: async () => false, redeem: async () => null, forget: async () => false },
};

/** The served edition of pay. */
function servedPay({ sources, editions }: Catalogue): CatalogueEdition {
  const served = sources.find(({ key }) => key === 'ashe')?.served ?? [];
  const edition = editions.find(({ id }) => served.includes(id));
  if (edition === undefined) throw new Error('the sample serves no pay');
  return edition;
}
