// What lmi import says and does about files that are not as they should be, and about what files do
// not say.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  type ImportOptions,
  type ImportResult,
  importFiles,
} from '#compiler/import/import-files.ts';
import { recogniseFiles } from '#compiler/import/recognise-files.ts';
import { nameBeforeSaving } from '#sources/kit/by-hand.ts';
import { type PublishedFile, kindOf } from '#sources/kit/named-files.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import { sources as allSources } from '#sources/index.ts';
import type { Source } from '#sources/kit/source.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { withFewDocuments, withFewTitles } from '../compiler/slim-sources.ts';
import { keepingRows, keptSample } from '../kept.ts';
import { lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

// What documents say is proved elsewhere.
const sources: readonly Source[] = allSources.map((source) =>
  withFewTitles(withFewDocuments(keepingRows(source))),
);
const samples = new Map<SourceKey, readonly PublishedFile[]>();
const spine = ['soc-structure', 'soc-index'] as const;
const small: readonly SourceKey[] = [
  ...spine,
  'apprenticeship-standards',
  'onet',
  'esco',
  'occupations-in-demand',
  'aps-workforce',
];

for (const source of sources)
  if (small.includes(source.key))
    samples.set(
      source.key,
      (await keptSample(source)).flatMap(({ files }) => files),
    );

function fileOf(key: SourceKey, part = ''): PublishedFile {
  return samples.get(key)?.find(({ name }) => name.includes(part)) ?? expect.fail(`${key} ${part}`);
}

const named = (name: string, { bytes }: PublishedFile): PublishedFile => ({ name, bytes });
const text = (name: string, content: string): PublishedFile => ({
  name,
  bytes: Buffer.from(content),
});
const cut = ({ name, bytes }: PublishedFile, share: number): PublishedFile => ({
  name,
  bytes: bytes.subarray(0, Math.floor(bytes.length * share)),
});

function importing(
  files: readonly PublishedFile[],
  more: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  const directory = more.directory ?? join(temporaryDirectory(), 'data');
  return importFiles({
    files,
    wanted: sources,
    sources,
    directory,
    into: join(directory, 'imported'),
    release: null,
    released: null,
    sample: true,
    acceptDocumented: false,
    ask: null,
    progress: () => {},
    say: () => {},
    ...more,
  });
}

async function problemOf(
  files: readonly PublishedFile[],
  more: Partial<ImportOptions> = {},
): Promise<string> {
  const directory = join(temporaryDirectory(), 'data');
  const { problems, outcomes } = await importing(files, { directory, ...more });
  expect(outcomes).toEqual([]);
  expect(existsSync(directory)).toBe(false);
  const [problem, another] = problems;
  if (problem === undefined || another !== undefined) expect.fail(JSON.stringify(problems));
  return `${problem.place}: ${problem.message}\n${problem.repair}`;
}

const pageOf = (name: string) => text(name, '<!doctype html><title>Sign in</title>');
const withoutLastCell = ({ name, bytes }: PublishedFile) => ({
  name,
  bytes: bytes.subarray(0, Buffer.from(bytes).lastIndexOf('\t')),
});

const otherInterests = () =>
  text(
    'Interests (1).txt',
    Buffer.from(fileOf('onet', 'Interests').bytes).toString().replace('3.18', '3.19'),
  );
const download = () => named('download.xlsx', fileOf('soc-index'));
const of302 = { release: '30.2' };
const notItsContent =
  /is named like the list of standards of apprenticeship-standards, and does not have its content: found JSON with "title"/;

test.each<
  [string, () => PublishedFile | readonly PublishedFile[], RegExp, Partial<ImportOptions>?]
>([
  [
    'a text that is of no source',
    () => text('notes.txt', 'milk\nbread\n'),
    /^notes.txt: is no file of any source: found a text/,
  ],
  [
    'a web page',
    () => pageOf('soc2020volume2thecodingindexexcel16042025.xlsx'),
    /found a web page, expected a file/,
  ],
  [
    'an unfinished download',
    () => named('a.xlsx.crdownload', fileOf('soc-index')),
    /has not finished this download/,
  ],
  [
    'a workbook that is cut short',
    () => cut(fileOf('soc-index'), 0.5),
    /the zip archive is damaged or cut short/,
  ],
  [
    'a table that is cut short',
    () => withoutLastCell(fileOf('onet', 'Abilities')),
    /Abilities.txt: the text is damaged or cut short/,
  ],
  [
    'another file under a wanted name',
    () => text('apprenticeshipstandards.json', '[{"title":"A"}]'),
    notItsContent,
  ],
  [
    'a file whose release nobody tells',
    download,
    /do not say their release; it is the day .*\nadd --release NAME, like 2025-04-16/,
  ],
  [
    'a release that the file contradicts',
    () => fileOf('soc-index'),
    /they are soc-index 2025-04-16/,
    { release: '2024-04-16' },
  ],
  [
    'a day that the file contradicts',
    () => fileOf('soc-index'),
    /came out on 2025-04-16/,
    { released: '2025-04-17' },
  ],
  ['a day that is none', () => fileOf('esco', '- en -'), /is not a day/, { released: 'April' }],
  [
    'a part of a release',
    () => fileOf('onet', 'Abilities'),
    /expected the file of occupations/,
    of302,
  ],
  [
    'two versions of one file',
    () => [fileOf('onet', 'Interests'), otherInterests()],
    /both would be Interests.txt/,
    of302,
  ],
])('%s is refused, and nothing is written', async (_, files, line, more) => {
  expect(await problemOf([files()].flat(), more)).toMatch(line);
});

test('a file that two sources take', async () => {
  const [first] = sources.filter(({ key }) => key === 'soc-index');
  if (first === undefined) expect.fail();
  const twins = [first, { ...first, key: 'esco' as const }];
  const { problems } = await recogniseFiles([fileOf('soc-index')], twins);
  expect(problems).toMatchObject([{ repair: 'add --source soc-index or --source esco' }]);
  expect((await recogniseFiles([fileOf('soc-index')], [first])).problems).toEqual([]);
});

test('a release without its needs keeps its files and says where to get them', async () => {
  const directory = join(temporaryDirectory(), 'data');
  const { imported, outcomes } = await importing([fileOf('soc-index')], { directory });
  expect(outcomes).toMatchObject([
    {
      verdict: 'waiting',
      problems: [
        {
          repair:
            'compile soc-structure first; docs/sources.md#soc-structure says where its files are',
        },
      ],
    },
  ]);
  expect(imported).toMatchObject([{ kept: true, isWaiting: true }]);
  expect(readdirSync(join(directory, 'imported', 'soc-index'))).toHaveLength(1);
});

test('a fault of what was asked for is told from one of the files', async () => {
  const [unnamed, damaged] = await Promise.all([
    importing([download()]),
    importing([withoutLastCell(fileOf('onet', 'Abilities'))]),
  ]);
  expect([unnamed.isRefused, damaged.isRefused]).toEqual([true, false]);
});

test('on a terminal the command asks for the release', async () => {
  const questions: string[] = [];
  const directory = join(temporaryDirectory(), 'data');
  const workbook = named('Volume 1 (1).xlsx', fileOf('soc-structure'));
  const ask = (question: string) => (questions.push(question), Promise.resolve('2025-04-16'));
  const { outcomes } = await importing([workbook], { directory, ask });
  expect(questions).toHaveLength(1);
  expect(questions[0]).toMatch(
    /^Volume 1 \(1\).xlsx: soc-structure, SOC 2020 Volume 1.*\nThe files do not say their release/,
  );
  expect(outcomes).toMatchObject([{ release: 'sample-2025-04-16', verdict: 'published' }]);
  expect(readdirSync(join(directory, 'imported/soc-structure/sample-2025-04-16'))).toEqual([
    'soc2020volume1structureanddescriptionofunitgroupsexcel16042025.xlsx',
  ]);
});

test('a zip of a whole release: its files are read, the others are told', async () => {
  const directory = join(temporaryDirectory(), 'data');
  await importing(
    spine.map((key) => fileOf(key)),
    { directory },
  );
  // The publisher's occupations have a description, by which the file is known.
  const described = Buffer.from(fileOf('onet', 'Occupation Data').bytes)
    .toString()
    .replaceAll('\r\n', '\tDescription\r\n');
  const texts = [
    text('Occupation Data.txt', described),
    ...['Interests', 'Abilities'].map((part) => fileOf('onet', part)),
  ];
  const zip = await writeZip(
    [...texts, text('Read Me.txt', 'About this database.')].map((file) => ({
      ...file,
      name: `db_30_2_text/${file.name}`,
    })),
  );
  const crosswalks = ['ISCO', 'soc_2010'].map((part) => fileOf('onet', part));
  const { imported, outcomes, ignored } = await importing(
    [{ name: 'db_30_2_text (1).zip', bytes: zip }, ...crosswalks],
    { directory },
  );
  expect(ignored).toEqual(['db_30_2_text (1).zip › db_30_2_text/Read Me.txt']);
  expect(imported).toMatchObject([{ source: 'onet', release: 'sample-30.2', kept: true }]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published']);
});

test('a later import adds a file; a damaged one replaces nothing', async () => {
  const directory = join(temporaryDirectory(), 'data');
  await importing([fileOf('soc-structure')], { directory });
  await importing([fileOf('aps-workforce', 'industry')], { directory, released: '2024-10-29' });
  const both = await importing([fileOf('aps-workforce', 'qualification')], {
    directory,
    release: '2023-2024',
  });
  expect(both.outcomes).toMatchObject([{ verdict: 'published', files: 2 }]);
  const kept = join(directory, 'imported/aps-workforce/sample-2023-2024');
  expect(readdirSync(kept)).toHaveLength(3);
  expect(readFileSync(join(kept, 'released.txt'), 'utf8')).toBe('2024-10-29\n');
  const before = readFileSync(join(directory, 'catalogue.json'));
  const { problems } = await importing([cut(fileOf('aps-workforce', 'industry'), 0.9)], {
    directory,
  });
  expect(problems).toHaveLength(1);
  expect(readFileSync(join(directory, 'catalogue.json')).equals(before)).toBe(true);
});

test('the command prints what it recognised, and that nothing was changed', async () => {
  const folder = temporaryDirectory();
  const directory = join(temporaryDirectory(), 'data');
  mkdirSync(join(folder, 'Downloads'));
  const path = join(folder, 'Downloads', 'Volume 1 (2).xlsx');
  writeFileSync(path, fileOf('soc-structure').bytes);
  expect(await lmi('import', path, '--sample', '--data', directory)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/add --release NAME.*\nnothing was changed\n$/),
  });
  const ran = await lmi('import', path, '--sample', '--data', directory, '--release', '2025-04-16');
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  expect(ran.stdout).toContain(
    'Volume 1 (2).xlsx: soc-structure sample-2025-04-16, named ' +
      'soc2020volume1structureanddescriptionofunitgroupsexcel16042025.xlsx\n',
  );
  expect(await lmi('import', join(folder, 'nowhere.csv'), '--data', directory)).toMatchObject({
    status: 4,
    stderr: expect.stringContaining('cannot be read'),
  });
  expect(await lmi('import', folder, '--data', directory)).toMatchObject({
    status: 4,
    stderr: expect.stringMatching(
      /is a folder, expected a file\n {2}name the files in it: .*\/\*\n/,
    ),
  });
});

