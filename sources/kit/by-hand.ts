// How a person gets a release without `lmi update`: where its files are, and how `lmi import`
// recognises a file that a browser has saved.
import { UnreadableFileError, readOrNull, unreadable } from './problem.ts';
import type { FileKinds, PublishedFile } from './named-files.ts';
import { foldToLetters } from './read/fold.ts';
import { decodeUtf8, readDelimited, refuseSeparatorLine } from './read/delimited.ts';
import { type FileFormat, sniff } from './read/sniff.ts';
import { type Sheet, sheetNames } from './read/workbook.ts';
import { readZip } from './read/zip.ts';

/** A downloaded file, opened only as far as recognising it needs. */
export interface OpenedFile extends PublishedFile {
  /**
   * The publisher's name, without what a browser adds (` (1)`, ` - Copy`). A person may have
   * renamed the file.
   */
  readonly name: string;
  /** Name of the archive that the file was unpacked from; null if it was not. */
  readonly archive: string | null;
  readonly format: FileFormat;
  /**
   * Names of the sheets of a workbook, reduced to lower-case letters and digits; empty for any
   * other file.
   */
  readonly sheets: readonly string[];
  /**
   * Names of the files in a zip that is not a workbook, without their folders; empty for any other
   * file.
   */
  readonly members: readonly string[];
  /**
   * The headers of a delimited text, reduced to lower-case letters and digits; empty for any other
   * file.
   */
  readonly headers: readonly string[];
  /** The names of the sheets, or the headers, as the publisher writes them: for a message. */
  readonly printed: readonly string[];
  /**
   * The whole delimited text. Throws UnreadableFileError if it is damaged or not a delimited text.
   */
  readonly table: () => Sheet;
  /** The value of a JSON file; undefined for any other file. */
  readonly json: unknown;
}

/** How a file of one kind is recognised and renamed. */
export interface KnownByHand {
  /** Whether the file has the content of this kind, whatever its name. It need not be whole. */
  readonly shows: (file: OpenedFile) => boolean | Promise<boolean>;
  /**
   * The name under which `lmi compile --from` expects the file, for a renamed file. `release` is
   * the name of the release without "sample-", `number` counts the files of this kind from 1. Null
   * if only the publisher's own name says which file it is.
   */
  readonly called: (release: string, file: OpenedFile | null, number: number) => string | null;
}

/** How a person gets the files of a source. Printed in docs/sources.md. */
export interface ByHand<Kinds extends FileKinds = FileKinds> {
  /** The pages to open, and what to download from each. */
  readonly pages: readonly { readonly page: string; readonly take: string }[];
  /**
   * Why a browser alone is not enough, so that only `lmi update --source KEY` gets the files. Left
   * out if a browser is enough.
   */
  readonly notByBrowser?: string;
  /** Name of a release, as an example of the folder's name. */
  readonly example: string;
  /**
   * How a person finds out the release if the files do not say it: a clause after "The files do not
   * say their release". Null if they do.
   */
  readonly releaseFrom: string | null;
  /**
   * The release that a file names; null if it names none. Never a guess. Left out if no file of the
   * source names its release.
   */
  releaseOf?(file: OpenedFile): string | null | Promise<string | null>;
  /** How the files are recognised, by the names of `Source.files`. */
  readonly files: { readonly [Kind in keyof Kinds]: KnownByHand };
}

/**
 * `name (1).csv`, `name(2).csv` and `name - Copy.csv`: a browser or a file manager adds these to a
 * name that is taken.
 */
const addedOnSaving =
  /(?:\s?\(\d{1,3}\)|\s-\s(?:Copy|copy)(?:\s\(\d{1,3}\))?|\s(?:Copy|copy))(?=(?:\.[A-Za-z0-9]{1,5})?$)/;

/** The name of a file without what a browser has added before its ending. */
export function nameBeforeSaving(name: string): string {
  const cleaned = name.replace(addedOnSaving, '');
  return cleaned === name ? name : nameBeforeSaving(cleaned);
}

