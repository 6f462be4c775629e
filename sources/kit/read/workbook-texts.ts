// Reads the texts that the cells of an .xlsx share.
import { brokenWorkbook } from '../problem.ts';
import { xmlReader } from './xml.ts';
import type { ZipMember } from './zip.ts';

/** The texts by the numbers with which cells name them. */
export async function readTexts(place: string, part: ZipMember | null): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === null) return texts;
  const joined = joinRuns();
  const reader = xmlReader('sst', {
    open(name) {
      if (name === 'si') joined.begin();
      joined.open(name);
    },
    text: joined.text,
    close(name) {
      joined.close(name);
      if (name === 'si') texts.push(joined.end());
    },
  });
  try {
    await part.readPieces((piece) => reader.take(piece));
    reader.end();
  } catch (error) {
    throw brokenWorkbook(place, `has a part that cannot be read, ${part.name}`, error);
  }
  return texts;
}

/**
 * Joins the runs of a text whose words have several fonts (`<r><t>`), without the readings of
 * Japanese words (`<rPh>`).
 */
export function joinRuns() {
  let joined = '';
  let isText = false;
  let isReading = false;
  return {
    begin() {
      joined = '';
    },
    open(name: string) {
      if (name === 'rPh') isReading = true;
      if (name === 't') isText = !isReading;
    },
    text(text: string) {
      if (isText) joined += text;
    },
    close(name: string) {
      if (name === 'rPh') isReading = false;
      if (name === 't') isText = false;
    },
    end: () => printedText(joined),
  };
}

/**
 * The text of a cell as Excel shows it. `_x000D_` is a carriage return. `_x005F_` is an underscore
 * in a text that would otherwise look like such a code (ISO/IEC 29500-1, 22.9.2.19).
 */
export function printedText(text: string): string {
  const escaped = /_x([0-9A-Fa-f]{4})_/g;
  const read = text.includes('_x')
    ? text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return read.includes('\r') ? read.replace(/\r\n?/g, '\n') : read;
}
