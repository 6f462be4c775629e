// The headers of a 200 or 304 that say where the answer is from and how long it is fresh. An answer
// that is a bare array or CSV has no other provenance.
import { csvType } from '../http/csv.ts';
import type { Decision } from './decision.ts';
import { encodeUtf8 } from '../http/digest.ts';
import type { Published } from '../data/published.ts';
import { type SharedHeaders, shared } from '../http/representation.ts';
import { standingHeaders } from '../http/headers.ts';

type AnswerHeaders = (decision: Decision, published: Published, isCsv: boolean) => SharedHeaders;

/**
 * Remembers what it has made for the last catalogue: most answers of an endpoint differ in none of
 * these headers.
 */
export function createAnswerHeaders(publicUrl: string): AnswerHeaders {
  let of: Published | null = null;
  const known = new Map<string, SharedHeaders>();
  const answerHeaders: AnswerHeaders = (decision, published, isCsv) =>
    shared({
      ...standingHeaders(publicUrl, published.sample),
      'Content-Type': isCsv ? csvType : 'application/json',
      'Cache-Control': cacheControl(decision),
      ...provenance(decision, published, publicUrl),
    });
  return (decision, published, isCsv) => {
    // The editions of a joined answer depend on its question.
    if (decision.parts !== null) return answerHeaders(decision, published, isCsv);
    if (published !== of) {
      known.clear();
      of = published;
    }
    const question = `${decision.endpoint.id} ${decision.edition.id} ${decision.pinned} ${isCsv}`;
    const found = known.get(question) ?? answerHeaders(decision, published, isCsv);
    known.set(question, found);
    return found;
  };
}

/**
 * `private`, because an answer counts against one key; `no-transform`, because Repr-Digest covers
 * the bytes as sent. The next catalogue may change the answer: with `no-cache` a client keeps the
 * answer but asks each time (RFC 9111 §5.2.2.4). An answer whose URL pins an edition is asked for
 * again after a day, because the edition can be withdrawn and the code that makes answers can
 * change.
 */
function cacheControl({ pinned }: Decision): string {
  return pinned ? 'private, no-transform, max-age=86400' : 'private, no-transform, no-cache';
}

/**
 * The own source first, then the other sources of the answer. The lists have the same order. A bare
 * array and a CSV have no member for the attribution, so it stands here, for the JSON of a list
 * too.
 */
function provenance(
  { endpoint, edition, needs, titleModel }: Decision,
  published: Published,
  publicUrl: string,
): Record<string, string> {
  const editions = [edition, ...needs];
  const sources = editions.flatMap(({ source }) => published.source(source) ?? []);
  const licenceUrls = new Set(sources.flatMap(({ licenceUrl }) => licenceUrl ?? []));
  return {
    'LMI-Source': editions.map(({ source }) => source).join(', '),
    'LMI-Release': editions.map(({ release }) => release).join(', '),
    'LMI-Edition': editions.map(({ id }) => id).join(', '),
    ...(titleModel === null ? {} : { 'LMI-Title-Model': titleModel.id }),
    'LMI-Licence': sources.map(({ licence }) => structuredString(licence)).join(', '),
    ...(endpoint.csv === null
      ? {}
      : {
          'LMI-Attribution': sources
            .map(({ attribution }) => structuredString(attribution))
            .join(', '),
        }),
    Link: [
      ...[...licenceUrls].map((url) => `<${url}>; rel="license"`),
      `<${publicUrl}/v1/meta/editions?source=${edition.source}>; rel="describedby"`,
    ].join(', '),
  };
}

/**
 * A String of RFC 9651 §3.3.3, because a text may hold a comma; a Display String (§3.3.8) if it is
 * not all printable ASCII.
 */
function structuredString(text: string): string {
  if (!/[^\x20-\x7e]/.test(text)) return `"${text.replace(/["\\]/g, '\\$&')}"`;
  const encoded = [...encodeUtf8(text)].map((byte) => {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x22 && byte !== 0x25;
    return plain ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`;
  });
  return `%"${encoded.join('')}"`;
}
