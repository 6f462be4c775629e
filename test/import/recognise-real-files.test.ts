// The publishers' real files under names that say nothing: each is known by its content, and says
// its release where its source says it does.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import glob from 'fast-glob';
import { expect, test } from 'vitest';
import { recogniseFiles } from '#compiler/import/recognise-files.ts';
import { sources } from '#sources/index.ts';
import { kindOf } from '#sources/kit/named-files.ts';
import { describeRealFiles, havePublisherFiles, publisherFiles } from '../publisher-files.ts';

const releases = havePublisherFiles
  ? glob.sync('*/*', { cwd: publisherFiles, onlyDirectories: true, ignore: ['*/_*'] }).sort()
  : [];

describeRealFiles('the files in ../shared/publisher-files', () => {
  test.each(releases)('%s', { timeout: 60_000 }, async (place) => {
    const [key = '', release = ''] = place.split('/');
    const source = sources.find((candidate) => candidate.key === key) ?? expect.fail(key);
    const names = glob
      .sync('*', { cwd: join(publisherFiles, place) })
      .filter((name) => kindOf(source.files, name) !== undefined);
    const files = names.map((name) => ({
      name,
      bytes: readFileSync(join(publisherFiles, place, name)),
    }));
    const anonymous = files.map(({ name, bytes }, index) => ({
      name: `download (${index})${extname(name)}`,
      bytes,
    }));
    const { files: found, problems } = await recogniseFiles(anonymous, sources);
    expect(problems).toEqual([]);
    expect(found.map((file) => [file.source.key, source.files[file.kind]])).toEqual(
      names.map((name) => [key, kindOf(source.files, name)]),
    );
    const own = (await recogniseFiles(files, sources)).files;
    const said = new Set(
      await Promise.all(own.map(({ file }) => source.byHand?.releaseOf?.(file) ?? null)),
    );
    // Without its number in a name, an O*NET text does not say its release; nor do harvests and the
    // projections.
    const says = ['soc-structure', 'soc-index', 'ashe', 'aps-workforce', 'esco'].includes(key);
    expect([...said]).toEqual([says ? release : null]);
  });
});
