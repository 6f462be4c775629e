// A Durable Object's storage over Node's own SQLite, so that the account's record runs in process
// too.
import { DatabaseSync } from 'node:sqlite';
import type { AccountStorage } from '#server/keys/account.ts';

export function createSqliteStorage(): AccountStorage {
  const database = new DatabaseSync(':memory:');
  return {
    sql: {
      // The account's tables hold numbers, texts and nulls only.
      exec: (statement, ...values) =>
        database.prepare(statement).all(...values) as Record<string, string | number | null>[],
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
