// lmi update --dry-run against a publisher on loopback: it asks and reads as an update does, says
// so in a line for each source, and writes nothing.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { describeDryReport, exitCodeOfUpdate } from '#compiler/commands/update.ts';
import { dryRun } from '#compiler/fetch/dry-run.ts';
import { filesBeneath } from '#compiler/edition/files.ts';
import { socIndex, socStructure } from '../compiler/slim-sources.ts';
import { editedFile } from '../compiler/spine-releases.ts';
import { contentsOf } from '../operations/scene.ts';
import { ons, paths, publishVolume, structureName } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { status } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { stillClock } from './no-waiting.ts';
import { firstVolumes, publishVolumes } from './publications.ts';
import { runUpdate } from './run-update.ts';

const spine = [socStructure, socIndex];
const publisher = await startPublisher();
const volumes = await firstVolumes();
const directory = temporaryDirectory();
const standIns = new Map([[ons, publisher.url]]);
publishVolumes(publisher, volumes);
expect(await runUpdate({ sources: spine, directory }, { standIns })).toMatchObject({ code: 0 });
afterAll(() => publisher.close());
beforeEach(() => {
  publisher.forget();
  publishVolumes(publisher, volumes);
});

async function dry(place = directory) {
  const quiet = { progress: () => {}, say: () => {} };
  const http = { clock: stillClock(), standIns };
  const { sources } = await dryRun({ wanted: spine, directory: place, http, ...quiet });
  return {
    code: exitCodeOfUpdate({ sources, outcomes: [] }),
    lines: sources.map(describeDryReport),
  };
}

async function publishNext(edit: (part: string, text: string) => string): Promise<void> {
  const { bytes } = await editedFile(volumes.structure, edit);
  publishVolume(publisher, paths.structure, [
    volumes.structure,
    { name: structureName('20260827'), bytes },
  ]);
}

test('nothing new, a new release, and a first run', async () => {
  const before = contentsOf(directory);
  expect(await dry()).toEqual({
    code: 0,
    lines: [
      'soc-structure: nothing new, the newest is 2025-12-03',
      'soc-index: nothing new, the newest is 2025-12-03',
    ],
  });
  await publishNext((_, text) =>
    text.replaceAll('Elected officers and representatives', 'Officers'),
  );
  expect(await dry()).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^soc-structure: 2026-08-27 would be compiled, [\d,]+ rows read$/),
      'soc-index: nothing new, the newest is 2025-12-03',
    ],
  });
  const nowhere = `${temporaryDirectory()}/data`;
  expect((await dry(nowhere)).lines).toEqual([
    expect.stringMatching(/^soc-structure: 2026-08-27 would be compiled, [\d,]+ rows read$/),
    expect.stringMatching(/^soc-index: 2025-12-03 would be compiled, [\d,]+ rows read$/),
  ]);
  expect(contentsOf(directory)).toEqual(before);
  expect(filesBeneath(`${nowhere}/..`)).toEqual([]);
});

test('an unreadable file or a silent publisher is code 4, with its place', async () => {
  const before = contentsOf(directory);
  await publishNext((_, text) => text.replace('Related Job Titles', 'Similar Job Titles'));
  expect(await dry()).toEqual({
    code: 4,
    lines: [
      expect.stringMatching(/^soc-structure 2026-08-27 .*: /),
      'soc-index: nothing new, the newest is 2025-12-03',
    ],
  });
  publisher.always('/', status(500));
  const { code, lines } = await dry();
  expect(code).toBe(4);
  expect(lines).toEqual([
    expect.stringMatching(/^soc-structure: .*answered 500/),
    expect.stringMatching(/^soc-index: .*answered 500/),
  ]);
  expect(contentsOf(directory)).toEqual(before);
});
