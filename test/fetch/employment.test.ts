// Employment from the service to an edition, over a cap that cuts answers off in silence: every page is listed, fetched and put together.
import { afterAll, expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { update } from '#compiler/fetch/update.ts';
import { apsEmployment } from '#sources/aps-employment/source.ts';
import { structureWithFewDocuments as socStructure } from '../compiler/slim-sources.ts';
import { nomis, publishEmployment, usualCap } from '../publisher/nomis.ts';
import { ons, paths, publishVolume } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { stillClock } from './no-waiting.ts';
import { firstVolumes } from './publications.ts';

const publisher = await startPublisher();
publishVolume(publisher, paths.structure, [(await firstVolumes()).structure]);
const [release] = await apsEmployment.sample({ full: false });
const sources = [socStructure, apsEmployment];
afterAll(() => publisher.close());

test.each([
  [usualCap, 4],
  // Each answer falls into pages: 4,130 rows into five, 2,478 into three twice, 3,304 into four.
  [1000, 15],
])('a service that gives %i rows at once is asked for %i files, and no row is lost', async (cap, count) => {
  publisher.forget();
  publishEmployment(publisher, '2026-06', release?.files ?? [], cap);
  const directory = temporaryDirectory();
  const http = { clock: stillClock(), standIns: new Map([ons, nomis].map((origin) => [origin, publisher.url])) };
  const result = await update({ sources, wanted: sources, directory, http, progress: () => {}, say: () => {} });
  const report = result.sources.find(({ source }) => source === 'aps-employment');
  expect(report?.problems).toEqual([]);
  expect(report?.releases.map(({ release: name, verdict, files }) => [name, verdict, files.length])).toEqual([['2026-06', 'held', count]]);
  const edition = readCatalogue(directory)?.catalogue.editions.find(({ source }) => source === 'aps-employment');
  // Held for a person to look at, because nobody has seen a real answer, and for nothing else: rows-complete has counted every row.
  expect(edition?.checks.map(({ check }) => check)).toEqual(['documented-layout']);
  expect(edition?.inputs).toHaveLength(count);
});
