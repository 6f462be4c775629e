// /tables: the tables of the served editions as files. They are public, as bundles are. All are
// stored with their editions but the table of headline figures, which is made here.
import type { ServingEdition } from '#schemas/catalogue.ts';
import { sourceKeys } from '#schemas/codes.ts';
import { headlineSources } from '#schemas/endpoints.ts';
import {
  type PlacedTable,
  type StoredTable,
  csvOf,
  dataPackage,
  parquetOf,
  tablesFile,
} from '#schemas/stored-tables.ts';
import type { Files } from '../data/files.ts';
import { DamagedFile, missingFile, type Store } from '../data/store.ts';
import {
  type CatalogueState,
  type LoadedCatalogue,
  type Published,
  requireLoaded,
  requirePublished,
} from '../data/published.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { type SummaryTable, readSummaryTable, summaryName } from './summary-table.ts';
import { csvType } from '../answers/csv.ts';
import { Refusal, quoted } from '../http/problem.ts';
import {
  codedResponse,
  matchesEntityTag,
  notModified,
  send,
  tagOfCoding,
} from '../http/representation.ts';
import { type ProveFile, type StoredFile, partOf, sendFile } from './answer-file.ts';

/** A table that is served, by the name in its address. */
interface ServedTable {
  readonly name: string;
  readonly edition: ServingEdition;
  readonly table: StoredTable;
}

/** Answers /tables and the tables beneath it. */
export function createTables(store: Store, files: Files, prove: ProveFile, publicUrl: string) {
  const tablesOf = oncePerCatalogue(
    (published) => readTables(store, published),
    // Read again while the list of an edition is damaged: the operator may repair it.
    ({ damage }) => damage === null,
  );
  const summaryOf = oncePerCatalogue((published) => readSummaryTable(store, published));

  return {
    /** The Data Package of all tables. */
    async list(state: CatalogueState): Promise<string> {
      const { listed, damage } = await tablesOf(state);
      if (damage !== null) throw damage;
      const published = requirePublished(state);
      const summary = await summaryOf(state);
      const tables = describeTables(listed, published, publicUrl);
      if (summary !== null) tables.unshift(describeSummary(summary, published, publicUrl));
      return `${JSON.stringify(dataPackage(published.sample, tables))}\n`;
    },

    /** A table as a file: `fileName` is its name with .csv, .csv.gz or .parquet. */
    async file(
      fileName: string,
      incoming: IncomingRequest,
      state: CatalogueState,
    ): Promise<Response> {
      const { path } = incoming;
      const [, name, ending = ''] = /^(.+)\.(csv|csv\.gz|parquet)$/.exec(fileName) ?? [];
      if (name === summaryName) {
        const summary = await summaryOf(state);
        return summary === null ? nothingAt(path) : sendSummary(ending, summary, incoming);
      }
      const { listed, damage } = await tablesOf(state);
      const served = listed.find((table) => table.name === name);
      if (served === undefined) {
        if (damage !== null) throw damage;
        return nothingAt(path);
      }
      const { edition, table } = served;
      const file = ending === 'parquet' ? parquetOf(table.name) : csvOf(table.name);
      const place = `editions/${edition.id}/${file}`;
      const digest = (await store.listedDigest(edition, file)) ?? '';
      const tag = `"${digest.slice(0, 16)}"`;
      const storedFile: StoredFile = {
        place,
        isRight: (bytesDigest) => bytesDigest === digest,
        catalogue: state.loaded?.catalogue ?? null,
      };
      const storedType = storedTypes[ending];
      if (storedType === undefined)
        return sendCsv(files, prove, { file: storedFile, tag }, incoming);
      const headers = { 'Content-Type': storedType, 'Cache-Control': cacheControl };
      const sent = await sendFile(files, prove, { file: storedFile, tag, headers }, incoming);
      return sent ?? missing(place);
    },
  };
}

/** Reads a value once for each catalogue. A value that is not `isLasting` is read again. */
function oncePerCatalogue<Value>(
  read: (published: Published) => Promise<Value>,
  isLasting: (value: Value) => boolean = () => true,
): (state: CatalogueState) => Promise<Value> {
  let remembered: {
    readonly catalogue: LoadedCatalogue['catalogue'];
    readonly value: Value;
  } | null = null;
  return async (state) => {
    const { catalogue } = requireLoaded(state);
    const published = requirePublished(state);
    if (remembered?.catalogue === catalogue) return remembered.value;
    const value = await read(published);
    if (isLasting(value)) remembered = { catalogue, value };
    return value;
  };
}

/** The addresses of a table's files. */
function addressesOf(name: string, publicUrl: string) {
  const address = `${publicUrl}/tables/${name}`;
  return { csv: `${address}.csv`, csvGz: `${address}.csv.gz`, parquet: `${address}.parquet` };
}

function describeTables(
  listed: readonly ServedTable[],
  published: Published,
  publicUrl: string,
): PlacedTable[] {
  const tables: PlacedTable[] = [];
  for (const { name, edition, table } of listed) {
    const source = published.source(edition.source);
    if (source === undefined) continue;
    const { release } = edition;
    tables.push({ table, name, release, sources: [source], ...addressesOf(name, publicUrl) });
  }
  return tables;
}

