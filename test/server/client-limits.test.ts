import { describe, expect, test } from 'vitest';
import { networkOf, readClientAddress } from '#server/http/address.ts';
import { createClientLimits, mostClients } from '#server/keys/limits.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['[2001:db8::2]:8787', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', null],
  ['256.0.0.1', null],
  ['unknown', null],
  ['::1]/@evil', null],
])('%s is of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('CLIENT_ADDRESS', () => {
  const asked = (headers: Record<string, string>, cf?: unknown): Request =>
    Object.assign(new Request('http://localhost/', { headers }), cf === undefined ? {} : { cf });

  test.each([
    ['cloudflare', asked({ 'CF-Connecting-IP': '192.0.2.1', 'X-Forwarded-For': '10.0.0.1' }), '192.0.2.1'],
    ['direct', asked({ 'CF-Connecting-IP': '192.0.2.1' }, { clientIp: '127.0.0.1:58714' }), '127.0.0.1:58714'],
    ['direct', asked({}), null],
    ['shared', asked({ 'CF-Connecting-IP': '192.0.2.1' }, { clientIp: '127.0.0.1:1' }), null],
    ['header:X-Real-IP', asked({ 'X-Real-IP': '192.0.2.1' }), '192.0.2.1'],
    // The proxy appends; whatever the client wrote stands before it.
    ['header:X-Forwarded-For', asked({ 'X-Forwarded-For': '203.0.113.9, 192.0.2.1' }), '192.0.2.1'],
    ['header:X-Forwarded-For', asked({}), null],
  ])('%s', (setting, request, address) => {
    expect(readClientAddress(setting)(request)).toBe(address);
  });

  test.each(['Direct', 'header:', 'header:a b'])('"%s" is refused, with what is expected', (setting) => {
    expect(() => readClientAddress(setting)).toThrow(`CLIENT_ADDRESS is "${setting}", expected cloudflare, direct, shared or header:NAME`);
  });
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
