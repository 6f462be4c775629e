// The small table of /tables: the headline figures of every occupation, one occupation a row. It is
// joined of a document of each source when it is first asked for, because a new release of one
// source changes it.
import { guardedCsvLine } from '#schemas/csv-line.ts';
import { documentPath } from '#schemas/document-path.ts';
import { isReadable } from '#schemas/document-formats.ts';
import { headlineSources, rowOf } from '#schemas/endpoints.ts';
import type { HeadlinesDocument, SummariesResponse } from '#schemas/resources/responses.ts';
import { type HeadlineRow, headlines } from '#schemas/selections/headlines.ts';
import { summariesOf } from '#schemas/selections/joins.ts';
import type { StoredTable } from '#schemas/stored-tables.ts';
import type { Published } from '../data/published.ts';
import type { Store } from '../data/store.ts';
import { encodeUtf8, hexDigest } from '../http/digest.ts';

type Cell = string | number | boolean | null;
type Figure = SummariesResponse['occupations'][number]['figures'][number];
type Field = StoredTable['fields'][number];

interface Column {
  readonly field: Field;
  /** Whether only the Parquet has it, because a spreadsheet is easier to read without it. */
  readonly isParquetOnly: boolean;
  readonly cellOf: (figures: ReadonlyMap<string, Figure>) => Cell;
}

export interface SummaryTable {
  readonly table: StoredTable;
  readonly csv: Uint8Array<ArrayBuffer>;
  readonly parquet: Uint8Array<ArrayBuffer>;
}

export const summaryName = 'summary';

/** Sources whose figures can describe a broader group than the occupation. */
const sourcesOfGroups: ReadonlySet<string> = new Set([
  'skills-projections',
  'employer-skills-survey',
]);

/**
 * Null if no source with headline figures is served. Throws DamagedFile if a document of one is
 * missing or damaged.
 */
export async function readSummaryTable(
  store: Store,
  published: Published,
): Promise<SummaryTable | null> {
  const documents: Record<string, HeadlinesDocument | null> = {};
  const releases = new Map<string, string>();
  for (const source of headlineSources) {
    const [edition] = published
      .served(source)
      .filter(isReadable)
      .toSorted((a, b) => (b.year ?? 0) - (a.year ?? 0));
    documents[source] = null;
    if (edition === undefined) continue;
    const path = documentPath(rowOf(`headlines-${source}`), {});
    const { bytes } = await store.document(edition, path);
    documents[source] = JSON.parse(new TextDecoder().decode(bytes));
    releases.set(source, edition.label);
  }
  if (releases.size === 0) return null;
  return tableOf(summariesOf(documents), releases);
}

async function tableOf(
  { occupations, attribution }: SummariesResponse,
  releases: ReadonlyMap<string, string>,
): Promise<SummaryTable> {
  const byKey = Map.groupBy(
    occupations.flatMap(({ figures }) => figures),
    ({ key }): string => key,
  );
  const described = headlines.map((row) => ({
    row,
    details: detailsOf(row, byKey.get(row.key) ?? [], releases),
  }));
  const columns = described.flatMap(({ row, details }) => columnsOf(row, details));
  const about = [...Map.groupBy(described, ({ details }) => details)]
    .map(([details, alike]) => `${alike.map(({ row }) => row.key).join(', ')}: ${details}`)
    .join('\n');
  const fields: Field[] = [
    { name: 'soc2020', type: 'string', description: 'Code of the unit group, four digits.' },
    { name: 'title', type: 'string', description: 'Title of the unit group.' },
    ...columns.map(({ field }) => field),
    {
      name: 'about',
      type: 'string',
      description: 'Unit, period and release of each figure; only in the first row, for all.',
    },
    {
      name: 'attribution',
      type: 'string',
      description: 'Whom to credit wherever the data are shown; only in the first row, for all.',
    },
  ];
  const rows = occupations.map(({ soc2020, title, figures }, place): Cell[] => {
    const figuresByKey = new Map(figures.map((figure) => [figure.key as string, figure]));
    return [
      soc2020,
      title,
      ...columns.map(({ cellOf }) => cellOf(figuresByKey)),
      ...(place === 0 ? [about, attribution] : [null, null]),
    ];
  });
  const parquetOnly = columns
    .filter(({ isParquetOnly }) => isParquetOnly)
    .map(({ field }) => field.name);
  const csv = csvOf(fields, rows, parquetOnly);
  const parquet = await parquetOf(fields, rows);
  return {
    table: {
      name: summaryName,
      title: 'Headline figures of every occupation',
      attribution,
      rows: rows.length,
      fields,
      parquetOnly,
      csv: { bytes: csv.length, sha256: await hexDigest(csv) },
      parquet: { bytes: parquet.length, sha256: await hexDigest(parquet) },
    },
    csv,
    parquet,
  };
}

