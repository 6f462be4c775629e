// The headers of every answer, whatever was asked: nothing here can be framed, sniffed, or made to run scripts, and a sample says so. Deprecated
// endpoints and parameters: Deprecation (RFC 9745), Sunset (RFC 8594) and the links to the page that says more.
import { deprecationsOfRequest, type Endpoint } from '#schemas/endpoints.ts';

/** The policy of answers that are not pages: they load nothing and cannot be framed. Pages have their own policy. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * On every answer, pages, problems and data: a browser shows data as a page too. The address of a page may hold a mailed link, so no
 * other site may see it. Strict-Transport-Security is set only if the service is reached by HTTPS: over plain HTTP it has no effect, and
 * on a laptop it would lock out other services under the same name.
 */
export function standingHeaders(publicUrl: string, sample: boolean): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // Without includeSubDomains: the operator's other names are not ours to decide.
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
    'Content-Security-Policy': dataPolicy,
    ...(sample ? { 'LMI-Sample': 'true' } : {}),
  };
}

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