// Another test has O*NET, whose sample lacks the descriptions by which its occupations are known.
const byContent = allSources.filter(
  ({ key, byHand }) => byHand !== undefined && byHand.notByBrowser === undefined && key !== 'onet',
);
test.each(byContent)(
  '$key: its sample is known by its content, whatever it is called',
  async (source) => {
    const files = (await keptSample(source)).flatMap((release) => release.files);
    const anonymous = files.map(({ name, bytes }, place) => ({
      name: `download (${place})${extname(name)}`,
      bytes,
    }));
    const { files: found, problems } = await recogniseFiles(anonymous, allSources);
    expect(problems).toEqual([]);
    const kinds = files.map(({ name }) => [source.key, kindOf(source.files, name)]);
    expect(found.map((file) => [file.source.key, source.files[file.kind]])).toEqual(kinds);
  },
);

test('every file of a release can be imported under some name', () => {
  for (const source of sources) {
    if (source.byHand === undefined) continue;
    expect(source.release(source.byHand.example), source.key).not.toBeNull();
    for (const [kind, { match }] of Object.entries(source.files)) {
      const name = source.byHand.files[kind]?.called(source.byHand.example, null, 1);
      expect(name === null || match.test(name ?? ''), `${source.key} ${kind} ${name}`).toBe(true);
    }
  }
});

test('a name is read without what a browser or a file manager adds', () => {
  for (const name of [
    'a (1).csv',
    'a(2).csv',
    'a - Copy.csv',
    'a - Copy (3).csv',
    'a (1) (1).csv',
    'a copy.csv',
    'a.csv',
  ])
    expect(nameBeforeSaving(name)).toBe('a.csv');
  expect(nameBeforeSaving('Lookup_(May_2025)_in_EN.csv')).toBe('Lookup_(May_2025)_in_EN.csv');
});

test('docs/sources.md gives a command where a browser cannot fetch', () => {
  const page = readFileSync(
    fileURLToPath(new URL('../../docs/sources.md', import.meta.url)),
    'utf8',
  );
  const commands = [
    ...page.matchAll(/^ {4}(?:[A-Z_]+=… )?npx lmi update --source ([a-z-]+)$/gm),
  ].map(([, key]) => key);
  const alone = allSources.filter(({ byHand }) => byHand?.notByBrowser !== undefined);
  expect(commands).toEqual(alone.map(({ key }) => key));
});
