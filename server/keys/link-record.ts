// The links sent to an account: their hashes until they are used or expire, and the mails of the last hour.
import type { AccountStorage } from './account.ts';
import type { LinkPurpose } from './accounts.ts';

/** How long a link lives. */
export const linkMinutes = 60;

/** Mails that one address gets in an hour, no matter who asks: enough for a person who lost one, too few to be a nuisance. */
export const mailsPerHour = 3;

const minute = 60_000;

/** The links and mails of an object's accounts. */
export function openLinkRecords(storage: AccountStorage) {
  const { sql } = storage;
  sql.exec(`CREATE TABLE IF NOT EXISTS links (
    account TEXT NOT NULL, purpose TEXT NOT NULL CHECK (purpose IN ('issue', 'forget')), hash TEXT NOT NULL, expires INTEGER NOT NULL,
    PRIMARY KEY (account, purpose)
  ) WITHOUT ROWID`);
  sql.exec(`CREATE TABLE IF NOT EXISTS mails (at INTEGER NOT NULL, account TEXT NOT NULL)`);
  const rows = (statement: string, ...values: (string | number | null)[]) => [...sql.exec(statement, ...values)];

  const sweep = (now: number): void => {
    rows('DELETE FROM links WHERE expires <= ?', now);
    rows('DELETE FROM mails WHERE at <= ?', now - 60 * minute);
    // What lies in the future was written before the clock was set back. It counts from now on, so that it passes all the same.
    rows('UPDATE links SET expires = ?1 WHERE expires > ?1', now + linkMinutes * minute);
    rows('UPDATE mails SET at = ?1 WHERE at > ?1', now);
  };

  const of = (account: string) => ({
    /** Remembers a link before it is mailed, in place of an earlier one. False: the address has had its mails, so send none. */
    add: (purpose: LinkPurpose, hash: string, now: number): boolean =>
      storage.transactionSync(() => {
        sweep(now);
        if (rows('SELECT at FROM mails WHERE account = ?', account).length >= mailsPerHour) return false;
        rows('INSERT INTO mails (account, at) VALUES (?, ?)', account, now);
        const statement = 'INSERT OR REPLACE INTO links (account, purpose, hash, expires) VALUES (?, ?, ?, ?)';
        rows(statement, account, purpose, hash, now + linkMinutes * minute);
        return true;
      }),
    /** Whether the link works now. */
    stands: (purpose: LinkPurpose, hash: string, now: number): boolean =>
      rows('SELECT hash FROM links WHERE account = ? AND purpose = ? AND hash = ? AND expires > ?', account, purpose, hash, now).length > 0,
    /** Uses a link up. False if it has been used, replaced, or has expired. */
    use: (purpose: LinkPurpose, hash: string, now: number): boolean =>
      rows('DELETE FROM links WHERE account = ? AND purpose = ? AND hash = ? AND expires > ? RETURNING hash', account, purpose, hash, now)
        .length > 0,
    /** Ends every link of the account. Its mails stay counted, so that nobody can flood the address. */
    end: (): void => void rows('DELETE FROM links WHERE account = ?', account),
  });

  return {
    of,
    /** Forgets what has expired, of every account. True if no link and no mail remains. */
    sweep: (now: number): boolean =>
      storage.transactionSync(() => {
        sweep(now);
        return rows('SELECT hash FROM links LIMIT 1').length === 0 && rows('SELECT at FROM mails LIMIT 1').length === 0;
      }),
  };
}
