// Bodies of requests, read up to a limit and no further, whatever length was announced; and answers
// that no cache may store.
import { Refusal, quoted } from './problem.ts';

const mostBodyBytes = 4096;

/**
 * Without this limit, a client that sends a byte a second would hold its place among the requests
 * in flight for an hour.
 */
const longestBodyMilliseconds = 10_000;

/**
 * The body as text. 413 if it is longer than 4,096 bytes; the rest is never read. 408 if it does
 * not arrive in time.
 */
async function readBody({ body, headers }: Request): Promise<string> {
  if (body === null) return '';
  if (headers.get('Expect')?.toLowerCase() === '100-continue') throw bodyHeldBack();
  const reader = body.getReader();
  const tooSlow = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooSlow.reject(bodyTooSlow()), longestBodyMilliseconds);
  // If a client hangs up half-way, that is not our fault, and nobody is left to tell.
  const read = () =>
    reader
      .read()
      .catch(() =>
        Promise.reject(invalidBody('body', 'incomplete', 'The body ended before it was complete.')),
      );
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([read(), tooSlow.promise]);
      if (done) return text + decoder.decode();
      length += value.byteLength;
      if (length > mostBodyBytes) throw bodyTooLong();
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
    // Not awaited, because a client that sends nothing may never finish it.
    reader.cancel().catch(() => {});
  }
}

/**
 * A client that waits for 100 Continue would wait until the body is too late, because workerd sends
 * no 100. With 417 it sends the request again at once, without waiting (RFC 9110 §10.1.1).
 */
export const bodyHeldBack = () =>
  new Refusal(
    'body-held-back',
    'The request waits for "100 Continue", which this service does not send. Send it ' +
      'again without the Expect header.',
  );
export const bodyTooSlow = () =>
  new Refusal(
    'body-too-slow',
    `The body had not arrived after ${longestBodyMilliseconds / 1000} s.`,
  );
export const bodyTooLong = () =>
  new Refusal('body-too-long', `The body is longer than ${mostBodyBytes} bytes.`);

/**
 * The members of a JSON object, or of a form if the content type says so. 400 for anything else,
 * and for unknown members.
 */
export async function readMembers(
  request: Request,
  expected: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readBody(request);
  const value = isForm(request) ? fieldsOf(text) : parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody('body', 'not-an-object', 'The body is not a JSON object.');
  const other = Object.keys(value).find((name) => !expected.includes(name));
  if (other !== undefined)
    throw invalidBody(
      other,
      'unknown-member',
      `${quoted(other)} is not a member of the body, expected ${expected.join(' and ')}.`,
    );
  return { ...value };
}

/**
 * The fields of a form. 400 for a repeated field, and for JSON sent as a form, which is curl's
 * default.
 */
function fieldsOf(text: string): Readonly<Record<string, string>> {
  if (text.trimStart().startsWith('{'))
    throw invalidBody(
      'body',
      'not-a-form',
      'The body looks like JSON and is sent as a form: send "Content-Type: ' +
        'application/json" with it.',
    );
  const fields = [...new URLSearchParams(text)];
  const names = fields.map(([name]) => name);
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated !== undefined)
    throw invalidBody(
      repeated,
      'repeated',
      `${quoted(repeated)} is given more than once; give it once.`,
    );
  return Object.fromEntries(fields);
}

/** Whether the body comes from a form of a page. The answer to such a request is a page. */
export function isForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('Content-Type') ?? '');
}

export function invalidBody(parameter: string, code: string, detail: string): Refusal {
  return new Refusal('invalid-body', detail, { errors: [{ parameter, code, detail }] });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON that no cache may store, because it holds a key or describes one. */
export function privateJson(value: unknown, status = 200): Response {
  return new Response(`${JSON.stringify(value)}\n`, {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}
