// SQLite says nothing when it leaves out damaged records of its log; doctor does, and the server's
// log tells of a key that was lost so.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { faultOfLog } from '#compiler/operations/account-files.ts';
import { examineMachine } from '#compiler/operations/doctor.ts';
import { createKeyFormat } from '#server/keys/key-format.ts';
import { createKeys } from '#server/keys/keys.ts';
import { accountsInMemory } from '../server/runtimes.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const pageBytes = 4096;
const frameBytes = 24 + pageBytes;

/**
 * A state directory with one account of three transactions, as they lie on disk while the service
 * runs.
 */
function stateWithAccount(): { state: string; wal: string } {
  const state = temporaryDirectory();
  const folder = join(state, 'durable-objects/labour-market-information-Account');
  mkdirSync(folder, { recursive: true });
  const open = join(temporaryDirectory(), 'open.sqlite');
  const file = join(folder, `${'a'.repeat(64)}.sqlite`);
  const database = new DatabaseSync(open);
  database.exec(
    `PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL; CREATE TABLE keys (hash TEXT)`,
  );
  for (const hash of ['one', 'two']) database.prepare('INSERT INTO keys VALUES (?)').run(hash);
  for (const end of ['', '-wal']) copyFileSync(`${open}${end}`, `${file}${end}`);
  database.close();
  return { state, wal: `${file}-wal` };
}

const doctor = (state: string) =>
  examineMachine({
    directory: temporaryDirectory(),
    state,
    sources: [],
    environment: {},
    now: new Date(),
  }).filter(({ what }) => what.includes('.sqlite-wal'));

test.each([
  ['nothing', null, null],
  ['its header', 4, /its header is damaged, so SQLite reads nothing of it/],
  [
    'a page in its middle',
    32 + 24 + 100,
    /record 1 is damaged or was cut short, so SQLite leaves out it and \d after it/,
  ],
  ['its last page', -10, /record \d is damaged or was cut short, so SQLite leaves out it$/],
])('doctor says that a damaged byte of %s loses keys', (_, place, told) => {
  const { state, wal } = stateWithAccount();
  const bytes = readFileSync(wal);
  expect((bytes.length - 32) % frameBytes).toBe(0);
  if (place !== null) {
    const at = place < 0 ? bytes.length + place : place;
    bytes[at] = (bytes[at] ?? 0) ^ 0x40;
  }
  writeFileSync(wal, bytes);
  const repair = expect.stringContaining('restore the state directory from a backup');
  expect(doctor(state)).toEqual(
    told === null ? [] : [{ level: 'fail', what: expect.stringMatching(told), repair }],
  );
});

test('a log that ends in the middle of a record is told, and one without a record is not', () => {
  const bytes = readFileSync(stateWithAccount().wal);
  expect(faultOfLog(bytes.subarray(0, 32 + frameBytes + 1000))).toBe(
    'ends in the middle of a record',
  );
  expect([faultOfLog(bytes.subarray(0, 32)), faultOfLog(bytes.subarray(0, 0))]).toEqual([
    null,
    null,
  ]);
  expect(faultOfLog(Buffer.from('x'.repeat(100)))).toBe('does not begin like a write-ahead log');
});

test('a key of ours that its account does not know is told to the operator, once a minute, and says nothing of whose it is', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const format = createKeyFormat({ current: 'first', previous: null, account: 'account' });
  const account = await format.accountOf('ana');
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
