// The record of accounts in a Durable Object's SQLite storage: the hashes of each account's live key and of earlier keys, and the log of
// answers. It uses SQLite through a small port, so that only worker.ts imports the platform.
import type { HashVerdict, ListedKey } from './accounts.ts';
import { type AnswerLog, createMemoryLog, createQueue, takeFrom } from './limits.ts';
import type { Allowance } from '../http/rate-limit.ts';

type SqlValue = string | number | null | ArrayBuffer;
export type SqlRow = Record<string, SqlValue>;

/** The part of a Durable Object's storage that an account uses. */
export interface AccountStorage {
  readonly sql: { exec(statement: string, ...values: (string | number | null)[]): Iterable<SqlRow> };
  transactionSync<Result>(body: () => Result): Result;
}

export type AccountRecord = ReturnType<typeof openRecord>;

/** The records of an object's accounts. Only an object that holds one account may count answers: there is one log. */
export function openAccounts(storage: AccountStorage): { of(account: string): AccountRecord; isEmpty(): boolean } {
  const { sql } = storage;
  // Replaced and revoked hashes stay, so that 401 can say what happened to a key. The unique index allows at most one live key of an account.
  sql.exec(`CREATE TABLE IF NOT EXISTS keys (
    hash TEXT PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('live', 'replaced', 'revoked')), per_minute INTEGER NOT NULL, created TEXT NOT NULL, ended TEXT,
    account TEXT NOT NULL
  ) WITHOUT ROWID`);
  sql.exec(`CREATE UNIQUE INDEX IF NOT EXISTS one_live_key_each ON keys (account) WHERE state = 'live'`);
  sql.exec('CREATE INDEX IF NOT EXISTS keys_by_account ON keys (account)');
  const memory: Memory = { live: null, log: null };
  return {
    of: (account) => openRecord(storage, memory, account),
    isEmpty: () => first(sql.exec('SELECT hash FROM keys LIMIT 1')) === null,
  };
}

/** What an object remembers. Storage is the truth: this is read from it, and read again after every failure and every change. */
interface Memory {
  live: { readonly hash: string; readonly perMinute: number } | null;
  log: AnswerLog | null;
}

function openRecord(storage: AccountStorage, memory: Memory, account: string) {
  const { sql } = storage;
  const end = (state: 'replaced' | 'revoked', at: string): boolean => {
    memory.live = null;
    const statement = "UPDATE keys SET state = ?, ended = ? WHERE account = ? AND state = 'live' RETURNING hash";
    return first(sql.exec(statement, state, at, account)) !== null;
  };

  const check = (hash: string): HashVerdict => {
    if (memory.live?.hash === hash) return { state: 'live', perMinute: memory.live.perMinute };
    const row = first(sql.exec('SELECT state, per_minute FROM keys WHERE hash = ?', hash));
    if (row === null) return { state: 'unknown' };
    const { state, per_minute: perMinute } = row;
    if (state !== 'live' || typeof perMinute !== 'number') return { state: state === 'revoked' ? 'revoked' : 'replaced' };
    memory.live = { hash, perMinute };
    return { state, perMinute };
  };

  const take = (perMinute: number, now: number): Allowance => {
    try {
      return takeFrom((memory.log ??= openSqlLog(storage)), perMinute, now);
    } catch (error) {
      memory.log = null;
      throw error;
    }
  };

  return {
    check,
    /** Checks the hash and, if its key is live, takes one answer out of the account's window. */
    answer(hash: string, now: number): HashVerdict {
      const verdict = check(hash);
      return verdict.state === 'live' ? { ...verdict, allowance: take(verdict.perMinute, now) } : verdict;
    },
    /** The hash of the live key; null if there is none. */
    liveHash(): string | null {
      const hash = first(sql.exec("SELECT hash FROM keys WHERE account = ? AND state = 'live'", account))?.['hash'];
      return typeof hash === 'string' ? hash : null;
    },
    replace: (hash: string, perMinute: number, at: string): void =>
      storage.transactionSync(() => {
        end('replaced', at);
        [
          ...sql.exec(
            "INSERT INTO keys (account, hash, state, per_minute, created) VALUES (?, ?, 'live', ?, ?)",
            account,
            hash,
            perMinute,
            at,
          ),
        ];
      }),
    revoke: (at: string): boolean => storage.transactionSync(() => end('revoked', at)),
    take,
    /** Removes the keys and the log of answers, so that no trace of the account remains. */
    erase(): void {
      memory.live = null;
      memory.log = null;
      storage.transactionSync(() => {
        [...sql.exec('DELETE FROM keys WHERE account = ?', account)];
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

function first(rows: Iterable<SqlRow>): SqlRow | null {
  return [...rows][0] ?? null;
}

function numberOf(value: SqlValue | undefined): number {
  if (typeof value !== 'number') throw new Error('the log of answers gave no number');
  return value;
}

/** The list of keys that the administrator has made, in one Durable Object's storage. It holds names, no addresses. */
export function openAccountIndex({ sql }: AccountStorage) {
  sql.exec('CREATE TABLE IF NOT EXISTS accounts (account TEXT PRIMARY KEY, created TEXT NOT NULL, entry TEXT NOT NULL) WITHOUT ROWID');
  return {
    put: (entry: ListedKey): void => {
      const statement = 'INSERT OR REPLACE INTO accounts (account, created, entry) VALUES (?, ?, ?)';
      [...sql.exec(statement, entry.account, entry.createdAt, JSON.stringify(entry))];
    },
    remove: (account: string): void => void [...sql.exec('DELETE FROM accounts WHERE account = ?', account)],
    list: (): ListedKey[] =>
      [...sql.exec('SELECT entry FROM accounts ORDER BY created, account')].map(({ entry }) => {
        const listed: ListedKey = JSON.parse(String(entry));
        return listed;
      }),
  };
}
