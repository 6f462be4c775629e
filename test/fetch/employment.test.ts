// Employment from the service, whose answers are cut off in silence: every page is listed, fetched and put together.
import { expect, test } from 'vitest';
import { apsEmployment } from '#sources/aps-employment/source.ts';
import { structureWithFewDocuments as socStructure } from '../compiler/slim-sources.ts';
import { nomis, publishEmployment } from '../publisher/nomis.ts';
import { ons, paths, publishVolume } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { firstVolumes } from './publications.ts';
import { runUpdate } from './run-update.ts';

test('a service that gives 1,000 rows at once is asked for 15 files, and no row is lost', async () => {
  const publisher = await startPublisher();
  publishVolume(publisher, paths.structure, [(await firstVolumes()).structure]);
  const [release] = await apsEmployment.sample({ full: false });
  // Each answer falls into pages: 4,130 rows into five, 2,478 into three twice, 3,304 into four.
  publishEmployment(publisher, '2026-06', release?.files ?? [], 1000);
  const standIns = new Map([ons, nomis].map((origin) => [origin, publisher.url]));
  const { outcomes, sources } = await runUpdate({ sources: [socStructure, apsEmployment], directory: temporaryDirectory() }, { standIns });
  await publisher.close();
  expect(sources.flatMap(({ problems }) => problems)).toEqual([]);
  const edition = outcomes.find(({ source }) => source === 'aps-employment')?.edition;
  expect(edition?.inputs).toHaveLength(15);
  // Nobody has seen a real answer; nothing else holds it: rows-complete has counted every row.
  expect(edition?.checks.map(({ check }) => check)).toEqual(['documented-layout']);
});
