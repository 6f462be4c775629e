// Seven days of the service, each on a fresh machine over one store, with the publisher on
// loopback. The report of each day is a golden.
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exitCodeOfUpdate } from '#compiler/commands/update.ts';
import { update } from '#compiler/fetch/update.ts';
import { accept, firstEditions } from '#compiler/operations/accept.ts';
import { type Day, type Step, runDay } from '#compiler/operations/daily.ts';
import { prune } from '#compiler/operations/prune.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { sectionsOfDay } from '#compiler/operations/describe-day.ts';
import { markdownOf } from '#compiler/report/sections.ts';
import { noteReviewed } from '#compiler/review/review.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import { readReported, writeReported } from '#compiler/store/reported.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { editedFile, socIndex, socStructure } from '../compiler/spine-releases.ts';
import { stillClock } from '../fetch/no-waiting.ts';
import { firstVolumes, publishVolumes } from '../fetch/publications.ts';
import { goldenFault, masked } from '../golden.ts';
import { kindsWith } from '../compiler/slim-sources.ts';
import { ons, paths, publishVolume, structureName } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { status } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { catalogueOf, quiet } from './scene.ts';

/** Nobody has seen a real file of the index. */
const sources: readonly Source[] = [
  socStructure,
  { ...socIndex, files: kindsWith(socIndex, { layout: 'documented' }), checks: [] },
];
const place = temporaryDirectory();

const publisher = await startPublisher();
const volumes = await firstVolumes();
publishVolumes(publisher, volumes);
afterAll(() => publisher.close());

const storeFor = (directory: string) => openDirectoryStore(place, directory, quiet.say);
const freshMachine = () => join(temporaryDirectory(), 'data');
const pullInto = (directory: string) =>
  pull({ store: storeFor(directory), directory, sources, all: false, ...quiet });
const publishFrom = (directory: string) =>
  publish({ store: storeFor(directory), directory, sample: false, ...quiet });

/**
 * A day of November on a machine that holds nothing yet. `crash` comes after everything is compiled
 * and before it is published.
 */
async function day(number: number, { crash = false }: { crash?: boolean } = {}): Promise<Day> {
  const directory = freshMachine();
  const now = new Date(Date.UTC(2026, 10, number, 10, 47));
  const step = (name: string, run: () => Promise<unknown>): Step => ({
    name,
    async run() {
      const code = await run();
      return typeof code === 'number' ? code : 0;
    },
  });
  const updating = async () =>
    exitCodeOfUpdate(
      await update({
        sources,
        wanted: sources,
        directory,
        ...quiet,
        http: { clock: stillClock(), standIns: new Map([[ons, publisher.url]]) },
      }),
    );
  const verifying = async () => {
    expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
    if (crash) throw new Error('the machine was switched off');
  };
  const ran = await runDay({
    directory,
    pull: step('pull', () => pullInto(directory)),
    steps: [
      step('update', updating),
      step('prune', async () => prune({ directory, sources, dryRun: false, now, say: quiet.say })),
      step('verify', verifying),
    ],
    publish: step('publish', () => publishFrom(directory)),
    lastReported: () => readReported(storeFor(directory)),
    noteReported: (reported) =>
      storeFor(directory).exclusively(() => writeReported(storeFor(directory), reported)),
    differenceOf: async () => null,
    now: () => now,
    say: quiet.say,
  });
  const sections = sectionsOfDay(ran, { store: 'STORE', sources, now });
  // Editions are compiled by the clock of the machine.
  const told = markdownOf(sections).replace(/(since|last checked) [0-9-]+/g, '$1 DAY');
  expect(
    goldenFault(
      `week/day-${number}.md`,
      masked(told, { [directory]: 'DIR', [publisher.url]: ons }),
    ),
  ).toBeNull();
  return ran;
}

function publishNext({ bytes }: PublishedFile): void {
  publishVolume(publisher, paths.structure, [
    volumes.structure,
    { name: structureName('05112026'), bytes },
  ]);
}

const renamedTo = (title: string) =>
  editedFile(volumes.structure, (_, text) =>
    text.replaceAll('Elected officers and representatives', title),
  );

test('the first day: what is known is served, and what nobody has seen waits', async () => {
  const begun = freshMachine();
  await storeFor(begun).exclusively(() => storeFor(begun).begin());
  expect(await day(2)).toMatchObject({ exitCode: 3, stoppedAt: null });
});

test('a person has looked at what waited: it is new, and then a day is quiet', async () => {
  const directory = freshMachine();
  await pullInto(directory);
  for (const { id } of firstEditions(directory).unreviewed) noteReviewed(directory, id);
  const ids = firstEditions(directory).reviewed.map(({ id }) => id);
  await accept({
    directory,
    sources,
    ids,
    overrides: [],
    reason: 'compared with the page',
    ...quiet,
  });
  await publishFrom(directory);
  expect(await day(3)).toMatchObject({ exitCode: 0 });
  expect(await day(4)).toMatchObject({ exitCode: 0 });
});

test('a revision: the new release is served, and what needs it is compiled again', async () => {
  publishNext(await renamedTo('Elected officers'));
  expect(await day(5)).toMatchObject({ exitCode: 0 });
});

test('a correction: other files under the name of a release', async () => {
  publishNext(await renamedTo('Elected representatives'));
  expect(await day(6)).toMatchObject({ exitCode: 0 });
});

test('an unknown layout holds its release alone, until it is gone', async () => {
  const broken = await editedFile(volumes.structure, (_, text) =>
    text.replace('Related Job Titles', 'Similar Job Titles'),
  );
  publishVolume(publisher, paths.structure, [
    { ...(await renamedTo('Elected representatives')), name: structureName('05112026') },
    { ...broken, name: structureName('07112026') },
  ]);
  expect(await day(7)).toMatchObject({ exitCode: 3 });
});

test('a publisher that is down: the rest goes on, and the held release still waits', async () => {
  publisher.always(paths.structure, status(503));
  expect(await day(8)).toMatchObject({ exitCode: 4 });
  publisher.forget();
});

test('a crash publishes nothing, and the second runner does the whole day', async () => {
  publishNext(await renamedTo('Elected representatives'));
  await expect(day(9, { crash: true })).rejects.toThrow('the machine was switched off');
  expect(await day(9)).toMatchObject({ exitCode: 3, stoppedAt: null });
});

test('a publisher that refuses us is a warning until it lets us in', async () => {
  publisher.always(paths.structure, status(403));
  const directory = freshMachine();
  expect(await day(10)).toMatchObject({ exitCode: 3, stoppedAt: null });
  await pullInto(directory);
  const refused = () => catalogueOf(directory).sources.map(({ ingest }) => ingest.refused);
  const since = refused();
  expect(since).toEqual([expect.any(String), undefined]);
  await day(11);
  await pullInto(directory);
  expect(refused()).toEqual(since);
  publisher.forget();
  await day(12);
  await pullInto(directory);
  expect(refused()).toEqual([undefined, undefined]);
});
