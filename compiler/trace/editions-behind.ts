// Which editions an answer's figures come from, and how the answer itself names what was asked for.
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import { resolvePointer } from './pointer.ts';

/**
 * Ids of the editions that an answer rests on, its own first; of an answer composed of several years those of its points alone.
 * `named` is the header LMI-Edition.
 */
export function editionsBehind(endpoint: Endpoint, body: unknown, named: string): string[] {
  if (endpoint.answer !== 'compose') return named.split(', ').filter((id) => id !== '');
  const points = resolvePointer(body, '/points')?.value;
  return Array.isArray(points) ? points.flatMap((point) => textAt(point, '/editionId')) : [];
}

/** The place with the area's slug as the answer names it: a request may name the area by its code, or by one that it had before. */
export function placeIn(body: unknown, place: DocumentPlace): DocumentPlace {
  const [slug] = textAt(body, '/area/slug');
  return place.area === undefined || slug === undefined ? place : { ...place, area: slug };
}

function textAt(value: unknown, pointer: string): string[] {
  const found = resolvePointer(value, pointer)?.value;
  return typeof found === 'string' ? [found] : [];
}
