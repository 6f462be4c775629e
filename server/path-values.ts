// Checks the values in a path, by the endpoint table. An unknown or malformed value is 404.
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import type { ResolveLocalArea } from './local-areas.ts';
import { Refusal, quoted, wrongPathValue } from './problem.ts';
import { decodePathValue } from './request-path.ts';

/** The occupations and areas that a path can name. */
export interface Known {
  readonly occupations: ReadonlySet<string>;
  /** Called only for a path with a local area. */
  readonly localAreas: () => Promise<ResolveLocalArea>;
}

/** The decoded and checked values of a path. `given` holds them as the router matched them, still percent-encoded. */
export async function checkPath(
  endpoint: Endpoint,
  given: Readonly<Record<string, string>>,
  { occupations, localAreas }: Known,
): Promise<DocumentPlace> {
  const place: { soc?: string; area?: string } = {};
  for (const parameter of endpoint.pathParameters) {
    const encoded = given[parameter.name] ?? '';
    const value = decodePathValue(encoded);
    place[parameter.name] =
      parameter.kind === 'occupation' ? occupation(value, encoded, occupations) : await localArea(value, encoded, localAreas);
  }
  return place;
}

const unitGroupCode = /^[1-9][0-9]{3}$/;

function occupation(value: string | null, encoded: string, occupations: ReadonlySet<string>): string {
  if (value === null || !unitGroupCode.test(value)) {
    const detail = `${quoted(value ?? encoded)} is not a SOC 2020 unit group code, expected four digits such as 2134. /v1/occupations lists them.`;
    const trimmed = value?.trim();
    const nearest = trimmed !== undefined && occupations.has(trimmed) ? trimmed : undefined;
    throw new Refusal('unknown-occupation', detail, wrongPathValue('soc', detail, nearest));
  }
  if (!occupations.has(value))
    throw new Refusal('unknown-occupation', `No SOC 2020 unit group has the code ${value}. /v1/occupations lists all of them.`);
  return value;
}

/** The area's slug for any of its names, so that one area has one answer and one ETag. A value that cannot be decoded names none. */
async function localArea(value: string | null, encoded: string, localAreas: Known['localAreas']): Promise<string> {
  const resolve = await localAreas();
  return resolve(value ?? encoded);
}
