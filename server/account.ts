// One account's record in a Durable Object's SQLite storage: the hashes of the live key and of earlier keys, and the log of answers. It
// uses SQLite through a small port, so that only worker.ts imports the platform.
import type { HashVerdict } from './keys.ts';
import { type Allowance, type AnswerLog, createMemoryLog, createQueue, takeFrom } from './limits.ts';

type SqlValue = string | number | null | ArrayBuffer;

/** The part of a Durable Object's storage that an account uses. */
export interface AccountStorage {
  readonly sql: { exec(statement: string, ...values: (string | number | null)[]): Iterable<Record<string, SqlValue>> };
  transactionSync<Result>(body: () => Result): Result;
}

export interface AccountRecord {
  check(hash: string): HashVerdict;
  /** Checks the hash and, if its key is live, takes one answer out of the account's window. */
  answer(hash: string, now: number): HashVerdict;
  /** The hash of the live key; null if there is none. */
  liveHash(): string | null;
  replace(hash: string, perMinute: number, at: string): void;
  revoke(at: string): boolean;
  take(perMinute: number, now: number): Allowance;
  /** Whether the account has no key, live or ended. */
  isEmpty(): boolean;
  /** Removes the keys and the log of answers, so that no trace of the account remains. */
  erase(): void;
}

export function openAccount(storage: AccountStorage): AccountRecord {
  const { sql } = storage;
  // Replaced and revoked hashes stay, so that 401 can say what happened to a key. The unique index allows at most one live key.
  sql.exec(`CREATE TABLE IF NOT EXISTS keys (
    hash TEXT PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('live', 'replaced', 'revoked')), per_minute INTEGER NOT NULL, created TEXT NOT NULL, ended TEXT
  ) WITHOUT ROWID`);
  sql.exec(`CREATE UNIQUE INDEX IF NOT EXISTS one_live_key ON keys (state) WHERE state = 'live'`);
  // Storage is the truth, and this memory is read from it anew after every failure.
  let live: { readonly hash: string; readonly perMinute: number } | null = null;
  let log: AnswerLog | null = null;

  const end = (state: 'replaced' | 'revoked', at: string): boolean => {
    live = null;
    return first(sql.exec("UPDATE keys SET state = ?, ended = ? WHERE state = 'live' RETURNING hash", state, at)) !== null;
  };

  const check = (hash: string): HashVerdict => {
    if (live?.hash === hash) return { state: 'live', perMinute: live.perMinute };
    const row = first(sql.exec('SELECT state, per_minute FROM keys WHERE hash = ?', hash));
    if (row === null) return { state: 'unknown' };
    const { state, per_minute: perMinute } = row;
    if (state !== 'live' || typeof perMinute !== 'number') return { state: state === 'revoked' ? 'revoked' : 'replaced' };
    live = { hash, perMinute };
    return { state, perMinute };
  };

  const take = (perMinute: number, now: number): Allowance => {
    try {
      return takeFrom((log ??= openSqlLog(storage)), perMinute, now);
    } catch (error) {
      log = null;
      throw error;
    }
  };

  return {
    check,
    answer(hash, now) {
      const verdict = check(hash);
      return verdict.state === 'live' ? { ...verdict, allowance: take(verdict.perMinute, now) } : verdict;
    },
    liveHash() {
      const hash = first(sql.exec("SELECT hash FROM keys WHERE state = 'live'"))?.['hash'];
      return typeof hash === 'string' ? hash : null;
    },
    replace: (hash, perMinute, at) =>
      storage.transactionSync(() => {
        end('replaced', at);
        [...sql.exec("INSERT INTO keys (hash, state, per_minute, created) VALUES (?, 'live', ?, ?)", hash, perMinute, at)];
      }),
    revoke: (at) => storage.transactionSync(() => end('revoked', at)),
    take,
    isEmpty: () => first(sql.exec('SELECT hash FROM keys LIMIT 1')) === null,
    erase() {
      [live, log] = [null, null];
      storage.transactionSync(() => {
        [...sql.exec('DELETE FROM keys')];
        [...sql.exec('DROP TABLE IF EXISTS answers')];
      });
    },
  };
}

/**
 * The log in storage, because an object loses its memory after ten idle seconds. The rows are read once. After that, memory counts them, and
 * an answer writes one row: the row of an answer that has left the window, or a new one.
 */
function openSqlLog({ sql }: AccountStorage): AnswerLog {
  sql.exec('CREATE TABLE IF NOT EXISTS answers (at INTEGER NOT NULL)');
  // Earlier versions ordered the log by an index, which doubled the rows written.
  sql.exec('DROP INDEX IF EXISTS answers_by_instant');
  const instants = createMemoryLog();
  // The rows of these instants, in the same order, the rows that the next answers can take, and the highest row number.
  const rows = createQueue<number>();
  let free: number[] = [];
  let highest = 0;
  const stored = [...sql.exec('SELECT rowid AS row, at FROM answers')].map(({ row, at }) => ({ row: numberOf(row), at: numberOf(at) }));
  for (const { row, at } of stored.sort((one, other) => one.at - other.at)) {
    instants.add(at);
    rows.push(row);
    highest = Math.max(highest, row);
  }

  return {
    forget(upTo) {
      instants.forget(upTo);
      while (rows.length() > instants.count()) free.push(rows.shift());
      // Two rows written, however long the log was. Otherwise its instants would stay until as many answers had taken their rows.
      if (rows.length() === 0 && free.length > 2) {
        [...sql.exec('DROP TABLE answers')];
        [...sql.exec('CREATE TABLE answers (at INTEGER NOT NULL)')];
        free = [];
        highest = 0;
      }
    },
    add(at) {
      let row = free.pop();
      if (row === undefined) {
        row = ++highest;
        [...sql.exec('INSERT INTO answers (rowid, at) VALUES (?, ?)', row, at)];
      } else [...sql.exec('UPDATE answers SET at = ? WHERE rowid = ?', at, row)];
      instants.add(at);
      rows.push(row);
    },
    count: instants.count,
    at: instants.at,
    moveBack(milliseconds) {
      [...sql.exec('UPDATE answers SET at = at - ?', milliseconds)];
      instants.moveBack(milliseconds);
    },
  };
}

function first(rows: Iterable<Record<string, SqlValue>>): Record<string, SqlValue> | null {
  return [...rows][0] ?? null;
}

function numberOf(value: SqlValue | undefined): number {
  if (typeof value !== 'number') throw new Error('the log of answers gave no number');
  return value;
}
