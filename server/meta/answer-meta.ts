// Answers the open endpoints from the catalogue and the records of editions only, so that they
// answer even while no occupation can be served.
import openApi from '#schemas/openapi.json' with { type: 'json' };
import { sourceKeys } from '#schemas/codes.ts';
import { type Endpoint, exampleUrl } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import { encodeUtf8 } from '../http/digest.ts';
import { checkQuery } from '../answers/parameters.ts';
import type { Known } from '../data/published.ts';
import { represent, respondWith, shared, tagOf } from '../http/representation.ts';
import type { Visit } from '../visit.ts';
import { changelogFeed, editionsFeed } from './feeds.ts';
import { ingestStatus } from './ingest-status.ts';
import { type Listed, listEditions } from './list-editions.ts';
import { listSources } from './list-sources.ts';

const feedType = 'application/atom+xml; charset=utf-8';

export function createMetaAnswerer(publicUrl: string) {
  const compositions: Readonly<
    Record<
      string,
      (known: Known, values: QueryValues) => Promise<Listed> | { readonly body: unknown }
    >
  > = {
    'meta-sources': ({ catalogue }) => ({ body: listSources(catalogue) }),
    'meta-editions': listEditions,
    'meta-ingest': ({ catalogue }) => ({ body: ingestStatus(catalogue, Date.now()) }),
  };

  let openApiText: Uint8Array<ArrayBuffer> | null = null;

  return {
    async endpoint(endpoint: Endpoint, known: Known, visit: Visit): Promise<Response> {
      const values = checkQuery(endpoint, visit.search);
      const compose = compositions[endpoint.id];
      if (compose === undefined)
        throw new Error(
          `server/meta/answer-meta.ts has no composition for the endpoint ${endpoint.id}`,
        );
      const { body, next = null }: { readonly body: unknown; readonly next?: Listed['next'] } =
        await compose(known, values);
      const bytes = encodeUtf8(`${JSON.stringify(body)}\n`);
      // Never cached (contract §4.5), because it reports the state at this moment.
      if (endpoint.id === 'meta-ingest')
        return sent(
          bytes,
          { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
          null,
          visit,
        );
      // The address of the rest of a list (RFC 8288).
      const rest =
        next === null
          ? {}
          : {
              Link: `<${publicUrl}${visit.path}?${new URLSearchParams(next).toString()}>; rel="next"`,
            };
      return cacheable(bytes, 'application/json', visit, rest);
    },
    feed: async ({ catalogue, editions }: Known, visit: Visit) =>
      cacheable(
        encodeUtf8(editionsFeed({ ...catalogue, editions: await editions(sourceKeys) }, publicUrl)),
        feedType,
        visit,
      ),
    changelog: (visit: Visit) => cacheable(encodeUtf8(changelogFeed(publicUrl)), feedType, visit),
    openApi(visit: Visit): Promise<Response> {
      openApiText ??= encodeUtf8(`${JSON.stringify(openApi).replaceAll(exampleUrl, publicUrl)}\n`);
      return cacheable(openApiText, 'application/json', visit);
    },
    /** A finished JSON text. */
    text: (text: string, visit: Visit) => cacheable(encodeUtf8(text), 'application/json', visit),
  };
}

/**
 * Any cache, shared ones too, may keep it for a minute: it needs no key, and a withdrawal may take
 * a minute to be known. The tag is of the body and not of the catalogue, whose serial rises after
 * every check of a publisher. So a daily poll of the editions gets 304 until an edition changes.
 */
async function cacheable(
  body: Uint8Array<ArrayBuffer>,
  type: string,
  visit: Visit,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return sent(
    body,
    { ...more, 'Content-Type': type, 'Cache-Control': 'public, no-transform, max-age=60' },
    await tagOf(body),
    visit,
  );
}

async function sent(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  tag: string | null,
  { accepted, request }: Visit,
): Promise<Response> {
  const answer = await represent(
    { bytes, digest: null },
    { headers: shared(headers), tag, accepted },
  );
  return respondWith(answer, request.headers.get('If-None-Match'));
}
