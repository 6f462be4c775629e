// The credit that licences require: a document with a provenance carries its source's own text, word for word.

/** The attribution of a body, which projections call `citation`; undefined if it has none. */
export function attributionIn(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('attribution' in body) return body.attribution;
  return 'citation' in body ? body.citation : undefined;
}

/** The fault in the credit of a document; null if there is none. `attribution` is the source's text, in a sample its marked form. */
export function attributionFault(body: unknown, attribution: string): string | null {
  const found = attributionIn(body);
  if (found === attribution) return null;
  if (found !== undefined)
    return `/attribution is not the source's own text: got ${JSON.stringify(found)}, expected ${JSON.stringify(attribution)}`;
  return typeof body === 'object' && body !== null && 'provenance' in body
    ? `/attribution is missing, expected ${JSON.stringify(attribution)}`
    : null;
}
