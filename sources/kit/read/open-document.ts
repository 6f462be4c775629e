// What an .ods workbook says about its sheets, and which of its formulas have no result. @e965/xlsx
// reads the cells but gives neither.
import { brokenWorkbook } from '../problem.ts';
import { localName, xmlReader } from './xml.ts';
import type { ZipMember } from './zip.ts';

export interface OpenTable {
  readonly name: string;
  readonly isHidden: boolean;
  /** The cells that have a formula and no result, from 1. */
  readonly withoutResult: readonly { readonly row: number; readonly column: number }[];
}

/** The tables of a document, in its order. */
export async function readOpenTables(place: string, content: ZipMember): Promise<OpenTable[]> {
  const tables: {
    name: string;
    style: string;
    withoutResult: OpenTable['withoutResult'][number][];
  }[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  let row = 0;
  let column = 0;
  let rowsOfRow = 1;
  const reader = xmlReader('document-content', {
    open(printed, given) {
      const attributes = new Map(
        Object.entries(given).map(([name, value]) => [localName(name), value]),
      );
      const times = (name: string) => Number(attributes.get(name) ?? 1);
      switch (localName(printed)) {
        case 'style':
          style = attributes.get('name') ?? '';
          break;
        case 'table-properties':
          if (attributes.get('display') === 'false') hiddenStyles.add(style);
          break;
        case 'table':
          tables.push({
            name: attributes.get('name') ?? '',
            style: attributes.get('style-name') ?? '',
            withoutResult: [],
          });
          row = 0;
          rowsOfRow = 1;
          break;
        case 'table-row':
          row += rowsOfRow;
          rowsOfRow = times('number-rows-repeated');
          column = 0;
          break;
        case 'table-cell':
        case 'covered-table-cell':
          if (attributes.has('formula') && !attributes.has('value-type'))
            tables.at(-1)?.withoutResult.push({ row, column: column + 1 });
          column += times('number-columns-repeated');
          break;
      }
    },
  });
  try {
    await content.readPieces((piece) => reader.take(piece));
    reader.end();
  } catch (error) {
    throw brokenWorkbook(place, `has a part that cannot be read, ${content.name}`, error);
  }
  return tables.map(({ name, style: styleName, withoutResult }) => ({
    name,
    isHidden: hiddenStyles.has(styleName),
    withoutResult,
  }));
}
