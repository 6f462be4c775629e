// The command line as a person meets it: exit codes, and one clear line for every mistake.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleDirectory } from '../compiled-data.ts';
import { lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { typedRows } from '../golden.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { placeCatalogueIn } from '../rewrite-catalogue.ts';

const cli = fileURLToPath(new URL('../../compiler/cli.ts', import.meta.url));

beforeAll(() => {
  for (const name of ['LMI_ADMIN_SECRET', 'LMI_API_KEY', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'])
    vi.stubEnv(name, '');
});
afterAll(() => void vi.unstubAllEnvs());

const sample = sampleDirectory();
/**
 * The sample's catalogue by itself, for commands that lock a directory: another process may be
 * bundling the sample.
 */
const catalogueAlone = temporaryDirectory();
placeCatalogueIn(catalogueAlone, requireCatalogue(sample));
const nowhere = join(temporaryDirectory(), 'nowhere');
const file = join(temporaryDirectory(), 'file');
writeFileSync(file, '');

const folderForCatalogue = temporaryDirectory();
mkdirSync(join(folderForCatalogue, 'catalogue.json'));
const folderOfBundles = temporaryDirectory();
writeFileSync(join(folderOfBundles, 'lmi-0123456789abcdef.zip'), '');

test('lmi --version is that of package.json', async () => {
  const { version } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  );
  expect(await lmi('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
});

const mistakes = typedRows(new URL('mistakes.tsv', import.meta.url));
const places: readonly (readonly [string, string])[] = [
  ['SAMPLE', sample],
  ['NOWHERE', nowhere],
  ['FILE', file],
  ['FOLDER', folderForCatalogue],
  ['BUNDLES', folderOfBundles],
  ['CATALOGUE', catalogueAlone],
];

test.each(mistakes)('%s', async (_, command = '', status = '', line = '') => {
  const placed = (word: string) =>
    places.reduce(
      (text, [name, place]) => text.replace(new RegExp(`^${name}(?=/|$)`), place),
      word,
    );
  const result = await lmi(...command.split(' ').map(placed));
  expect(result.stderr).toMatch(new RegExp(line));
  expect(result.stderr).not.toMatch(/\n\s+at /);
  // An answer that is a problem is printed all the same.
  expect([result.status, status === '2' ? result.stdout : '']).toEqual([Number(status), '']);
});

test('a stand-in that is no address', async () => {
  vi.stubEnv('LMI_STAND_INS', 'https://www.ons.gov.uk=localhost');
  const stderr = expect.stringMatching(
    /^LMI_STAND_INS=https:\/\/www\.ons\.gov\.uk=localhost: expected two addresses/,
  );
  expect(await lmi('update', '--data', nowhere)).toMatchObject({ status: 2, stderr });
  vi.stubEnv('LMI_STAND_INS', undefined);
});

test('keys at a server that has no paths of administration', async () => {
  const other = createServer((_, response) => void response.writeHead(404).end('nothing'));
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const { port } = other.address() as AddressInfo;
  vi.stubEnv('LMI_ADMIN_SECRET', 'a secret');
  expect(await lmi('keys', 'list', '--url', `http://127.0.0.1:${port}`)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /\/admin\/keys: there is no such path \(404\), expected a server of lmi that has LMI_ADMIN_SECRET\n/,
    ),
  });
  vi.stubEnv('LMI_ADMIN_SECRET', '');
  other.close();
});

test('the exit code of a mistake, and its line, are those of the process', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'get', 'v1/occupations', '--data', sample],
    { encoding: 'utf8' },
  );
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/expected a path that begins with \//),
  ]);
});

test('a sample of another version of the catalogue is made anew, real data are not', async () => {
  const directory = temporaryDirectory();
  const catalogue = join(directory, 'catalogue.json');
  writeFileSync(catalogue, '{"version":0,"sample":false}');
  expect(await lmi('compile', '--sample', '--data', directory)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /catalogue\.json: is stored in format 0, and this version reads format 7\n {2}npx lmi .*compile --into NEW makes/,
    ),
  });
  writeFileSync(catalogue, '{"version":0,"sample":true}');
  // The spine alone: what is being tested is the catalogue.
  expect(
    (
      await lmi(
        'compile',
        '--sample',
        '--data',
        directory,
        '--source',
        'soc-structure',
        'soc-index',
      )
    ).status,
  ).toBe(0);
  expect((await lmi('get', '/v1/occupations/2134', '--data', directory)).status).toBe(0);
});

test('a reader that goes away does not stop a compile in the middle', async () => {
  const directory = temporaryDirectory();
  const running = spawn(
    process.execPath,
    [cli, 'compile', '--sample', '--data', directory, '--source', 'soc-structure'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  running.stderr.destroy();
  const [code]: unknown[] = await once(running, 'exit');
  expect([
    code,
    existsSync(join(directory, 'catalogue.json')),
    existsSync(join(directory, 'lock')),
  ]).toEqual([0, true, false]);
});

test.runIf(existsSync('/dev/full'))('a full disk is told without a stack, wherever it is', () => {
  const full = openSync('/dev/full', 'w');
  const run = (out: 'pipe' | number, err: 'pipe' | number) =>
    spawnSync(process.execPath, [cli, 'get', '/v1/occupations', '--data', sample], {
      stdio: ['ignore', out, err],
      encoding: 'utf8',
    });
  const { status, stderr } = run(full, 'pipe');
  expect([status, stderr]).toEqual([
    1,
    'standard output cannot be written (ENOSPC), so the result is not whole\n',
  ]);
  expect(run(full, full).status).toBe(1);
  expect(run('pipe', full).status).toBe(0);
  closeSync(full);
});

test('search and status say that it is a sample', async () => {
  const { stdout, stderr } = await lmi('search', 'software', 'engineer', '--data', sample);
  expect(stdout).toMatch(/^2134 {2}1\.000 exact {6}Software engineer — /);
  expect(stderr).toMatch(/synthetic sample, not statistics/);
  const status = await lmi('status', '--all', '--data', sample, '--source', 'ashe');
  expect(status.stdout).toMatch(
    /synthetic sample, not statistics[^]*^served\s+ashe\s+sample-2024-provisional\s+[0-9a-f-]{36} /m,
  );
});

test("each command's help fits a screen and ends with a valid example", async () => {
  const helpOf = async (...command: readonly string[]) => (await lmi(...command, '--help')).stdout;
  const commands = [...(await helpOf()).matchAll(/^ {2}(\w+) {2,}\S/gm)].map(
    ([, name = '']) => name,
  );
  expect(commands.length).toBeGreaterThan(20);
  for (const name of commands) {
    const help = await helpOf(name);
    const [, example = ''] = /^Example: npx lmi (.+)$/m.exec(help) ?? [];
    expect(example.split(' ')[0], help).toBe(name);
    for (const [option = ''] of example.matchAll(/--[a-z-]+/g))
      expect(help, name).toContain(`  ${option}`);
    expect(help.split('\n').length, help).toBeLessThanOrEqual(60);
  }
});
