// The cut of a ranked list by `limit`: one rule for every list of occupations.

/** The document with the first `limit` of its occupations. */
export function cutList<Listed extends { readonly occupations: readonly unknown[] }>(document: Listed, limit: number): Listed {
  return { ...document, occupations: document.occupations.slice(0, limit) };
}
