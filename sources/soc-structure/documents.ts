// This source serves no documents: the list and the profiles also count index titles, so soc-index writes them.
import type { Document } from '#sources/kit/source.ts';

export function documents(): Iterable<Document> {
  return [];
}
