// Many accounts in one object: none sees another, and what is answered is kept when the process is killed.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKey, revokeKey } from '#compiler/serve/keys.ts';
import { accountFiles, freePort } from '#compiler/serve/serve.ts';
import { openAccounts } from '#server/keys/account.ts';
import { linkMinutes, mailsPerHour, openLinkRecords } from '#server/keys/link-record.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { startWritten } from './runtimes.ts';
import { createSqliteStorage } from './sqlite-storage.ts';

const at = '2026-01-01T00:00:00Z';
const now = 1_700_000_000_000;

test('two accounts of an object: what happens to the key of one leaves the other alone', () => {
  const accounts = openAccounts(createSqliteStorage());
  const [ana, ben] = [accounts.of('ana'), accounts.of('ben')];
  ana.replace('a1', 60, at);
  ben.replace('b1', 7, at);
  expect([ana.liveHash(), ben.liveHash()]).toEqual(['a1', 'b1']);
  ana.replace('a2', 60, at);
  expect(['a1', 'a2', 'b1'].map((hash) => accounts.of('anybody').check(hash).state)).toEqual(['replaced', 'live', 'live']);
  expect(ben.check('b1')).toEqual({ state: 'live', perMinute: 7 });
  // Found live by another record of the same object just before.
  expect(accounts.of('ben').revoke(at)).toBe(true);
  expect(ben.check('b1')).toEqual({ state: 'revoked' });
  expect([ben.revoke(at), ana.liveHash()]).toEqual([false, 'a2']);
  ana.erase();
  expect([accounts.isEmpty(), ana.check('a2').state, ben.check('b1').state]).toEqual([false, 'unknown', 'revoked']);
});

test('two accounts of an object: each has its own links and its own mails of the hour', () => {
  const links = openLinkRecords(createSqliteStorage());
  const [ana, ben] = [links.of('ana'), links.of('ben')];
  for (let mail = 0; mail < mailsPerHour; mail++) expect(ana.add('issue', `a ${mail}`, now)).toBe(true);
  expect([ana.add('issue', 'too many', now), ben.add('issue', 'b', now)]).toEqual([false, true]);
  expect([ana.stands('issue', 'b', now), ben.stands('issue', 'b', now), ben.use('issue', 'a 2', now)]).toEqual([false, true, false]);
  expect([ben.use('issue', 'b', now), ana.stands('issue', 'a 2', now)]).toEqual([true, true]);
  expect([links.sweep(now + 1), links.sweep(now + linkMinutes * 60_000)]).toEqual([false, true]);
});

test('no restart and no kill brings back a key that has ended, or loses one that was shown', async () => {
  const out = temporaryDirectory();
  const options = { out, state: join(out, 'state'), listen: `127.0.0.1:${await freePort(0)}` };
  let { server, administration } = await startWritten(options);
  const issue = (name: string) => createKey(administration, { name, perMinute: 1000 });
  const [live, replaced, revoked] = [await issue('live'), await issue('replaced'), await issue('revoked')];
  const successor = await issue('replaced');
  await revokeKey(administration, revoked.account);
  const statuses = (keys: readonly { readonly key: string }[]) =>
    Promise.all(
      keys.map(async ({ key }) => (await fetch(`${administration.url}/v1/occupations`, { headers: { 'X-API-Key': key } })).status),
    );
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await server.stop(signal);
    ({ server, administration } = await startWritten(options));
    expect(await statuses([live, replaced, successor, revoked])).toEqual([200, 401, 200, 401]);
  }
  const fresh = await Promise.all(Array.from({ length: 100 }, (_, number) => issue(`fresh ${number}`)));
  await server.stop('SIGKILL');
  ({ server, administration } = await startWritten(options));
  expect(new Set(await statuses(fresh))).toEqual(new Set([200]));
  await server.stop();
  const files = readdirSync(accountFiles(join(options.state, 'durable-objects'))).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  expect(files.length).toBeLessThanOrEqual(32);
});
