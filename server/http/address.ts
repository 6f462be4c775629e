// Addresses of requests: the client's, read from the one place that the operator trusts, and the
// path in normal form.

/** The address as given, with or without a port; null if there is none. */
export type ClientAddress = (request: Request) => string | null;

const namedHeader = /^header:([!#$%&'*+.^_`|~0-9A-Za-z-]+)$/;

/**
 * Reads the setting CLIENT_ADDRESS. Throws RangeError for any other text.
 *
 * - `cloudflare`: CF-Connecting-IP, which Cloudflare's network sets and no client can set.
 * - `direct`: the peer of the connection, which workerd gives as `request.cf.clientIp` on its own
 *   socket. Behind a proxy it is the proxy.
 * - `header:NAME`: the last address in a header that a proxy in front appends to. The client may
 *   have written the addresses before it.
 * - `shared`: all clients share one allowance.
 */
export function readClientAddress(setting: string): ClientAddress {
  if (setting === 'cloudflare') return (request) => request.headers.get('CF-Connecting-IP');
  if (setting === 'direct') return peerOf;
  if (setting === 'shared') return () => null;
  const name = namedHeader.exec(setting)?.[1];
  if (name === undefined)
    throw new RangeError(
      `CLIENT_ADDRESS is "${setting}", expected cloudflare, direct, shared or header:NAME`,
    );
  return (request) => request.headers.get(name)?.split(',').at(-1)?.trim() ?? null;
}

function peerOf(request: Request): string | null {
  const cf: unknown = 'cf' in request ? request.cf : null;
  if (typeof cf !== 'object' || cf === null || !('clientIp' in cf)) return null;
  return typeof cf.clientIp === 'string' ? cf.clientIp : null;
}

/**
 * One client is an IPv4 address, or the /64 of an IPv6 address, because a single household has 2^64
 * IPv6 addresses. An IPv4 address written as IPv6 (RFC 4291 §2.5.5.2) counts as that IPv4 address.
 * Null for a text that is not an address.
 */
export function networkOf(address: string): string | null {
  const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d+)?$/.exec(address);
  if (ipv4 !== null) {
    const octets = ipv4.slice(1).map(Number);
    return octets.every((octet) => octet <= 255) ? octets.join('.') : null;
  }
  // A zone (RFC 4007 §11) names an interface of this machine, not the client.
  const ipv6 = /^(?:\[([0-9a-f:.]+)(?:%[^\]]*)?\](?::\d+)?|([0-9a-f:.]+)(?:%.*)?)$/i.exec(address);
  const groups = groupsOf(ipv6?.[1] ?? ipv6?.[2] ?? '');
  if (groups === null) return null;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * The eight groups of an IPv6 address, as the platform's URL parser reads them; null for any other
 * text.
 */
function groupsOf(text: string): number[] | null {
  const url = `http://[${text}]/`;
  if (!text.includes(':') || !URL.canParse(url)) return null;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const first = read(head);
  const last = read(tail ?? '');
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

const unreserved = /^[A-Za-z0-9\-._~]$/;

/**
 * Decodes percent-encoded unreserved characters and keeps every other encoding: "%32134" and "2134"
 * are equivalent (RFC 3986 §6.2.2.2), but "%2f" is not "/" and must never become a separator.
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
