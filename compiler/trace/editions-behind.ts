// Finds the editions behind an answer's figures, and the slug of its area.
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import { resolvePointer } from './pointer.ts';

/**
 * Ids of the editions behind an answer, its own first. For an answer composed of several years, only those of its points. `named` is the
 * header LMI-Edition.
 */
export function editionsBehind(endpoint: Endpoint, body: unknown, named: string): string[] {
  if (endpoint.answer !== 'compose') return named.split(', ').filter((id) => id !== '');
  const points = resolvePointer(body, '/points')?.value;
  return Array.isArray(points) ? points.flatMap((point) => textAt(point, '/editionId')) : [];
}

/** The place with the area's slug from the answer: a request may name the area by its code, or by an earlier code. */
export function placeIn(body: unknown, place: DocumentPlace): DocumentPlace {
  const [slug] = textAt(body, '/area/slug');
  return place.area === undefined || slug === undefined ? place : { ...place, area: slug };
}

function textAt(value: unknown, pointer: string): string[] {
  const found = resolvePointer(value, pointer)?.value;
  return typeof found === 'string' ? [found] : [];
}
