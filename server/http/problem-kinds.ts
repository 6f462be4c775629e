// The kinds of problem in one table. Each kind's `type` URI is /problems/<kind>, whose page
// explains it: server/pages/problems.md.

export const problemKinds = {
  'invalid-parameters': { status: 400, title: 'A query parameter is not valid' },
  'invalid-body': { status: 400, title: 'The request body is not valid' },
  'invalid-key': { status: 401, title: 'A live key is needed' },
  'invalid-secret': { status: 401, title: 'The administration secret is needed' },
  'sign-up-closed': { status: 403, title: 'Sign-up is closed' },
  'unknown-path': { status: 404, title: 'There is nothing at this path' },
  'unknown-occupation': { status: 404, title: 'There is no such occupation' },
  'unknown-area': { status: 404, title: 'There is no such area' },
  'unknown-edition': { status: 404, title: 'There is no such edition to serve' },
  'not-published': { status: 404, title: 'Not published' },
  'unknown-key': { status: 404, title: 'There is no such key' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed' },
  'edition-withdrawn': { status: 410, title: 'The edition has been withdrawn' },
  'edition-outdated': { status: 410, title: 'The edition has been compiled again' },
  'body-too-long': { status: 413, title: 'The request body is too long' },
  'body-too-slow': { status: 408, title: 'The request body did not arrive in time' },
  'address-too-long': { status: 414, title: 'The address is too long' },
  'range-not-satisfiable': { status: 416, title: 'The file has no such part' },
  'body-held-back': { status: 417, title: 'The request waits before it sends its body' },
  'too-many-in-flight': { status: 429, title: 'Too many requests at once' },
  'rate-limit-exceeded': { status: 429, title: 'Too many answers in one minute' },
  'internal-error': { status: 500, title: 'The service made an error' },
  unavailable: { status: 503, title: 'No data to serve at the moment' },
  'unreadable-format': {
    status: 503,
    title: 'These data are stored in a format that is not read here',
  },
  'damaged-data': { status: 503, title: 'A stored document is damaged or missing' },
  'accounts-unavailable': { status: 503, title: 'Keys cannot be looked up at the moment' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>;

export type ProblemKind = keyof typeof problemKinds;