/**
 * Opens a downloaded file. `place` names it in messages. Throws UnreadableFileError if the file is
 * damaged, a web page, or not complete.
 */
export async function openFile(
  place: string,
  { name: savedAs, bytes }: PublishedFile,
  archive: string | null = null,
): Promise<OpenedFile> {
  if (/\.(crdownload|part|partial|download)$/i.test(savedAs))
    throw new UnreadableFileError({
      place,
      message: 'the browser has not finished this download',
      repair: 'wait for it, or start it again',
    });
  const format = sniff(bytes);
  if (format === 'empty')
    throw new UnreadableFileError({
      place,
      message: 'the file is empty',
      repair: 'download it again',
    });
  if (format === 'html') {
    const message =
      'found a web page, expected a file: the publisher may have answered with an error ' +
      'or a login page';
    throw new UnreadableFileError({
      place,
      message,
      repair: 'open the file in a browser to read it, then download again',
    });
  }
  const name = nameBeforeSaving(savedAs);
  const none = { sheets: [], members: [], headers: [], printed: [], json: undefined };
  const opened = {
    ...none,
    name,
    bytes,
    archive,
    format,
    table: () => readDelimited(place, name, bytes),
  };
  if (format === 'other') return { ...opened, ...openText(place, name, bytes) };
  const sheets = await sheetNames(place, bytes);
  if (sheets.length > 0) return { ...opened, sheets: sheets.map(foldToLetters), printed: sheets };
  const members = await readZip(place, bytes);
  return {
    ...opened,
    members: members.map((member) => member.name.slice(member.name.lastIndexOf('/') + 1)),
  };
}

/**
 * Reads the whole file once. Throws UnreadableFileError if a part of it is damaged or missing, as
 * far as the format shows it.
 */
export async function proveWhole(
  place: string,
  { bytes, format, headers, table }: OpenedFile,
): Promise<void> {
  if (format === 'zip') for (const member of await readZip(place, bytes)) await member.read();
  else if (headers.length > 0) table();
}

function openText(
  place: string,
  name: string,
  bytes: Uint8Array,
): Pick<OpenedFile, 'headers' | 'printed' | 'json'> {
  const firstBytes = Buffer.from(bytes.subarray(0, 64)).toString('utf8');
  const start = firstBytes.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const text = decodeUtf8(place, bytes);
    try {
      return { headers: [], printed: [], json: JSON.parse(text) as unknown };
    } catch {
      throw unreadable(place, 'the JSON is damaged or cut short');
    }
  }
  refuseSeparatorLine(place, bytes);
  const end = bytes.indexOf(0x0a);
  const header = readOrNull(() =>
    readDelimited(place, name, end < 0 ? bytes : bytes.subarray(0, end + 1)),
  );
  const texts: string[] = [];
  for (let column = 1; header !== null && header.text(1, column) !== ''; column += 1)
    texts.push(header.text(1, column));
  // A single word or a sentence is not a header.
  const printed = texts.length < 3 ? [] : texts;
  return { headers: printed.map(foldToLetters), printed, json: undefined };
}

export function hasMember(pattern: RegExp): KnownByHand['shows'] {
  return ({ members }) => members.some((member) => pattern.test(member));
}

/** Delimited texts with all these headers, in any spelling. */
export function hasHeaders(...wanted: readonly string[]): (file: OpenedFile) => boolean {
  return ({ headers }) => wanted.every((header) => headers.includes(foldToLetters(header)));
}

/** The cells of a column of a delimited text; none if it has no such column. */
export function cellsOf({ headers, table }: OpenedFile, header: string): string[] {
  const column = headers.indexOf(foldToLetters(header)) + 1;
  if (column === 0) return [];
  const sheet = table();
  return Array.from({ length: sheet.rowCount - 1 }, (_, index) =>
    sheet.text(index + 2, column),
  ).filter((text) => text !== '');
}

export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The members of the first object of a list; none for any other value. */
export function firstOf(value: unknown): Readonly<Record<string, unknown>> {
  return Array.isArray(value) ? membersOf(value[0]) : {};
}
