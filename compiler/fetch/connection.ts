// Where connections may lead. The names of publishers resolve to public addresses, and a request
// must never reach a machine of the operator's own network, whatever a page or a name server says.
import { type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** Thrown, as the cause of a failed request, if a name leads to an address that is not public. */
export class PrivateAddressError extends Error {}

function networksOf(ranges: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    networks.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** IANA's registries of special-purpose addresses, and the groups and reserved ranges. */
const specialNetworks = networksOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Documentation.
  '2001:db8::/32',
  '3fff::/20',
  // Teredo and 6to4: they hold an IPv4 address of anybody's choice.
  '2001::/32',
  '2002::/16',
]);

/** All IPv6 addresses that are given out to the public. */
const publicNetworks = networksOf(['2000::/3']);

/** The translation by which an IPv6 network reaches IPv4 addresses (RFC 6052). */
const translatedNetworks = networksOf(['64:ff9b::/96']);

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialNetworks.check(address);
  if (isIP(address) === 0) return false;
  if (!translatedNetworks.check(address, 'ipv6'))
    return publicNetworks.check(address, 'ipv6') && !specialNetworks.check(address, 'ipv6');
  // The last two groups hold the IPv4 address. URL writes every IPv6 address in the same form.
  const [withoutZone = ''] = address.split('%', 1);
  const normalForm = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const groups = normalForm.split('::').at(-1)?.split(':') ?? [];
  const high = Number.parseInt(groups.at(-2) || '0', 16);
  const low = Number.parseInt(groups.at(-1) || '0', 16);
  return isPublicAddress([high >> 8, high & 255, low >> 8, low & 255].join('.'));
}

/**
 * Throws PrivateAddressError if one of the addresses of a host is not public. A name that also
 * leads inwards is not a publisher's.
 */
export function requirePublic(host: string, addresses: readonly string[]): void {
  const privateAddress = addresses.find((address) => !isPublicAddress(address));
  if (privateAddress === undefined) return;
  throw new PrivateAddressError(
    privateAddress === host
      ? `${host} is not a public address`
      : `${host} has the address ${privateAddress}, which is not a public one`,
  );
}

type LookupCallback = (
  error: Error | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

/**
 * `dns.lookup` for a connection. The address that is checked here is the one that is connected to:
 * a second lookup could give another.
 */
export function lookupPublic(
  host: string,
  options: LookupOptions,
  finish: LookupCallback,
  resolve: typeof lookup = lookup,
): void {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return finish(error, []);
    try {
      requirePublic(
        host,
        addresses.map(({ address }) => address),
      );
    } catch (refusal) {
      return finish(refusal as Error, []);
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
