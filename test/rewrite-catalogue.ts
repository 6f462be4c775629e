// Changes a catalogue as if it had been written so: it carries the digest of its new text.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueText } from '#compiler/edition/catalogue.ts';
import type { Catalogue } from '#schemas/catalogue.ts';

export function rewriteCatalogue(directory: string, change: (catalogue: Catalogue) => Catalogue): void {
  const file = join(directory, 'catalogue.json');
  writeFileSync(file, catalogueText(change(JSON.parse(readFileSync(file, 'utf8')))));
}

/** The text of a catalogue after a change to the text. */
export function resealed(text: string, change: (text: string) => string): string {
  return catalogueText(JSON.parse(change(text)));
}

export function rewriteCatalogueText(directory: string, change: (text: string) => string): void {
  const file = join(directory, 'catalogue.json');
  writeFileSync(file, resealed(readFileSync(file, 'utf8'), change));
}
