// The headers of every answer. They forbid framing, sniffing and scripts, and mark a sample.

/**
 * The policy of answers that are not pages: they load nothing and cannot be framed. Pages have
 * their own policy.
 */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * On every answer, pages, problems and data: a browser shows data as a page too. The address of a
 * page may hold a mailed link, so no other site may see it. Strict-Transport-Security is set only
 * if the service is reached by HTTPS: over plain HTTP it has no effect, and on a laptop it would
 * lock out other services under the same name.
 */
export function headersOfEveryAnswer(
  publicUrl: string,
  sample: boolean,
): Readonly<Record<string, string>> {
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
