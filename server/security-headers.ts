// What every answer tells a browser, so that nothing here can be framed, sniffed, or made to run anything.

/**
 * On every answer, pages and problems and data alike: data that somebody opens in a browser is a page too. The address of a page may
 * hold a mailed link, so no other site is told it. HTTPS is asked for only where the service is reached by it: over plain HTTP the
 * header means nothing, and on a laptop it would lock out whatever else uses the name.
 */
export function securityHeaders(publicUrl: string): readonly (readonly [string, string])[] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    // Of this name alone: what else its operator has under it is not ours to decide.
    ...(publicUrl.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=31536000'] as const] : []),
  ];
}

/** The policy of what is no page: nothing is loaded and nothing frames it. A page brings one of its own. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
