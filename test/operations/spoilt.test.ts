// What may be wrong with a data directory or a store, and what each command says of it and mends:
// test/goldens/spoilt.txt has all of it. Nothing that is spoilt is published or pulled, and what
// mends it brings the very bytes back.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examineMachine } from '#compiler/operations/doctor.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { goldenFault, masked } from '../golden.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  bytesOf,
  compileInto,
  contentsOf,
  copyOf,
  damage,
  directoryWithHeld,
  editionOf,
  first,
  fresh,
  publishTo,
  pullFrom,
  releases,
  second,
  sources,
  under,
} from './scene.ts';

const edit = (file: string, pattern: RegExp, replacement: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement));
const link = (place: string) => {
  renameSync(place, `${place}-aside`);
  symlinkSync(`${place}-aside`, place);
};
const snapshotIn = (directory: string) =>
  under(join(directory, 'snapshots/soc-structure'), /^[0-9a-f]{64}$/);
const moveHeld = (directory: string) => {
  const { id } = editionOf(directory, 'soc-index', second);
  renameSync(join(directory, 'quarantine', id), join(directory, 'editions', id));
};
const record = 'edition.json';

/** What is done to a directory and its edition of the index. */
const ways: readonly (readonly [string, (edition: string, directory: string) => void])[] = [
  ['a document with other bytes', (edition) => damage(join(edition, 'titles/1112.json'))],
  ['a document that is gone', (edition) => rmSync(join(edition, 'titles/1112.json'))],
  ['a link in place of a document', (edition) => link(join(edition, 'titles/1112.json'))],
  ['a link in place of a folder', (edition) => link(join(edition, 'titles'))],
  ['a file too many', (edition) => writeFileSync(join(edition, 'stray.json'), '{}')],
  [
    'a record with other words',
    (edition) => edit(join(edition, record), /"label":"[^"]+"/, '"label":"Another release"'),
  ],
  [
    'a record with another root',
    (edition) => edit(join(edition, record), /"root":"[0-9a-f]{64}"/, `"root":"${'0'.repeat(64)}"`),
  ],
  [
    'a record that lists other files',
    (edition) => edit(join(edition, record), /titles\/1112\.json/, '../../../1112.json'),
  ],
  ['a record that is gone', (edition) => rmSync(join(edition, record))],
  ['an edition that is gone', (edition) => rmSync(edition, { recursive: true })],
  ['a snapshot with other bytes', (_, directory) => damage(snapshotIn(directory))],
  ['a snapshot that is gone', (_, directory) => rmSync(snapshotIn(directory))],
  [
    'a manifest that is damaged',
    (_, directory) =>
      writeFileSync(under(join(directory, 'snapshots/soc-structure'), /\.json$/), '{"source":'),
  ],
  ['a link among the snapshots', (_, directory) => link(snapshotIn(directory))],
  ['an edition in the folder of others', (_, directory) => moveHeld(directory)],
  ['a folder of no edition', (_, directory) => mkdirSync(join(directory, 'editions/stray'))],
  [
    'a snapshot with an odd name',
    (_, directory) => writeFileSync(join(directory, 'snapshots/soc-index/..hidden'), 'x'),
  ],
];

const held = await directoryWithHeld();
const store = temporaryDirectory();
await publishTo(store, held);

const told: string[] = [];

const spoiltCopy = (whole: string, spoil: (edition: string, directory: string) => void): string => {
  const directory = copyOf(whole);
  spoil(join(directory, 'editions', editionOf(whole, 'soc-index', first).id), directory);
  return directory;
};

test.each(ways)('%s', async (what, spoil) => {
  const directory = spoiltCopy(held, spoil);
  const from = spoiltCopy(held, spoil);
  const there = spoiltCopy(store, spoil);
  const to = temporaryDirectory();
  const here = fresh();
  const refusal = async (doing: () => Promise<unknown>) => {
    try {
      await doing();
      return null;
    } catch (error) {
      return messageOf(error);
    }
  };
  const { faults, remarks } = await verifyDirectory(directory);
  const found = await examineMachine({
    directory,
    sources,
    environment: {},
    now: new Date(),
  });
  const refused = [
    await refusal(() => publishTo(to, from)),
    await refusal(() => pullFrom(there, here, { all: true })),
  ];
  // Nothing of it is served anywhere.
  expect([to, here].map((place) => existsSync(join(place, 'catalogue.json')))).toEqual(
    refused.map((said) => said === null),
  );

  const mending: readonly (readonly [string, string, (spoilt: string) => Promise<unknown>])[] = [
    ['compile', directory, async (spoilt) => compileInto(spoilt, Object.values(await releases()))],
    ['pull --all', from, (spoilt) => pullFrom(store, spoilt, { all: true })],
    ['publish --repair', there, (spoilt) => publishTo(spoilt, held, { repair: true })],
  ];
  const mended: string[] = [];
  for (const [command, spoilt, mend] of mending)
    if (
      (await refusal(() => mend(spoilt))) === null &&
      (await verifyDirectory(spoilt)).faults.length === 0
    ) {
      for (const [path, bytes] of Object.entries(bytesOf(held)))
        expect(contentsOf(spoilt, /^(editions|quarantine)/)[path], path).toBe(bytes);
      mended.push(command);
    }
  const lines = [
    ...[...faults, ...remarks].map((said) => `verify: ${said}`),
    ...found.flatMap(({ level, what: said, repair }) =>
      level === 'fail' ? [`doctor: ${said} → ${repair}`] : [],
    ),
    ...refused.map((said, place) => `${['publish', 'pull'][place]}: ${said ?? 'takes it'}`),
    `mended by: ${mended.join(', ')}`,
  ];
  const places = Object.fromEntries(
    [directory, from, there, to, here].map((place) => [place, 'DIR']),
  );
  told.push(what, ...lines.map((said) => `  ${masked(said, places).replaceAll('\n', '\n  ')}`));
});

test('all of it is as it was', () => {
  expect(goldenFault('spoilt.txt', `${told.join('\n')}\n`)).toBeNull();
});
