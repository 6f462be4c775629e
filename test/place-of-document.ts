// The way back from the path of a stored file, which nothing but a test needs.
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Endpoint } from '#schemas/endpoints.ts';

const patterns = new Map<string, RegExp>();

function patternOf(file: string): RegExp {
  const made = patterns.get(file) ?? new RegExp(`^${file.replace(/[.]/g, '\\.').replace(/\{(soc|area)\}/g, '(?<$1>[a-zA-Z0-9-]+)')}$`);
  patterns.set(file, made);
  return made;
}

/** The endpoint and values of a stored path, or null where no endpoint stores such a file. */
export function placeOfDocument(endpoints: readonly Endpoint[], path: string): { endpoint: Endpoint; place: DocumentPlace } | null {
  for (const endpoint of endpoints) {
    if (endpoint.file === null) continue;
    const match = patternOf(endpoint.file).exec(path);
    if (match !== null) return { endpoint, place: { ...match.groups } };
  }
  return null;
}
