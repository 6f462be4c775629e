// The first real day: layouts that nobody has seen wait for a person, hold back nothing else, and
// come through together.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBeneath } from '#compiler/edition/files.ts';
import { firstEditions } from '#compiler/operations/accept.ts';
import { keepRelease } from '#compiler/release/snapshots.ts';
import { noteReviewed } from '#compiler/review/review.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { storeWithHeld } from '#compiler/serve/held-store.ts';
import { heldBack } from '#schemas/standing.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import type { Source } from '#sources/kit/source.ts';
import { releaseOf, sampleOf, socIndex, socStructure } from '../compiler/spine-releases.ts';
import { kindsWith } from '../compiler/slim-sources.ts';
import { lmi } from '../lmi.ts';
import { rewriteCatalogue, withIngest } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  acceptAll,
  acceptIn,
  catalogueOf,
  compileInto,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  second,
  servedIn,
  sources,
} from './scene.ts';

const name = '2025-04-16';
const structure = (await sampleOf(socStructure)).published;
const held = await directoryWithHeld();

describe('a new optional file', () => {
  /**
   * The source with a file that it may have, whose text is a row: `headings` of it cannot be
   * parsed, `labels` cannot be understood. Nor can anything of the release of 2026.
   */
  const withExtra = (
    more: { isApart?: boolean; layout?: 'verified' | 'documented' } = {},
  ): Source => ({
    ...socStructure,
    checks: [],
    files: {
      ...socStructure.files,
      extra: {
        match: /^extra\.txt$/,
        layout: 'documented',
        optional: true,
        describe: 'the new file',
        ...more,
      },
    },
    parse: async (release, files) => {
      const texts = files.flatMap(({ name: file, bytes }) =>
        file === 'extra.txt' ? [new TextDecoder().decode(bytes)] : [],
      );
      if (texts.includes('headings'))
        throw new LayoutError([{ place: 'extra.txt', message: 'no column is headed "Code"' }]);
      const others = files.filter((file) => file.name !== 'extra.txt');
      return [...(await socStructure.parse(release, others)), ...texts];
    },
    reshape(release, rows, needs, problems) {
      if (rows.includes('labels'))
        problems.push({ place: 'extra.txt', message: 'the label names no region' });
      if (release.name === '2026-04-16')
        problems.push({ place: 'structure', message: 'an unknown code' });
      const own = rows.filter((row) => typeof row !== 'string');
      return socStructure.reshape(release, own, needs, problems);
    },
  });
  const compileWith = async (
    directory: string,
    text: string,
    source = withExtra(),
    releaseName = name,
  ) => {
    const files = [...structure, { name: 'extra.txt', bytes: new TextEncoder().encode(text) }];
    const { outcomes } = await compileInto(directory, [releaseOf(source, releaseName, files)], {
      sources: [source],
      sample: false,
    });
    return outcomes.map(({ verdict }) => verdict);
  };
  const editionsIn = (directory: string) =>
    catalogueOf(directory).editions.map(({ state, inputs }) => [
      state,
      inputs.some(({ file }) => file === 'extra.txt'),
    ]);

  test('does not hold its release: the rest is published without it', async () => {
    const directory = temporaryDirectory();
    expect(await compileWith(directory, 'more')).toEqual(['published', 'quarantined']);
    expect(editionsIn(directory)).toEqual([
      ['served', false],
      ['quarantined', true],
    ]);
    const [waiting] = heldBack(catalogueOf(directory).editions);
    expect(waiting?.checks.map(({ check }) => check)).toEqual(['documented-layout']);
    // The same again changes nothing.
    const { serial } = catalogueOf(directory);
    await compileWith(directory, 'more');
    expect(catalogueOf(directory).serial).toBe(serial);
    await acceptIn(directory, '', { sources: [withExtra()], id: waiting?.id ?? '' });
    expect(editionsIn(directory)).toEqual([
      ['superseded', false],
      ['served', true],
    ]);
    expect(await compileWith(directory, 'other')).toEqual(['published']);
  });

  const all = (): Source => ({
    ...withExtra(),
    files: kindsWith(withExtra(), { layout: 'documented' }),
  });
  test.each<[string, string, () => Source, string[]]>([
    [
      'that cannot be read does not hold it either',
      'labels',
      withExtra,
      ['published', 'quarantined'],
    ],
    ['is no way around a layout that is new in the other files too', 'more', all, ['quarantined']],
  ])('%s', async (_, text, source, verdicts) => {
    expect(await compileWith(temporaryDirectory(), text, source())).toEqual(verdicts);
  });

  const apart = withExtra({ isApart: true, layout: 'verified' });
  test.each<[string, string, Source, string, boolean]>([
    [
      'and stands apart holds back only itself, if its headings are not understood',
      'headings',
      apart,
      '2025-10-16',
      true,
    ],
    [
      'and stands apart holds back only itself, if its labels are not understood',
      'labels',
      apart,
      '2025-10-16',
      true,
    ],
    ['is not left out if the same release answers from it', 'labels', apart, name, false],
    [
      'is not left out if the others are not understood either',
      'labels',
      apart,
      '2026-04-16',
      false,
    ],
    [
      'is not left out if it does not stand apart',
      'labels',
      withExtra({ layout: 'verified' }),
      '2025-10-16',
      false,
    ],
  ])('that was published before %s', async (_, text, source, releaseName, isLeftOut) => {
    const directory = temporaryDirectory();
    expect(await compileWith(directory, 'more', apart)).toEqual(['published']);
    expect(await compileWith(directory, text, source, releaseName)).toEqual(
      isLeftOut ? ['published', 'quarantined'] : ['quarantined'],
    );
    if (!isLeftOut) return void expect(editionsIn(directory)[0]).toEqual(['served', true]);
    const served = catalogueOf(directory).editions.find(
      ({ state, release }) => state === 'served' && release === releaseName,
    );
    expect(served?.inputs).toHaveLength(structure.length);
    const { serial } = catalogueOf(directory);
    await compileWith(directory, text, source, releaseName);
    expect(catalogueOf(directory).serial).toBe(serial);
  });
});

