// A tiny data directory in the schemas' shapes for the server's tests: three occupations, two years of pay, one edition of every state.
import { folderOf } from '#compiler/edition/data-directory.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { catalogueText } from '#compiler/edition/catalogue.ts';
import { type Latest, latestText } from '#compiler/bundle/latest.ts';
import { rootHash, sha256 } from '#compiler/edition/digest.ts';
import type { Catalogue, CatalogueEdition, CheckResult, InputFile } from '#schemas/catalogue.ts';
import { type SourceKey, areaOf } from '#schemas/codes.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { bundleNameOf } from '#schemas/stored-files.ts';
import { type StoredTable, csvOf, parquetOf, tablesFile } from '#schemas/stored-tables.ts';
import type { LocalAreasDocument } from '#schemas/resources/local-areas.ts';
import type { PayDocument, PayRegionsDocument } from '#schemas/resources/pay.ts';
import { payColumns, payCvColumns, payMainColumns } from '#schemas/pay-columns.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';
import { buildTitleIndex } from '#sources/soc-index/build-title-index.ts';
import { lastingDirectory, temporaryDirectory } from '../temporary-directory.ts';
import { catalogueWith, editionWith } from './catalogues.ts';

export const editionIds = {
  structure: '00000000-0000-8000-8000-000000000001',
  index: '00000000-0000-8000-8000-000000000002',
  places: '00000000-0000-8000-8000-00000000eeee',
  pay2024: '00000000-0000-8000-8000-000000002024',
  pay2023: '00000000-0000-8000-8000-000000002023',
  superseded: '00000000-0000-8000-8000-00000000aaaa',
  quarantined: '00000000-0000-8000-8000-00000000bbbb',
  withdrawn: '00000000-0000-8000-8000-00000000cccc',
  pruned: '00000000-0000-8000-8000-00000000dddd',
} as const;

const occupations = [
  { soc2020: '1112', title: 'Elected officers and representatives' },
  { soc2020: '2134', title: 'Programmers and software development professionals' },
  { soc2020: '2231', title: 'Midwifery nurses' },
] as const;
/** In the classification, outside the pay editions. */
const withoutPay = '2231';
/** Promised by the axes and missing on disk, as after a fault of ours. */
export const missingFile = { soc: '1112', area: 'wales', request: 'GET /v1/occupations/1112/pay?area=wales' } as const;

/** Stands in every document of the quarantined edition, and must stand in no answer. */
export const quarantinedText = 'Nobody may ever read this.';

/** The server compares bundles with their names, and does not look into them. */
export const bundleContent = 'the bytes of a bundle';
/** Its name is the digest of other bytes. */
export const damagedBundle = 'lmi-0123456789abcdef.tar.zst';
const digestOfBundle = sha256(`${JSON.stringify(bundleContent)}\n`);
export const latestBundle: Latest = JSON.parse(
  latestText({
    format: fileFormats.bundle,
    file: bundleNameOf(digestOfBundle),
    bytes: JSON.stringify(bundleContent).length + 1,
    sha256: digestOfBundle,
    root: digestOfBundle,
    sample: true,
    contents: 'served',
    publicKey: null,
    madeOf: digestOfBundle,
    editions: [],
  }),
);

/** A table of the fixture, and the file of another that has other bytes than its edition lists. */
export const tableCsv = `soc2020,title\r\n${'2134,Programmers\r\n'.repeat(100)}`;
export const tableParquet = 'the bytes of a Parquet';
const damagedTable = `editions/${editionIds.pay2023}/${parquetOf('ashe')}`;

const licence = 'synthetic sample, not statistics';
const attribution = 'Synthetic sample, not from the publisher.';
const licenceUrl = 'https://www.example.org/licence';
const landingPage = 'https://www.example.org/statistics';
const markers: PayDocument['markers'] = { x: { reason: 'unreliable', explanation: 'Unreliable.' } };

let shared: string | null = null;

/** The directory, which tests only read: written once in a process. */
export function fixtureDirectory(): string {
  shared ??= writeFixture(lastingDirectory());
  return shared;
}

/** A directory that a test may change. */
export const writeDataDirectory = (): string => writeFixture(temporaryDirectory());

