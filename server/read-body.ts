// Bodies of requests: read up to a limit, and no further, whatever length was announced.
import { Refusal, quoted } from './problem.ts';

const mostBodyBytes = 4096;

/** A client that sends a byte a second would hold its place among the requests in flight for an hour. */
const longestBodyMilliseconds = 10_000;

/** The body as text. 413 for one that is longer than 4,096 bytes: what is beyond is never read. 408 for one that does not come. */
async function readBody(request: Request, withinMilliseconds = longestBodyMilliseconds): Promise<string> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Refusal('body-too-slow', `The body had not arrived after ${withinMilliseconds / 1000} s.`)),
    withinMilliseconds,
  );
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  try {
    for await (const chunk of chunksOf(request, late.promise)) {
      length += chunk.byteLength;
      if (length > mostBodyBytes) throw new Refusal('body-too-long', `The body is longer than ${mostBodyBytes} bytes.`);
      text += decoder.decode(chunk, { stream: true });
    }
  } finally {
    clearTimeout(timer);
  }
  return text + decoder.decode();
}

/** The chunks of the body, until `end` rejects. */
async function* chunksOf({ body }: Request, end: Promise<never>): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  // A client that hangs up half-way is no fault of ours, and there is nobody left to be told of it.
  const read = () => reader.read().catch(() => Promise.reject(invalidBody('body', 'incomplete', 'The body ended before it was whole.')));
  const next = () => Promise.race([read(), end]);
  try {
    for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
  } finally {
    // Not waited for: a client that sends nothing need not notice.
    reader.cancel().catch(() => {});
  }
}

/** The members of a JSON object or, where the content type says so, of a form. 400 for anything else. */
export async function readMembers(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await readBody(request);
  if (isForm(request)) return fieldsOf(text);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody('body', 'not-an-object', 'The body is not a JSON object.');
  return { ...value };
}

/** The fields of a form. 400 for one that is given twice, and for JSON that is sent as a form, as curl does unless it is told otherwise. */
function fieldsOf(text: string): Readonly<Record<string, string>> {
  if (text.trimStart().startsWith('{'))
    throw invalidBody(
      'body',
      'not-a-form',
      'The body looks like JSON and is sent as a form: send "Content-Type: application/json" with it.',
    );
  const fields = [...new URLSearchParams(text)];
  const names = fields.map(([name]) => name);
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated !== undefined) throw invalidBody(repeated, 'repeated', `${quoted(repeated)} is given more than once; give it once.`);
  return Object.fromEntries(fields);
}

/** Whether the body is what a form of a page sends. Such a request is answered with a page. */
export function isForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('Content-Type') ?? '');
}

/** 400 for members that nobody asked for. */
export function refuseOtherMembers(members: Readonly<Record<string, unknown>>, expected: readonly string[]): void {
  const other = Object.keys(members).find((name) => !expected.includes(name));
  if (other !== undefined)
    throw invalidBody(other, 'unknown-member', `${quoted(other)} is not a member of the body, expected ${expected.join(' and ')}.`);
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
