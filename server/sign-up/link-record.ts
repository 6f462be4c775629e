// The links sent to an account: their hashes until they are used or expire, and the mails of the last hour.
import type { AccountStorage } from '../account.ts';

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
  /** Forgets what has expired. True if no link and no mail remains. */
  sweep(now: number): boolean;
}

export function openLinkRecord(storage: AccountStorage): LinkRecord {
  const { sql } = storage;
  sql.exec(`CREATE TABLE IF NOT EXISTS links (
    purpose TEXT PRIMARY KEY CHECK (purpose IN ('issue', 'forget')), hash TEXT NOT NULL, expires INTEGER NOT NULL
  ) WITHOUT ROWID`);
  sql.exec('CREATE TABLE IF NOT EXISTS mails (at INTEGER NOT NULL)');
  const rows = (statement: string, ...values: (string | number)[]) => [...sql.exec(statement, ...values)];

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
        if (rows('SELECT at FROM mails').length >= mailsPerHour) return false;
        rows('INSERT INTO mails (at) VALUES (?)', now);
        rows('INSERT OR REPLACE INTO links (purpose, hash, expires) VALUES (?, ?, ?)', purpose, hash, now + linkMinutes * minute);
        return true;
      }),
    stands: (purpose, hash, now) =>
      rows('SELECT hash FROM links WHERE purpose = ? AND hash = ? AND expires > ?', purpose, hash, now).length > 0,
    use: (purpose, hash, now) =>
      rows('DELETE FROM links WHERE purpose = ? AND hash = ? AND expires > ? RETURNING hash', purpose, hash, now).length > 0,
    sweep: (now) =>
      storage.transactionSync(() => {
        sweep(now);
        return rows('SELECT hash FROM links').length === 0 && rows('SELECT at FROM mails').length === 0;
      }),
  };
}
