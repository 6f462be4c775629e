// The list of standards has no documents of its own: occupational-maps, which leads from SOC 2020 to a standard, makes them.
import type { Document } from '#sources/kit/source.ts';

export function documents(): Iterable<Document> {
  return [];
}
