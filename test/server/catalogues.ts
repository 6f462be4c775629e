// Catalogues for the tests of what is composed from them.
import {
  type Catalogue,
  type CatalogueEdition,
  type CatalogueSource,
  type Ingest,
  neverLookedAt,
} from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { documentFormatOf, fileFormats } from '#schemas/document-formats.ts';

const digest = 'a'.repeat(64);

/** The nth id. */
export function idOf(n: number): string {
  return `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`;
}

export function editionWith(parts: Partial<CatalogueEdition>): CatalogueEdition {
  const { release = '2024', source = 'ashe' } = parts;
  return {
    id: idOf(1),
    source,
    release,
    label: release,
    released: null,
    year: null,
    provisional: false,
    state: 'served',
    accepted: null,
    withdrawn: null,
    pruned: false,
    touched: null,
    format: documentFormatOf(source),
    needs: [],
    axes: { occupations: ['2134'], areas: null },
    checks: [],
    inputs: [{ file: 'a.xlsx', sha256: digest, bytes: 1 }],
    root: digest,
    files: 1,
    bytes: 1,
    figures: 1,
    withheld: {},
    compiled: '2026-01-10T09:00:00.000Z',
    code: null,
    ...parts,
  };
}

function sourceWith(
  key: SourceKey,
  editions: readonly CatalogueEdition[],
  ingest: Partial<Ingest> = {},
): CatalogueSource {
  return {
    key,
    title: `Title of ${key}`,
    publisher: 'Nobody',
    licence: 'A licence',
    licenceUrl: null,
    attribution: 'Source: nobody',
    landingPage: 'https://www.example.org/statistics',
    cadence: 'Once a year',
    ingest: { ...neverLookedAt, ...ingest },
    served: editions
      .filter((edition) => edition.source === key && edition.state === 'served')
      .map(({ id }) => id),
    revisions: [],
  };
}

export function catalogueWith(
  editions: CatalogueEdition[],
  ingest: Partial<Ingest> = {},
  keys: readonly SourceKey[] = ['soc-structure', 'ashe'],
): Catalogue {
  return {
    version: fileFormats.catalogue,
    serial: 7,
    previous: null,
    sample: false,
    written: '2026-02-01T00:00:00.000Z',
    titleModel: null,
    sources: keys.map((key) => sourceWith(key, editions, key === 'ashe' ? ingest : {})),
    editions,
  };
}

export function inputs(...digests: string[]): CatalogueEdition['inputs'] {
  return digests.map((letter) => ({ file: `${letter}.xlsx`, sha256: letter.repeat(64), bytes: 1 }));
}
