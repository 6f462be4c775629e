// The pipeline on the spine's samples: what is published, held back, left alone, compiled again and
// refused.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { describe, expect, test, vi } from 'vitest';
import { EditionWriter } from '#compiler/edition/edition-directory.ts';
import { formatProblem } from '#sources/kit/problem.ts';
import { inOrderOfNeeds, releasesKept } from '#compiler/release/releases.ts';
import type { Outcome } from '#compiler/release/outcome.ts';
import { exitCodeOf } from '#compiler/report/report.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  compileSample,
  edited,
  releaseOf,
  sampleOf,
  socIndex,
  socStructure,
  spine,
} from './spine-releases.ts';
import { kindsWith } from './slim-sources.ts';
import { bytesOf, catalogueOf, forgetCode, published } from '../operations/scene.ts';

const structure = await sampleOf(socStructure);
const codingIndex = await sampleOf(socIndex);

function servedOf(directory: string): Record<string, readonly string[]> {
  return Object.fromEntries(
    catalogueOf(directory).sources.map((source) => [source.key, source.served]),
  );
}

const rename = (to: string) =>
  edited(structure.published, (_, text) =>
    text.replaceAll('Elected officers and representatives', to),
  );
/** Volume 1 with a column that has another name. */
const notUnderstood = (files: readonly PublishedFile[]) =>
  edited(files, (_, text) => text.replace('Related Job Titles', 'Similar Job Titles'));
const december = (files: readonly PublishedFile[], source: Source = socStructure) =>
  releaseOf(source, 'sample-2025-12-03', files);
const titleIn = (directory: string, edition = servedOf(directory)['soc-index']?.[0] ?? '') =>
  JSON.parse(readFileSync(join(directory, 'editions', edition, 'occupation/1112.json'), 'utf8'))
    .title;
const isHeldIn = (directory: string) =>
  glob.sync('quarantine/*', { cwd: directory, onlyDirectories: true });
const firstProblem = ([outcome]: readonly Outcome[]) =>
  formatProblem(outcome?.problems[0] ?? { place: '', message: '' });

describe('publishing', () => {
  test('another folder and another order of releases give the same bytes', async () => {
    const one = await published();
    const other = temporaryDirectory();
    await compileSample(other, [codingIndex]);
    await compileSample(other, [codingIndex, structure]);
    expect(bytesOf(other)).toEqual(bytesOf(one));
  });

  test('another year and another time zone change no byte of a sample', async () => {
    const filesOf = async () =>
      (await Promise.all([socStructure, localAuthorities].map((source) => source.sample()))).flat();
    const now = await filesOf();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-07-01T20:00:00Z') });
    vi.stubEnv('TZ', 'Pacific/Auckland');
    try {
      expect(await filesOf()).toEqual(now);
    } finally {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    }
  });

  test('a new edition of a need compiles its dependants from snapshots', async () => {
    const directory = await published();
    const before = catalogueOf(directory);
    const { outcomes } = await compileSample(directory, [
      december(await rename('Elected officers')),
    ]);
    expect(outcomes.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['soc-structure', 'published'],
      ['soc-index', 'published'],
    ]);
    const after = catalogueOf(directory);
    expect(after.previous).not.toBeNull();
    expect(after.editions.map(({ source, release, state }) => [source, release, state])).toEqual([
      ['soc-structure', 'sample-2025-04-16', 'superseded'],
      ['soc-index', 'sample-2025-04-16', 'superseded'],
      ['soc-structure', 'sample-2025-12-03', 'served'],
      ['soc-index', 'sample-2025-04-16', 'served'],
    ]);
    const old = before.editions[1]?.id;
    expect([titleIn(directory, old), titleIn(directory)]).toEqual([
      'Elected officers and representatives',
      'Elected officers',
    ]);
  });

  test('an older release that arrives late never takes the place of a newer one', async () => {
    const directory = await published();
    const before = servedOf(directory);
    await compileSample(directory, [
      releaseOf(socStructure, 'sample-2024-10-16', await rename('Elected officers')),
    ]);
    expect(servedOf(directory)).toEqual(before);
    expect(catalogueOf(directory).editions.at(-1)).toMatchObject({
      release: 'sample-2024-10-16',
      state: 'superseded',
    });
  });

  test('sources that need each other in a circle are refused', () => {
    const circle: Source[] = [{ ...socStructure, needs: ['soc-index'] }, socIndex];
    expect(() => inOrderOfNeeds(circle)).toThrow(
      'sources need each other in a circle: soc-structure → soc-index → soc-structure',
    );
  });
});

