// Finding releases in a folder: what is taken, what is left out, and what is said of each.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import { ashe } from '#sources/ashe/source.ts';
import { releasesIn } from '#compiler/release/releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { spine } from './spine-releases.ts';

function folderOf(...files: readonly string[]): string {
  const directory = temporaryDirectory();
  for (const file of files) {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), file);
  }
  return directory;
}

const said = (directory: string) => {
  const { releases, problems, remarks } = releasesIn(directory, spine);
  return {
    releases: releases.map(({ source, release, files }) => [source.key, release.name, files().map((file) => file.name)]),
    problems: problems.map(formatProblem),
    remarks,
  };
};

test('folders of sources and releases are read, names that begin with _ are not', () => {
  const directory = folderOf(
    'soc-index/2025-04-16/b.xlsx',
    'soc-index/2025-04-16/a.xlsx',
    'soc-index/2025-04-16/_notes.txt',
    'soc-index/_reference/x.xlsx',
    '_old/2024-10-16/x.xlsx',
  );
  expect(said(directory)).toEqual({
    releases: [['soc-index', '2025-04-16', ['a.xlsx', 'b.xlsx']]],
    problems: [],
    remarks: [`soc-structure: no release in ${directory}`],
  });
});

test('a line beside the files says when the release came out, and is no file of it; a line that is no day is a problem', () => {
  const directory = folderOf('ashe/2024-provisional/a.zip', 'ashe/2023-provisional/a.zip');
  writeFileSync(join(directory, 'ashe/2024-provisional/released.txt'), '2024-10-29\n');
  writeFileSync(join(directory, 'ashe/2023-provisional/released.txt'), 'October\n');
  const { releases, problems } = releasesIn(directory, [ashe]);
  expect(releases.map(({ release, files }) => [release.name, release.released, files().map(({ name }) => name)])).toEqual([
    ['2024-provisional', '2024-10-29', ['a.zip']],
  ]);
  expect(problems.map(formatProblem)).toEqual([
    'ashe 2023-provisional released.txt: is "October", expected the day of publication, as 2025-10-23',
  ]);
});

test('a folder that is no source is said, one that was not asked for is not', () => {
  const { remarks } = said(folderOf('soc-index/2025-04-16/a.xlsx', 'onet/30.2/a.txt', 'holiday/2025/a.jpg'));
  expect(remarks.filter((remark) => remark.startsWith('onet'))).toEqual([]);
  expect(remarks).toContain('holiday: no source has this name, so its files are ignored');
});

test('a folder whose name is no release is a problem with its repair', () => {
  expect(said(folderOf('soc-index/latest/a.xlsx')).problems).toEqual([
    'soc-index latest: is not a release of this source that can be compiled, expected a name like 2025-04-16, or 2026-08-27-v2 if it was issued again\n  name the folder after its release',
  ]);
});

test('an empty folder and a folder that is not there are each said in one line', () => {
  const directory = temporaryDirectory();
  expect(() => said(directory)).toThrow(`${directory}: holds no release, expected DIR/<source>/<release>/<files>`);
  expect(() => said(join(directory, 'nowhere'))).toThrow(/nowhere: is not a folder, expected DIR\/<source>/);
  // One level or two too deep.
  const release = folderOf('ashe/2024-provisional/a.zip');
  expect(() => said(join(release, 'ashe'))).toThrow(`is the folder of one source; name the folder ${release}`);
  expect(() => said(join(release, 'ashe/2024-provisional'))).toThrow(`is a release; name the folder ${release}`);
});
