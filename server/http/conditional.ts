// Entity tags and If-None-Match (RFC 9110 §8.8.3, §13.1.2).
import { hexDigest } from './digest.ts';

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

const ofContent: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-length', 'repr-digest']);

/** A 304 has no content, so it has no headers that describe content (RFC 9110 §15.4.5). */
export function notModified(headers: Readonly<Record<string, string>>): Response {
  const others = Object.entries(headers).filter(([name]) => !ofContent.has(name.toLowerCase()));
  return new Response(null, { status: 304, headers: others });
}