const withFirst =
  (change: (file: PublishedFile) => Partial<PublishedFile>) => (files: readonly PublishedFile[]) =>
    files.slice(0, 1).map((file) => ({ ...file, ...change(file) }));
const edit =
  (change: (part: string, text: string) => string) => (files: readonly PublishedFile[]) =>
    edited(files, change);

/**
 * Each is a release of 3 December 2025 that must not go live: what arrives, the line that says what
 * is wrong, the exit code.
 */
const broken: readonly [
  string,
  (files: readonly PublishedFile[]) => Promise<PublishedFile[]> | PublishedFile[],
  string | RegExp,
  number,
][] = [
  [
    'a renamed column',
    notUnderstood,
    /SOC2020 descriptions.*Related Job Titles.*Similar Job Titles/s,
    3,
  ],
  [
    'a sheet missing',
    edit((_, text) => text.replace('SOC2020 Framework', 'Notes on changes')),
    /[Ff]ramework/,
    3,
  ],
  [
    'a workbook cut short',
    withFirst(({ bytes }) => ({ bytes: bytes.subarray(0, 20_000) })),
    'is damaged or cut short',
    4,
  ],
  [
    'an HTML page',
    withFirst(() => ({ bytes: Buffer.from('<!DOCTYPE html><title>Sorry</title>') })),
    'found an HTML page, expected',
    4,
  ],
  ['no file at all', () => [], 'found no file', 4],
];

describe('a release that is broken', () => {
  test.each(broken)(
    '%s: one clear line, and what was served stays served',
    async (_, damage, line, exitCode) => {
      const directory = await published();
      const before = bytesOf(directory);
      const served = servedOf(directory);
      const { outcomes } = await compileSample(directory, [
        december(await damage(structure.published)),
      ]);
      expect(firstProblem(outcomes)).toMatch(line);
      expect(firstProblem(outcomes)).toMatch(/^soc-structure sample-2025-12-03/);
      expect(exitCodeOf(outcomes, [])).toBe(exitCode);
      expect(servedOf(directory)).toEqual(served);
      expect(bytesOf(directory)).toMatchObject(before);
      const held = catalogueOf(directory).editions.filter(({ state }) => state === 'quarantined');
      expect(held.map(({ release }) => release)).toEqual(
        exitCode === 3 ? ['sample-2025-12-03'] : [],
      );
      for (const { id } of held)
        expect(glob.sync(`editions/${id}/**`, { cwd: directory })).toEqual([]);
    },
  );
});

