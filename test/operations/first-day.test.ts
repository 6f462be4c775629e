// The first real day: layouts that nobody has seen wait for a person, hold back nothing else, and come through together.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { accept, acceptAll, firstEditions } from '#compiler/operations/accept.ts';
import { filesBeneath } from '#compiler/edition/files-beneath.ts';
import { noteReviewed } from '#compiler/review/reviewed.ts';
import { storeWithHeld } from '#compiler/serve/held-store.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { keepRelease } from '#compiler/release/snapshots.ts';
import { heldBack } from '#schemas/standing.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { releaseOf, sampleOf, socIndex, socStructure } from '../compiler/spine-releases.ts';
import { kindsWith } from '../kinds-with.ts';
import { lmi } from '../lmi.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { catalogueOf, compileInto, copyOf, directoryWithHeld, editionOf, first, quiet, second, servedIn, sources } from './scene.ts';

const name = '2025-04-16';
let structure: readonly PublishedFile[];
let index: readonly PublishedFile[];
let held: string;
beforeAll(async () => {
  structure = (await sampleOf(socStructure)).published;
  index = (await sampleOf(socIndex)).published;
  held = await directoryWithHeld();
});

const unseen = (source: Source): Source => ({ ...source, files: kindsWith(source, { layout: 'documented' }), checks: [] });
const real = (of: readonly Source[]) => ({ sources: of, sampleSize: null });

describe('a new optional file', () => {
  const extra = { name: 'extra.txt', bytes: new TextEncoder().encode('more') };
  /** The source with a file that it may have, whose text is a row. */
  const withExtra: Source = {
    ...socStructure,
    checks: [],
    files: { ...socStructure.files, extra: { match: /^extra\.txt$/, layout: 'documented', required: false, describe: 'the new file' } },
    parse: async (release, files) => [
      ...(await socStructure.parse(
        release,
        files.filter(({ name: file }) => file !== extra.name),
      )),
      ...files.filter(({ name: file }) => file === extra.name).map(({ bytes }) => new TextDecoder().decode(bytes)),
    ],
    reshape: (release, rows, needs, problems) =>
      socStructure.reshape(
        release,
        rows.filter((row) => typeof row !== 'string'),
        needs,
        problems,
      ),
  };
  const compileWith = (directory: string, files: readonly PublishedFile[], source = withExtra) =>
    compileInto(directory, [releaseOf(source, name, files)], real([source]));
  const filesOf = (directory: string) => {
    const { editions } = catalogueOf(directory);
    return editions.map(({ state, inputs }) => [state, inputs.some(({ file }) => file === extra.name)]);
  };

  test('does not hold its release: what was there before is published, and the whole waits to be accepted', async () => {
    const directory = temporaryDirectory();
    const { outcomes } = await compileWith(directory, [...structure, extra]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published', 'quarantined']);
    expect(filesOf(directory)).toEqual([
      ['served', false],
      ['quarantined', true],
    ]);
    const [waiting] = heldBack(catalogueOf(directory).editions);
    expect(waiting?.checks.map(({ check }) => check)).toEqual(['documented-layout']);

    // The same again changes nothing.
    const { serial } = catalogueOf(directory);
    await compileWith(directory, [...structure, extra]);
    expect(catalogueOf(directory).serial).toBe(serial);

    await accept({ directory, sources: [withExtra], id: waiting?.id ?? '', reason: 'I have read it', ...quiet });
    expect(filesOf(directory)).toEqual([
      ['superseded', false],
      ['served', true],
    ]);
    const later = await compileWith(directory, [...structure, { ...extra, bytes: new TextEncoder().encode('other') }]);
    expect(later.outcomes.map(({ verdict }) => verdict)).toEqual(['published']);
  });

  test('that cannot be read does not hold it either', async () => {
    const directory = temporaryDirectory();
    const refusing: Source = {
      ...withExtra,
      reshape(release, rows, needs, problems) {
        if (rows.some((row) => typeof row === 'string')) problems.push({ place: 'extra.txt', message: 'unknown' });
        return withExtra.reshape(release, rows, needs, problems);
      },
    };
    const { outcomes } = await compileWith(directory, [...structure, extra], refusing);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published', 'quarantined']);
  });

  describe('that stands apart and was published before', () => {
    const other = (text: string) => ({ ...extra, bytes: new TextEncoder().encode(text) });
    const apart = (isApart: boolean): Source => ({
      ...withExtra,
      files: { ...withExtra.files, extra: { ...(withExtra.files['extra'] ?? expect.fail()), layout: 'verified', isApart } },
      parse: async (release, files) => {
        const rows = await withExtra.parse(release, files);
        if (rows.includes('headings')) throw new LayoutError([{ place: 'extra.txt', message: 'no column is headed "Code"' }]);
        return rows;
      },
      reshape(release, rows, needs, problems) {
        if (rows.includes('labels')) problems.push({ place: 'extra.txt', message: 'the label names no region' });
        if (release.name === '2026-04-16') problems.push({ place: 'structure', message: 'an unknown code' });
        return withExtra.reshape(release, rows, needs, problems);
      },
    });
    let published: string;
    beforeAll(async () => {
      published = temporaryDirectory();
      const { outcomes } = await compileWith(published, [...structure, extra], apart(true));
      expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published']);
    });
    const compileNext = (directory: string, text: string, source: Source, of = '2025-10-16', files = structure) =>
      compileInto(directory, [releaseOf(source, of, [...files, other(text)])], real([source]));

    test.each(['headings', 'labels'])('holds back only itself, if its %s are not understood', async (text) => {
      const directory = copyOf(published);
      const { outcomes } = await compileNext(directory, text, apart(true));
      expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published', 'quarantined']);
      expect(filesOf(directory)).toContainEqual(['quarantined', true]);
      expect(
        catalogueOf(directory).editions.find(({ state, release }) => state === 'served' && release === '2025-10-16')?.inputs,
      ).toHaveLength(structure.length);
      const { serial } = catalogueOf(directory);
      await compileNext(directory, text, apart(true));
      expect(catalogueOf(directory).serial).toBe(serial);
    });

    test('takes nothing away that the same release answers', async () => {
      const directory = copyOf(published);
      const { outcomes } = await compileNext(directory, 'labels', apart(true), name);
      expect(outcomes.map(({ verdict }) => verdict)).toEqual(['quarantined']);
      expect(filesOf(directory)).toEqual([
        ['served', true],
        ['quarantined', true],
      ]);
    });

    test('is not left out if the others are not understood either, or if it does not stand apart', async () => {
      for (const [source, of] of [[apart(true), '2026-04-16'] as const, [apart(false), '2025-10-16'] as const]) {
        const { outcomes } = await compileNext(copyOf(published), 'labels', source, of);
        expect(outcomes.map(({ verdict }) => verdict)).toEqual(['quarantined']);
      }
    });
  });

  test('is no way around a layout that is new in the other files too', async () => {
    const directory = temporaryDirectory();
    const all: Source = { ...withExtra, files: kindsWith(withExtra, { layout: 'documented' }) };
    const { outcomes } = await compileWith(directory, [...structure, extra], all);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['quarantined']);
  });
});

