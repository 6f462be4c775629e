import { describe, expect, test } from 'vitest';
import { networkOf, readClientAddress } from '#server/http/address.ts';
import { createClientLimits, mostClients } from '#server/keys/limits.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['[2001:db8::2]:8787', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['256.0.0.1', null],
  ['::1]/@evil', null],
])('%s is of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('the limit', () => {
  const from = (address: string | null): Request =>
    new Request('http://localhost/', { headers: address === null ? {} : { 'X-Real-IP': address } });
  const start = () => {
    const limits = createClientLimits(readClientAddress('header:X-Real-IP'), () => 0);
    return async (address: string | null) => (await limits.take(from(address)))?.allowed;
  };
  const sixty = async (take: ReturnType<typeof start>, address: string | null) => {
    for (let turn = 0; turn < 60; turn++) expect(await take(address)).toBe(true);
  };

  test('whoever tells no address shares one allowance with the others who do not', async () => {
    const take = start();
    await sixty(take, null);
    expect([await take('not an address'), await take('192.0.2.1')]).toEqual([false, true]);
  });

  test('a flood of networks takes no more memory than is meant for it, and shuts nobody out', async () => {
    const take = start();
    for (const address of ['192.0.2.1', '192.0.2.2']) await sixty(take, address);
    for (let n = 0; n < mostClients - 2; n++) await take(`2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`);
    expect(await take('192.0.2.1')).toBe(false);
    expect(await take('2001:db9::1')).toBe(true);
    // The one that was idle for longest has been forgotten, and begins anew.
    expect(await take('192.0.2.1')).toBe(false);
    expect(await take('192.0.2.2')).toBe(true);
  });
});
