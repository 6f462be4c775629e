// Checks of the values in a path, derived from the endpoint table. A path value that names nothing is 404, malformed ones too.
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import { Refusal, quoted } from './problem.ts';
import { decodePathValue } from './request-path.ts';

/** The decoded, known values of a path. `given` holds them as the router matched them, still percent-encoded. */
export function checkPath(endpoint: Endpoint, given: Readonly<Record<string, string>>, occupations: ReadonlySet<string>): DocumentPlace {
  const place: { soc?: string; area?: string } = {};
  for (const parameter of endpoint.pathParameters) {
    const encoded = given[parameter.name] ?? '';
    const value = decodePathValue(encoded);
    place[parameter.name] = parameter.kind === 'occupation' ? occupation(value, encoded, occupations) : localArea(value, encoded);
  }
  return place;
}

const unitGroupCode = /^[1-9][0-9]{3}$/;

function occupation(value: string | null, encoded: string, occupations: ReadonlySet<string>): string {
  if (value === null || !unitGroupCode.test(value)) {
    const given = quoted(value ?? encoded);
    throw new Refusal('unknown-occupation', `${given} is not a SOC 2020 unit group code, expected four digits such as 2134. /v1/occupations lists them.`);
  }
  if (!occupations.has(value)) throw new Refusal('unknown-occupation', `No SOC 2020 unit group has the code ${value}. /v1/occupations lists all of them.`);
  return value;
}

const areaCodeOrSlug = /^[A-Za-z0-9-]+$/;

/** Only the shape can be checked while the local areas are not compiled. */
function localArea(value: string | null, encoded: string): string {
  if (value === null || !areaCodeOrSlug.test(value)) {
    throw new Refusal('unknown-area', `${quoted(value ?? encoded)} is not the code or slug of a local authority. /v1/local-areas lists them.`);
  }
  return value;
}
