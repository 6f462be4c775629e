// Entity tags: known before any byte of the answer is read, because an edition never changes.
import type { Decision } from './decision.ts';
import { encodeUtf8 } from './encode.ts';
import { hexDigest } from './hex-digest.ts';

/** Raised when the same edition and query would be answered with other bytes than before, as a change to selectPay would. */
export const answerFormat = 2;

/** These only choose the edition, and the edition's own id stands in the tag. */
const choosingParameters = ['year', 'edition'];

/** The strong entity tag of the answer, quotes included. */
export async function entityTag({ endpoint, edition, needs, place, values, composition }: Decision): Promise<string> {
  const query = [...values].filter(([name]) => !choosingParameters.includes(name));
  const editions = [edition, ...needs].map(({ id }) => id);
  // Statistics of the catalogue can be worked out anew while the editions that they are of stay the same.
  const statistics = composition?.statistics ?? null;
  const named = JSON.stringify([answerFormat, editions, endpoint.id, place.soc ?? null, place.area ?? null, query, statistics]);
  return tagOf(encodeUtf8(named));
}

/** The strong entity tag that stands for these bytes, quotes included. */
export async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return `"${(await hexDigest(bytes)).slice(0, 16)}"`;
}

/** Whether If-None-Match names the tag. A list, compared weakly, or "*" (RFC 9110 §13.1.2); a tag may hold a comma, so the list is not split at commas. */
export function matchesEntityTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.some((named) => named === tag) ?? false;
}
