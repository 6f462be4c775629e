// Cuts a list of occupations to `limit`.

interface StoredList {
  readonly occupations: readonly unknown[];
  readonly notes: unknown;
  readonly coverage: unknown;
  readonly attribution: unknown;
  readonly provenance: unknown;
}

/** The document with the first `limit` of its occupations. */
export function cutList<Stored extends StoredList>(document: Stored, limit: number) {
  const { occupations, notes, coverage, attribution, provenance, ...about } = document;
  return { ...about, limit, occupations: occupations.slice(0, limit), notes, coverage, attribution, provenance };
}