function writeFixture(path: string): string {
  const write = (file: string, text: string | Buffer): void => {
    const place = join(path, file);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  };
  const listed = new Map<string, InputFile[]>();
  for (const [file, value] of dataFiles()) {
    const text = Buffer.isBuffer(value) ? value : `${JSON.stringify(value)}\n`;
    write(file, text);
    const [, edition = '', document = ''] = /^((?:editions|quarantine)\/[^/]+)\/(.+)$/.exec(file) ?? [];
    if (edition !== '') listed.set(edition, [...(listed.get(edition) ?? []), { file: document, sha256: sha256(text), bytes: text.length }]);
  }
  write(damagedTable, 'other bytes');
  for (const [edition, files] of listed) write(`${edition}/edition.json`, JSON.stringify({ files }));
  const { editions, ...rest } = catalogue();
  const rooted = editions.map((one) => ({ ...one, root: rootHash(listed.get(`${folderOf(one)}/${one.id}`) ?? []) }));
  write('catalogue.json', catalogueText({ ...rest, editions: rooted }));
  return path;
}

function* dataFiles(): Generator<[string, unknown]> {
  yield ['bundles/latest.json', latestBundle];
  yield [`bundles/${latestBundle.file}`, bundleContent];
  yield [`bundles/${damagedBundle}`, bundleContent];
  yield ['bundles/notes.txt', quarantinedText];
  for (const { soc2020, title } of occupations) {
    yield [
      `quarantine/${editionIds.quarantined}/pay/${soc2020}/uk.json`,
      { ...payDocument(editionIds.quarantined, 2025, soc2020, title, 'uk'), attribution: quarantinedText },
    ];
  }
  const index = `editions/${editionIds.index}`;
  yield [`${index}/occupations.json`, occupations.map(summary)];
  yield [`${index}/search/titles.json`, titleIndex()];
  for (const occupation of occupations) {
    yield [`${index}/occupation/${occupation.soc2020}.json`, { ...summary(occupation), attribution }];
    yield [`${index}/titles/${occupation.soc2020}.json`, [{ title: occupation.title, qualifier: null }]];
  }
  yield [`${index}/${tablesFile}`, [storedTable('soc-index')]];
  yield [`${index}/${csvOf('soc-index')}`, gzipSync(tableCsv)];
  yield [`${index}/${parquetOf('soc-index')}`, Buffer.from(tableParquet)];
  for (const id of [editionIds.structure, editionIds.places]) yield [`editions/${id}/${tablesFile}`, []];
  yield [`editions/${editionIds.places}/local-areas.json`, localAreas()];
  for (const { id, year, areas } of payEditions) {
    yield [`editions/${id}/${tablesFile}`, [storedTable('ashe')]];
    yield [`editions/${id}/${parquetOf('ashe')}`, Buffer.from(`${tableParquet} of ${year}`)];
    for (const { soc2020, title } of occupations) {
      for (const area of soc2020 === withoutPay ? [] : areas) {
        if (soc2020 === missingFile.soc && area === missingFile.area) continue;
        yield [`editions/${id}/pay/${soc2020}/${area}.json`, payDocument(id, year, soc2020, title, area)];
      }
      if (soc2020 !== withoutPay) yield [`editions/${id}/pay-regions/${soc2020}.json`, payRegionsDocument(id, year, soc2020, title, areas)];
    }
  }
}

const payEditions: readonly { readonly id: string; readonly year: number; readonly areas: PayRegionsDocument['areas'] }[] = [
  { id: editionIds.pay2024, year: 2024, areas: ['uk', 'wales', 'london'] },
  { id: editionIds.pay2023, year: 2023, areas: ['uk'] },
  { id: editionIds.superseded, year: 2024, areas: ['uk'] },
];

function catalogue(): Catalogue {
  const editions = [
    edition('soc-structure', editionIds.structure, { axes: { occupations: [], areas: null } }),
    edition('soc-index', editionIds.index, { needs: [{ source: 'soc-structure', edition: editionIds.structure }] }),
    edition('local-authorities', editionIds.places, { axes: { occupations: [], areas: null } }),
    // Deliberately not newest first by year: the default must be the newest year all the same.
    pay(editionIds.pay2023, 2023),
    pay(editionIds.superseded, 2024, { state: 'superseded' }),
    pay(editionIds.pay2024, 2024, {}, ['uk', 'wales', 'london']),
    pay(editionIds.pruned, 2023, { state: 'superseded', pruned: true }),
    pay(editionIds.quarantined, 2025, { state: 'quarantined', checks: [failedCheck] }),
    pay(editionIds.withdrawn, 2022, {
      state: 'withdrawn',
      withdrawn: { reason: 'The figures were of another year.', at: '2026-01-02T00:00:00Z', replacedBy: editionIds.pay2023 },
    }),
  ];
  const keys = ['soc-structure', 'soc-index', 'ashe', 'aps-employment', 'local-authorities'] as const;
  const { sources, ...rest } = catalogueWith(editions, {}, keys);
  const credited = sources.map((source) => ({ ...source, licence, attribution, licenceUrl: source.key === 'ashe' ? licenceUrl : null }));
  return { ...rest, serial: 1, sample: true, sampleSize: 'plain', written: '2026-01-01T00:00:00Z', sources: credited };
}