describe('lmi accept', () => {
  test('takes all of several editions with one reason and one catalogue, or none', async () => {
    const directory = copyOf(held);
    const { serial } = catalogueOf(directory);
    const ids = ['soc-structure', 'soc-index'].map(
      (source) => editionOf(directory, source, second).id,
    );
    const served = editionOf(directory, 'soc-index', first).id;
    await expect(acceptAll(directory, [ids[0] ?? '', served])).rejects.toThrow(
      /expected an edition that is held back/,
    );
    expect(servedIn(directory)['soc-structure']).toEqual([first]);
    const { editions } = await acceptAll(directory, ids);
    expect([
      editions.map(({ accepted }) => accepted?.reason),
      catalogueOf(directory).serial,
    ]).toEqual([['because', 'because'], serial + 1]);
  });

  test('brings through what waited for it, though nobody asks its publisher again', async () => {
    const directory = temporaryDirectory();
    const unseen = (source: Source): Source => ({
      ...source,
      files: kindsWith(source, { layout: 'documented' }),
      checks: [],
    });
    const both = [unseen(socStructure), unseen(socIndex)] as const;
    const index = (await sampleOf(socIndex)).published;
    const given = [releaseOf(both[0], name, structure), releaseOf(both[1], name, index)];
    const { outcomes } = await compileInto(directory, given, { sources: both, sample: false });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['quarantined', 'waiting']);
    // An update keeps what it has downloaded, and says why there is no edition.
    keepRelease(directory, given[1]?.release ?? expect.fail(), index);
    const fault = `soc-index ${name}: a source that it needs is not published yet`;
    rewriteCatalogue(directory, (catalogue) => withIngest(catalogue, 'soc-index', { fault }));

    // Nobody has looked at it, so --first leaves it.
    expect(firstEditions(directory)).toMatchObject({
      reviewed: [],
      unreviewed: [{ source: 'soc-structure' }],
    });
    const acceptReviewed = (source: string) => {
      noteReviewed(directory, editionOf(directory, source, name).id);
      const ids = firstEditions(directory).reviewed.map(({ id }) => id);
      return acceptAll(directory, ids, { sources: both, overrides: [], reason: 'I have looked' });
    };
    const decided = await acceptReviewed('soc-structure');
    expect(decided.outcomes.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['soc-index', 'quarantined'],
    ]);
    expect(catalogueOf(directory).sources[1]?.ingest.fault).toBeNull();
    await acceptReviewed('soc-index');
    expect(servedIn(directory)).toEqual({ 'soc-structure': [name], 'soc-index': [name] });
  });

  test('--first takes nothing that another check holds back', async () => {
    expect(firstEditions(held)).toEqual({ reviewed: [], unreviewed: [] });
    expect(await lmi('accept', '--first', '--reason', 'x', '--data', held)).toMatchObject({
      status: 2,
    });
    expect(await lmi('accept', '--reason', 'x', '--data', held)).toMatchObject({ status: 2 });
  });
});

describe('lmi get --held', () => {
  const get = (directory: string, ...more: readonly string[]) =>
    lmi('get', '/v1/occupations/1112', '--data', directory, ...more);

  test('answers as if a held edition were published, and changes nothing', async () => {
    const { id } = editionOf(held, 'soc-index', second);
    const shown = await get(held, '--held', id);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      soc2020: '1112',
      provenance: { editionId: id },
    });
    expect(shown.stderr).toContain(`${id} is held back: this answer is not published`);
    expect(JSON.parse((await get(held)).stdout)).toMatchObject({
      provenance: { editionId: editionOf(held, 'soc-index', first).id },
    });
    expect((await get(held, '--held', editionOf(held, 'soc-structure', first).id)).stderr).toMatch(
      /expected an edition that is held back/,
    );
  });

  test('never answers with damaged bytes', async () => {
    const directory = copyOf(held);
    const { id } = editionOf(directory, 'soc-index', second);
    for (const { path, isFile } of filesBeneath(join(directory, 'quarantine', id)))
      if (isFile && path !== 'edition.json')
        writeFileSync(join(directory, 'quarantine', id, path), '[]');
    const answer = answerOffline(directory, 'code', storeWithHeld(directory, sources, id));
    await expect(answer('/v1/occupations')).rejects.toMatchObject({
      problem: { message: 'its bytes differ from those published' },
    });
  });
});
