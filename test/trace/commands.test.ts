// lmi get --trace and lmi diff as commands: what they print, and what they answer to what cannot be traced or compared.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const data = sampleDirectory();
const editions = readCatalogue(data)?.catalogue.editions ?? [];
const idOf = (source: string) => editions.find((edition) => edition.source === source)?.id ?? '';

const trace = (path: string, ...more: readonly string[]) => lmi('get', '--trace', path, '--data', data, ...more);
const diff = (older: string, newer: string, ...more: readonly string[]) => lmi('diff', older, newer, '--data', data, ...more);

describe('lmi get --trace', () => {
  test('names edition, file and digest, and for each figure its cells and its rule', async () => {
    const { stdout } = await trace('/v1/occupations/2134/employment?area=wales');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('/v1/occupations/2134/employment?area=wales');
    expect(lines[1]).toMatch(/^aps-employment sample-\S+ [0-9a-f-]{36}$/);
    expect(lines[2]).toMatch(/^ {2}employment\.csv sha256 [0-9a-f]{64}$/);
    const place = lines.findIndex((line) => line.startsWith('  /employment/count '));
    expect(lines[place + 1]).toMatch(/^ {4}employment\.csv row \d+ OBS_VALUE "\d*"$/);
    expect(lines.some((line) => /^ {4}The number as printed\. .*\.$/.test(line))).toBe(true);
  });

  test('texts are traced to the rows that name the occupation', async () => {
    expect((await trace('/v1/occupations/2134/titles')).stdout).toMatch(
      /^soc-index sample-\S+ [0-9a-f-]{36}\n {2}\S+\.xlsx sha256 [0-9a-f]{64}\n {2}texts, no figures: \d+ rows of these files as read\n {4}\{.*2134/m,
    );
  });

  test('a number that stands in no cell comes with the description that the API gives of it', async () => {
    expect((await trace('/v1/occupations/2134/visas')).stdout).toMatch(
      /^in no cell: \/rank\/rank \d+\n {2}1 is the greatest total\. .*\.\nin no cell: \/rank\/of \d+\n {2}Number of totals .*\.$/m,
    );
  });

  test('figures between texts: the cells of the file that the source needs, and the rows', async () => {
    const told: {
      editions: { source: string; rows: unknown[]; figures: { pointers: string[]; cells: { file: string; sha256: string }[] }[] }[];
      inNoCell: unknown[];
    } = JSON.parse((await trace('/v1/occupations/2134/apprenticeships', '--json')).stdout);
    const [maps] = told.editions;
    const duration = maps?.figures.find(({ pointers: [pointer = ''] }) => pointer.endsWith('/typicalDurationMonths'));
    expect(duration?.cells).toMatchObject([{ file: 'apprenticeshipstandards.json', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect([maps?.source, maps?.rows.length, told.inNoCell]).toEqual(['occupational-maps', expect.any(Number), []]);
    expect(maps?.rows.length).toBeGreaterThan(0);
  });

  test.each([
    ['/v1/occupations/2134/employment?area=mars', /invalid-parameters/],
    ['/v1/meta/sources', /the answer comes from the catalogue, not from a published file/],
  ])('%s has no trace', async (path, message) => {
    expect(await trace(path)).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(message) });
  });
});

test('without snapshots figures are traced and compared, and texts are not', async () => {
  const directory = join(temporaryDirectory(), 'data');
  mkdirSync(directory);
  for (const name of ['catalogue.json', 'records', 'editions']) symlinkSync(join(data, name), join(directory, name));
  const here = ['--data', directory];
  expect((await lmi('get', '--trace', '/v1/occupations/2134/employment', ...here)).status).toBe(0);
  expect((await lmi('diff', idOf('aps-employment'), idOf('aps-employment'), ...here)).status).toBe(0);
  const stderr = expect.stringMatching(/this snapshot is not kept here\n {2}fetch it with \S*.*lmi .*pull --all/);
  const lacking = { status: 4, stdout: '', stderr };
  expect(await lmi('get', '--trace', '/v1/occupations/2134/titles', ...here)).toEqual(lacking);
  expect(await lmi('diff', idOf('soc-index'), idOf('soc-index'), ...here)).toEqual(lacking);
});

describe('lmi diff', () => {
  test('an edition beside itself: every figure is the same', async () => {
    expect((await diff(idOf('aps-employment'), idOf('aps-employment'))).stdout).toMatch(
      /^aps-employment \S+ \S+ → aps-employment \S+ \S+\n {2}every figure is the same \([\d,]+\)\n$/,
    );
  });

  test('as JSON: changes and summary are one text', async () => {
    const { stdout } = await diff(idOf('aps-employment'), idOf('aps-employment'), '--json');
    const { changes, summary }: { changes: unknown[]; summary: { figures: { measures: { unchanged: number }[] } } } = JSON.parse(stdout);
    expect(changes).toEqual([]);
    expect(summary.figures.measures.every(({ unchanged }) => unchanged > 0)).toBe(true);
  });

  test.each([
    ['no-such-edition', idOf('aps-employment'), /"no-such-edition": .* holds no edition with this id or release/],
    [idOf('soc-index'), idOf('aps-employment'), /only editions of one source can be compared/],
  ])('%s beside %s cannot be compared', async (older, newer, message) => {
    expect(await diff(older, newer)).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(message) });
  });
});
