// The links and mails of an account when the clock is wrong.
import { expect, test } from 'vitest';
import { linkMinutes, mailsPerHour, openLinkRecords } from '#server/keys/link-record.ts';
import { createSqliteStorage } from '../server/sqlite-storage.ts';

const minute = 60_000;
const today = 1_700_000_000_000;

test.each([
  ['an hour', 60 * minute],
  ['a day', 24 * 60 * minute],
])('an address gets mails again an hour after the clock was set back by %s, and an old link lives no longer than a new one', (_, ahead) => {
  const links = openLinkRecords(createSqliteStorage()).of('one');
  for (let mail = 0; mail < mailsPerHour; mail++) links.add('issue', `ahead ${mail}`, today + ahead);
  expect(links.add('forget', 'too many', today)).toBe(false);
  expect(links.stands('issue', `ahead ${mailsPerHour - 1}`, today + (linkMinutes - 1) * minute)).toBe(true);
  expect(links.stands('issue', `ahead ${mailsPerHour - 1}`, today + linkMinutes * minute)).toBe(false);
  expect(links.add('forget', 'an hour later', today + 60 * minute)).toBe(true);
});
