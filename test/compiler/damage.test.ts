// What has been damaged or cannot be read: it is told with its place and its repair, stops nothing
// else, and is mended where that can be.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import { releasesIn } from '#compiler/release/releases.ts';
import { exitCodeOf } from '#compiler/report/report.ts';
import { searchOffline } from '#compiler/serve/search-offline.ts';
import type { Source } from '#sources/kit/source.ts';
import { catalogueOf, damage, published } from '../operations/scene.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { compileSample, sampleOf, socIndex, socStructure, spine } from './spine-releases.ts';

const structure = await sampleOf(socStructure);
const codingIndex = await sampleOf(socIndex);

function editionIn(directory: string): string {
  const [id = ''] =
    catalogueOf(directory).sources.find(({ key }) => key === 'soc-index')?.served ?? [];
  return join(directory, 'editions', id);
}

test.each<[string, (file: string) => void]>([
  ['lost', (file) => rmSync(file)],
  ['changed', damage],
])(
  'offline a %s document is told to whoever asks for it, and the others are answered',
  async (_, harm) => {
    const directory = await published();
    harm(join(editionIn(directory), 'titles/2134.json'));
    const ask = answerOffline(directory);
    const lost = ask('/v1/occupations/2134/titles');
    await expect(lost).rejects.toThrow(
      /titles\/2134\.json: .*\n {2}lmi compile --sample makes it again$/,
    );
    await expect(lost).rejects.toBeInstanceOf(UnreadableFileError);
    expect((await ask('/v1/occupations/2135/titles')).status).toBe(200);
  },
);

test('a search offline refuses titles that have other bytes than were published', async () => {
  const directory = await published();
  damage(join(editionIn(directory), 'search/titles.json'));
  await expect(searchOffline(directory)).rejects.toThrow(
    /search\/titles\.json: its bytes differ from those published/,
  );
});

test('a published edition that is lost never comes back with other bytes', async () => {
  const directory = await published();
  const edition = editionIn(directory);
  rmSync(edition, { recursive: true });
  const index: Source = socIndex;
  const other: Source = {
    ...index,
    *documents(made) {
      for (const document of index.documents(made))
        yield document.endpoint === 'occupation'
          ? { ...document, body: { ...Object(document.body), title: 'Somebody else' } }
          : document;
    },
  };
  await expect(
    compileSample(directory, [{ ...codingIndex, source: other }], {
      sources: [socStructure, other],
    }),
  ).rejects.toThrow(/exists with other bytes \(the catalogue names another root\)/);
});

// A link to itself is refused to everybody (ELOOP), the superuser included, for whom no right is
// ever missing.
test('an unreadable file is a problem with a place; other sources compile', async () => {
  const from = temporaryDirectory();
  const name = 'soc2020volume2thecodingindexexcel16042025.xlsx';
  mkdirSync(join(from, 'soc-index/2025-04-16'), { recursive: true });
  symlinkSync(name, join(from, 'soc-index/2025-04-16', name));
  const { releases } = releasesIn(from, spine);
  const [unreadable = expect.fail('the folder was not found')] = releases;
  const { outcomes } = await compileSample(temporaryDirectory(), [
    structure,
    { ...unreadable, release: codingIndex.release },
  ]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published', 'unreadable']);
  expect(outcomes[1]?.problems.map(formatProblem).join()).toContain(
    `${name}: cannot be read (ELOOP)\n  make it a plain file`,
  );
  expect(exitCodeOf(outcomes, [])).toBe(4);
});