/** The unit of a figure, its period, and the release that it is from. */
function detailsOf(
  { unit, source }: HeadlineRow,
  figures: readonly Figure[],
  releases: ReadonlyMap<string, string>,
): string {
  const release = releases.get(source);
  if (release === undefined) return `no release of ${source} is served`;
  const periods = [...new Set(figures.flatMap(({ period }) => period ?? []))].sort();
  return [unit, ...periods, `${source} ${release}`].join('; ');
}

/** A figure with its note; in the Parquet also with the members that the note is made of. */
function columnsOf({ key, label, part, unit, source }: HeadlineRow, details: string): Column[] {
  const column = (
    name: string,
    type: Field['type'],
    description: string,
    cellIn: (figure: Figure) => Cell,
    isParquetOnly = false,
  ): Column => ({
    field: { name, type, description },
    isParquetOnly,
    cellOf: (byKey) => {
      const figure = byKey.get(key);
      return figure === undefined ? null : cellIn(figure);
    },
  });
  const isLevel = unit === 'level';
  const isFirstOfPart = headlines.find((row) => row.part === part)?.key === key;
  return [
    column(
      key,
      isLevel ? 'string' : 'number',
      `${label}, United Kingdom: ${details}. Empty, never 0, if it is withheld.`,
      ({ value, level }) => (isLevel ? level : value),
    ),
    column(
      `${key}_note`,
      'string',
      `How reliable ${key} is, if the publisher says so: precise, reasonable, acceptable ` +
        'or unreliable. Do not show an unreliable figure as a number. If the figure is empty, why.',
      noteOf,
    ),
    column(
      `${key}_presentable`,
      'boolean',
      `False: do not show ${key} as a number.`,
      ({ presentable }) => presentable,
      true,
    ),
    column(`${key}_quality`, 'string', `How reliable ${key} is.`, ({ quality }) => quality, true),
    column(
      `${key}_withheld`,
      'string',
      `Why ${key} is empty; empty if it is published.`,
      ({ withheld }) => withheld?.reason ?? null,
      true,
    ),
    ...(sourcesOfGroups.has(source) && isFirstOfPart
      ? [
          column(
            `${part}_group`,
            'string',
            'The broader group of SOC 2020 that the figures of the ' +
              `${part} describe; empty if they describe the occupation itself.`,
            ({ group }) => group?.code ?? null,
          ),
        ]
      : []),
  ];
}

/** Why there is no figure, or how reliable it is. What may not be shown is called unreliable. */
function noteOf({ withheld, presentable, quality }: Figure): string | null {
  if (withheld !== null) return withheld.reason;
  if (!presentable) return 'unreliable';
  return quality === 'unrated' ? null : quality;
}

function csvOf(
  fields: readonly Field[],
  rows: readonly Cell[][],
  parquetOnly: readonly string[],
): Uint8Array<ArrayBuffer> {
  const leftOut = new Set(parquetOnly);
  const names = fields.map(({ name }) => name);
  const lines = [names, ...rows].map((line) =>
    line.filter((_, place) => !leftOut.has(names[place] ?? '')),
  );
  return encodeUtf8(lines.map((line) => `${guardedCsvLine(line)}\r\n`).join(''));
}

const parquetTypes = { string: 'STRING', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

/** The writer is loaded when the table is first asked for. */
async function parquetOf(
  fields: readonly Field[],
  rows: readonly Cell[][],
): Promise<Uint8Array<ArrayBuffer>> {
  const { parquetWriteBuffer } = await import('hyparquet-writer/src/write.js');
  const columnData = fields.map(({ name, type }, place) => ({
    name,
    type: parquetTypes[type],
    data: rows.map((row) => row[place] ?? null),
  }));
  return new Uint8Array(
    parquetWriteBuffer({ columnData, statistics: false, createdBy: 'labour-market-information' }),
  );
}
