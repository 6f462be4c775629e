// Many accounts in one object: none sees another, and what is answered is kept when the process is
// killed.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKey, revokeKey } from '#compiler/serve/keys.ts';
import { accountFiles, freePort } from '#compiler/serve/serve.ts';
import { AccountStore, linkMinutes, mailsPerHour } from '#server/keys/account.ts';
import { createKeyMemory } from '#server/keys/limits.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { startWritten } from './runtimes.ts';
import { createSqliteStorage } from './sqlite-storage.ts';

const at = '2026-01-01T00:00:00Z';
const now = 1_700_000_000_000;
const minute = 60_000;

test('two accounts of an object: what happens to the key of one leaves the other alone', () => {
  const accounts = new AccountStore(createSqliteStorage(), createKeyMemory());
  accounts.replace('ana', 'a1', 60, at);
  accounts.replace('ben', 'b1', 7, at);
  accounts.replace('ana', 'a2', 60, at);
  expect(['a1', 'a2', 'b1'].map((hash) => accounts.check('anybody', hash).state)).toEqual([
    'replaced',
    'live',
    'live',
  ]);
  expect(accounts.check('ben', 'b1')).toMatchObject({ state: 'live', allowance: { limit: 7 } });
  expect([accounts.revoke('ben', at), accounts.revoke('ben', at)]).toEqual([true, false]);
  expect(accounts.check('ben', 'b1')).toEqual({ state: 'revoked' });
  accounts.addLink('ana', 'forget', 'link', now);
  expect(accounts.forget('ana', 'link', now)).toBe(true);
  expect(['a2', 'b1'].map((hash) => accounts.check('anybody', hash).state)).toEqual([
    'unknown',
    'revoked',
  ]);
  expect(accounts.sweep(now + linkMinutes * minute)).toBe('keys');
});

test('two accounts of an object: each has its own links and its own mails of the hour', () => {
  const accounts = new AccountStore(createSqliteStorage(), null);
  for (let mail = 0; mail < mailsPerHour; mail++)
    expect(accounts.addLink('ana', 'issue', `a ${mail}`, now)).toBe(true);
  expect([
    accounts.addLink('ana', 'issue', 'too many', now),
    accounts.addLink('ben', 'issue', 'b', now),
  ]).toEqual([false, true]);
  const stands = (account: string, hash: string) =>
    accounts.isLinkLive(account, 'issue', hash, now);
  // A newer link ends the older one.
  expect(stands('ana', 'a 0')).toBe(false);
  expect([
    stands('ana', 'b'),
    stands('ben', 'b'),
    accounts.redeem('ben', 'a 2', 'key', 60, now),
  ]).toEqual([false, true, false]);
  expect([
    accounts.redeem('ben', 'b', 'key', 60, now),
    stands('ben', 'b'),
    stands('ana', 'a 2'),
  ]).toEqual([true, false, true]);
  expect([accounts.sweep(now + 1), accounts.sweep(now + linkMinutes * minute)]).toEqual([
    'mails',
    'keys',
  ]);
});

test.each([60 * minute, 24 * 60 * minute])(
  'an address gets mails an hour after a clock set back by %i ms',
  (ahead) => {
    const accounts = new AccountStore(createSqliteStorage(), null);
    for (let mail = 0; mail < mailsPerHour; mail++)
      accounts.addLink('one', 'issue', `ahead ${mail}`, now + ahead);
    expect(accounts.addLink('one', 'forget', 'too many', now)).toBe(false);
    const last = `ahead ${mailsPerHour - 1}`;
    expect(
      [linkMinutes - 1, linkMinutes].map((after) =>
        accounts.isLinkLive('one', 'issue', last, now + after * minute),
      ),
    ).toEqual([true, false]);
    expect(accounts.addLink('one', 'forget', 'an hour later', now + 60 * minute)).toBe(true);
  },
);

test('no restart revives an ended key or loses one that was shown', async () => {
  const out = temporaryDirectory();
  const options = { out, listen: `127.0.0.1:${await freePort(0)}` };
  let { server, administration } = await startWritten(options);
  const issue = (name: string) => createKey(administration, { name, perMinute: 1000 });
  const live = await issue('live');
  const replaced = await issue('replaced');
  const revoked = await issue('revoked');
  const successor = await issue('replaced');
  await revokeKey(administration, revoked.account);
  const statuses = (keys: readonly { readonly key: string }[]) =>
    Promise.all(
      keys.map(
        async ({ key }) =>
          (await fetch(`${administration.url}/v1/occupations`, { headers: { 'X-API-Key': key } }))
            .status,
      ),
    );
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await server.stop(signal);
    ({ server, administration } = await startWritten(options));
    expect(await statuses([live, replaced, successor, revoked])).toEqual([200, 401, 200, 401]);
  }
  const fresh = await Promise.all(
    Array.from({ length: 100 }, (_, number) => issue(`fresh ${number}`)),
  );
  await server.stop('SIGKILL');
  ({ server, administration } = await startWritten(options));
  expect(new Set(await statuses(fresh))).toEqual(new Set([200]));
  await server.stop();
  const files = readdirSync(accountFiles(join(out, 'state/durable-objects'))).filter((name) =>
    /^[0-9a-f]{64}\.sqlite$/.test(name),
  );
  expect(files.length).toBeLessThanOrEqual(32);
});
