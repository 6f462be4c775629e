// A data directory for the server's tests: of the sample four sources and the files of three
// occupations, with an edition of every state and every year of pay. Added are what the sample has
// not: editions of pay that are held back or without files, a damaged table, and bundles. A
// document of any other occupation is missing, as after a fault of ours.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Latest, latestText } from '#compiler/bundle/latest.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { filesBeneath } from '#compiler/edition/files.ts';
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { bundleNameOf } from '#schemas/stored-files.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { placeCatalogueIn } from '../rewrite-catalogue.ts';
import { lastingDirectory, temporaryDirectory } from '../temporary-directory.ts';

const sample = sampleDirectory();
const sources = ['soc-structure', 'soc-index', 'local-authorities', 'ashe'];
const whole = requireCatalogue(sample);
const editions = whole.editions.filter(({ source }) => sources.includes(source));

function ofSample(
  source: string,
  isIt: (edition: CatalogueEdition) => boolean = () => true,
): CatalogueEdition {
  const found = editions.find((edition) => edition.source === source && isIt(edition));
  if (found === undefined) throw new Error(`the sample has no such edition of ${source}`);
  return found;
}
const superseded = ofSample('ashe', ({ state }) => state === 'superseded');

export const editionIds = {
  structure: ofSample('soc-structure').id,
  index: ofSample('soc-index').id,
  pay2024: ofSample('ashe', ({ year, state }) => year === 2024 && state === 'served').id,
  pay2023: ofSample('ashe', ({ year, state }) => year === 2023 && state === 'served').id,
  superseded: superseded.id,
  withdrawn: ofSample('ashe', ({ state }) => state === 'withdrawn').id,
  quarantined: '00000000-0000-8000-8000-00000000bbbb',
  pruned: '00000000-0000-8000-8000-00000000dddd',
  outdated: '00000000-0000-8000-8000-00000000eeee',
};

/**
 * Every file of these editions that lies in no folder, and the documents of these occupations. The
 * largest files are left out.
 */
const isKept = (file: string) =>
  /^(?!trace\.|ashe\.csv)[^/]+$|^search\/|\b(1112|2134|2231)\b/.test(file);
/** In the classification, and left out of the pay editions. */
const withoutPay = '2231';
export const missingFile = {
  path: 'pay/1112/wales.json',
  request: 'GET /v1/occupations/1112/pay?area=wales',
} as const;

/** Stands in a document of the quarantined edition, and must stand in no answer. */
export const quarantinedText = 'Nobody may ever read this.';

/** The server compares bundles with their names, and does not look into them. */
export const bundleContent = 'the bytes of a bundle';
/** Its name is the digest of other bytes. */
export const damagedBundle = 'lmi-0123456789abcdef.zip';
const digest = sha256(bundleContent);
export const latestBundle: Latest = JSON.parse(
  latestText({
    format: fileFormats.bundle,
    file: bundleNameOf(digest),
    bytes: bundleContent.length,
    sha256: digest,
    root: digest,
    sample: true,
    contents: 'served',
    publicKey: null,
    madeOf: digest,
    editions: [],
  }),
);

const folder = (edition: string) => join(sample, 'editions', edition);
export const tableCsv = gunzipSync(
  readFileSync(join(folder(editionIds.index), 'soc-index.csv.gz')),
).toString();
export const parquetOf = (edition: string, name: string) =>
  readFileSync(join(folder(edition), `${name}.parquet`));

let shared: string | null = null;

/** The directory, which tests only read: written once in a process. */
export function fixtureDirectory(): string {
  shared ??= writeFixture(lastingDirectory());
  return shared;
}

/** A directory that a test may change. */
export const writeDataDirectory = (): string => writeFixture(temporaryDirectory());

function writeFixture(directory: string): string {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  };
  for (const { id } of editions)
    for (const { path } of filesBeneath(folder(id)))
      if (isKept(path) && path !== missingFile.path)
        cpSync(join(folder(id), path), join(directory, 'editions', id, path));
  placeCatalogueIn(directory, catalogue());
  write(`editions/${editionIds.pay2023}/ashe.parquet`, 'other bytes');
  write(`quarantine/${editionIds.quarantined}/pay/2134/uk.json`, quarantinedText);
  write('bundles/latest.json', `${JSON.stringify(latestBundle)}\n`);
  for (const bundle of [latestBundle.file, damagedBundle])
    write(`bundles/${bundle}`, bundleContent);
  write('bundles/notes.txt', quarantinedText);
  return directory;
}

function catalogue(): Catalogue {
  const withdrawal = {
    reason: 'The figures were of another year.',
    at: '2026-01-02T00:00:00Z',
    replacedBy: editionIds.pay2023,
  };
  const changed = (edition: CatalogueEdition): CatalogueEdition => {
    if (edition.source !== 'ashe') return edition;
    const occupations = edition.axes.occupations.filter((soc) => soc !== withoutPay);
    const withdrawn = edition.state === 'withdrawn' ? withdrawal : null;
    return { ...edition, axes: { ...edition.axes, occupations }, withdrawn };
  };
  return {
    ...whole,
    serial: 1,
    written: '2026-01-01T00:00:00Z',
    titleModel: null,
    sources: whole.sources.map((source) => ({
      ...source,
      ...(source.key === 'ashe' ? { licenceUrl: 'https://www.example.org/licence' } : {}),
      ...(sources.includes(source.key) ? {} : { served: [] }),
    })),
    editions: [
      ...editions.map(changed),
      { ...superseded, id: editionIds.pruned, pruned: true },
      // As `lmi compile --into` leaves an edition of the version before.
      {
        ...superseded,
        id: editionIds.outdated,
        release: ofSample('ashe', ({ id }) => id === editionIds.pay2023).release,
        format: superseded.format - 1,
        pruned: true,
      },
      {
        ...superseded,
        id: editionIds.quarantined,
        release: 'sample-2025',
        year: 2025,
        state: 'quarantined',
      },
    ],
  };
}
