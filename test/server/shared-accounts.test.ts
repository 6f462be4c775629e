// Many accounts in one object: none sees another, keys of a version that gave each account its own object keep working, and what is
// answered is kept when the process is killed.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, revokeKey } from '#compiler/serve/keys.ts';
import { accountFiles, freePort, serve } from '#compiler/serve/serve.ts';
import { openAccounts } from '#server/account.ts';
import { linkMinutes, mailsPerHour, openLinkRecords } from '#server/sign-up/link-record.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { writeDataDirectory } from './fixture.ts';
import { startWritten } from './runtimes.ts';
import { createSqliteStorage } from './sqlite-storage.ts';

let data: Awaited<ReturnType<typeof writeDataDirectory>>;
beforeAll(async () => {
  data = await writeDataDirectory();
});
afterAll(() => data.remove());

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
  expect([ana.isEmpty(), ben.isEmpty(), accounts.isEmpty(), ana.check('a2').state]).toEqual([true, false, false, 'unknown']);
});

test('two accounts of an object: each has its own links and its own mails of the hour', () => {
  const links = openLinkRecords(createSqliteStorage());
  const [ana, ben] = [links('ana'), links('ben')];
  for (let mail = 0; mail < mailsPerHour; mail++) expect(ana.add('issue', `a ${mail}`, now)).toBe(true);
  expect([ana.add('issue', 'too many', now), ben.add('issue', 'b', now)]).toEqual([false, true]);
  expect([ana.stands('issue', 'b', now), ben.stands('issue', 'b', now), ben.use('issue', 'a 2', now)]).toEqual([false, true, false]);
  expect([ben.use('issue', 'b', now), ana.stands('issue', 'a 2', now)]).toEqual([true, true]);
  expect([ana.sweep(now + 1), ana.sweep(now + linkMinutes * 60_000)]).toEqual([false, true]);
});

test('the tables of an earlier version, which held one account, are read and written on', () => {
  const storage = createSqliteStorage();
  for (const statement of [
    `CREATE TABLE keys (hash TEXT PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('live', 'replaced', 'revoked')), per_minute INTEGER NOT NULL, created TEXT NOT NULL, ended TEXT) WITHOUT ROWID`,
    `CREATE UNIQUE INDEX one_live_key ON keys (state) WHERE state = 'live'`,
    `CREATE TABLE links (purpose TEXT PRIMARY KEY CHECK (purpose IN ('issue', 'forget')), hash TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID`,
    'CREATE TABLE mails (at INTEGER NOT NULL)',
    `INSERT INTO keys VALUES ('old', 'replaced', 60, '${at}', '${at}'), ('live', 'live', 7, '${at}', NULL)`,
    `INSERT INTO links VALUES ('forget', 'link', ${now + 60_000})`,
    `INSERT INTO mails VALUES (${now})`,
  ])
    storage.sql.exec(statement);
  // Twice, as after an idle time.
  for (const _ of [1, 2]) {
    const account = openAccounts(storage).of('');
    const links = openLinkRecords(storage)('');
    expect([account.check('old'), account.check('live')]).toEqual([{ state: 'replaced' }, { state: 'live', perMinute: 7 }]);
    expect([links.stands('forget', 'link', now), links.kept().mails]).toEqual([true, [{ at: now }]]);
  }
  const account = openAccounts(storage).of('');
  account.replace('new', 60, at);
  expect([account.check('live').state, account.check('new').state]).toEqual(['replaced', 'live']);
  expect(openLinkRecords(storage)('').add('issue', 'another', now)).toBe(true);
});

test('keys of accounts that had an object each work on, and no restart and no kill brings back one that has ended since', async () => {
  const out = temporaryDirectory();
  const state = join(out, 'state');
  const before = await serve({ data: data.path, state, port: 0, limits: 'durable-object' });
  const issue = (name: string) => createKey(before.administration, { name, perMinute: 1000 });
  const [live, replaced, revoked, untouched] = [await issue('live'), await issue('replaced'), await issue('revoked'), await issue('later')];
  const successor = await issue('replaced');
  await revokeKey(before.administration, revoked.account);
  await before.close();
  const files = () => readdirSync(accountFiles(join(state, 'durable-objects'))).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const alone = files();

  const options = { out, data: data.path, state, listen: `127.0.0.1:${await freePort(0)}`, sample: true };
  let { server, administration } = await startWritten(options, secretsOf(state));
  expect(administration.secret).toBe(before.administration.secret);
  const statuses = (keys: readonly { readonly key: string }[]) =>
    Promise.all(
      keys.map(async ({ key }) => (await fetch(`${administration.url}/v1/occupations`, { headers: { 'X-API-Key': key } })).status),
    );
  // Several at once for an account that moves.
  expect(await statuses([live, live, live, replaced, successor, revoked])).toEqual([200, 200, 200, 401, 200, 401]);
  await revokeKey(administration, live.account);
  // Replaced and not yet asked for here.
  const later = await createKey(administration, { name: 'later', perMinute: 1000 });
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await server.stop(signal);
    ({ server, administration } = await startWritten(options));
    expect(await statuses([live, replaced, successor, revoked, untouched, later])).toEqual([401, 401, 200, 401, 401, 200]);
  }
  const fresh = await Promise.all(
    Array.from({ length: 100 }, (_, number) => createKey(administration, { name: `fresh ${number}`, perMinute: 1000 })),
  );
  await server.stop('SIGKILL');
  ({ server, administration } = await startWritten(options));
  expect(new Set(await statuses(fresh))).toEqual(new Set([200]));
  await server.stop();

  // A new account takes no file of its own, and of the moved ones nothing is left in theirs.
  const folder = accountFiles(join(state, 'durable-objects'));
  expect(files().length - alone.length).toBeLessThanOrEqual(32);
  const tables = alone.map((file) => tablesIn(join(folder, file)));
  // The account of the local user was never asked for.
  expect(tables.filter((names) => names.length > 0)).toHaveLength(1);
});

function secretsOf(state: string): Record<string, string> {
  const kept: Record<string, string> = JSON.parse(readFileSync(join(state, 'secrets.json'), 'utf8'));
  return kept;
}

function tablesIn(file: string): unknown[] {
  const database = new DatabaseSync(file);
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'").all();
  database.close();
  return names;
}
