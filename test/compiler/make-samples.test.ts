// Samples that two threads share out are those that one makes, in the order of the sources.
import { expect, test, vi } from 'vitest';
import { makeSamples } from '#compiler/release/make-samples.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { sha256 } from '#compiler/edition/digest.ts';

const sources = [socStructure, localAuthorities];

async function made(apart: boolean): Promise<unknown> {
  const samples = await makeSamples(sources, { full: false, apart, begin() {} });
  return [...samples].map(([{ key }, releases]) => [
    key,
    releases.map(({ release, files }) => [release, files.map(({ name, bytes }) => [name, sha256(bytes)])]),
  ]);
}

test('a thread beside changes neither the bytes nor the order', async () => {
  const here = await made(false);
  expect(await made(true)).toEqual(here);
  expect(here).toMatchObject([
    [socStructure.key, [[expect.stringMatching(/^sample-/), expect.any(Array)]]],
    [localAuthorities.key, expect.any(Array)],
  ]);
});

test('another year and another time zone change no byte', async () => {
  const [now, zone] = [await made(false), process.env['TZ']];
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-07-01T20:00:00Z') });
  process.env['TZ'] = 'Pacific/Auckland';
  try {
    expect(await made(false)).toEqual(now);
  } finally {
    vi.useRealTimers();
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
