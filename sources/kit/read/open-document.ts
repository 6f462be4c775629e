// Reads from an .ods workbook which sheets are hidden and which formulas have no result. @e965/xlsx
// reads the cells but gives neither.
import { brokenWorkbook } from '../problem.ts';
import { type Attributes, localName, xmlReader } from './xml.ts';
import type { ZipMember } from './zip.ts';

export interface OpenTable {
  readonly name: string;
  readonly isHidden: boolean;
  /** The cells that have a formula and no result, from 1. */
  readonly withoutResult: readonly { readonly row: number; readonly column: number }[];
}

/** The tables of a document, in its order. */
export async function readOpenTables(place: string, content: ZipMember): Promise<OpenTable[]> {
  const document = new OpenDocument();
  const reader = xmlReader('document-content', {
    open: (element, attributes) => document.open(element, attributes),
  });
  try {
    await content.readPieces((piece) => reader.take(piece));
    reader.end();
  } catch (error) {
    throw brokenWorkbook(place, `has a part that cannot be read, ${content.name}`, error);
  }
  return document.tables();
}

interface StyledTable {
  readonly name: string;
  readonly style: string;
  readonly withoutResult: OpenTable['withoutResult'][number][];
}

/** A document that is being read: its tables so far, and the row and column that are open. */
class OpenDocument {
  readonly #tables: StyledTable[] = [];
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  #row = 0;
  #column = 0;
  /** How often the open row is repeated. Equal rows are written once. */
  #rowRepeats = 1;

  open(element: string, prefixedAttributes: Attributes): void {
    const attributes = new Map(
      Object.entries(prefixedAttributes).map(([name, value]) => [localName(name), value]),
    );
    const repeats = (name: string) => Number(attributes.get(name) ?? 1);
    switch (localName(element)) {
      case 'style':
        this.#style = attributes.get('name') ?? '';
        break;
      case 'table-properties':
        if (attributes.get('display') === 'false') this.#hiddenStyles.add(this.#style);
        break;
      case 'table':
        this.#tables.push({
          name: attributes.get('name') ?? '',
          style: attributes.get('style-name') ?? '',
          withoutResult: [],
        });
        this.#row = 0;
        this.#rowRepeats = 1;
        break;
      case 'table-row':
        this.#row += this.#rowRepeats;
        this.#rowRepeats = repeats('number-rows-repeated');
        this.#column = 0;
        break;
      case 'table-cell':
      case 'covered-table-cell':
        if (attributes.has('formula') && !attributes.has('value-type'))
          this.#tables.at(-1)?.withoutResult.push({ row: this.#row, column: this.#column + 1 });
        this.#column += repeats('number-columns-repeated');
        break;
    }
  }

  tables(): OpenTable[] {
    return this.#tables.map(({ name, style, withoutResult }) => ({
      name,
      isHidden: this.#hiddenStyles.has(style),
      withoutResult,
    }));
  }
}
