// Entity tags. They are known before the answer is read, because an edition never changes and the code that makes answers is known.
import type { Decision } from '../answers/decision.ts';
import { encodeUtf8, hexDigest } from './digest.ts';

/** These parameters only choose the edition, and the tag has the edition's id. */
const choosingParameters = ['year', 'edition'];

/** The strong entity tag of the answer, quotes included. `code` is the digest of the code that makes answers. `isCsv`: it is CSV, not JSON. */
export async function entityTag(
  { endpoint, edition, needs, place, values, composition, titleModel, issues }: Decision,
  code: string,
  isCsv: boolean,
): Promise<string> {
  const query = [...values].filter(([name]) => !choosingParameters.includes(name));
  const editions = [edition, ...needs].map(({ id }) => id);
  // The catalogue's statistics can be computed again while their editions stay the same.
  const statistics = composition?.statistics ?? null;
  const learnt = titleModel === null ? [] : [titleModel.id];
  const named = JSON.stringify([
    code,
    editions,
    endpoint.id,
    place.soc ?? null,
    place.area ?? null,
    query,
    statistics,
    ...learnt,
    // A check can compare the edition with a later one, so that its issues change while it stays.
    ...(issues.length === 0 ? [] : [issues]),
    ...(isCsv ? ['csv'] : []),
  ]);
  return tagOf(encodeUtf8(named));
}

/** The strong entity tag of these bytes, quotes included. */
export async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return `"${(await hexDigest(bytes)).slice(0, 16)}"`;
}

/** Whether If-None-Match, a list compared weakly or "*" (RFC 9110 §13.1.2), names the tag. A tag may hold a comma, so commas do not split the list. */
export function matchesEntityTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.some((named) => named === tag) ?? false;
}
