// Changes figures in the cells of a published file, so that its source's own reader reads them.
import { crc32, deflateRawSync } from 'node:zlib';
import { parseAddress } from '#sources/kit/read/workbook.ts';
import { type PackedMember, readZip, writeArchive } from '#sources/kit/read/zip.ts';
import type { FileCell } from '#sources/kit/source.ts';

/** A cell with its new text. */
interface Written {
  readonly cell: FileCell;
  readonly now: string;
}

/** The bytes of a workbook, of a zip of workbooks or of a table of lines, with new texts in some cells. */
export async function writeCells(bytes: Uint8Array, written: readonly Written[]): Promise<Uint8Array> {
  if (written.length === 0) return bytes;
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return writeLines(bytes, written);
  const members = await readZip('the file', bytes);
  const isWorkbook = members.some(({ name }) => name === 'xl/workbook.xml');
  const sheets = isWorkbook ? await sheetMembers(members) : new Map<string, string>();
  const packed = await Promise.all(
    members.map(async (member): Promise<PackedMember> => {
      const own = written.filter(({ cell }) =>
        isWorkbook ? sheets.get(cell.sheet?.trim() ?? '') === member.name : cell.member === member.name,
      );
      if (own.length === 0) return member.packed;
      const content = isWorkbook ? writeSheet(await member.read(), own) : await writeCells(await member.read(), own);
      return { name: member.name, method: 8, bytes: deflateRawSync(content), crc32: crc32(content), length: content.length };
    }),
  );
  return writeArchive(packed);
}

/** The member of each sheet of a workbook, by the name of the sheet. */
async function sheetMembers(members: Awaited<ReturnType<typeof readZip>>): Promise<Map<string, string>> {
  const text = async (name: string) => (await members.find((member) => member.name === name)?.read())?.toString('utf8') ?? '';
  const attributeOf = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const targets = new Map(
    ((await text('xl/_rels/workbook.xml.rels')).match(/<Relationship\b[^>]*>/g) ?? []).map((tag) => [
      attributeOf(tag, 'Id'),
      attributeOf(tag, 'Target').replace(/^\/xl\//, ''),
    ]),
  );
  const sheets = (await text('xl/workbook.xml')).match(/<sheet\b[^>]*>/g) ?? [];
  return new Map(sheets.map((tag) => [attributeOf(tag, 'name').trim(), `xl/${targets.get(attributeOf(tag, 'r:id')) ?? ''}`]));
}

function writeSheet(bytes: Buffer, written: readonly Written[]): Buffer {
  return Buffer.from(
    written.reduce((text, { cell: { address }, now }) => {
      const cell = new RegExp(`<c r="${address}"([^>]*?)(?:/>|>.*?</c>)`, 's').exec(text);
      if (cell === null) throw new Error(`the sheet has no cell ${address}`);
      const [all, attributes = ''] = cell;
      return text.replace(all, `<c r="${address}"${attributes.replace(/ t="[^"]*"/, '')}><v>${now}</v></c>`);
    }, bytes.toString('utf8')),
  );
}

/** Addresses are `row 12 OBS_VALUE`, or those of a sheet. */
function writeLines(bytes: Uint8Array, written: readonly Written[]): Uint8Array {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  const separator = lines[0]?.includes('\t') === true ? '\t' : ',';
  for (const { cell, now } of written) {
    const [, number = '', header = ''] = /^row (\d+) (.+)$/.exec(cell.address) ?? [];
    const row = number === '' ? parseAddress(cell.address).row : Number(number);
    const cells = fieldsOf(lines[row - 1] ?? '', separator);
    const column =
      number === ''
        ? parseAddress(cell.address).column - 1
        : fieldsOf(lines[0] ?? '', separator).findIndex((name) => bare(name) === header);
    if (bare(cells[column] ?? '') !== cell.printed) throw new Error(`${cell.address} is "${cells[column]}", expected "${cell.printed}"`);
    lines[row - 1] = cells.with(column, now).join(separator);
  }
  return Buffer.from(lines.join('\n'));
}

const bare = (field: string) => field.trim().replace(/^"(.*)"$/, '$1');

/** The fields of a line as they stand there, with their quotes. */
function fieldsOf(line: string, separator: string): string[] {
  const fields = [''];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === separator && !isQuoted) fields.push('');
    else fields[fields.length - 1] += character;
  }
  return fields;
}
