// Keys by themselves: their format and forgery. workerd.test.ts rotates the secret.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKeyFormat, fromBase32, toBase32 } from '#server/keys/key-format.ts';

describe('base32', () => {
  test('is that of RFC 4648 §10, there and back, and only one text for the same bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void expect(fromBase32(toBase32(bytes))).toEqual(bytes)));
    expect(toBase32(new TextEncoder().encode('foobar'))).toBe('mzxw6ytboi');
    expect(fromBase32('mz')).toBeNull();
    expect(fromBase32('MY')).toBeNull();
    expect(fromBase32('m1')).toBeNull();
  });
});

describe('the format', () => {
  const format = createKeyFormat({ current: 'first', previous: null, account: 'account' });

  test('a name is one account, however it is written', async () => {
    expect(await format.accountOf(' Ana ')).toBe(await format.accountOf('ana'));
    expect(await format.accountOf('e\u0301cole')).toBe(await format.accountOf('École'));
    expect(await format.accountOf('ana')).not.toBe(await format.accountOf('anna'));
  });

  test('any one character changed makes it malformed or forged', async () => {
    const key = await format.mint(await format.accountOf('ana'));
    await fc.assert(
      fc.asyncProperty(fc.nat(key.length - 1), fc.constantFrom(...'abcxyz234567_A1 '), async (place, character) => {
        const changed = key.slice(0, place) + character + key.slice(place + 1);
        expect((await format.read(changed)).state === 'genuine').toBe(changed === key);
      }),
    );
  });
});