function describeSummary(
  { table }: SummaryTable,
  published: Published,
  publicUrl: string,
): PlacedTable {
  return {
    table,
    name: summaryName,
    release: 'the newest release of each source',
    sources: headlineSources.flatMap((key) => published.source(key) ?? []),
    ...addressesOf(summaryName, publicUrl),
  };
}

/** The table of headline figures, which is in memory. Only its stored forms have parts. */
async function sendSummary(
  ending: string,
  { table, csv, parquet }: SummaryTable,
  { method, request, accepted, ifNoneMatch }: IncomingRequest,
): Promise<Response> {
  const isCsv = ending !== 'parquet';
  const { sha256 } = isCsv ? table.csv : table.parquet;
  const tag = `"${sha256.slice(0, 16)}"`;
  const headers = new Headers({ 'Cache-Control': cacheControl });
  if (ending === 'csv') {
    headers.set('Content-Type', csvType);
    headers.set('Vary', 'Accept-Encoding');
    return send({ bytes: csv, digest: null }, { headers, tag, accepted, ifNoneMatch });
  }
  const bytes = isCsv ? await gzipped(csv) : parquet;
  const fileTag = isCsv ? tagOfCoding(tag, 'gzip') : tag;
  headers.set('ETag', fileTag);
  headers.set('Accept-Ranges', 'bytes');
  if (matchesEntityTag(ifNoneMatch, fileTag)) return notModified(headers);
  const part = method === 'GET' ? partOf(request, fileTag, bytes.length) : null;
  const { offset, length } = part ?? { offset: 0, length: bytes.length };
  headers.set('Content-Type', storedTypes[ending] ?? '');
  headers.set('Content-Length', String(length));
  if (part !== null)
    headers.set('Content-Range', `bytes ${offset}-${offset + length - 1}/${bytes.length}`);
  const body = method === 'HEAD' ? null : bytes.slice(offset, offset + length);
  return codedResponse(body, { status: part === null ? 200 : 206, headers });
}

/**
 * The CSV of a table, which has no parts. A client that accepts gzip gets the stored bytes; any
 * other gets them unpacked on the way.
 */
async function sendCsv(
  files: Files,
  prove: ProveFile,
  { file, tag }: { readonly file: StoredFile; readonly tag: string },
  { accepted, method, ifNoneMatch }: IncomingRequest,
): Promise<Response> {
  const { place } = file;
  const codedTag = tagOfCoding(tag, accepted.gzip ? 'gzip' : 'identity');
  const headers = new Headers({
    ETag: codedTag,
    'Content-Type': csvType,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
    ...(accepted.gzip ? { 'Content-Encoding': 'gzip' } : {}),
  });
  if (matchesEntityTag(ifNoneMatch, codedTag)) return notModified(headers);
  const { bytes } = (await prove(file)) ?? missing(place);
  if (accepted.gzip) headers.set('Content-Length', String(bytes));
  if (method === 'HEAD') return codedResponse(null, { headers });
  const packed = (await files.stream(place, null)) ?? missing(place);
  return codedResponse(accepted.gzip ? packed : await unpackedTable(packed), { headers });
}

const cacheControl = 'public, no-transform, max-age=60';

async function gzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Response(bytes).body?.pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** The unpacker is loaded at first use, because the command line shares this router. */
async function unpackedTable(packed: ReadableStream): Promise<ReadableStream> {
  const { unpacked } = await import('./unpacked.ts');
  return unpacked(packed);
}

/** The stored files of a table by the ends of their addresses. */
const storedTypes: Readonly<Record<string, string>> = {
  'csv.gz': 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
};

/**
 * The tables of all served editions. The newest edition of a source has the plain names; others
 * have their release in the name. `damage`: the list of an edition is damaged, so its tables are
 * missing.
 */
async function readTables(
  store: Store,
  published: Published,
): Promise<{ readonly listed: readonly ServedTable[]; readonly damage: DamagedFile | null }> {
  const listed: ServedTable[] = [];
  let damage: DamagedFile | null = null;
  for (const key of sourceKeys) {
    const newestFirst = published.served(key).toSorted((a, b) => (b.year ?? 0) - (a.year ?? 0));
    for (const edition of newestFirst) {
      try {
        for (const table of await readTableList(store, edition)) {
          const isNewest = edition === newestFirst[0];
          const name = isNewest ? table.name : `${table.name}-${edition.release}`;
          listed.push({ name, edition, table });
        }
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        damage = error;
      }
    }
  }
  return { listed, damage };
}

async function readTableList(store: Store, edition: ServingEdition): Promise<StoredTable[]> {
  const { bytes } = await store.document(edition, tablesFile);
  return JSON.parse(new TextDecoder().decode(bytes));
}

function missing(place: string): never {
  throw missingFile(place);
}

function nothingAt(path: string): never {
  throw new Refusal('unknown-path', `There is no table at ${quoted(path)}. /tables/ lists them.`);
}
