// Accounts in a Durable Object's SQLite storage: the hashes of keys and mailed links, the mails of
// the last hour and the log of answers. It uses SQLite through a small port, so that only worker.ts
// imports the platform.
import type { Allowance } from '../http/rate-limit.ts';
import { type KeyMemory, type StoredLog, takeFrom } from './limits.ts';

type SqlValue = string | number | null | ArrayBuffer;

/** The part of a Durable Object's storage that accounts use. */
export interface AccountStorage {
  readonly sql: {
    exec(
      statement: string,
      ...values: (string | number | null)[]
    ): Iterable<Record<string, SqlValue>>;
  };
  transactionSync<Result>(body: () => Result): Result;
}

/** The state of the key with a hash. An answer to a live key has been counted. */
export type HashVerdict =
  | { readonly state: 'live'; readonly allowance: Allowance }
  | { readonly state: 'unknown' | 'replaced' | 'revoked' };

/**
 * `issue`: the link's button shows a new key. `forget`: it removes everything kept about the
 * address.
 */
export type LinkPurpose = 'issue' | 'forget';

/**
 * A key in the administrator's list. `fingerprint` is the beginning of its SHA-256: enough to
 * recognise a key, useless as one.
 */
export interface ListedKey {
  readonly account: string;
  readonly name: string;
  /** How many answers it gets in any 60 seconds. */
  readonly perMinute: number;
  readonly createdAt: string;
  readonly fingerprint: string;
}

/** How long a link lives. */
export const linkMinutes = 60;

/**
 * The most mails that one address gets in an hour, whoever asks. Enough for a person who lost one,
 * too few to be a nuisance.
 */
export const mailsPerHour = 3;

const minute = 60_000;

