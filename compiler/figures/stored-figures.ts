// Reads the figures of an edition from its files. A file that is missing, damaged or of another
// edition is named.
import { folderOf, repairOfEdition } from '../edition/data-directory.ts';
import { join } from 'node:path';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { Quality, WithheldReason } from '#schemas/codes.ts';
import { UnreadableFileError, readOrNull } from '#sources/kit/problem.ts';
import { type Figure, type FileCell, withCoefficients } from '#sources/kit/figures.ts';
import type { Source } from '#sources/kit/source.ts';
import { sha256 } from '../edition/digest.ts';
import { recordIn } from '../edition/edition-record.ts';
import { readWhole } from '../edition/files.ts';
import { answersOfText } from './answer-text.ts';
import { parquetOf } from '#schemas/stored-tables.ts';
import type { Cell } from '#sources/kit/tables.ts';
import { figureTable } from './columns.ts';
import { traceColumns, traceFile } from './figure-files.ts';
import { ParquetTable } from './parquet-file.ts';

const meaningsOf = ({ meanings }: Source) => meanings ?? { dimensions: {}, measures: [] };
const columnNamesOf = (columns: readonly { readonly name: string }[]) =>
  columns.map(({ name }) => name);

export interface Wanted {
  readonly soc?: string | undefined;
  readonly endpoint?: string | undefined;
}

/**
 * The figures that answers of an edition give, as its source stated them, a group at a time, each
 * with its coefficient of variation after it. With an occupation or an endpoint, at least those in
 * its answers. Throws UnreadableFileError if a file is not as its edition's record says.
 */
export async function* storedFigures(
  directory: string,
  source: Source,
  edition: CatalogueEdition,
  { soc, endpoint }: Wanted = {},
): AsyncGenerator<readonly Figure[]> {
  const figureNames = columnNamesOf(figureTable(source.key, meaningsOf(source)).columns);
  const traceNames = columnNamesOf(traceColumns);
  const table = openFile(directory, edition, parquetOf(source.key));
  const traceTable = openFile(directory, edition, traceFile);
  const dimensions = Object.keys(meaningsOf(source).dimensions);
  for (let place = 0; place < traceTable.groupCount; place += 1) {
    const wanted = await wantedIn({ table, traceTable, place }, { soc, endpoint });
    // Most groups have no figure of an occupation, and the other columns are the larger part.
    if (wanted?.length === 0) continue;
    const traces = await traceTable.group(place, traceNames, wanted);
    const group = await table.group(place, figureNames, wanted);
    const read = reader(
      dimensions,
      Object.fromEntries(figureNames.map((name, index) => [name, group[index] ?? []])),
    );
    const columnOf = (name: string) => traces[traceNames.indexOf(name)] ?? [];
    const series = columnOf('series');
    const explanations = columnOf('explanation');
    const furtherCells = columnOf('further_cells');
    const members = columnOf('coefficient_member');
    const addresses = columnOf('coefficient_cell');
    const printed = columnOf('coefficient_printed');
    const endpoints = columnOf('endpoint') as readonly string[];
    const rules = columnOf('rule') as readonly string[];
    const answers = columnOf('answers') as readonly string[];
    const figures: Figure[] = [];
    for (const [index, text] of answers.entries()) {
      const figure = {
        ...read.figure(index, explanations[index] ?? null),
        endpoint: endpoints[index] ?? '',
        series: series[index] === true,
        rule: rules[index] ?? '',
      };
      const address = addresses[index] as string | null;
      const coefficient = {
        member: members[index] as string | null,
        address: address ?? '',
        printed: String(printed[index]),
      };
      const coefficientCell = () => {
        const first = read.cell(index);
        return address === '' || first === null ? null : { ...first, ...coefficient };
      };
      figures.push({
        ...figure,
        ...(address === null ? {} : { coefficientCell }),
        cells: () => cellsOf(read.cell(index), furtherCells[index] ?? null),
        answers: () => answersOfText(text, figure),
      });
    }
    yield [...withCoefficients(figures)];
  }
}

