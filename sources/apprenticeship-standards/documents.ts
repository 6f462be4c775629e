// The list of standards has no documents of its own: occupational-maps maps SOC 2020 to standards and makes them.
import type { Document } from '#sources/kit/source.ts';

export function documents(): Iterable<Document> {
  return [];
}
