// Where connections may lead. The names of publishers resolve to public addresses, and a request
// must never reach a machine of the operator's own network, whatever a page or a name server says.
import { type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** Thrown, as the cause of a failed request, if a name leads to an address that is not public. */
export class PrivateAddressError extends Error {}

function networks(...listed: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [network = '', bits] of listed.map((range) => range.split('/')))
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6');
  return list;
}

/** IANA's registries of special-purpose addresses, and the groups and reserved ranges. */
const special = networks(
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
  ],
  ...[
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // Documentation, and 6to4 and Teredo, which hold an address of version 4 of anybody's choice.
  ...['2001:db8::/32', '3fff::/20', '2001::/32', '2002::/16'],
);
/**
 * All that is given out to the public, and the translation of version 4 (RFC 6052), by which a
 * network of version 6 reaches the rest.
 */
const given = networks('2000::/3');
const translated = networks('64:ff9b::/96');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address);
  if (isIP(address) === 0) return false;
  if (!translated.check(address, 'ipv6'))
    return given.check(address, 'ipv6') && !special.check(address, 'ipv6');
  // The last two groups hold the address of version 4. URL writes every address of version 6 in the
  // same form.
  const groups =
    new URL(`http://[${address.split('%', 1).join()}]`).hostname
      .slice(1, -1)
      .split('::')
      .pop()
      ?.split(':') ?? [];
  const high = Number.parseInt(groups.at(-2) || '0', 16);
  const low = Number.parseInt(groups.at(-1) || '0', 16);
  return isPublicAddress([high >> 8, high & 255, low >> 8, low & 255].join('.'));
}

/**
 * Throws PrivateAddressError if one of the addresses of a host is not public. A name that also
 * leads inwards is not a publisher's.
 */
export function requirePublic(host: string, addresses: readonly string[]): void {
  const wrong = addresses.find((address) => !isPublicAddress(address));
  if (wrong === undefined) return;
  throw new PrivateAddressError(
    wrong === host
      ? `${host} is not a public address`
      : `${host} has the address ${wrong}, which is not a public one`,
  );
}

type Found = (
  error: Error | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

/**
 * `dns.lookup` for a connection: what is checked here is the address that is connected to, so that
 * no second answer can differ.
 */
export function lookupPublic(
  host: string,
  options: LookupOptions,
  finish: Found,
  resolve: typeof lookup = lookup,
): void {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return finish(error, []);
    const all = addresses.map(({ address }) => address);
    try {
      requirePublic(host, all);
    } catch (refused) {
      return finish(refused as Error, []);
    }
    const [first] = addresses;
    if (options.all === true || first === undefined) return finish(null, addresses);
    finish(null, first.address, first.family);
  });
}

/**
 * The connections of requests to publishers. HTTPS_PROXY names a proxy, which resolves names itself
 * and may be in the operator's network; NO_PROXY lists the hosts that are asked without it.
 */
export function publicConnections(
  limits: Pick<Agent.Options, 'headersTimeout' | 'bodyTimeout'>,
  environment: NodeJS.ProcessEnv = process.env,
): Dispatcher {
  const isProxied = [environment['HTTPS_PROXY'], environment['https_proxy']].some(
    (proxy) => proxy !== undefined && proxy !== '',
  );
  return isProxied
    ? new EnvHttpProxyAgent(limits)
    : new Agent({ ...limits, connect: { lookup: lookupPublic } });
}
