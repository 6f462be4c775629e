// Changes a catalogue as if it had been written so: whole, and with the digest of its new text.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueText, requireCatalogue } from '#compiler/edition/catalogue.ts';
import {
  type Catalogue,
  type CatalogueSource,
  type Ingest,
  neverLookedAt,
} from '#schemas/catalogue.ts';

/** The catalogue with other members of one of its sources. */
export function withSource(
  catalogue: Catalogue,
  key: string,
  members: Partial<CatalogueSource>,
): Catalogue {
  return {
    ...catalogue,
    sources: catalogue.sources.map((source) =>
      source.key === key ? { ...source, ...members } : source,
    ),
  };
}

/** The catalogue as after a look at a publisher that told this. */
export function withIngest(catalogue: Catalogue, key: string, ingest: Partial<Ingest>): Catalogue {
  return withSource(catalogue, key, { ingest: { ...neverLookedAt, ...ingest } });
}

export function rewriteCatalogue(
  directory: string,
  change: (catalogue: Catalogue) => Catalogue,
): void {
  writeFileSync(
    join(directory, 'catalogue.json'),
    catalogueText(change(requireCatalogue(directory))),
  );
}

export function resealed(text: string, change: (text: string) => string): string {
  return catalogueText(JSON.parse(change(text)));
}

export function rewriteCatalogueText(directory: string, change: (text: string) => string): void {
  writeFileSync(join(directory, 'catalogue.json'), resealed(wholeText(directory), change));
}

/** The text of the whole catalogue of a directory, with the records of all editions in it. */
export function wholeText(directory: string): string {
  return catalogueText(requireCatalogue(directory));
}