describe('several versions of one release', () => {
  test('a held release leaves the last one served, and is judged again', async () => {
    const directory = await published();
    const good = await rename('Councillors');
    const bad = await notUnderstood(good);
    await compileSample(directory, [december(good)]);
    const { outcomes } = await compileSample(directory, [december(bad)]);
    expect(outcomes[0]?.verdict).toBe('quarantined');
    expect(titleIn(directory)).toBe('Councillors');
    // Compiling what is kept takes both: what is served, and the attempt that other code might
    // understand.
    const kept = releasesKept(directory, spine).releases.filter(
      ({ release }) => release.name === 'sample-2025-12-03',
    );
    expect(kept.map(({ files }) => files()[0]?.bytes.length)).toEqual([
      good[0]?.bytes.length,
      bad[0]?.bytes.length,
    ]);
    await compileSample(directory, releasesKept(directory, spine).releases);
    expect(titleIn(directory)).toBe('Councillors');
  });

  /** The descriptions of two unit groups change places. */
  const exchanged = () => {
    const described = [
      '1111, Chief executives and senior officials',
      '1112, Elected officers and representatives',
    ];
    return edited(structure.published, (_, text) =>
      text.replace(
        /(?<=the work of group )(?:1111|1112), [^,<]*/g,
        (group) => described.find((other) => other !== group) ?? group,
      ),
    );
  };

  test.each([
    ['published in an earlier run', 'sample-2025-12-03'],
    ['served under the same name', 'sample-2025-04-16'],
  ])('a release is compared with the one that was %s', async (_, name) => {
    const directory = await published();
    const release = releaseOf(socStructure, name, await exchanged());
    const { outcomes } = await compileSample(directory, [release]);
    expect(outcomes[0]?.verdict).toBe('quarantined');
    expect(outcomes[0]?.problems[0]?.place).toBe(`soc-structure ${name} values-in-their-rows`);
  });

  test('a release compiled again is compared with the one before it', async () => {
    const directory = await published();
    const compared: (string | null)[] = [];
    const telling: Source = {
      ...socStructure,
      checks: [
        {
          name: 'telling',
          severity: 'info',
          compares: true,
          describe: 'Tells what is compared.',
          check(_, previous) {
            compared.push(previous?.release.name ?? null);
            return [];
          },
        },
      ],
    };
    const next = releaseOf(telling, 'sample-2025-12-03', await rename('Councillors'));
    for (let run = 0; run < 2; run += 1) {
      await compileSample(directory, [next], { sources: [telling, socIndex] });
      forgetCode(directory);
    }
    expect(compared).toEqual([null, 'sample-2025-04-16', null, 'sample-2025-04-16']);
  });

  test('a release is compared across editions of its needs', async () => {
    const directory = await published();
    const { outcomes } = await compileSample(directory, [
      december(await rename('Councillors')),
      december(codingIndex.published, socIndex),
    ]);
    expect(outcomes.map(({ release, verdict }) => [release, verdict])).toEqual([
      ['sample-2025-12-03', 'published'],
      ['sample-2025-12-03', 'published'],
    ]);
  });

  test('a release is published if the one before it cannot be read', async () => {
    const directory = await published();
    for (const path of glob.sync('snapshots/soc-structure/*', { cwd: directory, absolute: true }))
      if (!path.endsWith('.json')) writeFileSync(path, 'damaged');
    const { outcomes, said } = await compileSample(directory, [
      december(await rename('Councillors')),
    ]);
    expect(outcomes[0]?.verdict).toBe('published');
    expect(said.join()).toMatch(
      /not compared with sample-2025-04-16, which can no longer be read\n.*its hash differs from its name/,
    );
  });

  test('an unreadable record is a fault of ours, and nothing is written', async () => {
    const directory = temporaryDirectory();
    const writer = new EditionWriter(join(directory, 'editions/.tmp-record'));
    const id = '00000000-0000-8000-8000-000000000000';
    const record = { id, source: 'career-profiles', release: '2026-11-01', inputs: [] } as never;
    expect(() => writer.finish(record)).toThrow(
      /the record of edition 0{8}-\S+ is not valid and was not written: /,
    );
    expect(readdirSync(directory, { recursive: true })).toEqual(['editions']);
  });

  test('a source with an old need compiles although its new release is broken', async () => {
    const directory = await published();
    const broken = december(
      withFirst(({ bytes }) => ({ bytes: bytes.subarray(0, 5000) }))(codingIndex.published),
      socIndex,
    );
    const { outcomes } = await compileSample(directory, [
      december(await rename('Councillors')),
      broken,
    ]);
    expect(outcomes.map(({ release, verdict }) => [release, verdict])).toEqual([
      ['sample-2025-12-03', 'published'],
      ['sample-2025-12-03', 'unreadable'],
      ['sample-2025-04-16', 'published'],
    ]);
    expect(titleIn(directory)).toBe('Councillors');
  });
});

