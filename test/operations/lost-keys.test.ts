// The server's log tells of a key that was lost.
import { expect, test, vi } from 'vitest';
import { createKeyFormat } from '#server/keys/key-format.ts';
import { createKeys } from '#server/keys/keys.ts';
import { accountsInMemory } from '../server/runtimes.ts';

test('an unknown key of ours is logged once a minute, without its owner', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const format = createKeyFormat({ current: 'first', previous: null, account: 'account' });
  const account = await format.accountOfName('ana');
  const key = await format.mint(account);
  const keys = createKeys(format, accountsInMemory(), null);
  // A key that we have not issued is not told.
  await keys.check(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`);
  expect(said).not.toHaveBeenCalled();
  for (const _ of [1, 2]) expect(await keys.check(key)).toEqual({ state: 'unknown' });
  expect(said.mock.calls).toEqual([
    [expect.stringMatching(/^a key that this service has issued is unknown to its account/)],
  ]);
  for (const secret of [account, key]) expect(said.mock.calls.join()).not.toContain(secret);
  said.mockRestore();
});
