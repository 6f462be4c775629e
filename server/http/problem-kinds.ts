// The kinds of problem in one table. Each kind's `type` URI is /problems/<kind>, whose page shows the explanation.
import { windowSeconds } from '#schemas/codes.ts';

interface ProblemKindEntry {
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
}

export const problemKinds = {
  'invalid-parameters': {
    status: 400,
    title: 'A query parameter is not valid',
    explanation:
      'A query parameter is unknown, repeated or missing, or its value is not allowed. `errors` names each one, with the ' +
      'allowed values and the nearest of them, or with the least and the greatest number.',
  },
  'invalid-body': {
    status: 400,
    title: 'The request body is not valid',
    explanation:
      'Send the JSON object that this request takes, with "Content-Type: application/json". Under /keys, the form of the page works too. ' +
      '`errors` says what is wrong.',
  },
  'invalid-key': {
    status: 401,
    title: 'A live key is needed',
    explanation:
      'The X-API-Key header is missing, or its key is malformed, unknown, replaced by a newer key, or revoked. `errors` ' +
      'says which. A request with a refused key does not count as an answer.',
  },
  'invalid-secret': {
    status: 401,
    title: 'The administration secret is needed',
    explanation: 'Requests under /admin need the header "Authorization: Bearer" with the administration secret.',
  },
  'sign-up-closed': {
    status: 403,
    title: 'Sign-up is closed',
    explanation: 'This service gives out no keys by e-mail at the moment: the operator has not opened sign-up, or it cannot send mail.',
  },
  'unknown-path': {
    status: 404,
    title: 'There is nothing at this path',
    explanation: 'No endpoint has this path. Paths have no slash at the end, and letter case counts.',
  },
  'unknown-occupation': {
    status: 404,
    title: 'There is no such occupation',
    explanation:
      'Name an occupation by its four-digit SOC 2020 unit group code. /v1/occupations lists all codes; ' +
      '/v1/occupations/search finds the code of a job title.',
  },
  'unknown-area': {
    status: 404,
    title: 'There is no such area',
    explanation:
      'Name a local area by the code or slug of a local authority. /v1/local-areas lists them. If the value differs only in letter case, ' +
      'blanks or punctuation, `nearest` in `errors` is the one that is meant.',
  },
  'unknown-edition': {
    status: 404,
    title: 'There is no such edition to serve',
    explanation:
      'The edition id is unknown, or a check failed and the edition is held back, or its documents are no longer kept. ' +
      '/v1/meta/editions lists every edition and its state.',
  },
  'not-published': {
    status: 404,
    title: 'Not published',
    explanation:
      'The occupation exists, but no edition here covers the question: the publisher has no figures for the area or year, or no ' +
      'release of the source is published here yet, or every one was held back or withdrawn.',
  },
  'unknown-key': {
    status: 404,
    title: 'There is no such key',
    explanation: 'The account is unknown, or it has no live key. GET /admin/keys lists the accounts.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed',
    explanation: 'The Allow header lists the methods that this path answers.',
  },
  'edition-withdrawn': {
    status: 410,
    title: 'The edition has been withdrawn',
    explanation:
      'The edition has been withdrawn. `withdrawn` says why and when, and which edition takes its place. The Link with the relation ' +
      '"successor-version" gives its address. /v1/meta/editions still lists the record of the edition.',
  },
  'edition-outdated': {
    status: 410,
    title: 'The edition has been compiled again',
    explanation:
      'The documents of the edition are stored in an old format that this version of the service does not read. The same release was ' +
      'compiled again: `successor` is the new edition, and the Link with the relation "successor-version" gives its address.',
  },
  'link-spent': {
    status: 410,
    title: 'The link no longer works',
    explanation:
      'A mailed link works once, within an hour, and only until a newer link for the same address replaces it. POST /keys sends a new link to a key, POST /keys/delete a link that removes an address.',
  },
  'body-too-long': {
    status: 413,
    title: 'The request body is too long',
    explanation: 'A body here has only a few members. The service reads it up to the limit and no further.',
  },
  'body-too-slow': {
    status: 408,
    title: 'The request body did not arrive in time',
    explanation: 'A body here is a few hundred bytes long. The service waits ten seconds for it.',
  },
  'address-too-long': {
    status: 414,
    title: 'The address is too long',
    explanation: 'Path and query together are longer than any valid request.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'The bundle has no such part',
    explanation: 'The Range header asks for bytes after the end of the bundle. Content-Range says how many bytes it has.',
  },
  'too-many-in-flight': {
    status: 429,
    title: 'Too many requests at once',
    explanation:
      'The service is answering as many requests as it can at this moment. This request does not count as an answer. Ask again after the seconds in Retry-After.',
  },
  'rate-limit-exceeded': {
    status: 429,
    title: 'Too many answers in one minute',
    explanation:
      `The key, or for paths without a key the address, has used all its answers in ${windowSeconds} seconds. Ask again after the seconds in Retry-After. ` +
      'Earlier requests are refused and do not count.',
  },
  'internal-error': { status: 500, title: 'The service made an error', explanation: 'The fault is ours and has been recorded.' },
  unavailable: {
    status: 503,
    title: 'No data to serve at the moment',
    explanation:
      'The service cannot read the catalogue of editions, or the catalogue has no classification or no coding index. Without them nothing is served.',
  },
  'unreadable-format': {
    status: 503,
    title: 'These data are stored in a format that is not read here',
    explanation:
      'Another version of the compiler wrote the documents of this source, and this version of the service does not read their format. ' +
      'It answers no figure that it might misread. The operator compiles the releases again, or installs the other version.',
  },
  'damaged-data': {
    status: 503,
    title: 'A stored document is damaged or missing',
    explanation:
      'Every stored document is compared with the digest that was published with it. The bytes of this one differ, or it is missing, so it is ' +
      'not shown. The operator puts it back. Other answers are not affected.',
  },
  'accounts-unavailable': {
    status: 503,
    title: 'Keys cannot be looked up at the moment',
    explanation: 'The storage of keys does not answer. The key may be valid. Retry-After says when to ask again.',
  },
} as const satisfies Readonly<Record<string, ProblemKindEntry>>;

export type ProblemKind = keyof typeof problemKinds;
