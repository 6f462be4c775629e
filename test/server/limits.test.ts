// What bounds a caller: the limiter in memory and in storage, whose real Durable Objects
// runtimes.test.ts asks, keys, networks, requests in flight and caches. In any 60 seconds a key
// gets its number of answers, and never fewer than are due.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Allowance } from '#server/http/rate-limit.ts';
import { AccountStore, type AccountStorage } from '#server/keys/account.ts';
import { createMemoryLimits, createClientLimits, mostClients } from '#server/keys/limits.ts';
import { createSqliteStorage } from './sqlite-storage.ts';
import { createKeyFormat, fromBase32, toBase32 } from '#server/keys/key-format.ts';
import { networkOf, readClientAddress } from '#server/http/address.ts';
import { createInFlight } from '#server/keys/in-flight.ts';
import { createCache } from '#server/data/cache.ts';

/**
 * An adapter with its clock in the test's hand; `now` in milliseconds, set back and ahead where a
 * test says so.
 */
type Take = (account: string, perMinute: number, now: number) => Promise<Allowance>;

const openAccount = (storage: AccountStorage) => new AccountStore(storage, null);

function inMemory(): Take {
  let instant = 0;
  const limits = createMemoryLimits(() => instant);
  return async (account, perMinute, now) => {
    instant = now;
    return limits.take(account, perMinute);
  };
}

/** Reads the log anew for every second answer, as after an idle time. */
function inStorage(): Take {
  const storages = new Map<string, AccountStorage>();
  const open = new Map<string, ReturnType<typeof openAccount>>();
  return async (account, perMinute, now) => {
    const storage = storages.get(account) ?? createSqliteStorage();
    storages.set(account, storage);
    const record = open.get(account) ?? openAccount(storage);
    if (!open.delete(account)) open.set(account, record);
    return record.countInStorage(perMinute, now);
  };
}

const start = 1_700_000_000_000;
let accounts = 0;

describe.each([
  ['in memory', inMemory, 200],
  ['in storage, by an object that may lose its memory before each answer', inStorage, 60],
] as const)('%s', (_, open, runs) => {
  /** The limit of a new account. */
  const newAccount = () => {
    const take = open();
    const account = `account ${accounts++}`;
    return (perMinute: number, now: number) => take(account, perMinute, now);
  };

  test('gives sixty answers, then says when; accounts are separate', async () => {
    const take = newAccount();
    const first = { allowed: true, limit: 60 };
    for (let turn = 0; turn < 60; turn++)
      expect(await take(60, start + turn * 100)).toEqual({
        ...first,
        remaining: 59 - turn,
        resetSeconds: Math.ceil(60 - turn / 10),
      });
    expect(await take(60, start + 5_950)).toEqual({
      allowed: false,
      limit: 60,
      remaining: 0,
      resetSeconds: 55,
    });
    expect(await newAccount()(60, start + 5_950)).toMatchObject({ allowed: true, remaining: 59 });
    expect(await take(60, start + 59_999)).toMatchObject({ allowed: false, resetSeconds: 1 });
    // The first answer leaves at exactly 60 s, the second 100 ms later.
    expect(await take(60, start + 60_000)).toMatchObject({
      allowed: true,
      remaining: 0,
      resetSeconds: 1,
    });
    expect(await take(60, start + 60_001)).toMatchObject({ allowed: false, resetSeconds: 1 });
  });

  test('a limit lowered meanwhile: refused until fewer than the new limit are held', async () => {
    const take = newAccount();
    for (const second of [0, 10, 20]) await take(60, start + second * 1000);
    expect(await take(2, start + 30_000)).toEqual({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetSeconds: 40,
    });
    expect(await take(2, start + 70_000)).toMatchObject({ allowed: true });
  });

  test('never too many in any window, never too few, with Retry-After exact', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), pauses, async (limit, steps) => {
        const take = newAccount();
        const given: number[] = [];
        const heldAt = (instant: number): number =>
          given.filter((at) => at > instant - 60_000).length;
        let now = start;
        for (const pause of steps) {
          now += pause;
          const { allowed, resetSeconds } = await take(limit, now);
          expect(allowed).toBe(heldAt(now) < limit);
          if (allowed) given.push(now);
          else
            expect([
              heldAt(now + resetSeconds * 1000) < limit,
              heldAt(now + (resetSeconds - 1) * 1000),
            ]).toEqual([true, limit]);
        }
      }),
      { numRuns: runs },
    );
  });

  test('a clock set back admits nobody twice, and Retry-After suffices', async () => {
    const leap = fc.constantFrom(0, 0, 0, -1, -500, -30_000, -3_600_000, -86_400_000);
    const steps = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 40_000 }), leap }), {
      minLength: 1,
      maxLength: 15,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        steps,
        fc.constantFrom(0, 86_400_000),
        async (limit, leaps, ahead) => {
          const take = newAccount();
          const given: number[] = [];
          // `passed` is the time that really passes, and `offset` what the clock is wrong by.
          let passed = 0;
          let offset = start;
          for (const step of leaps) {
            passed += step.pause;
            offset += step.leap;
            if (!(await take(limit, passed + offset)).allowed) continue;
            given.push(passed);
            expect(given.filter((at) => at > passed - 60_000).length).toBeLessThanOrEqual(limit);
          }
          // Ahead by a day and back, as a clock does that was set wrong and is mended.
          await take(limit, passed + offset + ahead);
          const { allowed, resetSeconds } = await take(limit, passed + offset);
          passed += resetSeconds * 1000;
          if (!allowed) expect((await take(limit, passed + offset)).allowed).toBe(true);
        },
      ),
      { numRuns: runs },
    );
  });
});

