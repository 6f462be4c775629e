// The pipeline on the spine's samples: what is published, held back, left alone, compiled again and refused.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { beforeAll, describe, expect, test } from 'vitest';
import { EditionWriter } from '#compiler/edition/edition-directory.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { formatProblem } from '#sources/kit/problem.ts';
import { inOrderOfNeeds } from '#compiler/release/order-of-needs.ts';
import { releasesKept } from '#compiler/release/releases.ts';
import { exitCodeOf } from '#compiler/report/report.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { compileSample, edited, releaseOf, sampleOf, socIndex, socStructure, spine } from './spine-releases.ts';
import { kindsWith } from '../kinds-with.ts';
import { rewriteCatalogueText } from '../rewrite-catalogue.ts';

let structure: Awaited<ReturnType<typeof sampleOf>>;
let codingIndex: Awaited<ReturnType<typeof sampleOf>>;

beforeAll(async () => {
  structure = await sampleOf(socStructure);
  codingIndex = await sampleOf(socIndex);
});

function catalogueOf(directory: string) {
  const found = readCatalogue(directory);
  if (found === null) throw new Error(`${directory} has no catalogue`);
  return found.catalogue;
}

function servedOf(directory: string): Record<string, string[]> {
  return Object.fromEntries(catalogueOf(directory).sources.map((source) => [source.key, source.served]));
}

/** Every byte of the editions, by path. */
function bytesOf(directory: string): Record<string, string> {
  const paths = glob.sync('{editions,quarantine}/**/*', { cwd: directory, dot: true }).sort(byCodeUnit);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(directory, path), 'base64')]));
}

async function published(): Promise<string> {
  const directory = temporaryDirectory();
  await compileSample(directory, [structure, codingIndex]);
  return directory;
}

