// The set of stored pages that belongs to a catalogue: its name, whether it is whole, and which sets may go.
import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { servingOf } from '#schemas/standing/divided-catalogue.ts';
import { sealed, unsealed } from '#schemas/catalogue-seal.ts';
import { type PageList, pageListFile, pageSetDigits, pageSetText, pagesFolder } from '#schemas/standing/page-sets.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import { pageCodeDigest } from './code-digest.ts';
import { sha256 } from './digest.ts';
import { readWhole } from './file-fault.ts';
import { syncDirectory } from './write-atomically.ts';

/** The folder of the set in a data directory, a store or a bundle: of this catalogue, and of pages as this code makes them. */
export function placeOfPages(catalogue: Catalogue): string {
  return `${pagesFolder}/${sha256(pageSetText(servingOf(catalogue), pageCodeDigest())).slice(0, pageSetDigits)}`;
}

/** The text of a list, with the digest of itself. */
export function pageListText(list: PageList): string {
  const text = `${JSON.stringify(list)}\n`;
  return sealed(text, sha256(text));
}

/** The list of the set at `place`; null if the bytes are not such a list. */
export function readPageList(bytes: Uint8Array, place: string): PageList | null {
  const parts = unsealed(new TextDecoder().decode(bytes));
  if (parts === null || sha256(parts.text) !== parts.sha256) return null;
  const list: PageList = JSON.parse(parts.text);
  return `${pagesFolder}/${list.set}` === place ? list : null;
}

/** The first fault of the set at `place`; null if every page is there with its bytes. */
export function faultOfPages(directory: string, place: string): string | null {
  const list = storedPageList(directory, place);
  if (list === null) return `${place}/${pageListFile}: is missing or damaged`;
  const damaged = damagedPage(join(directory, place), list);
  return damaged === null ? null : `${place}/${damaged}: is missing, or its bytes differ from those written`;
}

/** The first page of a list that is not in the folder with its bytes; null if all are. */
export function damagedPage(folder: string, { files }: PageList): string | null {
  return files.find(({ file, sha256: digest }) => readOrNull(() => sha256(readWhole(join(folder, file)))) !== digest)?.file ?? null;
}

/** The list of the set at `place` of a data directory; null if there is none that can be read. */
export function storedPageList(directory: string, place: string): PageList | null {
  const bytes = readOrNull(() => readWhole(join(directory, place, pageListFile)));
  return bytes === null ? null : readPageList(bytes, place);
}

const temporaryPrefix = '.tmp-';

/** A name for a set that is not finished. */
export function temporaryPages(): string {
  return `${temporaryPrefix}${process.pid}-${randomUUID()}`;
}

/**
 * Gives a finished set, whose files are synced, its place by one rename. A damaged set there goes first: until the rename, pages are made when
 * they are asked for. Only the holder of the lock may call it.
 */
export function placePages(temporary: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  renameSync(temporary, target);
  syncDirectory(dirname(target));
}

/** The folders of sets that are not at `place`, and what a killed run has left. */
export function otherPages(directory: string, place: string): string[] {
  const folder = join(directory, pagesFolder);
  const names = existsSync(folder) && lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  return names.map((name) => `${pagesFolder}/${name}`).filter((path) => path !== place);
}

/** Removes every set but the one at `place`. Only the holder of the lock may call it. */
export function keepPages(directory: string, place: string): void {
  for (const path of otherPages(directory, place)) rmSync(join(directory, path), { recursive: true, force: true });
}
