// The kinds of problem this service answers, in one table. Each kind's `type` URI is /problems/<kind>, where its explanation can be read.
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
      'allowed values and the nearest of them.',
  },
  'invalid-body': {
    status: 400,
    title: 'The request body is not valid',
    explanation:
      'The body is neither the JSON object that this request takes, with "Content-Type: application/json", nor, under /keys, such a form of a ' +
      'page. `errors` says what is wrong.',
  },
  'invalid-key': {
    status: 401,
    title: 'A live key is needed',
    explanation:
      'The X-API-Key header is missing, or its key is malformed, unknown, replaced by a newer key, or revoked. `errors` ' +
      'says which. A refused key costs no answer.',
  },
  'invalid-secret': {
    status: 401,
    title: 'The administration secret is needed',
    explanation: 'Requests under /admin carry "Authorization: Bearer" and the administration secret.',
  },
  'sign-up-closed': {
    status: 403,
    title: 'Sign-up is closed',
    explanation: 'Keys cannot be had here at the moment: the operator has not opened sign-up, or no mail can be sent.',
  },
  'unknown-path': {
    status: 404,
    title: 'There is nothing at this path',
    explanation: 'The path names no endpoint. Paths have no slash at the end, and letter case counts.',
  },
  'unknown-occupation': {
    status: 404,
    title: 'There is no such occupation',
    explanation:
      'Occupations are named by their four-digit SOC 2020 unit group code. /v1/occupations lists all of them; ' +
      '/v1/occupations/search finds the code of a job title.',
  },
  'unknown-area': {
    status: 404,
    title: 'There is no such area',
    explanation: 'Local areas are named by the code or slug of a local authority, as /v1/local-areas lists them.',
  },
  'unknown-edition': {
    status: 404,
    title: 'There is no such edition to serve',
    explanation:
      'The edition id is unknown, or the edition is held back because a check failed, or its documents are no longer kept. ' +
      '/v1/meta/editions lists every edition and its state.',
  },
  'not-published': {
    status: 404,
    title: 'Not published',
    explanation:
      'The occupation exists, but no edition held here covers what was asked: the publisher has no figures for the area or ' +
      'year, or the source has never had an edition here.',
  },
  'unknown-key': {
    status: 404,
    title: 'There is no such key',
    explanation: 'The path names no account, or one that has no live key. GET /admin/keys lists the accounts.',
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
      'The edition has been withdrawn. `withdrawn` says why and when, and which edition takes its place; a Link of the relation ' +
      '"successor-version" leads there. Its record stays listed at /v1/meta/editions.',
  },
  'link-spent': {
    status: 410,
    title: 'The link no longer works',
    explanation:
      'A mailed link works once and for an hour, and a newer link of the same address replaces it. POST /keys asks for a new link to a key, POST /keys/delete for one that removes an address.',
  },
  'body-too-long': {
    status: 413,
    title: 'The request body is too long',
    explanation: 'Bodies here are a few members long. What is beyond the limit is not read.',
  },
  'body-too-slow': {
    status: 408,
    title: 'The request body did not arrive in time',
    explanation: 'A body here is a few hundred bytes long, and is waited for no longer than ten seconds.',
  },
  'address-too-long': {
    status: 414,
    title: 'The address is too long',
    explanation: 'Path and query together are longer than any question that can be asked here.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'There is no such part',
    explanation: 'The Range header asks for bytes behind the end of the bundle. Content-Range says how many bytes it has.',
  },
  'too-many-in-flight': {
    status: 429,
    title: 'Too many requests at once',
    explanation:
      'More requests are being answered at this moment than the service takes on. None was counted against the key; ask again after as many seconds as Retry-After says.',
  },
  'rate-limit-exceeded': {
    status: 429,
    title: 'Too many answers in one minute',
    explanation:
      `The key, or where none is asked for the address, has had all the answers it gets in any ${windowSeconds} seconds. Wait for as many seconds as Retry-After says; asking ` +
      'sooner costs nothing and gains nothing.',
  },
  'internal-error': {
    status: 500,
    title: 'The service made a mistake',
    explanation: 'The fault is ours and has been recorded.',
  },
  unavailable: {
    status: 503,
    title: 'No data to serve at the moment',
    explanation:
      'The catalogue of editions cannot be read, or names no classification and no coding index, without which nothing is ' + 'served.',
  },
  'accounts-unavailable': {
    status: 503,
    title: 'Keys cannot be looked up at the moment',
    explanation: 'The storage of keys does not answer. Nothing is said of the key; Retry-After says when to ask again.',
  },
} as const satisfies Readonly<Record<string, ProblemKindEntry>>;

export type ProblemKind = keyof typeof problemKinds;