describe('publishing', () => {
  test('editions go live together, in the order of their needs whatever the order given', async () => {
    const directory = temporaryDirectory();
    const { outcomes } = await compileSample(directory, [codingIndex, structure]);
    expect(outcomes.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['soc-structure', 'published'],
      ['soc-index', 'published'],
    ]);
    const { editions, serial, previous } = catalogueOf(directory);
    expect([serial, previous]).toEqual([1, null]);
    expect(editions[1]?.needs).toEqual([{ source: 'soc-structure', edition: editions[0]?.id }]);
    expect(editions[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('compiled elsewhere, in another order of releases, every byte and id is the same', async () => {
    const [one, other] = [await published(), temporaryDirectory()];
    await compileSample(other, [codingIndex]);
    await compileSample(other, [codingIndex, structure]);
    expect(bytesOf(other)).toEqual(bytesOf(one));
  });

  test('with nothing changed nothing is compiled and the catalogue is not replaced', async () => {
    const directory = await published();
    const before = readFileSync(join(directory, 'catalogue.json'), 'utf8');
    const { outcomes } = await compileSample(directory, [structure, codingIndex]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['unchanged', 'unchanged']);
    expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(before);
  });

  test('a file saved again with equal cells is recorded and makes no new edition', async () => {
    const directory = await published();
    const before = servedOf(directory);
    const touched = await edited(structure.published, (_, text) => text);
    expect(touched[0]?.bytes).not.toEqual(structure.published[0]?.bytes);
    const { outcomes } = await compileSample(directory, [releaseOf(socStructure, structure.release.name, touched), codingIndex]);
    expect(outcomes[0]?.verdict).toBe('published');
    expect(servedOf(directory)).toEqual(before);
    expect(catalogueOf(directory).editions).toHaveLength(2);
    const edition = catalogueOf(directory).editions.find(({ source }) => source === 'soc-structure');
    expect(edition?.inputs[0]?.bytes).toBe(touched[0]?.bytes.length);
    expect(edition?.touched).not.toBeNull();
  });

  test('a new edition of a need has its dependants compiled again from their snapshots, and the old ones stay', async () => {
    const directory = await published();
    const before = catalogueOf(directory);
    const renamed = await edited(structure.published, (_, text) =>
      text.replaceAll('Elected officers and representatives', 'Elected officers'),
    );
    const { outcomes } = await compileSample(directory, [releaseOf(socStructure, 'sample-2025-12-03', renamed)]);
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
    const old = before.editions[1]?.id ?? '';
    const now = servedOf(directory)['soc-index']?.[0] ?? '';
    const titleIn = (edition: string) =>
      JSON.parse(readFileSync(join(directory, 'editions', edition, 'occupation/1112.json'), 'utf8')).title;
    expect([titleIn(old), titleIn(now)]).toEqual(['Elected officers and representatives', 'Elected officers']);
  });

  test('an older release that arrives late never takes the place of a newer one', async () => {
    const directory = await published();
    const before = servedOf(directory);
    const older = await edited(structure.published, (_, text) =>
      text.replaceAll('Elected officers and representatives', 'Elected officers'),
    );
    await compileSample(directory, [releaseOf(socStructure, 'sample-2024-10-16', older)]);
    expect(servedOf(directory)).toEqual(before);
    expect(catalogueOf(directory).editions.at(-1)).toMatchObject({ release: 'sample-2024-10-16', state: 'superseded' });
  });

  test('sources that need each other in a circle are refused', () => {
    const circle: Source[] = [{ ...socStructure, needs: ['soc-index'] }, socIndex];
    expect(() => inOrderOfNeeds(circle)).toThrow('sources need each other in a circle: soc-structure → soc-index → soc-structure');
  });
});

/** Each is a release of 3 December 2025 that must not go live: what arrives, the line that says what is wrong, the exit code. */
const broken: readonly [
  string,
  (files: readonly PublishedFile[]) => Promise<PublishedFile[]> | PublishedFile[],
  string | RegExp,
  number,
][] = [
  [
    'a renamed column',
    (files) => edited(files, (_, text) => text.replace('Related Job Titles', 'Similar Job Titles')),
    /SOC2020 descriptions.*Related Job Titles.*Similar Job Titles/s,
    3,
  ],
  [
    'a sheet missing',
    (files) => edited(files, (part, text) => (part === 'xl/workbook.xml' ? text.replace('SOC2020 Framework', 'Notes on changes') : text)),
    /[Ff]ramework/,
    3,
  ],
  [
    'half the unit groups',
    (files) => edited(files, (part, text) => (part.includes('sheet1') ? text.replace(/<row r="3\d\d">.*?<\/row>/g, '') : text)),
    /soc-structure sample-2025-12-03/,
    3,
  ],
  [
    'a workbook cut short',
    ([file]) => (file === undefined ? [] : [{ ...file, bytes: file.bytes.subarray(0, 20_000) }]),
    'is damaged or cut short',
    4,
  ],
  [
    'an HTML page of the workbook’s name',
    ([file]) => (file === undefined ? [] : [{ ...file, bytes: Buffer.from('<!DOCTYPE html><title>Sorry</title>') }]),
    'found an HTML page, expected',
    4,
  ],
  ['an empty file', ([file]) => (file === undefined ? [] : [{ ...file, bytes: Buffer.alloc(0) }]), 'found an empty file, expected', 4],
  ['no file at all', () => [], 'found no file', 4],
  ['a file of another name', ([file]) => (file === undefined ? [] : [{ ...file, name: 'notes.xlsx' }]), 'found "notes.xlsx"', 4],
];

describe('a release that is broken', () => {
  test.each(broken)('%s: one clear line, and what was served stays served', async (_, damage, line, exitCode) => {
    const directory = await published();
    const [before, served] = [bytesOf(directory), servedOf(directory)];
    const { outcomes } = await compileSample(directory, [releaseOf(socStructure, 'sample-2025-12-03', await damage(structure.published))]);
    const lines = outcomes.flatMap(({ problems }) => problems.map(formatProblem));
    expect(lines[0]).toMatch(line);
    expect(lines[0]).toMatch(/^soc-structure sample-2025-12-03/);
    expect(exitCodeOf(outcomes, [])).toBe(exitCode);
    expect(servedOf(directory)).toEqual(served);
    expect(bytesOf(directory)).toMatchObject(before);
    const held = catalogueOf(directory).editions.filter(({ state }) => state === 'quarantined');
    expect(held.map(({ release }) => release)).toEqual(exitCode === 3 ? ['sample-2025-12-03'] : []);
    for (const { id } of held) expect(glob.sync(`editions/${id}/**`, { cwd: directory })).toEqual([]);
  });

  test('it is held once, however often it comes', async () => {
    const directory = await published();
    const bad = releaseOf(
      socStructure,
      'sample-2025-12-03',
      await edited(structure.published, (_, text) => text.replace('Related Job Titles', 'Similar')),
    );
    await compileSample(directory, [bad]);
    const { outcomes } = await compileSample(directory, [bad]);
    expect(outcomes[0]?.verdict).toBe('quarantined');
    expect(outcomes[0]?.problems.length).toBeGreaterThan(0);
    expect(catalogueOf(directory).editions.filter(({ state }) => state === 'quarantined')).toHaveLength(1);
  });

  test('it does not stop the other sources', async () => {
    const directory = temporaryDirectory();
    await compileSample(directory, [structure]);
    const bad = releaseOf(socStructure, 'sample-2025-12-03', []);
    const { outcomes } = await compileSample(directory, [bad, codingIndex]);
    expect(outcomes.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['soc-structure', 'unreadable'],
      ['soc-index', 'published'],
    ]);
  });

  test('a source whose need has no edition is told what to compile first', async () => {
    const { outcomes } = await compileSample(temporaryDirectory(), [codingIndex]);
    expect(outcomes[0]?.verdict).toBe('waiting');
    expect(formatProblem(outcomes[0]?.problems[0] ?? { place: '', message: '' })).toBe(
      'soc-index sample-2025-04-16: needs soc-structure, but no edition of it is served\n  compile soc-structure first; docs/sources.md#soc-structure says where its files are',
    );
  });
});

describe('several versions of one release', () => {
  const december = (files: readonly PublishedFile[]) => releaseOf(socStructure, 'sample-2025-12-03', files);
  const renamed = (to: string) => edited(structure.published, (_, text) => text.replaceAll('Elected officers and representatives', to));
  const titleServed = (directory: string) => {
    const [index] = servedOf(directory)['soc-index'] ?? [];
    return JSON.parse(readFileSync(join(directory, 'editions', String(index), 'occupation/1112.json'), 'utf8')).title;
  };

  test('the version given last is served, also where a correction is taken back', async () => {
    const directory = await published();
    const [one, other] = [await renamed('Elected people'), await renamed('Councillors')];
    const served: string[] = [];
    for (const files of [one, other, one, other]) {
      await compileSample(directory, [december(files)]);
      served.push(titleServed(directory));
    }
    expect(served).toEqual(['Elected people', 'Councillors', 'Elected people', 'Councillors']);
    expect(catalogueOf(directory).editions.filter(({ source }) => source === 'soc-structure')).toHaveLength(3);
  });

  test('one that is held back leaves the one before it served, and is judged again when it comes again', async () => {
    const directory = await published();
    const good = await renamed('Councillors');
    const bad = await edited(good, (_, text) => text.replace('Related Job Titles', 'Similar Job Titles'));
    await compileSample(directory, [december(good)]);
    const { outcomes } = await compileSample(directory, [december(bad)]);
    expect(outcomes[0]?.verdict).toBe('quarantined');
    expect(titleServed(directory)).toBe('Councillors');
    // Compiling what is kept takes both: what is served, and the attempt that other code might understand.
    const kept = releasesKept(directory, spine).releases.filter(({ release }) => release.name === 'sample-2025-12-03');
    expect(kept.map(({ files }) => files()[0]?.bytes.length)).toEqual([good[0]?.bytes.length, bad[0]?.bytes.length]);
    await compileSample(directory, releasesKept(directory, spine).releases);
    expect(titleServed(directory)).toBe('Councillors');
  });

  test('a release is compared with the one that was published in an earlier run', async () => {
    const directory = await published();
    const described = ['1111, Chief executives and senior officials', '1112, Elected officers and representatives'];
    const exchanged = await edited(structure.published, (_, text) =>
      text.replace(/(?<=the work of group )(?:1111|1112), [^,<]*/g, (group) => described.find((other) => other !== group) ?? group),
    );
    const { outcomes } = await compileSample(directory, [december(exchanged)]);
    expect(outcomes[0]?.verdict).toBe('quarantined');
    expect(outcomes[0]?.problems[0]?.place).toBe('soc-structure sample-2025-12-03 texts-of-their-codes');
  });

  test('where the earlier release can no longer be read, the new one is published, and it is said', async () => {
    const directory = await published();
    for (const path of glob.sync('snapshots/soc-structure/*', { cwd: directory, absolute: true }))
      if (!path.endsWith('.json')) writeFileSync(path, 'damaged');
    const { outcomes, said } = await compileSample(directory, [december(await renamed('Councillors'))]);
    expect(outcomes[0]?.verdict).toBe('published');
    expect(said.join()).toMatch(/not compared with sample-2025-04-16, which can no longer be read\n.*its hash differs from its name/);
  });

  test('a damaged snapshot is one clear line, and good bytes mend it', async () => {
    const directory = await published();
    const [snapshot = ''] = glob
      .sync('snapshots/soc-structure/*', { cwd: directory, absolute: true })
      .filter((path) => !path.endsWith('.json'));
    writeFileSync(snapshot, 'damaged');
    const { outcomes } = await compileSample(directory, releasesKept(directory, spine).releases);
    expect(formatProblem(outcomes[0]?.problems[0] ?? { place: '', message: '' })).toMatch(
      /: its hash differs from its name\n {2}.*compile or download/,
    );
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['unreadable', 'unchanged']);
    await compileSample(directory, [structure]);
    expect(readFileSync(snapshot)).toEqual(Buffer.from(structure.published[0]?.bytes ?? []));
  });

  test('a record that nobody could read again is not written: the run says whose fault it is, and nothing is kept', async () => {
    const directory = temporaryDirectory();
    const writer = new EditionWriter(directory, '00000000-0000-8000-8000-000000000000');
    const record = { source: 'career-profiles', release: '2026-11-01', inputs: [] } as never;
    await expect(writer.publish('quarantine', record)).rejects.toThrow(/the record of edition 0{8}-\S+ is not valid and was not written: /);
    expect(readdirSync(directory, { recursive: true })).toEqual(['editions']);
  });

  test('a source that is served on an old need is compiled again although its own new release is broken', async () => {
    const directory = await published();
    const broken = releaseOf(
      socIndex,
      'sample-2025-12-03',
      codingIndex.published.map((file) => ({ ...file, bytes: file.bytes.subarray(0, 5000) })),
    );
    const { outcomes } = await compileSample(directory, [december(await renamed('Councillors')), broken]);
    expect(outcomes.map(({ release, verdict }) => [release, verdict])).toEqual([
      ['sample-2025-12-03', 'published'],
      ['sample-2025-12-03', 'unreadable'],
      ['sample-2025-04-16', 'published'],
    ]);
    expect(titleServed(directory)).toBe('Councillors');
  });

  test('a file whose name gives another day than its release is refused', async () => {
    const directory = temporaryDirectory();
    const { outcomes } = await compileSample(
      directory,
      [
        {
          ...structure,
          release: {
            source: 'soc-structure',
            name: '2025-12-03',
            order: [],
            year: null,
            provisional: false,
            released: '2025-12-03',
            sample: false,
          },
        },
      ],
      {
        sampleSize: null,
      },
    );
    expect(outcomes[0]?.problems[0]?.message).toBe('the file names 2025-04-16, its release 2025-12-03');
  });
});

describe('a layout that nobody has seen', () => {
  const documented: Source = {
    ...socStructure,
    files: kindsWith(socStructure, { layout: 'documented', day: () => null }),
  };
  // Checks that know the real editions would find the sample's texts; here only the layout is asked about.
  const source: Source = { ...documented, checks: [] };
  const options = { sources: [source], sampleSize: null } as const;
  const release = () => releaseOf(source, '2025-12-03', structure.published);

  test('waits for a person, is published once accepted, and stays so', async () => {
    const directory = temporaryDirectory();
    const first = await compileSample(directory, [release()], options);
    expect(first.outcomes[0]?.verdict).toBe('quarantined');
    expect(first.outcomes[0]?.problems[0]?.message).toMatch(/we have not seen a real file of this layout/);
    expect(servedOf(directory)['soc-structure']).toEqual([]);
    const second = await compileSample(directory, [release()], { ...options, acceptDocumented: true });
    expect(second.outcomes[0]?.verdict).toBe('published');
    const [edition] = catalogueOf(directory).editions;
    expect(edition?.accepted?.reason).toBe('the layout was accepted by --accept-documented');
    expect(edition?.checks.map(({ check }) => check)).toEqual(['documented-layout']);
    codeChanged(directory);
    const third = await compileSample(directory, [release()], options);
    expect([third.outcomes[0]?.verdict, servedOf(directory)['soc-structure']?.length]).toEqual(['published', 1]);
    expect(glob.sync('quarantine/*', { cwd: directory, onlyDirectories: true })).toEqual([]);
    // Once one has been accepted, the next release of the layout need not wait.
    const next = await edited(structure.published, (_, text) => text.replaceAll('Elected officers and representatives', 'Councillors'));
    const fourth = await compileSample(directory, [releaseOf(source, '2026-03-03', next)], options);
    expect(fourth.outcomes[0]?.verdict).toBe('published');
  });

  test('what --accept-documented accepts is the layout alone', async () => {
    const directory = temporaryDirectory();
    const doubtful: Source = {
      ...source,
      checks: [{ name: 'never', severity: 'block', describe: 'Fails.', check: () => [{ place: 'here', message: 'no' }] }],
    };
    const { outcomes } = await compileSample(directory, [releaseOf(doubtful, '2025-12-03', structure.published)], {
      sources: [doubtful],
      sampleSize: null,
      acceptDocumented: true,
    });
    expect(outcomes[0]?.verdict).toBe('quarantined');
  });
});

/** As after a change of our code: nothing counts as compiled by it. */
function codeChanged(directory: string): void {
  rewriteCatalogueText(directory, (text) => text.replaceAll(/"code":"[0-9a-f]{64}"/g, '"code":null'));
}

describe('faults of our own', () => {
  const index: Source = socIndex;
  const withTitle = (change: string): Source => ({
    ...index,
    *documents(edition) {
      for (const document of index.documents(edition)) {
        const { body } = document;
        yield document.endpoint === 'occupation' && document.place.soc === '1112' && typeof body === 'object'
          ? { ...document, body: { ...body, title: change } }
          : document;
      }
    },
  });

  test('the same id with other bytes stops the run and names the repair', async () => {
    const directory = await published();
    const before = bytesOf(directory);
    codeChanged(directory);
    const sources = [socStructure, withTitle('Somebody else')];
    const run = compileSample(directory, [releaseOf(sources[1] ?? socIndex, codingIndex.release.name, codingIndex.published)], { sources });
    await expect(run).rejects.toThrow(
      /exists with other bytes \(occupation\/1112\.json\)\n {2}raise format in sources\/soc-index\/source\.ts/,
    );
    expect(bytesOf(directory)).toEqual(before);
  });

  test('a check that fails on what is served already leaves it served, and says so', async () => {
    const directory = await published();
    const before = servedOf(directory);
    codeChanged(directory);
    const strict: Source = {
      ...socStructure,
      checks: [
        ...(socStructure as Source).checks,
        { name: 'new', severity: 'block', describe: 'Fails.', check: () => [{ place: 'here', message: 'no' }] },
      ],
    };
    const { outcomes } = await compileSample(directory, [releaseOf(strict, structure.release.name, structure.published)], {
      sources: [strict, socIndex],
    });
    expect([outcomes[0]?.verdict, exitCodeOf(outcomes, [])]).toEqual(['doubted', 3]);
    expect(servedOf(directory)).toEqual(before);
    expect(glob.sync('quarantine/*', { cwd: directory, onlyDirectories: true })).toEqual([]);
  });

  test('a fault that nobody foresaw fails its own release and no other', async () => {
    const directory = temporaryDirectory();
    const faulty: Source = {
      ...socIndex,
      reshape() {
        throw new TypeError('cannot read what is not there');
      },
    };
    const { outcomes } = await compileSample(directory, [structure, releaseOf(faulty, codingIndex.release.name, codingIndex.published)], {
      sources: [socStructure, faulty],
    });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published', 'failed']);
    expect(outcomes[1]?.problems[0]?.message).toMatch(/^our own code failed: cannot read what is not there \(at /);
    expect(servedOf(directory)['soc-structure']).toHaveLength(1);
  });

  test('a document that is not of its schema is never published', async () => {
    const directory = temporaryDirectory();
    const sources = [socStructure, withTitle('')];
    const { outcomes } = await compileSample(
      directory,
      [structure, releaseOf(sources[1] ?? socIndex, codingIndex.release.name, codingIndex.published)],
      { sources },
    );
    expect(outcomes[1]?.verdict).toBe('failed');
    expect(outcomes[1]?.problems[0]?.place).toBe('soc-index sample-2025-04-16 occupation/1112.json');
    expect(exitCodeOf(outcomes, [])).toBe(4);
    expect(servedOf(directory)['soc-index']).toEqual([]);
    expect(glob.sync('editions/*', { cwd: directory, onlyDirectories: true, dot: true })).toHaveLength(1);
  });
});

describe('the data directory', () => {
  test('a sample and real data never share one', async () => {
    const directory = await published();
    const before = bytesOf(directory);
    await expect(compileSample(directory, [structure], { sampleSize: null })).rejects.toThrow(
      'holds the synthetic sample, and real data must never be in the same directory',
    );
    expect(bytesOf(directory)).toEqual(before);
  });

  test('one that cannot be written is said in one line', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    await expect(compileSample(join(file, 'data'), [structure])).rejects.toThrow(/file\/data: cannot be written \(ENOTDIR/);
  });

  test('a catalogue written by hand is refused, not guessed at', async () => {
    const directory = await published();
    writeFileSync(join(directory, 'catalogue.json'), '{"version":4}');
    await expect(compileSample(directory, [structure])).rejects.toThrow(/catalogue\.json: the body must have required property/);
    writeFileSync(join(directory, 'catalogue.json'), '{');
    await expect(compileSample(directory, [structure])).rejects.toThrow(/catalogue\.json: is not JSON/);
  });
});
