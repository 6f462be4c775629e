// One account's record in a Durable Object's SQLite storage: the hashes of the live key and of earlier keys, and the log of answers. It
// uses SQLite through a small port, so that only worker.ts imports the platform.
import type { HashVerdict } from './keys.ts';
import { type Allowance, type AnswerLog, takeFrom } from './limits.ts';

type SqlValue = string | number | null | ArrayBuffer;

/** The part of a Durable Object's storage that an account uses. */
export interface AccountStorage {
  readonly sql: { exec(statement: string, ...values: (string | number | null)[]): Iterable<Record<string, SqlValue>> };
  transactionSync<Result>(body: () => Result): Result;
}

export interface AccountRecord {
  check(hash: string): HashVerdict;
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
  sql.exec('CREATE TABLE IF NOT EXISTS answers (at INTEGER NOT NULL)');
  sql.exec('CREATE INDEX IF NOT EXISTS answers_by_instant ON answers (at)');
  const log = openSqlLog(storage);

  const end = (state: 'replaced' | 'revoked', at: string): boolean =>
    first(sql.exec("UPDATE keys SET state = ?, ended = ? WHERE state = 'live' RETURNING hash", state, at)) !== null;

  return {
    check(hash) {
      const row = first(sql.exec('SELECT state, per_minute FROM keys WHERE hash = ?', hash));
      if (row === null) return { state: 'unknown' };
      const { state, per_minute: perMinute } = row;
      if (state === 'live' && typeof perMinute === 'number') return { state, perMinute };
      return { state: state === 'revoked' ? 'revoked' : 'replaced' };
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
    take: (perMinute, now) => storage.transactionSync(() => takeFrom(log, perMinute, now)),
    isEmpty: () => first(sql.exec('SELECT hash FROM keys LIMIT 1')) === null,
    erase: () =>
      storage.transactionSync(() => {
        [...sql.exec('DELETE FROM keys')];
        [...sql.exec('DELETE FROM answers')];
      }),
  };
}

/** The log in storage, written on every request, because an object loses its memory after ten idle seconds. */
function openSqlLog({ sql }: AccountStorage): AnswerLog {
  return {
    forget: (upTo) => void [...sql.exec('DELETE FROM answers WHERE at <= ?', upTo)],
    add: (at) => void [...sql.exec('INSERT INTO answers (at) VALUES (?)', at)],
    count: () => numberOf(first(sql.exec('SELECT COUNT(*) AS number FROM answers'))),
    at: (place) => numberOf(first(sql.exec('SELECT at AS number FROM answers ORDER BY at LIMIT 1 OFFSET ?', place))),
    moveBack: (milliseconds) => void [...sql.exec('UPDATE answers SET at = at - ?', milliseconds)],
  };
}

function first(rows: Iterable<Record<string, SqlValue>>): Record<string, SqlValue> | null {
  return [...rows][0] ?? null;
}

function numberOf(row: Record<string, SqlValue> | null): number {
  const number = row?.['number'];
  if (typeof number !== 'number') throw new Error('the log of answers gave no number');
  return number;
}
