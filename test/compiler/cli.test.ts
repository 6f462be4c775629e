// The command line as a person meets it: exit codes, and one clear line for every mistake.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

const cli = fileURLToPath(new URL('../../compiler/cli.ts', import.meta.url));

function lmi(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', env: { ...process.env, LMI_ADMIN_SECRET: '' } });
}

const sample = inject('sampleDirectory');
const nowhere = join(temporaryDirectory(), 'nowhere');
const file = join(temporaryDirectory(), 'file');
writeFileSync(file, '');

test('lmi --version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'));
  expect(lmi('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
});

const mistakes: readonly (readonly [string, readonly string[], number, RegExp])[] = [
  ['no such command', ['compil'], 2, /unknown command 'compil'/],
  ['no such option', ['compile', '--form', 'x'], 2, /unknown option '--form'/],
  ['a list and a title', ['search', 'nurse', '--batch', '-'], 2, /expected either a title or --batch FILE/],
  ['neither a list nor a title', ['search'], 2, /expected either a title or --batch FILE/],
  ['a list that is not there', ['search', '--batch', nowhere, '--data', sample], 2, /nowhere: ENOENT/],
  ['a list without the column', ['search', '--batch', file, '--column', 'title', '--data', sample], 2, /file: row 1: no column is headed "title"/],
  ['a format that is none', ['search', '--batch', file, '--format', 'xml', '--data', sample], 2, /--format is "xml", expected jsonl or csv/],
  ['a limit that is no number', ['search', 'nurse', '--limit', 'ten'], 2, /expected a whole number/],
  ['a limit out of range', ['search', 'nurse', '--limit', '51', '--data', sample], 1, /\\"limit\\" is 51, expected 1 to 50/],
  ['a port that is none', ['serve', '--port', '99999', '--data', sample], 2, /expected a port, 0 to 65535/],
  ['editions of a source that is none', ['editions', '--source', 'onset', '--data', sample], 2, /onset: no such source, expected soc-structure, /],
  ['a source that is none', ['compile', '--from', nowhere, '--source', 'onset'], 2, /--source onset: no such source, expected soc-structure, soc-index, ashe/],
  ['a folder that is not there', ['compile', '--from', nowhere, '--out', nowhere], 4, /nowhere: is no folder, expected DIR\/<source>\/<release>\/<files>/],
  ['an output that cannot be written', ['sample', '--out', join(file, 'data')], 2, /file\/data: cannot be written/],
  ['nothing to compile again', ['compile', '--out', nowhere], 4, /keeps no downloaded release\n {2}name a folder of releases with --from/],
  ['no data to read', ['get', '/v1/occupations', '--data', nowhere], 2, /nowhere: no catalogue\.json, so no data; run lmi compile or lmi sample first/],
  ['a path that is none', ['get', 'v1/occupations', '--data', sample], 2, /expected a path that begins with \//],
  ['an unknown occupation', ['get', '/v1/occupations/9999', '--data', sample], 1, /^$/],
  ['no server to administer', ['keys', 'list', '--state', nowhere], 1, /no local server has kept its secrets here; set LMI_ADMIN_SECRET/],
];

test.each(mistakes)('%s', (_, args, status, line) => {
  const result = lmi(...args);
  expect(result.stderr).toMatch(line);
  expect(result.stderr).not.toMatch(/\n\s+at /);
  expect(result.status).toBe(status);
});

test('real data are never compiled into the directory of a sample', () => {
  const from = temporaryDirectory();
  const { status, stderr } = lmi('compile', '--from', from, '--out', sample);
  expect([status, stderr]).toEqual([4, expect.stringContaining('holds no release')]);
});

test('a sample of another version of the catalogue is made anew, real data are not', () => {
  const directory = temporaryDirectory();
  const catalogue = join(directory, 'catalogue.json');
  writeFileSync(catalogue, '{"version":0,"sample":false}');
  expect(lmi('sample', '--out', directory)).toMatchObject({ status: 2, stderr: expect.stringMatching(/written by another version or by hand\n {2}restore it from a backup, or compile into an empty directory/) });
  writeFileSync(catalogue, '{"version":0,"sample":true}');
  // The spine alone: what is being tested is the catalogue.
  expect(lmi('sample', '--out', directory, '--source', 'soc-structure', 'soc-index').status).toBe(0);
  expect(lmi('get', '/v1/occupations/2134', '--data', directory).status).toBe(0);
});

test('get prints the answer that the server would give, with its headers on request', () => {
  const { status, stdout } = lmi('get', '/v1/occupations/2134/pay?sex=female', '--data', sample, '--headers');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^HTTP\/1\.1 200\n/);
  expect(stdout).toMatch(/\nlmi-sample: true\n/);
  expect(stdout).toMatch(/"sex":"female"/);
});

test('editions lists what is held, and that a sample is one', () => {
  const { status, stdout } = lmi('editions', '--data', sample, '--source', 'ashe');
  expect(status).toBe(0);
  expect(stdout).toMatch(/synthetic sample, not statistics/);
  expect(stdout).toMatch(/^served\s+ashe\s+sample-2024-provisional\s+[0-9a-f-]{36} /m);
});

const list = join(temporaryDirectory(), 'titles.csv');
writeFileSync(list, '\uFEFFid,Job title\r\n1,sofware engineer\r\n2,\r\n3,"nurse, staff"\r\n4,qqqqqq\r\n');

test('search --batch codes a list in its order, as JSON lines', () => {
  const { status, stdout, stderr } = lmi('search', '--batch', list, '--column', 'Job title', '--data', sample);
  expect(status, stderr).toBe(0);
  const results: { query: string; soc2020: string | null; next: unknown[] }[] = stdout.trim().split('\n').map((line) => JSON.parse(line));
  expect(results.map(({ query, soc2020 }) => [query, soc2020])).toEqual([['sofware engineer', '2134'], ['', null], ['nurse, staff', '2237'], ['qqqqqq', null]]);
  expect(results.every(({ next }) => next.length <= 4)).toBe(true);
  expect(results[3]).toEqual({ query: 'qqqqqq', soc2020: null, title: null, matchedTitle: null, qualifier: null, confidence: null, matchType: null, next: [] });
});

test('search --batch reads a title a line, empty ones too, from standard input, and writes CSV', () => {
  const { status, stdout } = spawnSync(process.execPath, [cli, 'search', '--batch', '-', '--format', 'csv', '--data', sample], { encoding: 'utf8', input: 'care taker\n\n"a", b\n' });
  expect(status).toBe(0);
  const [head = '', first = '', second = '', third = ''] = stdout.split('\n');
  expect(head.split(',')).toHaveLength(31);
  expect(head).toMatch(/^query,soc2020,title,matchedTitle,qualifier,confidence,matchType,soc2020_2,.*,matchType_5$/);
  expect(first).toMatch(/^care taker,6232,Caretakers,Care taker,,1,exact,/);
  expect(second).toBe(','.repeat(30));
  expect(third).toMatch(/^"\"\"a\"\", b",/);
});

test('search prints the unit group, and says that it is a sample', () => {
  const { stdout, stderr } = lmi('search', 'software', 'engineer', '--data', sample);
  expect(stdout).toMatch(/^2134 {2}1\.000 exact {6}Software engineer — /);
  expect(stderr).toMatch(/synthetic sample, not statistics/);
});
