// Reads the styles of an .xlsx through exceljs: the fill of a cell, by which some publishers show
// the quality of the figure, and whether its number is shown as a date.
import type ExcelJS from 'exceljs';
import { brokenWorkbook } from '../problem.ts';
import { partText } from './xml.ts';
import { type ZipMember, packed, writeArchive } from './zip.ts';

export interface CellStyle {
  /** The fill as `pattern/colour`; null for none. */
  readonly fill: string | null;
  readonly isDate: boolean;
}

// Excel itself allows 65,490.
const mostStyles = 65_536;

/** The styles by the numbers with which cells name them. */
export async function readStyles(
  place: string,
  part: ZipMember | null,
): Promise<readonly CellStyle[]> {
  if (part === null) return [];
  const xml = withoutPrefix(partText(await part.read()));
  const most = xml.match(/<xf[\s/>]/g)?.length ?? 0;
  if (most > mostStyles)
    throw brokenWorkbook(place, `has ${most} styles of cells, expected at most ${mostStyles}`);
  try {
    return await stylesOf(xml, most);
  } catch (error) {
    throw brokenWorkbook(place, `has a part that cannot be read, ${part.name}`, error);
  }
}

/** exceljs knows only elements without a prefix. */
function withoutPrefix(xml: string): string {
  const [, prefix] = /<(\w+):styleSheet\b/.exec(xml) ?? [];
  return prefix === undefined ? xml : xml.replaceAll(new RegExp(`<(/?)${prefix}:`, 'g'), '<$1');
}

/** Gets the styles from exceljs, which reads a workbook with one cell of each style. */
async function stylesOf(xml: string, most: number): Promise<CellStyle[]> {
  // Imported here, because the library is slow to load.
  const { default: library } = await import('exceljs');
  const rows = Array.from(
    { length: most },
    (_, style) => `<row r="${style + 1}"><c r="A${style + 1}" s="${style}"/></row>`,
  );
  const target = 'worksheets/sheet1.xml';
  const archive = writeArchive([
    packed(
      'xl/workbook.xml',
      '<workbook><sheets><sheet name="a" sheetId="1" r:id="a"/></sheets></workbook>',
    ),
    packed(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="a" Target="${target}"/></Relationships>`,
    ),
    packed('xl/styles.xml', xml),
    packed(`xl/${target}`, `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`),
  ]);
  const workbook = new library.Workbook();
  // exceljs declares its own Buffer type, which no Node type satisfies.
  await workbook.xlsx.load(archive as unknown as Parameters<typeof workbook.xlsx.load>[0]);
  const sheet = workbook.worksheets[0];
  return rows.map((_, style) => {
    const cell = sheet?.getCell(style + 1, 1);
    return { fill: fillOf(cell?.fill), isDate: isDateFormat(cell?.numFmt ?? '') };
  });
}

function fillOf(fill: ExcelJS.Fill | undefined): string | null {
  if (fill === undefined || fill.type !== 'pattern' || fill.pattern === 'none') return null;
  // exceljs's types have only ARGB and theme colours, not the Excel palette number.
  const colour: { argb?: string; theme?: number; indexed?: number } = fill.fgColor ?? {};
  return `${fill.pattern}/${colour.indexed ?? colour.argb ?? colour.theme ?? ''}`;
}

/** Whether a number format shows a date: it has a letter of one that is not quoted. */
export function isDateFormat(format: string): boolean {
  const letters = format.replace(/\[[^[\]]*\]|"[^"]*"|[\\_*]./g, '');
  return !/^general$/i.test(letters) && /[ymdhs]/i.test(letters);
}
