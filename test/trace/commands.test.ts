// lmi get --trace and lmi diff as commands: goldens/trace-commands.txt has what they print, the
// middle of long answers left out.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { goldenFault, masked } from '../golden.ts';
import { lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const data = sampleDirectory();
/** The first edition of a source. */
const idOf = (key: string) =>
  readCatalogue(data)?.catalogue.editions.find(({ source }) => source === key)?.id ??
  expect.fail(key);
const employment = idOf('aps-employment');
const index = idOf('soc-index');
const trace = (path: string) => ['get', '--trace', path];

/** The first ten lines and the last two, cut at 120 characters. */
function brief(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  return (lines.length < 14 ? lines : [...lines.slice(0, 10), '…', ...lines.slice(-2)]).map(
    (line) => line.slice(0, 120),
  );
}

test('each command prints what the golden has', async () => {
  const bare = join(temporaryDirectory(), 'data');
  mkdirSync(bare);
  for (const name of ['catalogue.json', 'records', 'editions'])
    symlinkSync(join(data, name), join(bare, name));
  const told: string[] = [];
  for (const [what, command, directory = data] of [
    ['the cells of each figure and its rule', trace('/v1/occupations/2134/employment?area=wales')],
    ['texts: the rows that name the occupation', trace('/v1/occupations/2134/titles')],
    [
      'texts of another classification: no row has such a code',
      trace('/v1/occupations/2134/skills'),
    ],
    [
      'at the end, numbers that stand in no cell, with their meaning',
      trace('/v1/occupations/2134/visas'),
    ],
    ['figures between texts', trace('/v1/occupations/2134/apprenticeships')],
    ['an answer that is a problem', trace('/v1/occupations/2134/employment?area=mars')],
    ['an answer out of the catalogue', trace('/v1/meta/sources')],
    ['an edition beside itself', ['diff', employment, employment]],
    ['no such edition', ['diff', 'no-such-edition', employment]],
    ['editions of two sources', ['diff', index, employment]],
    ['without snapshots figures are compared', ['diff', employment, employment], bare],
    [
      'without snapshots figures are traced',
      trace('/v1/occupations/2134/employment?area=wales'),
      bare,
    ],
    ['without snapshots texts are not compared', ['diff', index, index], bare],
    ['without snapshots texts are not traced', trace('/v1/occupations/2134/titles'), bare],
  ] as const) {
    const { status, stdout, stderr } = await lmi(...command, '--data', directory);
    // Whatever succeeds tells its progress beside.
    const said = masked(status === 0 ? stdout : `${stdout}${stderr}`, {
      [data]: 'DATA',
      [bare]: 'BARE',
    });
    told.push(`# ${what}: ${status}`, ...brief(said), '');
  }
  expect(goldenFault('trace-commands.txt', told.join('\n'))).toBeNull();
});

test('JSON has cells with digests, and differences their changes', async () => {
  const read = async (...command: readonly string[]) =>
    JSON.parse((await lmi(...command, '--data', data, '--json')).stdout);
  const { editions, inNoCell } = await read(...trace('/v1/occupations/2134/apprenticeships'));
  const cells = [
    { file: 'apprenticeshipstandards.json', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ];
  const figures = expect.arrayContaining([
    expect.objectContaining({ cells: [expect.objectContaining(cells[0])] }),
  ]);
  expect([editions[0], inNoCell]).toMatchObject([{ source: 'occupational-maps', figures }, []]);
  expect(await read('diff', employment, employment)).toMatchObject({
    changes: [],
    summary: { figures: { measures: expect.any(Array) } },
  });
});