/** The rows of a group that may be in the wanted answers; null if every row is wanted. */
async function wantedIn(
  {
    table,
    traceTable,
    place,
  }: {
    readonly table: ParquetTable;
    readonly traceTable: ParquetTable;
    readonly place: number;
  },
  { soc, endpoint }: Wanted,
): Promise<readonly number[] | null> {
  if (soc === undefined && endpoint === undefined) return null;
  const [answers = []] = await traceTable.group(place, ['answers']);
  const [groups = []] = soc === undefined ? [] : await table.group(place, ['soc2020']);
  const rows: number[] = [];
  for (const [index, answer] of answers.entries()) {
    const text = String(answer);
    const isOfEndpoint =
      endpoint === undefined ||
      text.startsWith(`${endpoint}\t`) ||
      text.includes(`\n${endpoint}\t`);
    const isOfOccupation =
      soc === undefined || groups[index] === soc || text.includes(`\t${soc}\t`);
    if (isOfEndpoint && isOfOccupation) rows.push(index);
  }
  return rows;
}

type PlaceOfCell = Pick<FileCell, 'file' | 'member' | 'sheet'>;

/** Makes figures from the columns of the table, by their names. */
function reader(dimensions: readonly string[], columns: Readonly<Record<string, readonly Cell[]>>) {
  const text = (name: string, index: number) => (columns[name]?.[index] ?? null) as string | null;
  const number = (name: string, index: number) => (columns[name]?.[index] ?? null) as number | null;
  const areas = new Map<string, Figure['area']>();
  /** Figures of one area share it. */
  const areaAt = (index: number): Figure['area'] => {
    const slug = text('area', index);
    if (slug === null) return null;
    const area =
      areas.get(slug) ??
      ({ code: text('area_code', index), slug, name: text('area_name', index) } as Figure['area']);
    areas.set(slug, area);
    return area;
  };
  return {
    figure(index: number, explanation: Cell) {
      const reason = text('status', index) as WithheldReason | 'published';
      const dimensionValues: Record<string, string> = {};
      for (const name of dimensions) {
        const value = text(name, index);
        if (value !== null) dimensionValues[name] = value;
      }
      return {
        group: text('soc2020', index),
        area: areaAt(index),
        period: text('period', index) ?? '',
        dimensions: dimensionValues,
        measure: text('measure', index) ?? '',
        unit: text('unit', index) ?? '',
        value: number('value', index),
        category: text('category', index),
        withheld:
          reason === 'published'
            ? null
            : { reason, marker: text('marker', index), explanation: String(explanation) },
        quality: text('quality', index) as Quality | null,
        coefficientOfVariation: number('coefficient_of_variation', index),
        derived: columns['derived']?.[index] === true,
      };
    },
    cell(index: number): FileCell | null {
      const file = text('file', index);
      const address = text('cell', index);
      if (file === null || address === null) return null;
      return {
        file,
        member: text('member', index),
        sheet: text('sheet', index),
        address,
        printed: text('printed', index) ?? '',
      };
    },
  };
}

/** The cells of a figure: the one that its row names, if any, and the further ones. */
function cellsOf(mainCell: FileCell | null, further: Cell): FileCell[] {
  const others: [address: string, printed: string, place?: PlaceOfCell][] =
    further === null ? [] : JSON.parse(String(further));
  const place = mainCell ?? others[0]?.[2];
  if (place === undefined) return [];
  const { file, member, sheet } = place;
  const first = { file, member, sheet };
  return [
    ...(mainCell === null ? [] : [mainCell]),
    ...others.map(([address, printed, placeOfOther = first]) => ({
      ...placeOfOther,
      address,
      printed,
    })),
  ];
}

/** A file of an edition, as its record lists it. */
function openFile(directory: string, edition: CatalogueEdition, name: string): ParquetTable {
  const place = `${folderOf(edition)}/${edition.id}`;
  const refuse = (file: string, message: string): never => {
    throw new UnreadableFileError({
      place: `${place}/${file}`,
      message,
      repair: repairOfEdition(edition),
    });
  };
  if (edition.pruned) return refuse(name, 'was pruned');
  const read = recordIn(directory, edition);
  if ('fault' in read) return refuse('edition.json', read.fault.message);
  const listed = read.record.files.find(({ file }) => file === name);
  if (listed === undefined)
    return refuse(name, 'is no file of this edition, because its release was not understood');
  const bytes = readOrNull(() => readWhole(join(directory, place, name)));
  if (bytes === null) return refuse(name, 'is missing or cannot be read');
  if (sha256(bytes) !== listed.sha256) return refuse(name, 'its bytes differ from those published');
  return new ParquetTable(bytes);
}
