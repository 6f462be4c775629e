// The limiter's suite over both adapters, and what holds for the one in memory alone.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountStorage, openAccounts } from '#server/keys/account.ts';
import { createMemoryLimits } from '#server/keys/limits.ts';
import type { Allowance } from '#server/http/rate-limit.ts';
import { type ClockedLimits, addLimitsTests } from './limits.ts';
import { createSqliteStorage } from './sqlite-storage.ts';

const openAccount = (storage: AccountStorage) => openAccounts(storage).of('one');

describe('in memory', () => {
  addLimitsTests(clockedMemory, { runs: 200 });

  test('accounts idle for a window are forgotten', async () => {
    let now = 0;
    const limits = createMemoryLimits(() => now);
    for (let account = 0; account < 1000; account++) await limits.take(`account ${account}`, 60);
    now = 59_999;
    await limits.take('busy', 60);
    expect(limits.accounts()).toBe(1001);
    now = 120_000;
    await limits.take('another', 60);
    expect(limits.accounts()).toBe(1);
  });

  test('a busy account is exact over 100,000 answers', async () => {
    let now = 0;
    const limits = createMemoryLimits(() => now);
    let allowed = 0;
    for (let turn = 0; turn < 100_000; turn++) {
      now += 10;
      if ((await limits.take('busy', 5000))?.allowed === true) allowed++;
    }
    // One request every 10 ms for 1,000 s: sixteen whole windows of 5,000 answers, and the first 40 s of the seventeenth.
    expect(allowed).toBe(16 * 5000 + 4000);
  });
});

test('an account whose answers were written a day ahead recovers within a window after a restart', () => {
  const storage = createSqliteStorage();
  const [today, day] = [1_700_000_000_000, 86_400_000];
  const before = openAccount(storage);
  for (let turn = 0; turn < 3; turn++) before.take(3, today + day + turn * 1000);
  const after = openAccount(storage);
  expect(after.take(3, today)).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 58 });
  expect(after.take(3, today + 58_000)).toMatchObject({ allowed: true });
  expect(after.take(3, today + 120_000)).toMatchObject({ allowed: true, remaining: 2 });
});

describe('in storage, by an object that may lose its memory before each answer', () => {
  addLimitsTests(clockedStorage, { runs: 60 });

  test('an answer writes one row, a refusal none, and a log whose answers have all expired is left behind with two', () => {
    const storage = createSqliteStorage();
    const statements: string[] = [];
    const exec: typeof storage.sql.exec = (statement, ...values) => {
      statements.push(statement);
      return storage.sql.exec(statement, ...values);
    };
    const account = openAccount({ ...storage, sql: { exec } });
    account.replace('hash', 60, '2026-01-01T00:00:00Z');
    account.answer('hash', 0);
    const writtenBy = (ask: () => unknown): string[] => {
      statements.length = 0;
      ask();
      return [...statements];
    };
    const insert = ['INSERT INTO answers (rowid, at) VALUES (?, ?)'];
    const update = ['UPDATE answers SET at = ? WHERE rowid = ?'];
    for (let turn = 1; turn < 60; turn++) expect(writtenBy(() => account.answer('hash', turn * 1000))).toEqual(insert);
    expect(writtenBy(() => account.answer('hash', 59_500))).toEqual([]);
    for (let turn = 60; turn < 200; turn++) expect(writtenBy(() => account.answer('hash', turn * 1000))).toEqual(update);
    expect(writtenBy(() => account.answer('hash', 300_000))).toEqual([
      'DROP TABLE answers',
      'CREATE TABLE answers (at INTEGER NOT NULL)',
      ...insert,
    ]);
    expect([...storage.sql.exec('SELECT at FROM answers')]).toEqual([{ at: 300_000 }]);
    expect(writtenBy(() => account.answer('hash', 400_000))).toEqual(update);
  });

  test('after a write that fails the account reads its log again, and counts no answer that was not written', () => {
    const storage = createSqliteStorage();
    let fails = false;
    const exec: typeof storage.sql.exec = (statement, ...values) => {
      if (fails && /^(INSERT|UPDATE)/.test(statement)) throw new Error('the disk is full');
      return storage.sql.exec(statement, ...values);
    };
    const account = openAccount({ ...storage, sql: { exec } });
    for (const turn of [0, 1]) account.take(2, turn * 40_000);
    for (const now of [60_000, 70_000]) {
      fails = true;
      expect(() => account.take(2, now)).toThrow('the disk is full');
      fails = false;
    }
    expect(account.take(2, 80_000)).toMatchObject({ allowed: true, remaining: 0 });
    expect(account.take(2, 80_001)).toMatchObject({ allowed: false, resetSeconds: 20 });
  });
});

test('of accounts that came before the clock was set back none is remembered for ever', async () => {
  let now = 3_600_000;
  const limits = createMemoryLimits(() => now);
  for (let account = 0; account < 10; account++) await limits.take(`account ${account}`, 60);
  now = 0;
  await limits.take('another', 60);
  now = 120_000;
  await limits.take('another', 60);
  expect(limits.accounts()).toBe(1);
});

describe('in a Durable Object of a real workerd', () => {
  let miniflare: Miniflare;

  beforeAll(async () => {
    const entry = fileURLToPath(new URL('limits-worker.ts', import.meta.url));
    const bundle = await build({ entryPoints: [entry], bundle: true, write: false, format: 'esm', platform: 'neutral' });
    miniflare = new Miniflare({
      modules: [{ type: 'ESModule', path: 'worker.js', contents: bundle.outputFiles[0]?.text ?? '' }],
      compatibilityDate: '2026-04-01',
      cf: false,
      telemetry: { enabled: false },
      durableObjects: { ACCOUNTS: { className: 'ClockedAccount', useSQLite: true } },
    });
    await miniflare.ready;
  });
  afterAll(() => miniflare.dispose());

  const overHttp: ClockedLimits = {
    async take(account, perMinute, now) {
      const response = await miniflare.dispatchFetch(`http://localhost/${encodeURIComponent(account)}?perMinute=${perMinute}&now=${now}`);
      const allowance: Allowance = JSON.parse(await response.text());
      return allowance;
    },
  };
  addLimitsTests(() => overHttp, { runs: 30 });
});

function clockedMemory(): ClockedLimits {
  let instant = 0;
  const limits = createMemoryLimits(() => instant);
  return {
    async take(account, perMinute, now) {
      instant = now;
      const allowance = await limits.take(account, perMinute);
      if (allowance === null) throw new Error('the limiter in memory always limits');
      return allowance;
    },
  };
}

/** Reads the log anew for every second answer, as after an idle time. */
function clockedStorage(): ClockedLimits {
  const storages = new Map<string, ReturnType<typeof createSqliteStorage>>();
  const open = new Map<string, ReturnType<typeof openAccount>>();
  return {
    async take(account, perMinute, now) {
      const storage = storages.get(account) ?? createSqliteStorage();
      storages.set(account, storage);
      const record = open.get(account) ?? openAccount(storage);
      if (!open.delete(account)) open.set(account, record);
      return record.take(perMinute, now);
    },
  };
}
