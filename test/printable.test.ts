// Text of publishers and callers on a terminal and in logs: whatever it holds, it stays text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import glob from 'fast-glob';
import { afterEach, expect, test, vi } from 'vitest';
import { print, printData, tell } from '#compiler/report/print.ts';
import { terminal } from '#compiler/report/report.ts';
import { printable } from '#schemas/printable.ts';
import { logError } from '#server/http/log.ts';
import { formatProblem } from '#sources/kit/problem.ts';
import { lmi } from './lmi.ts';

afterEach(() => void vi.restoreAllMocks());

/** What a terminal or a reader would obey: ESC, OSC, C1, DEL, carriage return, and turns of the direction of writing. */
const hostile = 'a\u001b[2Jb\u001b]0;title\u0007c\u009b31md\u007fe\rf\u202eg\u2066h\u200fi\u061cj\u2028k\u0000';
const escaped = String.raw`a\u001b[2Jb\u001b]0;title\u0007c\u009b31md\u007fe\u000df\u202eg\u2066h\u200fi\u061cj\u2028k\u0000`;
const obeyed = /[^\P{Cc}\t\n]|\p{Bidi_Control}/u;

test('such characters are shown by their numbers, and every other text stays as it is', () => {
  expect(printable(hostile)).toBe(escaped);
  expect(printable('Café £12 – “naïve” 日本 😀\tand\nmore')).toBe('Café £12 – “naïve” 日本 😀\tand\nmore');
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !obeyed.test(printable(text))));
});

test('JSON stays JSON of the same value', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => JSON.parse(printable(JSON.stringify([text])))[0] === text));
});

test('a place and a message are one line, so that a cell cannot write a repair', () => {
  expect(formatProblem({ place: 'A1\nlmi: fine', message: `found "x\n  lmi accept"`, repair: 'read it' })).toBe(
    `${String.raw`A1\nlmi: fine: found "x\n  lmi accept"`}\n  read it`,
  );
});

test('whatever prints, on a terminal and off it', () => {
  for (const isTTY of [true, false]) {
    const written: string[] = [];
    const stream = { isTTY, columns: 200, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
    const screen = terminal({ stream, environment: {} });
    screen.progress(hostile);
    screen.say(hostile);
    expect(written.filter((text) => text !== '\r\u001b[K')).toEqual([isTTY ? escaped : `${escaped}\n`, `${escaped}\n`]);
  }
  const [out, err] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  print(hostile);
  tell(hostile);
  expect([out?.mock.calls, err?.mock.calls]).toEqual([[[escaped]], [[escaped]]]);
});

test.each([
  [true, escaped],
  [false, hostile],
])('an answer for another program is exact, unless a person sees it (on a terminal: %s)', (isTTY, expected) => {
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
});

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

test('nothing else prints: the command line through print.ts, the worker through its two logs', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = glob.sync(['sources/**/*.ts', 'schemas/**/*.ts', 'compiler/**/*.ts', 'server/**/*.ts'], { cwd: root });
  const printing = files.filter((file) => /std(out|err)\.write\(|console\.\w+\(/.test(readFileSync(`${root}${file}`, 'utf8')));
  // keys.ts and log.ts print only text of our own, and sign-up.ts only the name of an error.
  expect(printing.sort()).toEqual(['compiler/report/print.ts', 'server/http/log.ts', 'server/keys/keys.ts', 'server/sign-up/sign-up.ts']);
});
