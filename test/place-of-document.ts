// The way back from the path of a stored file, which nothing but a test needs.
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Endpoint } from '#schemas/endpoints.ts';

/** The endpoint and values of a stored path, or null where no endpoint stores such a file. */
export function placeOfDocument(endpoints: readonly Endpoint[], path: string): { endpoint: Endpoint; place: DocumentPlace } | null {
  for (const endpoint of endpoints) {
    if (endpoint.file === null) continue;
    const pattern = endpoint.file.replace(/[.]/g, '\\.').replace(/\{(soc|area)\}/g, '(?<$1>[a-zA-Z0-9-]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match !== null) return { endpoint, place: { ...match.groups } };
  }
  return null;
}
