// The links sent to an account: their hashes until they are used or expire, and the mails of the last hour.
import { type AccountStorage, alone } from '../keys/account.ts';

/** `issue`: the link's button shows a new key. `forget`: it removes everything kept about the address. */
export type LinkPurpose = 'issue' | 'forget';

/** How long a link lives. */
export const linkMinutes = 60;

/** Mails that one address gets in an hour, no matter who asks: enough for a person who lost one, too few to be a nuisance. */
export const mailsPerHour = 3;

const minute = 60_000;

export interface LinkRecord {
  /** Remembers a link before it is mailed, in place of an earlier one. False: the address has had its mails, so send none. */
  add(purpose: LinkPurpose, hash: string, now: number): boolean;
  /** Whether the link works now. */
  stands(purpose: LinkPurpose, hash: string, now: number): boolean;
  /** Uses a link up. False if it has been used, replaced, or has expired. */
  use(purpose: LinkPurpose, hash: string, now: number): boolean;
  /** Ends every link of the account. Its mails stay counted, so that nobody can flood the address. */
  end(): void;
  /** Forgets what has expired, of every account of the object. True if no link and no mail remains. */
  sweep(now: number): boolean;
}

/** The record of an object that holds one account. */
export function openLinkRecord(storage: AccountStorage): LinkRecord {
  return openLinkRecords(storage)(alone);
}

/** The records of an object that holds many accounts. */
export function openLinkRecords(storage: AccountStorage): (account: string) => LinkRecord {
  const { sql } = storage;
  sql.exec(`CREATE TABLE IF NOT EXISTS links (
    account TEXT NOT NULL DEFAULT '${alone}', purpose TEXT NOT NULL CHECK (purpose IN ('issue', 'forget')), hash TEXT NOT NULL, expires INTEGER NOT NULL,
    PRIMARY KEY (account, purpose)
  ) WITHOUT ROWID`);
  sql.exec(`CREATE TABLE IF NOT EXISTS mails (at INTEGER NOT NULL, account TEXT NOT NULL DEFAULT '${alone}')`);
  return (account) => openRecord(storage, account);
}

function openRecord(storage: AccountStorage, account: string): LinkRecord {
  const rows = (statement: string, ...values: (string | number | null)[]) => [...storage.sql.exec(statement, ...values)];

  const sweep = (now: number): void => {
    rows('DELETE FROM links WHERE expires <= ?', now);
    rows('DELETE FROM mails WHERE at <= ?', now - 60 * minute);
    // What lies in the future was written before the clock was set back. It counts from now on, so that it passes all the same.
    rows('UPDATE links SET expires = ?1 WHERE expires > ?1', now + linkMinutes * minute);
    rows('UPDATE mails SET at = ?1 WHERE at > ?1', now);
  };

  return {
    add: (purpose, hash, now) =>
      storage.transactionSync(() => {
        sweep(now);
        if (rows('SELECT at FROM mails WHERE account = ?', account).length >= mailsPerHour) return false;
        rows('INSERT INTO mails (account, at) VALUES (?, ?)', account, now);
        const statement = 'INSERT OR REPLACE INTO links (account, purpose, hash, expires) VALUES (?, ?, ?, ?)';
        rows(statement, account, purpose, hash, now + linkMinutes * minute);
        return true;
      }),
    stands: (purpose, hash, now) =>
      rows('SELECT hash FROM links WHERE account = ? AND purpose = ? AND hash = ? AND expires > ?', account, purpose, hash, now).length > 0,
    use: (purpose, hash, now) =>
      rows('DELETE FROM links WHERE account = ? AND purpose = ? AND hash = ? AND expires > ? RETURNING hash', account, purpose, hash, now)
        .length > 0,
    end: () => void rows('DELETE FROM links WHERE account = ?', account),
    sweep: (now) =>
      storage.transactionSync(() => {
        sweep(now);
        return rows('SELECT hash FROM links LIMIT 1').length === 0 && rows('SELECT at FROM mails LIMIT 1').length === 0;
      }),
  };
}