describe('a layout that nobody has seen', () => {
  const documented: Source = {
    ...socStructure,
    files: kindsWith(socStructure, { layout: 'documented', day: () => null }),
  };
  // Checks that know the real editions would find the sample's texts; here only the layout is asked
  // about.
  const source: Source = { ...documented, checks: [] };
  const options = { sources: [source], sample: false } as const;
  const release = () => releaseOf(source, '2025-12-03', structure.published);

  test('waits for a person, is published once accepted, and stays so', async () => {
    const directory = temporaryDirectory();
    const first = await compileSample(directory, [release()], options);
    expect(first.outcomes[0]?.verdict).toBe('quarantined');
    expect(first.outcomes[0]?.problems[0]?.message).toMatch(
      /we have not seen a real file of this layout/,
    );
    expect(servedOf(directory)['soc-structure']).toEqual([]);
    const second = await compileSample(directory, [release()], {
      ...options,
      acceptDocumented: true,
    });
    expect(second.outcomes[0]?.verdict).toBe('published');
    const [edition] = catalogueOf(directory).editions;
    expect(edition?.accepted?.reason).toBe('the layout was accepted by --accept-documented');
    expect(edition?.checks.map(({ check }) => check)).toEqual(['documented-layout']);
    forgetCode(directory);
    const third = await compileSample(directory, [release()], options);
    expect([third.outcomes[0]?.verdict, servedOf(directory)['soc-structure']?.length]).toEqual([
      'published',
      1,
    ]);
    expect(isHeldIn(directory)).toEqual([]);
    // Once one has been accepted, the next release of the layout need not wait.
    const fourth = await compileSample(
      directory,
      [releaseOf(source, '2026-03-03', await rename('Councillors'))],
      options,
    );
    expect(fourth.outcomes[0]?.verdict).toBe('published');
  });

  test('a release that is understood at last has documents but stays held', async () => {
    const directory = temporaryDirectory();
    const unseen = {
      ...socIndex,
      files: kindsWith(socIndex, { layout: 'documented', day: () => null }),
      checks: [],
    } as Source;
    const doubtful: Source = {
      ...unseen,
      reshape(release, rows, needs, problems) {
        problems.push({ place: 'here', message: 'unknown marker "r"' });
        return unseen.reshape(release, rows, needs, problems);
      },
    };
    const spineOf = async (index: Source) => {
      const given = [release(), releaseOf(index, '2025-12-03', codingIndex.published)];
      const { outcomes } = await compileSample(directory, given, {
        ...options,
        sources: [source, index],
        acceptDocumented: false,
      });
      return [
        outcomes.at(-1)?.verdict,
        glob.sync('quarantine/**/*.json', { cwd: directory }).length,
      ];
    };
    await compileSample(directory, [release()], { ...options, acceptDocumented: true });
    expect(await spineOf(doubtful)).toEqual(['quarantined', 1]);
    forgetCode(directory);
    expect(await spineOf(unseen)).toEqual(['quarantined', 18]);
  });

  test('what --accept-documented accepts is the layout alone', async () => {
    const directory = temporaryDirectory();
    const doubtful: Source = {
      ...source,
      checks: [
        {
          name: 'never',
          severity: 'block',
          describe: 'Fails.',
          check: () => [{ place: 'here', message: 'no' }],
        },
      ],
    };
    const { outcomes } = await compileSample(
      directory,
      [releaseOf(doubtful, '2025-12-03', structure.published)],
      {
        sources: [doubtful],
        sample: false,
        acceptDocumented: true,
      },
    );
    expect(outcomes[0]?.verdict).toBe('quarantined');
  });
});

