// Catalogues of many shapes for the tests of what is composed from them: some written out, any by fast-check.
import fc from 'fast-check';
import {
  type Catalogue,
  type CatalogueEdition,
  type CatalogueSource,
  type CheckResult,
  type Ingest,
  editionStates,
  neverLookedAt,
  severities,
} from '#schemas/catalogue.ts';
import { type SourceKey, sourceKeys } from '#schemas/codes.ts';
import { documentFormats, fileFormats } from '#schemas/document-formats.ts';

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
    format: documentFormats[source],
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

export function sourceWith(key: SourceKey, editions: readonly CatalogueEdition[], ingest: Partial<Ingest> = {}): CatalogueSource {
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
    served: editions.filter((edition) => edition.source === key && edition.state === 'served').map(({ id }) => id),
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
    sampleSize: null,
    written: '2026-02-01T00:00:00.000Z',
    titleModel: null,
    sources: keys.map((key) => sourceWith(key, editions, key === 'ashe' ? ingest : {})),
    editions,
  };
}

export function inputs(...digests: string[]): CatalogueEdition['inputs'] {
  return digests.map((letter) => ({ file: `${letter}.xlsx`, sha256: letter.repeat(64), bytes: 1 }));
}

// Text as publishers and people write it, and as nobody should: markup, control characters, halves of surrogate pairs.
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom('a & b < c > "d"', '\u0000\u000b\u001b', '\ud800', ']]>', '\ufffe'),
);
const instant = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const day = instant.map((at) => at.slice(0, 10));
const maybe = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(values, { nil: null });

const check: fc.Arbitrary<CheckResult> = fc.record(
  {
    check: text,
    severity: fc.constantFrom(...severities),
    describe: text,
    message: text,
    places: fc.array(text, { maxLength: 10 }),
    count: fc.integer({ min: 1, max: 10_000 }),
  },
  { requiredKeys: ['check', 'severity', 'message', 'places', 'count'] },
);

const ingest: fc.Arbitrary<Ingest> = fc.record({
  configured: fc.boolean(),
  checked: maybe(instant),
  changed: maybe(instant),
  fault: maybe(text),
  newest: maybe(text),
  nextRelease: maybe(day),
  notices: fc.array(fc.record({ release: text, date: maybe(day), text }), { maxLength: 2 }),
});

const edition = fc
  .record({
    source: fc.constantFrom(...sourceKeys),
    state: fc.constantFrom(...editionStates),
    release: fc.constantFrom('2022', '2023', '2024'),
    label: text,
    released: maybe(day),
    year: maybe(fc.constantFrom(2022, 2023, 2024)),
    provisional: fc.boolean(),
    accepted: maybe(fc.record({ reason: text, at: instant })),
    replacedBy: maybe(fc.integer({ min: 1, max: 8 }).map(idOf)),
    reason: text,
    at: instant,
    pruned: fc.boolean(),
    touched: maybe(instant),
    checks: fc.array(check, { maxLength: 3 }),
    inputs: fc.constantFrom(inputs('a'), inputs('b'), inputs('a', 'b')),
    compiled: instant,
  })
  .map(({ replacedBy, reason, at, ...parts }) =>
    editionWith({ ...parts, withdrawn: parts.state === 'withdrawn' ? { reason, at, replacedBy } : null }),
  );

/** Any catalogue: every state in every source, any order, no source or all of them. */
export const anyCatalogue: fc.Arbitrary<Catalogue> = fc
  .record({
    editions: fc.array(edition, { maxLength: 8 }),
    keys: fc.uniqueArray(fc.constantFrom(...sourceKeys)),
    ingest,
    sample: fc.boolean(),
  })
  .map(({ editions, keys, ingest: known, sample }) => {
    const numbered = editions.map((one, place) => ({
      ...one,
      id: idOf(place + 1),
      needs: place === 0 ? [] : [{ source: one.source, edition: idOf(place) }],
    }));
    const all = [...new Set([...keys, ...numbered.map(({ source }) => source)])];
    return {
      ...catalogueWith(numbered, {}, all),
      sources: all.map((key) => sourceWith(key, numbered, known)),
      sample,
      sampleSize: sample ? 'plain' : null,
    };
  });
