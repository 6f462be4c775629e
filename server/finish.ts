// Sets the headers of every answer.
import { accessRules, openToAllOrigins } from './access.ts';
import { markDeprecated } from './deprecation-headers.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { standingHeaders } from './security-headers.ts';
import type { Visit } from './visit.ts';

/** Adds the headers of every answer, problems too. HEAD gets the headers of GET without its content (RFC 9110 §9.3.2). */
export function finish(response: Response, visit: Visit, publicUrl: string): Response {
  const { headers } = response;
  // The answers of endpoints have them from the start: server/answer-headers.ts.
  if (!headers.has('X-Content-Type-Options')) {
    for (const [name, value] of Object.entries(standingHeaders(publicUrl, visit.known?.catalogue.sample === true)))
      if (name !== 'Content-Security-Policy' || !headers.has(name)) headers.set(name, value);
  }
  // workerd sends no Date, and RFC 9110 §6.6.1 requires one from a server with a clock.
  if (!headers.has('Date')) headers.set('Date', new Date().toUTCString());
  const { anyOrigin, unstored } = accessRules[visit.access];
  if (unstored) headers.set('Cache-Control', 'no-store');
  if (anyOrigin) for (const [name, value] of Object.entries(openToAllOrigins)) headers.set(name, value);
  if (visit.allowance !== null) {
    for (const [name, value] of Object.entries(rateLimitHeaders(visit.allowance, visit.policy))) headers.set(name, value);
  }
  if (visit.endpoint !== null) markDeprecated(headers, visit.endpoint, visit.search, publicUrl);
  return visit.method === 'HEAD' ? new Response(null, { status: response.status, headers }) : response;
}
