// lmi update against GOV.UK on loopback: from the pages to an edition that waits for a person, because nobody has seen a real file of its layout.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import type { Source } from '#sources/kit/source.ts';
import { type UpdateResult, update } from '#compiler/fetch/update.ts';
import { landingPage } from '#sources/work-visas/discover.ts';
import { structureWithFewDocuments as socStructure } from '../compiler/slim-sources.ts';
import { workVisas } from '#sources/work-visas/source.ts';
import { keptSample } from '../kept.ts';
import { assets, govUk, mediaAddress, publishPage } from '../publisher/gov-uk.ts';
import { ons } from '../publisher/ons.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { errorPage } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { stillClock } from './no-waiting.ts';
import { firstVolumes, publishVolumes } from './publications.ts';

let publisher: Publisher;
const directory = temporaryDirectory();
const name = 'occupation-soc2020-visas-datasets-jun-2026.xlsx';

async function run(wanted: readonly Source[] = [workVisas]): Promise<UpdateResult> {
  const standIns = new Map([ons, govUk, assets].map((origin) => [origin, publisher.url]));
  return update({
    sources: [socStructure, workVisas],
    wanted,
    directory,
    http: { clock: stillClock(), standIns },
    progress: () => {},
    say: () => {},
  });
}

beforeAll(async () => {
  publisher = await startPublisher();
  publishVolumes(publisher, await firstVolumes());
  const [sample] = await keptSample(workVisas);
  publishPage(publisher, landingPage, { links: [mediaAddress(name)] }, sample?.files);
  publishPage(publisher, `${govUk}/government/statistics/immigration-system-statistics-year-ending-june-2026`, {
    firstPublished: '2026-08-27T09:30:00+01:00',
  });
});
afterAll(() => publisher.close());

test('an error page in place of the workbook is refused; the workbook is read, dated, and held for its layout alone', async () => {
  publisher.next(`/media/`, errorPage);
  const refused = await run([socStructure, workVisas]);
  expect(refused.sources[1]?.problems.map(({ message }) => message).join()).toMatch(/HTML page/);

  const {
    sources: [report],
    outcomes,
  } = await run();
  expect(report).toMatchObject({ newest: '2026-Q2', problems: [], remarks: [], releases: [{ release: '2026-Q2', verdict: 'held' }] });
  // The figures that others have printed of this very release are not the sample's.
  expect(outcomes.flatMap(({ edition }) => edition?.checks.map(({ check }) => check) ?? [])).toEqual([
    'quoted-figures',
    'documented-layout',
  ]);
  const edition = readCatalogue(directory)?.catalogue.editions.find(({ source }) => source === 'work-visas');
  expect(edition).toMatchObject({ release: '2026-Q2', released: '2026-08-27', state: 'quarantined', label: 'year ending June 2026' });

  publisher.forget();
  expect((await run()).sources[0]?.releases).toMatchObject([{ verdict: 'held', files: [{ state: 'unchanged' }] }]);
});
