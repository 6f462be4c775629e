// Answers the open endpoints from the catalogue and the records of editions only, so that they
// answer even while no occupation can be served.
import openApi from '#schemas/openapi.json' with { type: 'json' };
import { sourceKeys } from '#schemas/codes.ts';
import { type Endpoint, exampleUrl } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import { encodeUtf8 } from '../http/digest.ts';
import { checkQuery } from '../answers/parameters.ts';
import type { LoadedCatalogue } from '../data/published.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { send, tagOf } from '../http/representation.ts';
import { changelogFeed, editionsFeed } from './feeds.ts';
import { ingestStatus } from './ingest-status.ts';
import { type EditionsPage, listEditions } from './list-editions.ts';
import { listSources } from './list-sources.ts';
import { llmsText } from './llms.ts';

const feedType = 'application/atom+xml; charset=utf-8';

export function createMetaAnswerer(publicUrl: string) {
  const compositions: Readonly<
    Record<
      string,
      (
        known: LoadedCatalogue,
        values: QueryValues,
      ) => Promise<EditionsPage> | { readonly body: unknown }
    >
  > = {
    'meta-sources': ({ catalogue }) => ({ body: listSources(catalogue) }),
    'meta-editions': listEditions,
    'meta-ingest': ({ catalogue }) => ({ body: ingestStatus(catalogue, Date.now()) }),
  };

  let openApiText: Uint8Array<ArrayBuffer> | null = null;

  return {
    async endpoint(
      endpoint: Endpoint,
      known: LoadedCatalogue,
      incoming: IncomingRequest,
    ): Promise<Response> {
      const values = checkQuery(endpoint, incoming.search);
      const compose = compositions[endpoint.id];
      if (compose === undefined)
        throw new Error(
          `server/meta/answer-meta.ts has no composition for the endpoint ${endpoint.id}`,
        );
      const {
        body,
        next = null,
      }: { readonly body: unknown; readonly next?: EditionsPage['next'] } = await compose(
        known,
        values,
      );
      const bytes = encodeUtf8(`${JSON.stringify(body)}\n`);
      // Never cached (contract §4.5), because it reports the state at this moment.
      if (endpoint.id === 'meta-ingest') {
        const headers = headersOf('application/json', 'no-store');
        const { accepted, ifNoneMatch } = incoming;
        return send({ bytes, digest: null }, { headers, tag: null, accepted, ifNoneMatch });
      }
      const headers = headersOf('application/json', cachedForAMinute);
      // The address of the rest of a list (RFC 8288).
      if (next !== null) {
        const nextPage = `${publicUrl}${incoming.path}?${new URLSearchParams(next).toString()}`;
        headers.set('Link', `<${nextPage}>; rel="next"`);
      }
      return sendCacheable(bytes, headers, incoming);
    },
    feed: async (
      { catalogue, readEditions: editions }: LoadedCatalogue,
      incoming: IncomingRequest,
    ) =>
      cacheable(
        encodeUtf8(editionsFeed({ ...catalogue, editions: await editions(sourceKeys) }, publicUrl)),
        feedType,
        incoming,
      ),
    changelog: (incoming: IncomingRequest) =>
      cacheable(encodeUtf8(changelogFeed(publicUrl)), feedType, incoming),
    openApi(incoming: IncomingRequest): Promise<Response> {
      openApiText ??= encodeUtf8(`${JSON.stringify(openApi).replaceAll(exampleUrl, publicUrl)}\n`);
      return cacheable(openApiText, 'application/json', incoming);
    },
    llms: (incoming: IncomingRequest) =>
      cacheable(encodeUtf8(llmsText(publicUrl)), 'text/plain; charset=utf-8', incoming),
    /** A finished JSON text. */
    text: (text: string, incoming: IncomingRequest) =>
      cacheable(encodeUtf8(text), 'application/json', incoming),
  };
}

const cachedForAMinute = 'public, no-transform, max-age=60';

const headersOf = (type: string, cacheControl: string): Headers =>
  new Headers({ Vary: 'Accept-Encoding', 'Content-Type': type, 'Cache-Control': cacheControl });

function cacheable(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  incoming: IncomingRequest,
): Promise<Response> {
  return sendCacheable(bytes, headersOf(type, cachedForAMinute), incoming);
}

/**
 * Any cache, shared ones too, may keep it for a minute: it needs no key, and a withdrawal may take
 * a minute to be known. The tag is of the body and not of the catalogue, whose serial rises after
 * every check of a publisher. So a daily poll of the editions gets 304 until an edition changes.
 */
async function sendCacheable(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Headers,
  { accepted, ifNoneMatch }: IncomingRequest,
): Promise<Response> {
  const tag = await tagOf(bytes);
  return send({ bytes, digest: null }, { headers, tag, accepted, ifNoneMatch });
}