const failedCheck: CheckResult = {
  check: 'magnitude',
  severity: 'block',
  message: "a thousand times last year's figure",
  places: ["14.7a 'All'!F231"],
  count: 1,
};

function edition(source: SourceKey, id: string, parts: Partial<CatalogueEdition>): CatalogueEdition {
  const axes = { occupations: occupations.map(({ soc2020 }) => soc2020), areas: null };
  return editionWith({ source, id, release: 'sample', axes, compiled: '2026-01-01T00:00:00Z', ...parts });
}

function pay(id: string, year: number, parts: Partial<CatalogueEdition> = {}, areas: readonly string[] = ['uk']): CatalogueEdition {
  const covered = occupations.map(({ soc2020 }) => soc2020).filter((code) => code !== withoutPay);
  const needs = [{ source: 'soc-structure', edition: editionIds.structure }] as const;
  return edition('ashe', id, {
    release: `sample-${year}`,
    year,
    needs: [...needs],
    axes: { occupations: covered, areas: [...areas] },
    ...parts,
  });
}

function localAreas(): LocalAreasDocument {
  const partOf = { ...areaOf('yorkshire-and-the-humber') };
  return {
    areas: [{ code: 'E08000038', slug: 'barnsley', name: 'Barnsley', partOf, formerCodes: ['E08000016'] }],
    londonBoroughs: [{ code: 'E09000007', slug: 'camden', name: 'Camden' }],
  };
}

function storedTable(name: string): StoredTable {
  const file = { bytes: 1, sha256: 'a'.repeat(64) };
  const fields = [{ name: 'soc2020', type: 'string', description: 'A code.' } as const];
  return { name, title: 'A table', attribution, rows: 100, fields, parquetOnly: [], csv: file, parquet: file };
}

function summary({ soc2020, title }: (typeof occupations)[number]) {
  const group = { code: soc2020.slice(0, 1), title: 'A group' };
  return { soc2020, title, hierarchy: { majorGroup: group, subMajorGroup: group, minorGroup: group }, jobTitles: 1 };
}

function titleIndex() {
  return buildTitleIndex({
    unitGroups: occupations.map(({ soc2020, title }) => ({ code: soc2020, title })),
    entries: [
      { title: 'Software developer', inverted: 'Developer, software', qualifier: null, soc2020: '2134' },
      { title: 'Midwife', inverted: 'Midwife', qualifier: null, soc2020: '2231' },
      { title: 'Councillor', inverted: 'Councillor', qualifier: 'local government', soc2020: '1112' },
    ],
    crossReferences: [],
    abbreviations: [],
  });
}

/** What the documents of pay of an occupation have in common. */
function payHead(id: string, year: number, soc2020: string, title: string) {
  const provenance: PayDocument['provenance'] = {
    ...{ source: 'ashe', publisher: 'Nobody', licence, licenceUrl: null, edition: `sample-${year}`, editionId: id },
    ...{ released: null, landingPage, inputs: [] },
  };
  return { soc2020, title, year, provisional: year === 2024, markers, attribution, provenance };
}

/** Of 1112 every figure is withheld. */
const cellOf = (soc2020: string, column: string, median: number) => (soc2020 === '1112' ? 'x' : column === 'median' ? median : 10_000);

/** Every variant tells itself apart: its place among the queries is its median. */
function payDocument(id: string, year: number, soc2020: string, title: string, slug: string): PayDocument {
  const variants = payQueries.map((_, place) => ({
    values: payColumns.map((column) => cellOf(soc2020, column, place + 1)),
    cvs: payCvColumns.map(() => 1.5),
  }));
  return { ...payHead(id, year, soc2020, title), area: areaOf(slug), variants };
}

/** A region's median is that of the UK and the number of its area more. */
function payRegionsDocument(
  id: string,
  year: number,
  soc2020: string,
  title: string,
  areas: PayRegionsDocument['areas'],
): PayRegionsDocument {
  const variants = payQueries.map((_, place) => ({
    values: areas.map((_area, number) => payMainColumns.map((column) => cellOf(soc2020, column, place + 1 + number))),
    cvs: areas.map(() => payMainColumns.map(() => 1.5)),
  }));
  return { ...payHead(id, year, soc2020, title), areas: [...areas], variants };
}
