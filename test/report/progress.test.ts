// Progress on a terminal: what is done, and how much is left.
import { expect, test } from 'vitest';
import { RunProgress } from '#compiler/release/run-progress.ts';
import { terminal } from '#compiler/report/report.ts';
import { compileSample, sampleOf, socIndex, socStructure } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

type Options = Omit<NonNullable<Parameters<typeof terminal>[0]>, 'stream'>;

/** A screen, and what is written to it. */
function faked(isTTY: boolean, options: Options = {}, columns = 120) {
  const written: string[] = [];
  const stream = { isTTY, columns, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
  return { screen: terminal({ stream, environment: {}, ...options }), written };
}

const clear = '\r\u001b[K';

test('a run says on one line what it does, how many releases are done and how many are left', async () => {
  const { screen, written } = faked(true, { quiet: true });
  const releases = [await sampleOf(socStructure), await sampleOf(socIndex)];
  const { outcomes } = await compileSample(temporaryDirectory(), releases, { progress: screen.progress });
  screen.done();
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published', 'published']);
  const [structure = '', index = ''] = releases.map(({ source, release }) => `${source.key} ${release.name}`);
  const bar = (full: number) => `[${'='.repeat(full)}${' '.repeat(30 - full)}]`;
  expect(written.filter((text) => text !== clear)).toEqual([
    `${bar(0)} 0 of 2 releases, 2 left: ${structure}: reading`,
    `${bar(5)} 0 of 2 releases, 2 left: ${structure}: examining`,
    `${bar(10)} 0 of 2 releases, 2 left: ${structure}: writing documents`,
    `${bar(15)} 1 of 2 releases, 1 left: ${index}: reading`,
    `${bar(20)} 1 of 2 releases, 1 left: ${index}: examining`,
    `${bar(25)} 1 of 2 releases, 1 left: ${index}: writing documents`,
  ]);
  // Each line replaces the one before, and the last one goes away.
  expect(written.filter((_, place) => place % 2 === 0)).toEqual(written.filter((text) => text === clear));
  expect(written.at(-1)).toBe(clear);
});

test('editions that are made again come on top, and what follows the last release is shown as all done', () => {
  const { screen, written } = faked(true);
  const progress = new RunProgress(screen.progress, 1);
  progress.show('a', 'reading');
  progress.show('b', 'reading');
  progress.last('learning');
  expect(written.filter((text) => text !== clear).map((text) => text.slice(33))).toEqual([
    '0 of 1 releases, 1 left: a: reading',
    '1 of 2 releases, 1 left: b: reading',
    '2 of 2 releases, 0 left: learning',
  ]);
});

const work = { done: 1, of: 4, what: 'releases' };

test('a terminal that does not know its width, which says 0, is taken for one of 80 columns', () => {
  const { screen, written } = faked(true, {}, 0);
  screen.progress('x'.repeat(100), work);
  expect(written.at(-1)).toHaveLength(79);
  expect(written.at(-1)).toContain('1 of 4 releases, 3 left: x');
});

test.each<[what: string, isTTY: boolean, options: Options]>([
  ['off a terminal', false, { quiet: true }],
  ['with --json', true, { quiet: true, json: true }],
  ['in the log of a continuous integration that says it is a terminal', true, { quiet: true, environment: { CI: 'true' } }],
  ['on a terminal that cannot replace a line', true, { quiet: true, environment: { TERM: 'dumb' } }],
])('%s nothing is shown', (_, isTTY, options) => {
  const { screen, written } = faked(isTTY, options);
  screen.progress('ashe: reading', work);
  screen.done();
  expect(written.filter((text) => text !== clear)).toEqual([]);
});

test('with --verbose off a terminal each step is a line without a bar', () => {
  const { screen, written } = faked(false);
  screen.progress('ashe: reading', work);
  expect(written).toEqual(['ashe: reading\n']);
});

test('a narrow terminal is never written past its edge, and there is no colour', () => {
  const { screen, written } = faked(true, {}, 40);
  screen.progress('ashe: reading', work);
  const [line = ''] = written.slice(-1);
  expect(line).toBe(`[========${' '.repeat(22)}] 1 of 4`);
  expect(line.length).toBeLessThan(40);
});
