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
  readonly cellOf: (figures: ReadonlyMap<string, Figure>) => Cell;
}

export interface SummaryTable {
  readonly table: StoredTable;
  readonly csv: Uint8Array<ArrayBuffer>;
  readonly parquet: Uint8Array<ArrayBuffer>;
}

export const summaryName = 'summary';

/** Sources that say how reliable each of their figures is. */
const rated: ReadonlySet<string> = new Set(['ashe', 'aps-employment', 'aps-workforce']);

/** Sources whose figures can describe a broader group than the occupation. */
const ofGroups: ReadonlySet<string> = new Set(['skills-projections', 'employer-skills-survey']);

/**
 * Null if no source with headline figures is served. Throws DamagedFile if a document of one is
 * missing or damaged.
 */
export async function readSummaryTable(
  store: Store,
  published: Published,
): Promise<SummaryTable | null> {
  const documents: Record<string, HeadlinesDocument | null> = {};
  for (const source of headlineSources) {
    const [edition] = published
      .served(source)
      .filter(isReadable)
      .toSorted((a, b) => (b.year ?? 0) - (a.year ?? 0));
    documents[source] =
      edition === undefined
        ? null
        : JSON.parse(
            new TextDecoder().decode(
              (await store.document(edition, documentPath(rowOf(`headlines-${source}`), {}))).bytes,
            ),
          );
  }
  if (Object.values(documents).every((document) => document === null)) return null;
  return tableOf(summariesOf(documents));
}

async function tableOf({ occupations, attribution }: SummariesResponse): Promise<SummaryTable> {
  const all = occupations.flatMap(({ figures }) => figures);
  const columns = headlines.flatMap((row) =>
    columnsOf(
      row,
      all.filter(({ key }) => key === row.key),
    ),
  );
  const fields: Field[] = [
    { name: 'soc2020', type: 'string', description: 'Code of the unit group, four digits.' },
    { name: 'title', type: 'string', description: 'Title of the unit group.' },
    ...columns.map(({ field }) => field),
    {
      name: 'attribution',
      type: 'string',
      description: 'Whom to credit wherever the data are shown; only in the first row, for all.',
    },
  ];
  const rows = occupations.map(({ soc2020, title, figures }, place): Cell[] => {
    const byKey = new Map(figures.map((figure) => [figure.key as string, figure]));
    return [
      soc2020,
      title,
      ...columns.map(({ cellOf }) => cellOf(byKey)),
      place === 0 ? attribution : null,
    ];
  });
  const lines = [fields.map(({ name }) => name), ...rows];
  const csv = encodeUtf8(lines.map((line) => `${guardedCsvLine(line)}\r\n`).join(''));
  const parquet = await parquetOf(fields, rows);
  return {
    table: {
      name: summaryName,
      title: 'Headline figures of every occupation',
      attribution,
      rows: rows.length,
      fields,
      parquetOnly: [],
      csv: { bytes: csv.length, sha256: await hexDigest(csv) },
      parquet: { bytes: parquet.length, sha256: await hexDigest(parquet) },
    },
    csv,
    parquet,
  };
}

/** A figure, and beside it whether it may be shown, its quality, and why it is withheld. */
function columnsOf(
  { key, label, unit, source }: HeadlineRow,
  figures: readonly Figure[],
): Column[] {
  const periods = [...new Set(figures.flatMap(({ period }) => period ?? []))].sort();
  const when = periods.length === 0 ? '' : ` ${periods.join('; ')}.`;
  const column = (
    name: string,
    type: Field['type'],
    description: string,
    cellIn: (figure: Figure) => Cell,
  ): Column => ({
    field: { name, type, description },
    cellOf: (byKey) => {
      const figure = byKey.get(key);
      return figure === undefined ? null : cellIn(figure);
    },
  });
  const isLevel = unit === 'level';
  return [
    column(
      key,
      isLevel ? 'string' : 'number',
      `${label}, ${unit}; United Kingdom.${when} Empty, never 0, if it is withheld.`,
      ({ value, level }) => (isLevel ? level : value),
    ),
    column(
      `${key}_presentable`,
      'boolean',
      `False: do not show ${key} as a number.`,
      ({ presentable }) => presentable,
    ),
    ...(rated.has(source)
      ? [column(`${key}_quality`, 'string', `How reliable ${key} is.`, ({ quality }) => quality)]
      : []),
    column(
      `${key}_withheld`,
      'string',
      `Why ${key} is empty; empty if it is published.`,
      ({ withheld }) => withheld?.reason ?? null,
    ),
    ...(ofGroups.has(source)
      ? [
          column(
            `${key}_group`,
            'string',
            `The broader group of SOC 2020 that ${key} describes; empty if it describes ` +
              'the occupation itself.',
            ({ group }) => group?.code ?? null,
          ),
        ]
      : []),
  ];
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
