// Brings the path of a request to one normal form, and decodes the values in it.

const unreserved = /^[A-Za-z0-9\-._~]$/;

/**
 * Decodes percent-encoded unreserved characters and keeps every other encoding: "%32134" and "2134" are equivalent (RFC 3986
 * §6.2.2.2), but "%2f" is not "/" and must never become a separator.
 */
export function normalisePath(pathname: string): string {
  return pathname.replace(/%[0-9a-fA-F]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return unreserved.test(character) ? character : encoded;
  });
}

/** A path value without percent-encoding; null if the encoding is malformed. */
export function decodePathValue(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
