// What documents and the catalogue say about an edition and its source. The texts of a sample
// cannot be mistaken for the publisher's.
import { isDeepStrictEqual } from 'node:util';
import type { CatalogueEdition, CatalogueSource, EditionRecord } from '#schemas/catalogue.ts';
import type { Provenance } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { FigureCount } from '#sources/kit/figures.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { isOfTables } from '#schemas/stored-tables.ts';

const sampleLicence = 'synthetic sample, not statistics';

/**
 * The publisher's text for a release; in a sample, a text that cannot be mistaken for it. Without a
 * release its name is left out.
 */
export function attributionOf(
  { attribution }: Source,
  { name, sample }: { readonly name: string | null; readonly sample: boolean },
): string {
  const text =
    name === null
      ? attribution.replaceAll('{release} ', '')
      : attribution.replaceAll('{release}', name.replace(/^sample-/, ''));
  return sample ? `Synthetic sample, not from the publisher. Real data would carry: ${text}` : text;
}

/** The provenance that every document of an edition carries. `inputs` are the editions it needs. */
export function provenanceOf(
  source: Source,
  release: Release,
  edition: { readonly id: string; readonly label: string },
  inputs: Provenance['inputs'],
): Provenance {
  return {
    source: source.key,
    publisher: release.sample
      ? `Synthetic sample in place of ${source.publisher}`
      : source.publisher,
    ...licenceOf(source, release.sample),
    edition: edition.label,
    editionId: edition.id,
    released: release.released,
    landingPage: source.landingPage,
    inputs,
  };
}

/**
 * The entry of a source in the catalogue. `newest`: the release served, with its name; null if
 * there is none.
 */
export function describeSource(
  source: Source,
  newest: Parameters<typeof attributionOf>[1],
  { ingest, served, revisions }: Pick<CatalogueSource, 'ingest' | 'served' | 'revisions'>,
): CatalogueSource {
  const { key, title, publisher, landingPage, cadence } = source;
  const credit = {
    ...licenceOf(source, newest.sample),
    attribution: attributionOf(source, newest),
  };
  return { key, title, publisher, ...credit, landingPage, cadence, ingest, served, revisions };
}

function licenceOf(
  source: Source,
  sample: boolean,
): { licence: string; licenceUrl: string | null } {
  return sample
    ? { licence: sampleLicence, licenceUrl: null }
    : { licence: source.licence.name, licenceUrl: source.licence.url };
}

/** Whether it is served is known only once the whole catalogue is. Until then it is superseded. */
function stateOf(isHeld: boolean, before: CatalogueEdition | undefined): CatalogueEdition['state'] {
  if (before?.state === 'withdrawn') return 'withdrawn';
  return isHeld ? 'quarantined' : 'superseded';
}

/** What a run knows about an edition beyond its record. */
interface Judged extends Pick<CatalogueEdition, 'accepted' | 'code' | 'inputs' | 'checks'> {
  readonly isHeld: boolean;
  readonly dismissed: CatalogueEdition['dismissed'];
  readonly count: FigureCount;
}

/**
 * The entry of an edition in the catalogue, which repeats its record. `before` is the entry that it
 * replaces: a withdrawn edition stays withdrawn, and other bytes with equal cells are noted, since
 * `inputs` of this run may differ from those of an earlier one.
 */
export function entryOf(
  record: EditionRecord,
  judged: Judged,
  before: CatalogueEdition | undefined,
): CatalogueEdition {
  const { isHeld, checks, accepted, dismissed, inputs, count, code } = judged;
  const documents = record.files.filter(({ file }) => !isOfTables(file));
  const now = new Date().toISOString();
  const isTouched = before !== undefined && !isDeepStrictEqual(before.inputs, inputs);
  return {
    id: record.id,
    source: record.source,
    release: record.release,
    label: record.label,
    released: record.released,
    year: record.year,
    provisional: record.provisional,
    format: record.format,
    state: stateOf(isHeld, before),
    accepted: isHeld ? null : accepted,
    withdrawn: before?.withdrawn ?? null,
    ...(isHeld && dismissed !== undefined ? { dismissed } : {}),
    pruned: false,
    ...(record.rows === null ? {} : { rows: record.rows }),
    touched: isTouched ? now : (before?.touched ?? null),
    needs: record.needs,
    axes: record.axes,
    checks,
    inputs,
    root: record.root,
    files: documents.length,
    bytes: documents.reduce((sum, file) => sum + file.bytes, 0),
    figures: count.published,
    withheld: Object.fromEntries(
      Object.entries(count.withheld).sort(([a], [b]) => byCodeUnit(a, b)),
    ),
    compiled: before?.compiled ?? now,
    code,
  };
}
