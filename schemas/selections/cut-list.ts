// Cuts a ranked list of occupations to `limit`.

/** The document with the first `limit` of its occupations. */
export function cutList<Listed extends { readonly occupations: readonly unknown[] }>(document: Listed, limit: number): Listed {
  return { ...document, occupations: document.occupations.slice(0, limit) };
}
