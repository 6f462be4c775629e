// The list of keys that the administrator has made, in one Durable Object's SQLite storage. It holds names, no addresses.
import type { AccountStorage } from './account.ts';
import type { ListedKey } from './keys.ts';

export interface AccountIndexRecord {
  put(entry: ListedKey): void;
  remove(account: string): void;
  list(): ListedKey[];
}

export function openAccountIndex({ sql }: AccountStorage): AccountIndexRecord {
  sql.exec('CREATE TABLE IF NOT EXISTS accounts (account TEXT PRIMARY KEY, created TEXT NOT NULL, entry TEXT NOT NULL) WITHOUT ROWID');
  return {
    put: (entry) => {
      const statement = 'INSERT OR REPLACE INTO accounts (account, created, entry) VALUES (?, ?, ?)';
      [...sql.exec(statement, entry.account, entry.createdAt, JSON.stringify(entry))];
    },
    remove: (account) => void [...sql.exec('DELETE FROM accounts WHERE account = ?', account)],
    list: () =>
      [...sql.exec('SELECT entry FROM accounts ORDER BY created, account')].map(({ entry }) => {
        const listed: ListedKey = JSON.parse(String(entry));
        return listed;
      }),
  };
}