describe('lmi accept', () => {
  test('takes several editions at once, with one reason and one catalogue', async () => {
    const directory = copyOf(held);
    const { serial } = catalogueOf(directory);
    const ids = ['soc-structure', 'soc-index'].map((source) => editionOf(directory, source, second).id);
    const { editions } = await acceptAll({ directory, sources, ids, reason: 'both were compared', ...quiet });
    expect(editions.map(({ accepted }) => accepted?.reason)).toEqual(['both were compared', 'both were compared']);
    expect([catalogueOf(directory).serial, servedIn(directory)]).toEqual([
      serial + 1,
      { 'soc-structure': [second], 'soc-index': [second] },
    ]);
  });

  test('takes all of several editions, or none', async () => {
    const directory = copyOf(held);
    const ids = [editionOf(directory, 'soc-structure', second).id, editionOf(directory, 'soc-index', first).id];
    await expect(acceptAll({ directory, sources, ids, reason: 'both', ...quiet })).rejects.toThrow(
      /is served, expected a quarantined edition/,
    );
    expect(servedIn(directory)['soc-structure']).toEqual([first]);
  });

  test('brings through what waited for it, though nobody asks its publisher again', async () => {
    const directory = temporaryDirectory();
    const both = [unseen(socStructure), unseen(socIndex)] as const;
    const given = [releaseOf(both[0], name, structure), releaseOf(both[1], name, index)];
    const { outcomes } = await compileInto(directory, given, real(both));
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['quarantined', 'waiting']);
    // An update keeps what it has downloaded, and says why there is no edition.
    keepRelease(directory, given[1]?.release ?? expect.fail(), index);
    rewriteCatalogue(directory, (catalogue) => ({
      ...catalogue,
      sources: catalogue.sources.map((source) =>
        source.key === 'soc-index'
          ? { ...source, ingest: { ...source.ingest, fault: `soc-index ${name}: a source that it needs is not published yet` } }
          : source,
      ),
    }));

    // Nobody has looked at it, so --first leaves it.
    expect(firstEditions(directory)).toMatchObject({ reviewed: [], unreviewed: [{ source: 'soc-structure' }] });
    noteReviewed(directory, editionOf(directory, 'soc-structure', name).id);
    const acceptFirst = () => {
      const ids = firstEditions(directory).reviewed.map(({ id }) => id);
      return acceptAll({ directory, sources: both, ids, reason: 'I have looked', ...quiet });
    };
    const decided = await acceptFirst();
    expect(decided.outcomes.map(({ source, verdict }) => [source, verdict])).toEqual([['soc-index', 'quarantined']]);
    expect(catalogueOf(directory).sources[1]?.ingest.fault).toBeNull();
    noteReviewed(directory, editionOf(directory, 'soc-index', name).id);
    await acceptFirst();
    expect(servedIn(directory)).toEqual({ 'soc-structure': [name], 'soc-index': [name] });
  });

  test('--first takes nothing that another check holds back, and says what to review', async () => {
    const directory = copyOf(held);
    expect(firstEditions(directory)).toEqual({ reviewed: [], unreviewed: [] });
    expect(await lmi('accept', '--first', '--reason', 'x', '--data', directory)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no edition that waits only because its layout is new has been reviewed'),
    });
    expect(await lmi('accept', '--reason', 'x', '--data', directory)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('or --first'),
    });
  });
});