describe('faults of our own', () => {
  const index: Source = socIndex;
  type Body = Readonly<Record<string, unknown>>;
  /** The index with one document altered. */
  const withDocument = (alter: (body: Body) => Body): Source => ({
    ...index,
    *documents(edition) {
      for (const document of index.documents(edition)) {
        const isAltered = document.endpoint === 'occupation' && document.place.soc === '1112';
        yield isAltered ? { ...document, body: alter(document.body as Body) } : document;
      }
    },
  });
  const compileWith = (directory: string, source: Source) =>
    compileSample(directory, [structure, { ...codingIndex, source }], {
      sources: [socStructure, source],
    });

  test('the same id with other bytes stops the run and names the repair', async () => {
    const directory = await published();
    const before = bytesOf(directory);
    forgetCode(directory);
    const run = compileWith(
      directory,
      withDocument((body) => ({ ...body, title: 'Somebody else' })),
    );
    const repair =
      /exists with other bytes \(occupation\/1112\.json\)\n {2}raise the number of soc-index in schemas\/document-formats\.ts/;
    await expect(run).rejects.toThrow(repair);
    expect(bytesOf(directory)).toEqual(before);
  });

  test('a check that fails on what is served already leaves it served, and says so', async () => {
    const directory = await published();
    const before = servedOf(directory);
    forgetCode(directory);
    const strict: Source = {
      ...socStructure,
      checks: [
        ...(socStructure as Source).checks,
        {
          name: 'new',
          severity: 'block',
          describe: 'Fails.',
          check: () => [{ place: 'here', message: 'no' }],
        },
      ],
    };
    const { outcomes } = await compileSample(
      directory,
      [releaseOf(strict, structure.release.name, structure.published)],
      {
        sources: [strict, socIndex],
      },
    );
    expect([outcomes[0]?.verdict, exitCodeOf(outcomes, [])]).toEqual(['doubted', 3]);
    expect(servedOf(directory)).toEqual(before);
    expect(isHeldIn(directory)).toEqual([]);
  });

  test('a fault that nobody foresaw fails its own release and no other', async () => {
    const directory = temporaryDirectory();
    const faulty: Source = {
      ...socIndex,
      reshape() {
        throw new TypeError('cannot read what is not there');
      },
    };
    const { outcomes } = await compileWith(directory, faulty);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published', 'failed']);
    expect(outcomes[1]?.problems[0]?.message).toMatch(
      /^our own code failed: cannot read what is not there \(at /,
    );
    expect(servedOf(directory)['soc-structure']).toHaveLength(1);
  });

  test.each<[string, (body: Body) => Body, RegExp]>([
    ['that is not of its schema', (body) => ({ ...body, title: '' }), /\/title/],
    [
      'without its credit',
      ({ attribution: _, ...rest }) => rest,
      /must have required property 'attribution'/,
    ],
    [
      "of the sample with the publisher's own credit",
      (body) => ({ ...body, attribution: socIndex.attribution }),
      /\/attribution is not the source's own text: got "Source: .*, expected "Synthetic sample, not from the publisher\./,
    ],
  ])('a document %s is never published', async (_, alter, message) => {
    const directory = temporaryDirectory();
    const { outcomes } = await compileWith(directory, withDocument(alter));
    expect([outcomes[1]?.verdict, exitCodeOf(outcomes, [])]).toEqual(['failed', 4]);
    expect(firstProblem(outcomes.slice(1))).toMatch(
      /^soc-index sample-2025-04-16 occupation\/1112\.json: /,
    );
    expect(firstProblem(outcomes.slice(1))).toMatch(message);
    expect(servedOf(directory)['soc-index']).toEqual([]);
    expect(
      glob.sync('editions/*', { cwd: directory, onlyDirectories: true, dot: true }),
    ).toHaveLength(1);
  });
});

test('a sample and real data never share one', async () => {
  const directory = await published();
  const before = bytesOf(directory);
  await expect(compileSample(directory, [structure], { sample: false })).rejects.toThrow(
    'holds the synthetic sample, and real data must never be in the same directory',
  );
  expect(bytesOf(directory)).toEqual(before);
});
