// /tables: the tables of the served editions as files. They are public as bundles are, and are
// stored with their editions, so nothing is made here but the small table of all headline figures.
import type { ServingEdition } from '#schemas/catalogue.ts';
import { sourceKeys } from '#schemas/codes.ts';
import { headlineSources } from '#schemas/endpoints.ts';
import {
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
import { type ProveFile, partOf, sendFile } from './answer-file.ts';

/** A table that is served, by the name in its address. */
interface ServedTable {
  readonly name: string;
  readonly edition: ServingEdition;
  readonly table: StoredTable;
}

export function createTables(store: Store, files: Files, prove: ProveFile, publicUrl: string) {
  let remembered: {
    readonly of: LoadedCatalogue['catalogue'];
    readonly tables: Awaited<ReturnType<typeof readTables>>;
  } | null = null;

  /** The tables of all served editions, read once for each catalogue. */
  const tablesIn = async (state: CatalogueState) => {
    const { catalogue } = requireLoaded(state);
    const published = requirePublished(state);
    if (remembered?.of === catalogue) return remembered.tables;
    const tables = await readTables(store, published);
    if (tables.damage === null) remembered = { of: catalogue, tables };
    return tables;
  };

  let summaryRead: {
    readonly of: LoadedCatalogue['catalogue'];
    readonly summary: SummaryTable | null;
  } | null = null;

  /** The table of headline figures, made once for each catalogue. */
  const summaryIn = async (state: CatalogueState): Promise<SummaryTable | null> => {
    const { catalogue } = requireLoaded(state);
    if (summaryRead?.of !== catalogue)
      summaryRead = {
        of: catalogue,
        summary: await readSummaryTable(store, requirePublished(state)),
      };
    return summaryRead.summary;
  };

  /** From memory, where it was made. */
  const sendSummary = async (
    ending: string,
    { table, csv, parquet }: SummaryTable,
    { method, request, accepted, ifNoneMatch }: IncomingRequest,
  ): Promise<Response> => {
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
  };

  return {
    /** The Data Package of all tables. */
    async list(state: CatalogueState): Promise<string> {
      const { listed, damage } = await tablesIn(state);
      if (damage !== null) throw damage;
      const published = requirePublished(state);
      const summary = await summaryIn(state);
      const addressOf = (name: string, ending: string) => `${publicUrl}/tables/${name}.${ending}`;
      const first =
        summary === null
          ? []
          : [
              [
                summary.table,
                {
                  name: summaryName,
                  release: 'the newest release of each source',
                  sources: headlineSources.flatMap((key) => published.source(key) ?? []),
                  csv: addressOf(summaryName, 'csv'),
                  csvGz: addressOf(summaryName, 'csv.gz'),
                  parquet: addressOf(summaryName, 'parquet'),
                },
              ] as const,
            ];
      const listedTables = listed.flatMap(({ name, edition: { source: key, release }, table }) => {
        const source = published.source(key);
        return source === undefined
          ? []
          : [
              [
                table,
                {
                  name,
                  release,
                  sources: [source],
                  csv: addressOf(name, 'csv'),
                  csvGz: addressOf(name, 'csv.gz'),
                  parquet: addressOf(name, 'parquet'),
                },
              ] as const,
            ];
      });
      return `${JSON.stringify(dataPackage(published.sample, [...first, ...listedTables]))}\n`;
    },

    /**
     * A table: the stored file, of which there are ranges, or its CSV unpacked on its way, of which
     * there are none. A client that accepts gzip gets the CSV as it is stored.
     */
    async file(
      fileName: string,
      incoming: IncomingRequest,
      state: CatalogueState,
    ): Promise<Response> {
      const { path, accepted, method, ifNoneMatch } = incoming;
      const [, name, ending = ''] = /^(.+)\.(csv|csv\.gz|parquet)$/.exec(fileName) ?? [];
      if (name === summaryName) {
        const summary = await summaryIn(state);
        return summary === null ? nothingAt(path) : sendSummary(ending, summary, incoming);
      }
      const { listed, damage } = await tablesIn(state);
      const served = listed.find((table) => table.name === name);
      if (served === undefined) {
        if (damage !== null) throw damage;
        return nothingAt(path);
      }
      const { edition, table } = served;
      const file = ending === 'parquet' ? parquetOf(table.name) : csvOf(table.name);
      const place = `editions/${edition.id}/${file}`;
      const digest = (await store.listedDigest(edition, file)) ?? '';
      const storedFile = {
        place,
        isRight: (bytesDigest: string) => bytesDigest === digest,
        catalogue: state.loaded?.catalogue ?? null,
      };
      const tag = `"${digest.slice(0, 16)}"`;
      const storedType = storedTypes[ending];
      if (storedType !== undefined) {
        const headers = { 'Content-Type': storedType, 'Cache-Control': cacheControl };
        const sent = await sendFile(files, prove, { file: storedFile, tag, headers }, incoming);
        return sent ?? missing(place);
      }
      const coding = accepted.gzip ? 'gzip' : 'identity';
      const headers = new Headers({
        ETag: tagOfCoding(tag, coding),
        'Content-Type': csvType,
        'Cache-Control': cacheControl,
        Vary: 'Accept-Encoding',
        ...(accepted.gzip ? { 'Content-Encoding': 'gzip' } : {}),
      });
      if (matchesEntityTag(ifNoneMatch, tagOfCoding(tag, coding))) return notModified(headers);
      const { bytes } = (await prove(storedFile)) ?? missing(place);
      if (accepted.gzip) headers.set('Content-Length', String(bytes));
      const body = method === 'HEAD' ? null : ((await files.stream(place, null)) ?? missing(place));
      const sent = body === null || accepted.gzip ? body : await unpackedTable(body);
      return codedResponse(sent, { headers });
    },
  };
}

const cacheControl = 'public, no-transform, max-age=60';

async function gzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Response(bytes).body?.pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Loaded when the first is asked for: the command line answers through the same router. */
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
 * Of a source with editions of several years the newest has the source's name, and the others their
 * release after it. `damage`: of the list of an edition, whose tables are not listed.
 */
async function readTables(store: Store, published: Published) {
  const listed: ServedTable[] = [];
  let damage: DamagedFile | null = null;
  for (const key of sourceKeys)
    for (const [place, edition] of published
      .served(key)
      .toSorted((a, b) => (b.year ?? 0) - (a.year ?? 0))
      .entries()) {
      try {
        const tables: StoredTable[] = JSON.parse(
          new TextDecoder().decode((await store.document(edition, tablesFile)).bytes),
        );
        listed.push(
          ...tables.map((table) => ({
            name: place === 0 ? table.name : `${table.name}-${edition.release}`,
            edition,
            table,
          })),
        );
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        damage = error;
      }
    }
  return { listed, damage };
}

function missing(place: string): never {
  throw missingFile(place);
}

function nothingAt(path: string): never {
  throw new Refusal('unknown-path', `There is no table at ${quoted(path)}. /tables/ lists them.`);
}
