// Which edition a name on the command line means.
import { expect, test } from 'vitest';
import {
  editionsNamed,
  requireEditionNamed,
  requireTwoNamed,
} from '#compiler/edition/named-edition.ts';

const edition = (id: string, release: string, state: 'served' | 'quarantined') => ({
  id,
  release,
  state,
  source: 'ashe' as const,
});
const served = edition('1d97c92d-6fb3-845c-b8f1-f8aeaf39a600', '2024', 'served');
const held = edition('1d97f00d-6fb3-845c-b8f1-f8aeaf39a601', '2025', 'quarantined');
const heldAgain = edition('2024c0de-6fb3-845c-b8f1-f8aeaf39a602', '2024', 'quarantined');
const editions = [served, held, heldAgain];

test.each([
  ['an id', held.id, [held]],
  ['a beginning of an id', '1d97f', [held]],
  ['a beginning of two ids', '1d97', [served, held]],
  ['a release, before the ids that begin like it', '2024', [served, heldAgain]],
  ['too little of an id', '1d9', []],
])('%s', (_, name, expected) => {
  expect(editionsNamed(editions, name)).toEqual(expected);
});

test('of several editions with one release, the one in the state that a command is about', () => {
  expect(requireEditionNamed(editions, '2024', { directory: 'DIR', states: ['quarantined'] })).toBe(
    heldAgain,
  );
  expect(() =>
    requireEditionNamed(editions, '1d97', { directory: 'DIR', states: ['withdrawn'] }),
  ).toThrow(
    `1d97: several editions have this name; give the id of one\n  ashe 2024 ${served.id} (served)`,
  );
  expect(() =>
    requireEditionNamed(editions, '2031', { directory: 'DIR', states: ['served'] }),
  ).toThrow('"2031": DIR holds no edition with this id or release; lmi status --all lists');
});

test('two editions to compare are of one source', () => {
  const other = { ...served, source: 'onet' as const, id: '5a' };
  const two = (older: string, newer: string, source: string | null = null) =>
    requireTwoNamed([...editions, other], { older, newer }, 'DIR', source);
  expect(two('2024', '2025', 'ashe')).toEqual({ older: served, newer: held });
  expect(() => two('2025', '2024')).toThrow(
    '2024: several editions have this name; give the id of one, or the source as in ' +
      '--source ashe\n  ' +
      `ashe 2024 ${served.id} (served)\n`,
  );
  expect(() => two('5a', '2025')).toThrow(
    '5a is of onet and 2025 of ashe: only editions of one source can be compared',
  );
});
