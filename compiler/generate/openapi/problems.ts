// The problems in the OpenAPI document: which kinds an operation can answer with, and an example of each.
import { answersPerMinute, spine, windowSeconds } from '#schemas/codes.ts';
import { type Endpoint, exampleUrl } from '#schemas/endpoints.ts';
import { longestBodyMilliseconds, mostBodyBytes } from '#server/http/body.ts';
import { Refusal, type RefusalDetails, problemBody } from '#server/http/problem.ts';
import { type ProblemKind, problemKinds } from '#server/http/problem-kinds.ts';
import { mostInFlight } from '#server/keys/in-flight.ts';
import { longestAddress } from '#server/visit.ts';
import { limitHeaders, referToHeaders } from './headers.ts';
import type { Json } from './schemas.ts';

/** The document leaves out the operator's own requests, under /admin, and the problems that only they meet. */
export type DocumentedKind = Exclude<ProblemKind, 'invalid-secret' | 'unknown-key'>;

/** The kinds with which an endpoint can refuse. */
export function kindsOf(endpoint: Endpoint): DocumentedKind[] {
  const { access, pathParameters, query, sources } = endpoint;
  const takes = (kind: string): boolean => pathParameters.some((parameter) => parameter.kind === kind);
  const pinnable = query.some(({ name }) => name === 'edition');
  const keyed = access === 'key';
  const possible: Readonly<Record<string, boolean>> = {
    'invalid-parameters': true,
    'invalid-key': keyed,
    'unknown-occupation': takes('occupation'),
    'unknown-area': takes('local-area'),
    'unknown-edition': pinnable,
    // The spine is served whenever anything is, whole.
    'not-published': keyed && !(spine.some((key) => key === sources[0]) && pathParameters.length === 0),
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
  return allKinds.filter((kind) => possible[kind] === true);
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
  components(): { readonly responses: Json; readonly examples: Json } {
    return {
      responses: Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1))),
      examples: Object.fromEntries(allKinds.filter((kind) => this.#used.has(kind)).map((kind) => [kind, exampleOf(kind)])),
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

const pay = '/v1/occupations/2134/pay';
const bundle = '/bundles/lmi-0123456789abcdef.zip';
const [older, newer] = ['00000000-0000-8000-8000-000000000001', '00000000-0000-8000-8000-000000000002'];
const otherFormat = `The documents of the ashe edition ${older} are stored in format 9, and this version reads format 10.`;
const noKey = 'The X-API-Key header is missing. /keys says how to get a key.';
const noEmail = '"email" is required: an e-mail address such as name@example.org.';

/** Of each kind: the path that was asked, what is wrong in words, and the members that the kind has besides. */
const asked: Readonly<Record<DocumentedKind, readonly [instance: string, detail: string, details?: RefusalDetails]>> = {
  'invalid-parameters': [
    `${pay}?sex=Male&year=last`,
    '2 parameters are not valid.',
    {
      errors: [
        {
          parameter: 'sex',
          code: 'not-allowed',
          detail: '"sex" is "Male", expected one of all, male, female.',
          allowed: ['all', 'male', 'female'],
          nearest: 'male',
        },
        {
          parameter: 'year',
          code: 'not-an-integer',
          detail: '"year" is "last", expected a decimal integer.',
          minimum: -2147483648,
          maximum: 2147483647,
        },
      ],
    },
  ],
  'invalid-body': ['/keys', noEmail, { errors: [{ parameter: 'email', code: 'not-allowed', detail: noEmail }] }],
  'invalid-key': [pay, noKey, { errors: [{ parameter: 'X-API-Key', code: 'missing', detail: noKey }] }],
  'sign-up-closed': ['/keys', 'This service gives out no keys by e-mail at the moment.'],
  'unknown-path': [bundle, `There is no bundle at "${bundle}". /bundles/latest.json names the newest bundle, if there is one.`],
  'unknown-occupation': ['/v1/occupations/9999', 'No SOC 2020 unit group has the code 9999. /v1/occupations lists all of them.'],
  'unknown-area': [
    '/v1/local-areas/atlantis/job-adverts',
    '"atlantis" is not the code or slug of a local authority. /v1/local-areas lists them.',
  ],
  'unknown-edition': [`${pay}?edition=${older}`, `No edition has the id ${older}. /v1/meta/editions?source=ashe lists them.`],
  'not-published': [`${pay}?year=1999`, 'The source ashe holds no edition for the year 1999; held: 2024, 2023.'],
  'method-not-allowed': [pay, `${pay} answers GET and HEAD, not POST.`],
  'edition-withdrawn': [
    `${pay}?edition=${older}`,
    `Edition ${older} was withdrawn on 2026-01-02: The figures were of another year. Edition ${newer} takes its place.`,
    { withdrawn: { reason: 'The figures were of another year.', at: '2026-01-02T06:00:00Z', replacedBy: newer } },
  ],
  'edition-outdated': [
    `${pay}?edition=${older}`,
    `${otherFormat} The release was compiled again: edition ${newer} takes its place.`,
    { successor: newer },
  ],
  'body-too-long': ['/keys', `The body is longer than ${mostBodyBytes} bytes.`],
  'body-too-slow': ['/keys', `The body had not arrived after ${longestBodyMilliseconds / 1000} s.`],
  'address-too-long': ['/v1/occupations/search?q=…', `The address has 22048 characters, expected at most ${longestAddress}.`],
  'range-not-satisfiable': [bundle, 'The file has no such part: Range begins after its end. Content-Range gives its length.'],
  'too-many-in-flight': [
    pay,
    `The service is answering ${mostInFlight} requests at this moment, its limit. Ask again in 1 s.`,
    { retryAfterSeconds: 1 },
  ],
  'rate-limit-exceeded': [
    pay,
    `The key has used its ${answersPerMinute} answers in ${windowSeconds} seconds. Ask again in 12 s.`,
    { retryAfterSeconds: 12, limit: answersPerMinute, windowSeconds },
  ],
  'internal-error': [pay, 'The request could not be answered. The fault is ours and has been recorded.'],
  unavailable: [pay, 'There are no data to serve at the moment. Try again in a minute.'],
  'unreadable-format': [
    pay,
    `${otherFormat} The operator of this service can mend it: lmi compile makes the edition again from its downloaded files, and so does lmi update.`,
  ],
  'damaged-data': [pay, 'The stored document behind this answer is damaged, so it is not shown. The operator has been told.'],
  'accounts-unavailable': [pay, 'The storage of keys does not answer at the moment. Ask again in 15 s.', { retryAfterSeconds: 15 }],
};

/** A body of the kind, made as the service makes it. */
function exampleOf(kind: DocumentedKind): Json {
  const [instance, detail, details] = asked[kind];
  return { summary: problemKinds[kind].title, value: problemBody(new Refusal(kind, detail, details), { publicUrl: exampleUrl, instance }) };
}
