// A clock that runs behind the catalogue: no command writes data that are dated before those that
// they replace.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { requireClock } from '#compiler/edition/clock.ts';
import { lmi } from '../lmi.ts';
import { callReal, copyOf, directoryWithHeld, editionOf, first, second } from './scene.ts';

afterEach(() => vi.useRealTimers());

const day = 24 * 60 * 60 * 1000;
const held = copyOf(await directoryWithHeld());
callReal(held);
const idOf = (release: string) => editionOf(held, 'soc-structure', release).id;

function setClockBack(directory: string, ms: number): void {
  const { written } = requireCatalogue(directory);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(written) - ms });
}

test.each([
  ['update', ['--source', 'soc-structure']],
  ['compile', []],
  ['prune', []],
  ['accept', [idOf(second), '--reason', 'compared']],
  ['withdraw', [idOf(first), '--reason', 'wrong']],
])('lmi %s is refused 400 days back, and changes nothing', async (command, words) => {
  const directory = copyOf(held);
  const before = readFileSync(join(directory, 'catalogue.json'));
  setClockBack(directory, 400 * day);
  const { status, stderr } = await lmi(command, ...words, '--data', directory);
  expect(stderr).toMatch(
    /: the clock of this machine says 20\S+Z, and the catalogue was written later, at \S+; nothing was changed\n {2}set the clock;/,
  );
  expect(status).toBe(1);
  expect(readFileSync(join(directory, 'catalogue.json'))).toEqual(before);
});

test('a clock some minutes behind that of another machine is not refused', () => {
  const catalogue = requireCatalogue(held);
  const at = (minutes: number) => new Date(Date.parse(catalogue.written) - minutes * 60_000);
  expect(() => requireClock(held, catalogue, at(4))).not.toThrow();
  expect(() => requireClock(held, catalogue, at(6))).toThrow('the clock of this machine');
  expect(() => requireClock(held, null, at(6))).not.toThrow();
});
