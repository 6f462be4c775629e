// Sets the headers of every answer.
import { isOpen } from './admission.ts';
import { openToAllOrigins } from './cross-origin.ts';
import { markDeprecated } from './deprecation-headers.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { dataPolicy, type securityHeaders } from './security-headers.ts';
import type { Visit } from './visit.ts';

/** Adds the headers of every answer, problems too. HEAD gets the headers of GET without its content (RFC 9110 §9.3.2). */
export function finish(
  response: Response,
  visit: Visit,
  { everywhere, publicUrl }: { readonly everywhere: ReturnType<typeof securityHeaders>; readonly publicUrl: string },
): Response {
  const { headers } = response;
  for (const [name, value] of everywhere) headers.set(name, value);
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', dataPolicy);
  // workerd sends no Date, and RFC 9110 §6.6.1 requires one from a server with a clock.
  if (!headers.has('Date')) headers.set('Date', new Date().toUTCString());
  if (visit.known?.catalogue.sample === true) headers.set('LMI-Sample', 'true');
  if (isOpen(visit.path)) for (const [name, value] of Object.entries(openToAllOrigins)) headers.set(name, value);
  if (visit.allowance !== null) {
    for (const [name, value] of Object.entries(rateLimitHeaders(visit.allowance, visit.policy))) headers.set(name, value);
  }
  if (visit.endpoint !== null) markDeprecated(headers, visit.endpoint, visit.search, publicUrl);
  return visit.method === 'HEAD' ? new Response(null, { status: response.status, headers }) : response;
}
