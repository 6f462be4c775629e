// Deprecated endpoints and parameters in HTTP: Deprecation (RFC 9745), Sunset (RFC 8594) and the links to the page that says more.
import { deprecationsOfRequest } from '#schemas/deprecation.ts';
import type { Endpoint } from '#schemas/endpoints.ts';

/**
 * Adds the headers to those of an answer, a problem too. If several things of the request are deprecated, the earliest day counts: by
 * then a client has something to do.
 */
export function markDeprecated(headers: Headers, endpoint: Endpoint, search: Pick<URLSearchParams, 'has'>, publicUrl: string): void {
  const found = deprecationsOfRequest(endpoint, search);
  const since = earliest(found.map((one) => one.since));
  if (since === null) return;
  const sunset = earliest(found.flatMap((one) => one.sunset ?? []));
  // A Date of RFC 9651 §3.3.7: seconds since 1970.
  headers.set('Deprecation', `@${since.getTime() / 1000}`);
  if (sunset !== null) headers.set('Sunset', sunset.toUTCString());
  for (const relation of ['deprecation', ...(sunset === null ? [] : ['sunset'])])
    headers.append('Link', `<${publicUrl}/versioning>; rel="${relation}"; type="text/html"`);
}

function earliest(days: readonly string[]): Date | null {
  return days.length === 0 ? null : new Date(Math.min(...days.map((day) => Date.parse(`${day}T00:00:00Z`))));
}
