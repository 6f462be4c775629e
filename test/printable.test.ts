// Text of publishers and callers on a terminal and in logs: whatever it holds, it stays text.
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { print, printData, tell } from '#compiler/report/print.ts';
import { terminal } from '#compiler/report/report.ts';
import { printable } from '#schemas/printable.ts';
import { logError } from '#server/http/log.ts';
import { formatProblem } from '#sources/kit/problem.ts';
import { lmi } from './lmi.ts';
import type { Outcome, ReleaseFiles } from '#compiler/release/outcome.ts';
import { RunProgress } from '#compiler/release/run.ts';

afterEach(() => void vi.restoreAllMocks());

/**
 * What a terminal or a reader would obey: ESC, OSC, C1, DEL, carriage return, and turns of the
 * direction of writing.
 */
const hostile =
  'a\u001b[2Jb\u001b]0;title\u0007c\u009b31md\u007fe\rf\u202eg\u2066h\u200fi\u061cj\u2028k\u0000';
const escaped = String.raw`a\u001b[2Jb\u001b]0;title\u0007c\u009b31md\u007fe\u000df\u202eg\u2066h\u200fi\u061cj\u2028k\u0000`;
const obeyed = /[^\P{Cc}\t\n]|\p{Bidi_Control}/u;

test('such characters are shown by their numbers, and every other text stays as it is', () => {
  expect(printable(hostile)).toBe(escaped);
  expect(printable('Café £12 – “naïve” 日本 😀\tand\nmore')).toBe(
    'Café £12 – “naïve” 日本 😀\tand\nmore',
  );
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !obeyed.test(printable(text))));
});

test('JSON stays JSON of the same value', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (text) => JSON.parse(printable(JSON.stringify([text])))[0] === text,
    ),
  );
});

test('a place and a message are one line, so that a cell cannot write a repair', () => {
  expect(
    formatProblem({
      place: 'A1\nlmi: fine',
      message: `found "x\n  lmi accept"`,
      repair: 'read it',
    }),
  ).toBe(`${String.raw`A1\nlmi: fine: found "x\n  lmi accept"`}\n  read it`);
});

test('whatever prints, on a terminal and off it', () => {
  for (const isTTY of [true, false]) {
    const { screen, written } = faked(isTTY, { verbose: true });
    screen.progress(hostile);
    screen.say(hostile);
    expect(written.filter((text) => text !== '\r\u001b[K')).toEqual([
      isTTY ? escaped : `${escaped}\n`,
      `${escaped}\n`,
    ]);
  }
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  print(hostile);
  tell(hostile);
  expect([out.mock.calls, err.mock.calls]).toEqual([[[escaped]], [[escaped]]]);
});

test.each([
  [true, escaped],
  [false, hostile],
])(
  'an answer for another program is exact, unless a person sees it (on a terminal: %s)',
  (isTTY, expected) => {
    const before = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
    Object.defineProperty(process.stdout, 'isTTY', { value: isTTY, configurable: true });
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      printData(hostile);
    } finally {
      if (before === undefined) Reflect.deleteProperty(process.stdout, 'isTTY');
      else Object.defineProperty(process.stdout, 'isTTY', before);
    }
    expect(out.mock.calls).toEqual([[expected]]);
  },
);

test.each([
  ['a path', ['get', `\u001b]0;x\u0007`]],
  ['a release', ['status', '--all', '--data', '/nowhere/\u202e']],
])('what a caller writes is not obeyed: %s', async (_, args) => {
  const { status, stdout, stderr } = await lmi(...args);
  expect([status === 0, obeyed.test(stdout + stderr)]).toEqual([false, false]);
  expect(stderr).toMatch(/\\u(001b|009b|202e)/);
});

test('the log of the server too', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  logError('GET', new TypeError(hostile));
  expect(log.mock.calls[0]?.[0]).toContain(`GET: TypeError: ${escaped}\n`);
});

// Progress on a terminal: what is done, and how much is left.

type Options = Omit<NonNullable<Parameters<typeof terminal>[0]>, 'stream'>;

function faked(isTTY: boolean, options: Options = {}, columns = 120) {
  const written: string[] = [];
  const stream = {
    isTTY,
    columns,
    write: (text: string) => written.push(text) > 0,
  } as unknown as NodeJS.WriteStream;
  return { screen: terminal({ stream, environment: {}, ...options }), written };
}

