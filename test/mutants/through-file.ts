// Faults that go through the file: figures are changed in the cells of a published file, and the source's own reader reads them. This proves that
// the faults of parsed rows are those of a file.
import { withCoefficients } from '#sources/kit/figures.ts';
import { deflateRawSync, crc32 } from 'node:zlib';
import { ownFiles } from '#sources/kit/named-files.ts';
import { parseAddress } from '#sources/kit/read/workbook.ts';
import { type PackedMember, readZip, writeArchive } from '#sources/kit/read/zip.ts';
import { random } from '#sources/kit/sample/random.ts';
import type { FileCell, PublishedFile } from '#sources/kit/source.ts';
import { type Fate, type Subject, fateOf, prepare } from './run.ts';

/** A cell with its new text. */
interface Written {
  readonly cell: FileCell;
  readonly now: string;
}

const factors = [10, 100, 2, 1000, 52];

/** Changes so many figures of a release's files, reads the files again, and says what became of each. Throws if the reader finds other rows. */
export async function throughFile(
  subject: Subject,
  files: readonly PublishedFile[],
  seed: string,
  most: number,
): Promise<{ fate: Fate; by: string }[]> {
  const { source, base, scene } = subject;
  const written = drawCells(subject, files, seed, most);
  const changed = await Promise.all(
    files.map(async ({ name, bytes }) => ({
      name,
      bytes: await writeCells(
        bytes,
        written.filter(({ cell }) => cell.file === name),
      ),
    })),
  );
  const rows = await source.parse(base.release, ownFiles(source.files, changed));
  const found = subject
    .gridsOf(rows)
    .flatMap(({ cells }, at) =>
      cells.flatMap((texts, row) =>
        texts.flatMap((text, column) => (text === scene.grids[at]?.cells[row]?.[column] ? [] : { at, row, column, text })),
      ),
    );
  const [said, read] = [written.map(({ now }) => now), found.map(({ text }) => text)].map((texts) => texts.sort().join(' '));
  if (said !== read) throw new Error(`${source.key}: the files have other figures than were written: ${read}, expected ${said}`);
  const prepared = prepare(subject);
  return found.map(({ at, row, column, text }) => {
    const grid = scene.grids[at];
    if (grid === undefined) throw new RangeError(`there is no grid ${at}`);
    const cells = grid.cells.map((old, index) => (index === row ? old.with(column, text) : old));
    return fateOf(subject, prepared, { edit: new Map([[at, cells]]), grid: at, rows: [row], part: grid.parts[column] ?? '', said: text });
  });
}

/** Cells with a number that figures of the release come from, drawn at random. */
function drawCells({ source, base }: Subject, files: readonly PublishedFile[], seed: string, most: number): Written[] {
  if (source.figures === 'texts') return [];
  const { between } = random(`${seed} ${source.key} through the file`);
  const drawn: FileCell[] = [];
  let seen = 0;
  for (const figure of withCoefficients(source.figures({ ...base, files: files.map(({ name }) => name) }))) {
    if (figure.value === null || figure.value === 0) continue;
    const place = seen < most ? seen : between(0, seen);
    seen += 1;
    const cells = place < most ? figure.cells().filter(({ printed }) => /^-?\d+(?:\.\d+)?$/.test(printed) && Number(printed) !== 0) : [];
    const cell = cells[between(0, cells.length - 1)];
    if (cell !== undefined) drawn[place] = cell;
  }
  const cells = new Map(drawn.filter((cell) => cell !== undefined).map((cell) => [JSON.stringify(cell), cell]));
  return [...cells.values()].map((cell, place) => {
    const factor = factors[place % factors.length] ?? 10;
    return { cell, now: String(Number((Number(cell.printed) * factor).toFixed(8))) };
  });
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
