// Adds the headers of every answer, problems too.
import { type Access, accessRules, openToAllOrigins } from './access.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { type Counted, rateLimitHeaders } from './rate-limit.ts';

interface AnswerContext {
  readonly publicUrl: string;
  readonly isSample: boolean;
  readonly access: Access;
  readonly counted: Counted | null;
  /** The answer to HEAD has the headers of GET without its content (RFC 9110 §9.3.2). */
  readonly isHead: boolean;
}

export function finish(
  response: Response,
  { publicUrl, isSample, access, counted, isHead }: AnswerContext,
): Response {
  const { headers, status } = response;
  // Pages set their own policy.
  const policy = headers.get('Content-Security-Policy');
  const constantHeaders = headersOfEveryAnswer(publicUrl, isSample);
  for (const [name, value] of Object.entries(constantHeaders)) headers.set(name, value);
  if (policy !== null) headers.set('Content-Security-Policy', policy);
  // workerd sends no Date, and RFC 9110 §6.6.1 requires one from a server with a clock.
  headers.set('Date', new Date().toUTCString());
  const { isOpenToAnyOrigin, isNeverStored } = accessRules[access];
  if (isNeverStored) headers.set('Cache-Control', 'no-store');
  if (isOpenToAnyOrigin)
    for (const [name, value] of Object.entries(openToAllOrigins)) headers.set(name, value);
  if (counted !== null)
    for (const [name, value] of Object.entries(rateLimitHeaders(counted))) headers.set(name, value);
  return isHead ? new Response(null, { status, headers }) : response;
}
