// Progress on a terminal: what is done, and how much is left.
import { expect, test } from 'vitest';
import { RunProgress } from '#compiler/release/run.ts';
import { terminal } from '#compiler/report/report.ts';

type Options = Omit<NonNullable<Parameters<typeof terminal>[0]>, 'stream'>;

function faked(isTTY: boolean, options: Options = {}, columns = 120) {
  const written: string[] = [];
  const stream = { isTTY, columns, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
  return { screen: terminal({ stream, environment: {}, ...options }), written };
}

const clear = '\r\u001b[K';
const work = { done: 1, of: 4, what: 'releases' };

test('a run says on one line what it does and how many releases are left; each line replaces the one before, and the last goes away', () => {
  const { screen, written } = faked(true, { quiet: true });
  const progress = new RunProgress(screen.progress, 1);
  progress.show('a', 'reading');
  // An edition that is made again comes on top.
  progress.show('b', 'reading');
  progress.last('learning');
  screen.done();
  expect(written.filter((text) => text !== clear).map((text) => text.slice(33))).toEqual([
    '0 of 1 releases, 1 left: a: reading',
    '1 of 2 releases, 1 left: b: reading',
    '2 of 2 releases, 0 left: learning',
  ]);
  expect(written.filter((_, place) => place % 2 === 0)).toEqual(Array(4).fill(clear));
});

test.each<[what: string, isTTY: boolean, options: Options]>([
  ['off a terminal', false, { quiet: true }],
  ['with --json', true, { quiet: true, json: true }],
  ['in the log of a continuous integration that says it is a terminal', true, { quiet: true, environment: { CI: 'true' } }],
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

// A terminal that does not know its width says 0.
test.each([
  [40, 'ashe: reading', `[========${' '.repeat(22)}] 1 of 4`],
  [0, 'x'.repeat(100), expect.stringMatching(/^.{79}$/)],
])('a terminal of %i columns is never written past its edge', (columns, doing, line) => {
  const { screen, written } = faked(true, {}, columns);
  screen.progress(doing, work);
  expect(written.at(-1)).toEqual(line);
});