test('in memory, idle accounts are forgotten, whatever the clock does', () => {
  let now = 3_600_000;
  const limits = createMemoryLimits(() => now);
  for (let account = 0; account < 1000; account++) limits.take(`account ${account}`, 60);
  expect(limits.accounts()).toBe(1000);
  now = 0;
  limits.take('another', 60);
  now = 120_000;
  limits.take('another', 60);
  expect(limits.accounts()).toBe(1);
});

test('in storage, answers write one row, refusals none, old ones go', () => {
  const storage = createSqliteStorage();
  const statements: string[] = [];
  const exec: typeof storage.sql.exec = (statement, ...values) => {
    statements.push(statement);
    return storage.sql.exec(statement, ...values);
  };
  const account = openAccount({ ...storage, sql: { exec } });
  account.replace('one', 'hash', 60, '2026-01-01T00:00:00Z');
  account.check('one', 'hash', 0);
  const writtenAt = (now: number): string => {
    statements.length = 0;
    account.check('one', 'hash', now);
    return statements
      .filter((statement) => !statement.startsWith('SELECT'))
      .map((statement) => statement.split(' ')[0])
      .join();
  };
  for (let turn = 1; turn < 60; turn++) expect(writtenAt(turn * 1000)).toBe('INSERT');
  expect([writtenAt(59_500), writtenAt(60_000), writtenAt(300_000)]).toEqual([
    '',
    'DELETE,INSERT',
    'DELETE,INSERT',
  ]);
  expect([...storage.sql.exec('SELECT at FROM answers')]).toEqual([{ at: 300_000 }]);
});

test('in storage, a failed write counts no answer', () => {
  const storage = createSqliteStorage();
  let fails = false;
  const exec: typeof storage.sql.exec = (statement, ...values) => {
    if (fails && /^(INSERT|UPDATE)/.test(statement)) throw new Error('the disk is full');
    return storage.sql.exec(statement, ...values);
  };
  const account = openAccount({ ...storage, sql: { exec } });
  for (const turn of [0, 1]) account.countInStorage(2, turn * 40_000);
  for (const now of [60_000, 70_000]) {
    fails = true;
    expect(() => account.countInStorage(2, now)).toThrow('the disk is full');
    fails = false;
  }
  expect(account.countInStorage(2, 80_000)).toMatchObject({ allowed: true, remaining: 0 });
});

// Keys by themselves: their format and forgery. workerd.test.ts rotates the secret.

test('base32 is that of RFC 4648 §10, there and back, and only one text for the same bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      (bytes) => void expect(fromBase32(toBase32(bytes))).toEqual(bytes),
    ),
  );
  expect(toBase32(new TextEncoder().encode('foobar'))).toBe('mzxw6ytboi');
  expect(fromBase32('mz')).toBeNull();
  expect(fromBase32('MY')).toBeNull();
  expect(fromBase32('m1')).toBeNull();
});

describe('the format', () => {
  const format = createKeyFormat({ current: 'first', previous: null, account: 'account' });

  test('a name is one account, however it is written', async () => {
    expect(await format.accountOfName(' Ana ')).toBe(await format.accountOfName('ana'));
    expect(await format.accountOfName('e\u0301cole')).toBe(await format.accountOfName('École'));
    expect(await format.accountOfName('ana')).not.toBe(await format.accountOfName('anna'));
  });

  test('any one character changed makes it malformed or forged', async () => {
    const key = await format.mint(await format.accountOfName('ana'));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(key.length - 1),
        fc.constantFrom(...'abcxyz234567_A1 '),
        async (place, character) => {
          const changed = key.slice(0, place) + character + key.slice(place + 1);
          expect((await format.read(changed)).state === 'genuine').toBe(changed === key);
        },
      ),
    );
  });
});

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

  test('a flood of networks is bounded in memory and shuts nobody out', async () => {
    const take = start();
    for (const address of ['192.0.2.1', '192.0.2.2']) await sixty(take, address);
    for (let n = 0; n < mostClients - 2; n++)
      await take(`2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`);
    expect(await take('192.0.2.1')).toBe(false);
    expect(await take('2001:db9::1')).toBe(true);
    // The one that was idle for longest has been forgotten, and begins anew.
    expect(await take('192.0.2.1')).toBe(false);
    expect(await take('192.0.2.2')).toBe(true);
  });
});

// The cap on requests in flight: what becomes of places that nobody hands back.
// hardening.nightly.test.ts fills them over sockets.

test('a place whose request was dropped without a word is given away after half a minute', () => {
  let now = 0;
  const { enter } = createInFlight(2, () => now);
  enter();
  now = 10_000;
  const leaveLater = enter();
  expect(enter).toThrow(
    'The service is answering 2 requests at this moment, its limit. Ask again in 1 s.',
  );
  now = 29_999;
  expect(enter).toThrow('too-many-in-flight');
  now = 30_000;
  enter();
  expect(enter).toThrow('too-many-in-flight');
  // Handing back late frees no more than its own place.
  now = 40_000;
  enter();
  leaveLater();
  expect(enter).toThrow('too-many-in-flight');
});

// What a process remembers is bounded by a sum of sizes too.

test('no more than a sum of sizes; the newest stays, however large', () => {
  const cache = createCache<number>({ most: 100, size: (value) => value });
  for (let number = 0; number < 10; number++) cache.keep(`${number}`, 30);
  expect(Array.from({ length: 10 }, (_, number) => cache.find(`${number}`) ?? 0)).toEqual([
    0, 0, 0, 0, 0, 0, 0, 30, 30, 30,
  ]);
  cache.keep('9', 60);
  expect(cache.count()).toBe(2);
  cache.keep('large', 1000);
  expect([cache.count(), cache.find('large')]).toEqual([1, 1000]);
});
