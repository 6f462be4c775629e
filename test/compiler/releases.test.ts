// Finding releases in a folder: what is taken, what is left out, and what is said of each.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import { ashe } from '#sources/ashe/source.ts';
import { releasesIn } from '#compiler/release/releases.ts';
import { goldenFault } from '../golden.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { spine } from './spine-releases.ts';

function folderOf(files: string): string {
  const directory = temporaryDirectory();
  for (const file of files.split(' ').filter((name) => name !== '')) {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), file);
  }
  return directory;
}

function found(directory: string, within = '', sources = spine) {
  try {
    const { releases, problems, remarks } = releasesIn(join(directory, within), sources);
    return {
      releases: releases.map(
        ({ source, release, files }) =>
          `${source.key} ${release.name} of ${release.released}: ` +
          `${files().map(({ name }) => name)}`,
      ),
      said: [...problems.map(formatProblem), ...remarks],
    };
  } catch (error) {
    return String(error);
  }
}

test('each folder is read with the files of goldens/releases.json', () => {
  const told: Record<string, unknown> = {};
  for (const [files, within] of [
    // Names that begin with _ are not read.
    [
      'soc-index/2025-04-16/b.xlsx soc-index/2025-04-16/a.xlsx ' +
        'soc-index/2025-04-16/_notes.txt soc-index/_reference/x.xlsx _old/2024-10-16/x.xlsx',
    ],
    // A folder that is no source is said, one that was not asked for is not.
    ['soc-index/2025-04-16/a.xlsx onet/30.2/a.txt holiday/2025/a.jpg'],
    ['soc-index/latest/a.xlsx'],
    [''],
    ['', 'nowhere'],
    // One level or two too deep.
    ['ashe/2024-provisional/a.zip', 'ashe'],
    ['ashe/2024-provisional/a.zip', 'ashe/2024-provisional'],
  ] as const) {
    const directory = folderOf(files);
    const text = JSON.stringify(found(directory, within)).replaceAll(directory, 'DIR');
    told[[files, within].filter(Boolean).join(' → ')] = JSON.parse(text);
  }
  // A line beside the files says when the release came out, and is no file of it; a line that is no
  // day is a problem.
  const dated = folderOf('ashe/2024-provisional/a.zip ashe/2023-provisional/a.zip');
  writeFileSync(join(dated, 'ashe/2024-provisional/released.txt'), '2024-10-29\n');
  writeFileSync(join(dated, 'ashe/2023-provisional/released.txt'), 'October\n');
  told['released.txt'] = found(dated, '', [ashe]);
  expect(goldenFault('releases.json', `${JSON.stringify(told, null, 1)}\n`)).toBeNull();
});
