// A Durable Object's storage over Node's own SQLite, so that the account's record runs in process too.
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { AccountStorage } from '#server/keys/account.ts';

export function createSqliteStorage(): AccountStorage {
  const database = new DatabaseSync(':memory:');
  return {
    sql: {
      exec: (statement, ...values) =>
        database
          .prepare(statement)
          .all(...values)
          .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
    },
    transactionSync(body) {
      database.exec('BEGIN');
      try {
        const result = body();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
  };
}

/** The account's tables hold numbers, texts and nulls only. */
function plain(value: SQLOutputValue): string | number | null {
  return value === null || typeof value === 'number' ? value : String(value);
}