const clear = '\r\u001b[K';
const work = { done: 1, of: 4, what: 'releases' };

const given = (name: string) => ({ source: { key: 'ashe' }, release: { name } }) as ReleaseFiles;
const published = { verdict: 'published', seconds: 2 } as Outcome;

test('progress shows releases left and each worker, and clears itself', () => {
  const { screen, written } = faked(true);
  const progress = new RunProgress({ ...screen, releases: [given('2023')] });
  progress.begin(0, given('2023'));
  progress.step(0, given('2023'), 'reading');
  // An edition that is made again comes on top.
  progress.begin(1, given('2024'));
  progress.end(0, given('2023'), published);
  screen.done();
  const clearTwo = '\r\u001b[1A\u001b[J';
  const clearThree = '\r\u001b[2A\u001b[J';
  expect(written.filter((_, place) => place % 2 === 0)).toEqual([
    clear,
    clearTwo,
    clearTwo,
    clearThree,
    clearThree,
  ]);
  const shown = written.filter((_, place) => place % 2 === 1);
  expect(shown.map((text) => text.slice(33).split('\n'))).toEqual([
    ['0 of 1 releases, 1 left', 'ashe 2023'],
    ['0 of 1 releases, 1 left', 'ashe 2023: reading'],
    ['0 of 2 releases, 2 left', 'ashe 2023: reading', 'ashe 2024'],
    ['1 of 2 releases, 1 left', 'waiting', 'ashe 2024'],
  ]);
});

test('in a log there is a line when a worker begins with a release, and one when it ends', () => {
  const { screen, written } = faked(false);
  const progress = new RunProgress({ ...screen, releases: [given('2023'), given('2024')] });
  progress.begin(0, given('2023'));
  progress.step(0, given('2023'), 'reading');
  progress.step(0, given('2023'), 'checking');
  progress.end(0, given('2023'), published);
  // This one has an edition of the same files.
  progress.begin(0, given('2024'));
  progress.end(0, given('2024'), { ...published, verdict: 'unchanged' });
  screen.done();
  expect(written).toEqual(['ashe 2023: begins\n', 'ashe 2023: published, 2.0 s\n']);
});

test.each<[what: string, isTTY: boolean, options: Options]>([
  ['off a terminal', false, {}],
  ['with --json', true, { json: true }],
  [
    'in the log of a continuous integration that says it is a terminal',
    true,
    { environment: { CI: 'true' } },
  ],
])('%s nothing is shown', (_, isTTY, options) => {
  const { screen, written } = faked(isTTY, options);
  screen.progress('ashe: reading', work);
  screen.done();
  expect(written.filter((text) => text !== clear)).toEqual([]);
});

test('with --verbose off a terminal each step is a line without a bar', () => {
  const { screen, written } = faked(false, { verbose: true });
  screen.progress('ashe: reading', work);
  screen.done();
  expect(written).toEqual(['ashe: reading\n']);
});

test('a log that was silent says what is being done, also while nothing lets a timer run', () => {
  vi.useFakeTimers();
  try {
    let at = 0;
    const { screen, written } = faked(false, { now: () => at });
    const pass = (seconds: number, timersRun: boolean) => {
      for (let second = 0; second < seconds; second += 1) {
        at += 1000;
        if (timersRun) vi.advanceTimersByTime(1000);
      }
    };
    screen.progress(['ashe 2023: reading', 'waiting'], work);
    pass(30, true);
    expect(written).toEqual(['at work: 1 of 4 releases; ashe 2023: reading\n']);
    screen.note('ashe 2023: published');
    screen.progress('snapshots/ashe/1: copying');
    pass(25, false);
    screen.progress('snapshots/ashe/2: copying');
    screen.progress('snapshots/ashe/3: copying');
    expect(written.slice(1)).toEqual([
      'ashe 2023: published\n',
      'at work: snapshots/ashe/2: copying\n',
    ]);
    screen.done();
    pass(60, true);
    expect(written).toHaveLength(3);
    // The next step of a day is on the same screen.
    screen.progress('verify: 1 of 9', work);
    pass(10, true);
    expect(written.slice(3)).toEqual(['at work: 1 of 4 releases; verify: 1 of 9\n']);
  } finally {
    vi.useRealTimers();
  }
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
