// The path of a request in one normal form, and the decoded values that stand in it.

const unreserved = /^[A-Za-z0-9\-._~]$/;

/**
 * Decodes percent-encoded unreserved characters and leaves every other encoding alone: "%32134" and "2134" are equivalent
 * (RFC 3986 §6.2.2.2), while "%2f" is not "/" and must never become a separator.
 */
export function normalisePath(pathname: string): string {
  return pathname.replace(/%[0-9a-fA-F]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return unreserved.test(character) ? character : encoded;
  });
}

/** A path value with its percent-encoding undone; null where the encoding is malformed. */
export function decodePathValue(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