test('lmi review without an edition lists what waits, each with its next commands', async () => {
  const { id } = editionOf(held, 'soc-index', second);
  const { status, stdout } = await lmi('review', '--data', held);
  expect(status).toBe(0);
  expect(stdout).toContain(`soc-index ${second}, edition ${id}`);
  expect(stdout).toContain(`lmi accept ${id} --reason "…" --data ${held}`);
  const decided = copyOf(held);
  rewriteCatalogue(decided, (catalogue) => ({ ...catalogue, editions: catalogue.editions.filter(({ state }) => state === 'served') }));
  expect(await lmi('review', '--data', decided)).toMatchObject({ status: 0, stdout: 'Nothing is held back\n' });
});

describe('lmi get --held', () => {
  const get = (directory: string, ...more: readonly string[]) => lmi('get', '/v1/occupations/1112', '--data', directory, ...more);

  test('answers as if a held edition were published, and changes nothing', async () => {
    const { id } = editionOf(held, 'soc-index', second);
    const shown = await get(held, '--held', id);
    expect(JSON.parse(shown.stdout)).toMatchObject({ soc2020: '1112', provenance: { editionId: id } });
    expect(shown.stderr).toContain(`${id} is held back: this answer is not published`);
    expect(JSON.parse((await get(held)).stdout)).toMatchObject({ provenance: { editionId: editionOf(held, 'soc-index', first).id } });
  });

  test('never answers with damaged bytes', async () => {
    const directory = copyOf(held);
    const { id } = editionOf(directory, 'soc-index', second);
    for (const { path, isFile } of filesBeneath(join(directory, 'quarantine', id)))
      if (isFile && path !== 'edition.json') writeFileSync(join(directory, 'quarantine', id, path), '[]');
    const answer = answerOffline(directory, 'code', storeWithHeld(directory, sources, id));
    await expect(answer('/v1/occupations')).rejects.toMatchObject({ problem: { message: 'its bytes differ from those published' } });
  });

  test.each([
    ['an edition that is served', () => editionOf(held, 'soc-structure', first).id, /is served, expected an edition that is held back/],
    ['no edition', () => 'none', /"none": \S+ holds no edition with this id or release/],
  ])('refuses %s', async (_, id, line) => {
    expect(await get(held, '--held', id())).toMatchObject({ status: 2, stderr: expect.stringMatching(line) });
  });
});
