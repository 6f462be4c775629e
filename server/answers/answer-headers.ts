// The headers of a 200 or 304 that say where the answer is from and how long it is fresh. An answer
// that is a bare array or CSV has no other provenance.
import type { Decision } from './decision.ts';
import { csvType } from './csv.ts';
import { encodeUtf8 } from '../http/digest.ts';
import type { Published } from '../data/published.ts';

/** Where and as what a decided answer is given. */
interface AnswerForm {
  readonly publicUrl: string;
  readonly isCsv: boolean;
}

export function answerHeaders(
  decision: Decision,
  published: Published,
  { publicUrl, isCsv }: AnswerForm,
): Headers {
  return new Headers({
    Vary: 'Accept-Encoding',
    'Content-Type': isCsv ? csvType : 'application/json',
    'Cache-Control': cacheControl(decision),
    ...provenance(decision, published, publicUrl),
  });
}

/**
 * `private`, because an answer counts against one key; `no-transform`, because Repr-Digest covers
 * the bytes as sent. The next catalogue may change an answer or withdraw its edition, so a client
 * asks again after five minutes. An answer whose URL pins an edition is asked for again after a
 * day, because the edition can be withdrawn and the code that makes answers can change.
 */
function cacheControl({ pinned }: Decision): string {
  return `private, no-transform, max-age=${pinned ? 86_400 : 300}`;
}

/**
 * The own source first, then the other sources of the answer. The lists have the same order. A bare
 * array and a CSV have no member for the attribution, so it is here, for the JSON of a list
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
  const links = [...licenceUrls].map((url) => `<${url}>; rel="license"`);
  links.push(`<${publicUrl}/v1/meta/editions?source=${edition.source}>; rel="describedby"`);
  const headers: Record<string, string> = {
    'LMI-Source': editions.map(({ source }) => source).join(', '),
    'LMI-Release': editions.map(({ release }) => release).join(', '),
    'LMI-Edition': editions.map(({ id }) => id).join(', '),
    'LMI-Licence': sources.map(({ licence }) => structuredString(licence)).join(', '),
    Link: links.join(', '),
  };
  if (titleModel !== null) headers['LMI-Title-Model'] = titleModel.id;
  if (endpoint.csv !== null)
    headers['LMI-Attribution'] = sources
      .map(({ attribution }) => structuredString(attribution))
      .join(', ');
  return headers;
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
