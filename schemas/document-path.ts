// The one place where an endpoint and its values become the path of a stored file, and a path becomes them again.
import type { Endpoint } from './endpoints.ts';

export interface DocumentPlace {
  readonly soc?: string;
  readonly area?: string;
}

const segment = /^[a-z0-9-]+$/i;

/** The path of a stored file inside its edition, for instance pay/2134/uk.json. Throws for values that could not be file names. */
export function documentPath(endpoint: Endpoint, place: DocumentPlace): string {
  if (endpoint.file === null) throw new Error(`endpoint ${endpoint.id} stores no files`);
  return endpoint.file.replace(/\{(soc|area)\}/g, (_, name: 'soc' | 'area') => {
    const value = place[name];
    if (value === undefined || !segment.test(value)) throw new Error(`${endpoint.id}: "${value}" cannot stand for {${name}} in ${endpoint.file}`);
    return value;
  });
}

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