// Replaced and revoked hashes stay, so that 401 can say what happened to a key. The unique index
// allows at most one live key of an account.
const tables = [
  `CREATE TABLE IF NOT EXISTS keys (
    hash TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('live', 'replaced', 'revoked')),
    per_minute INTEGER NOT NULL,
    created TEXT NOT NULL,
    ended TEXT,
    account TEXT NOT NULL
  ) WITHOUT ROWID`,
  `CREATE UNIQUE INDEX IF NOT EXISTS one_live_key_each ON keys (account) WHERE state = 'live'`,
  'CREATE INDEX IF NOT EXISTS keys_by_account ON keys (account)',
  `CREATE TABLE IF NOT EXISTS links (
    account TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('issue', 'forget')),
    hash TEXT NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (account, purpose)
  ) WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS mails (at INTEGER NOT NULL, account TEXT NOT NULL)',
];

/**
 * The accounts of one object. `at` is an ISO 8601 instant, `now` is in milliseconds. `memory` is
 * what the one process that answers remembers of all accounts. Null: several processes answer, so
 * the object holds one account and counts its answers in storage.
 */
export class AccountStore {
  readonly #storage: AccountStorage;
  readonly #memory: KeyMemory | null;
  // A copy of the log in storage, read again after a failure.
  #log: SqlLog | null = null;

  constructor(storage: AccountStorage, memory: KeyMemory | null) {
    this.#storage = storage;
    this.#memory = memory;
    for (const table of tables) this.#run(table);
  }

  /** Runs a statement to its end. Returns its rows. */
  #run(statement: string, ...values: (string | number | null)[]) {
    return [...this.#storage.sql.exec(statement, ...values)];
  }

  /** Takes one answer out of the account's window if the hash is of a live key. */
  check(account: string, hash: string, now = Date.now()): HashVerdict {
    const [row] = this.#run('SELECT state, per_minute FROM keys WHERE hash = ?', hash);
    if (row === undefined) return { state: 'unknown' };
    const perMinute = Number(row['per_minute']);
    if (row['state'] !== 'live')
      return { state: row['state'] === 'revoked' ? 'revoked' : 'replaced' };
    this.#memory?.live.keep(account, { hash, perMinute });
    return {
      state: 'live',
      allowance:
        this.#memory?.limits.take(account, perMinute) ?? this.countInStorage(perMinute, now),
    };
  }

  /** Counts an answer in storage. */
  countInStorage(perMinute: number, now: number): Allowance {
    try {
      this.#log ??= openSqlLog(this.#storage);
      return takeFrom(this.#log.instants, perMinute, now, this.#log);
    } catch (error) {
      this.#log = null;
      throw error;
    }
  }

  /** Makes the hash the live one. It replaces the previous live hash. */
  replace(account: string, hash: string, perMinute: number, at: string): void {
    this.#storage.transactionSync(() => {
      this.#endLiveKey(account, 'replaced', at);
      const statement =
        "INSERT INTO keys (account, hash, state, per_minute, created) VALUES (?, ?, 'live', ?, ?)";
      this.#run(statement, account, hash, perMinute, at);
    });
  }

  /** False if no key was live. */
  revoke(account: string, at: string): boolean {
    return this.#endLiveKey(account, 'revoked', at);
  }

  #endLiveKey(account: string, state: 'replaced' | 'revoked', at: string): boolean {
    this.#memory?.live.forget(account);
    const statement =
      "UPDATE keys SET state = ?, ended = ? WHERE account = ? AND state = 'live' RETURNING hash";
    return this.#run(statement, state, at, account).length > 0;
  }

  /**
   * Remembers a link before it is mailed, in place of an earlier one. False: the address has had
   * its mails of the hour, so send none.
   */
  addLink(account: string, purpose: LinkPurpose, hash: string, now: number): boolean {
    return this.#storage.transactionSync(() => {
      this.#deleteExpired(now);
      if (this.#run('SELECT at FROM mails WHERE account = ?', account).length >= mailsPerHour)
        return false;
      this.#run('INSERT INTO mails (account, at) VALUES (?, ?)', account, now);
      const statement =
        'INSERT OR REPLACE INTO links (account, purpose, hash, expires) VALUES (?, ?, ?, ?)';
      this.#run(statement, account, purpose, hash, now + linkMinutes * minute);
      return true;
    });
  }

  isLinkLive(account: string, purpose: LinkPurpose, hash: string, now: number): boolean {
    const statement =
      'SELECT hash FROM links WHERE account = ? AND purpose = ? AND hash = ? AND expires > ?';
    return this.#run(statement, account, purpose, hash, now).length > 0;
  }

  /** Uses a link up. False if it was used, replaced or has expired. */
  #useLink(account: string, purpose: LinkPurpose, hash: string, now: number): boolean {
    const statement =
      'DELETE FROM links WHERE account = ? AND purpose = ? AND hash = ? AND expires > ? ' +
      'RETURNING hash';
    return this.#run(statement, account, purpose, hash, now).length > 0;
  }

  /**
   * Uses the link up and makes `keyHash` the account's live key. The platform writes both or
   * neither, because the call awaits nothing. False if the link does not work.
   */
  redeem(
    account: string,
    linkHash: string,
    keyHash: string,
    perMinute: number,
    now: number,
  ): boolean {
    if (!this.#useLink(account, 'issue', linkHash, now)) return false;
    this.replace(account, keyHash, perMinute, new Date(now).toISOString());
    return true;
  }

  /**
   * Uses the link up and removes everything kept about the account but its mails, so that nobody
   * can flood the address. False if the link does not work.
   */
  forget(account: string, linkHash: string, now: number): boolean {
    return this.#storage.transactionSync(() => {
      if (!this.#useLink(account, 'forget', linkHash, now)) return false;
      this.#memory?.live.forget(account);
      this.#log = null;
      // Otherwise an older link would show a new key afterwards.
      for (const table of ['links', 'keys'])
        this.#run(`DELETE FROM ${table} WHERE account = ?`, account);
      this.#run('DROP TABLE IF EXISTS answers');
      return true;
    });
  }

  /**
   * Forgets expired links and mails. Returns what is left: `mails` for links or mails, else `keys`,
   * else null.
   */
  sweep(now: number): 'mails' | 'keys' | null {
    return this.#storage.transactionSync(() => {
      this.#deleteExpired(now);
      if (this.#hasRows('links') || this.#hasRows('mails')) return 'mails';
      return this.#hasRows('keys') ? 'keys' : null;
    });
  }

  #hasRows(table: 'links' | 'mails' | 'keys'): boolean {
    return this.#run(`SELECT account FROM ${table} LIMIT 1`).length > 0;
  }

  #deleteExpired(now: number): void {
    this.#run('DELETE FROM links WHERE expires <= ?', now);
    this.#run('DELETE FROM mails WHERE at <= ?', now - 60 * minute);
    // A time in the future was written before the clock was set back. It is moved to now, so that
    // it expires too.
    this.#run('UPDATE links SET expires = ?1 WHERE expires > ?1', now + linkMinutes * minute);
    this.#run('UPDATE mails SET at = ?1 WHERE at > ?1', now);
  }
}

interface SqlLog extends StoredLog {
  readonly instants: number[];
}

/**
 * The log in storage, because an object loses its memory after ten idle seconds. Its rows are read
 * once. After that, memory counts them.
 */
function openSqlLog({ sql }: AccountStorage): SqlLog {
  const run = (statement: string, ...values: number[]) => [...sql.exec(statement, ...values)];
  run('CREATE TABLE IF NOT EXISTS answers (at INTEGER NOT NULL)');
  const stored = run('SELECT at FROM answers ORDER BY at');
  return {
    instants: stored.map(({ at }) => Number(at)),
    forget: (until) => void run('DELETE FROM answers WHERE at <= ?', until),
    add: (instant) => void run('INSERT INTO answers (at) VALUES (?)', instant),
    moveBack: (milliseconds) => void run('UPDATE answers SET at = at - ?', milliseconds),
  };
}

/**
 * The one list of the keys that the administrator has made, in one Durable Object's storage. It
 * holds names, no addresses.
 */
export class KeyList {
  readonly #sql: AccountStorage['sql'];

  constructor({ sql }: Pick<AccountStorage, 'sql'>) {
    this.#sql = sql;
    sql.exec(
      'CREATE TABLE IF NOT EXISTS accounts (account TEXT PRIMARY KEY, created TEXT NOT ' +
        'NULL, entry TEXT NOT NULL) WITHOUT ROWID',
    );
  }

  put(entry: ListedKey): void {
    const statement = 'INSERT OR REPLACE INTO accounts (account, created, entry) VALUES (?, ?, ?)';
    this.#run(statement, entry.account, entry.createdAt, JSON.stringify(entry));
  }

  remove(account: string): void {
    this.#run('DELETE FROM accounts WHERE account = ?', account);
  }

  list(): ListedKey[] {
    const rows = this.#run('SELECT entry FROM accounts ORDER BY created, account');
    return rows.map(({ entry }) => JSON.parse(String(entry)));
  }

  /** Runs a statement to its end. Returns its rows. */
  #run(statement: string, ...values: string[]) {
    return [...this.#sql.exec(statement, ...values)];
  }
}
