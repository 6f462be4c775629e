// The credit that licences ask for: a document that names its provenance carries its source's own text, word for word.

/** The attribution that a body carries, of projections under the contract's name `citation`; undefined where it carries none. */
export function attributionIn(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('attribution' in body) return body.attribution;
  return 'citation' in body ? body.citation : undefined;
}

/** What is wrong with the credit in a document of a source with this attribution (in a sample: with its marked form); null where nothing is. */
export function attributionFault(body: unknown, attribution: string): string | null {
  const found = attributionIn(body);
  if (found === attribution) return null;
  if (found !== undefined)
    return `/attribution is not the source's own text: got ${JSON.stringify(found)}, expected ${JSON.stringify(attribution)}`;
  return typeof body === 'object' && body !== null && 'provenance' in body
    ? `/attribution is missing, expected ${JSON.stringify(attribution)}`
    : null;
}
