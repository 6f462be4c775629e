// The provenance, attribution and licence of an edition. A sample has texts that nobody can take for the publisher's.
import type { CatalogueSource, Ingest } from '#schemas/catalogue.ts';
import type { Provenance } from '#schemas/figures.ts';
import type { Release, Source } from '#sources/kit/source.ts';

const sampleLicence = 'synthetic sample, not statistics';

/** The publisher's text for a release; in a sample, a text that nobody can take for it. Without a release its name is left out. */
export function attributionOf(
  { attribution }: Source,
  { name, sample }: { readonly name: string | null; readonly sample: boolean },
): string {
  const text = name === null ? attribution.replaceAll('{release} ', '') : attribution.replaceAll('{release}', name.replace(/^sample-/, ''));
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
    publisher: release.sample ? `Synthetic sample in place of ${source.publisher}` : source.publisher,
    ...licenceOf(source, release.sample),
    edition: edition.label,
    editionId: edition.id,
    released: release.released,
    landingPage: source.landingPage,
    inputs,
  };
}

/** The entry of a source in the catalogue. */
export function describeSource(
  source: Source,
  {
    sample,
    release,
    ingest,
    served,
    revisions,
  }: {
    readonly sample: boolean;
    /** The newest release served; null if there is none. */
    readonly release: string | null;
    readonly ingest: Ingest;
    readonly served: string[];
    readonly revisions: CatalogueSource['revisions'];
  },
): CatalogueSource {
  return {
    key: source.key,
    title: source.title,
    publisher: source.publisher,
    ...licenceOf(source, sample),
    attribution: attributionOf(source, { name: release, sample }),
    landingPage: source.landingPage,
    cadence: source.cadence,
    ingest,
    served,
    revisions,
  };
}

function licenceOf(source: Source, sample: boolean): { licence: string; licenceUrl: string | null } {
  return sample ? { licence: sampleLicence, licenceUrl: null } : { licence: source.licence.name, licenceUrl: source.licence.url };
}
