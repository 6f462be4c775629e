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

/** Path and query of an address that a URL parser leaves as it is: no encoding, and no segment that begins with a dot. */
const plainAddress = /^https?:\/\/[^/?#\\]+(\/|(?:\/[\w~-][\w.~-]*)+)(\?[\w.~=&-]+)?$/;

/** Path and query of an address, and the path in normal form. Most addresses are plain, and parsing a URL costs as much as a digest. */
export function partsOf(address: string): { readonly pathname: string; readonly query: string; readonly path: string } {
  const [, plain, asked = ''] = plainAddress.exec(address) ?? [];
  if (plain !== undefined) return { pathname: plain, query: asked, path: plain };
  const url = new URL(address);
  const { pathname, search: query } = url;
  const path = normalisePath(pathname);
  // The assignment parses the whole URL again.
  if (path !== pathname) url.pathname = path;
  return { pathname, query, path: url.pathname };
}

/** A path value without percent-encoding; null if the encoding is malformed. */
export function decodePathValue(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
