// Runs the router in process over a data directory or a bundle. It gives the same answers as over
// HTTP, without key and limit.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServingEdition, TitleModelRecord } from '#schemas/catalogue.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import type { QueryValues } from '#schemas/query-values.ts';
import {
  DamagedFile,
  createProvedStore,
  type Store,
  type StoredDocument,
} from '#server/data/store.ts';
import { type Ports, offlinePorts } from '#server/ports.ts';
import { checkQuery } from '#server/answers/parameters.ts';
import { endpointOf } from '#schemas/endpoints.ts';
import type { Ask, Question } from '#server/pages/occupation/answers.ts';
import { createRouter } from '#server/router.ts';
import type { Files } from '#server/data/files.ts';
import { createNodeFiles } from '#server/data/files-node.ts';
import { createBundleFiles, isPackedBundle, isUnpackedBundle } from '../bundle/bundle-store.ts';
import { repairOfEdition } from '../edition/data-directory.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

// A name that no network resolves (RFC 2606). It appears only in the `type` of problems.
const origin = 'http://offline.invalid';

/** Reads a data directory, or a bundle, packed or unpacked. */
export function storeOf(data: string): Store {
  return createProvedStore(filesIn(data));
}

function filesIn(data: string): Files {
  return isPackedBundle(data) ? createBundleFiles(data) : createNodeFiles(data);
}

/**
 * Answers paths of the API, for instance /v1/occupations/2134/pay?year=2024, from a data directory
 * or a bundle, packed or unpacked. `code` is a part of the entity tags, by default that of the
 * server; `from` gives the documents, `more` other ports. Rejects with UnreadableFileError if a
 * document that answers the path is missing or damaged.
 */
export function answerOffline(
  data: string,
  code?: string,
  from: Store = storeOf(data),
  more: Partial<Ports> = {},
): (path: string, init?: RequestInit) => Promise<Response> {
  const files = filesIn(data);
  const asking = new AsyncLocalStorage<(damage: UnreadableFileError) => void>();
  const store = telling(from, data, (damage) => asking.getStore()?.(damage));
  let opened: Promise<ReturnType<typeof createRouter>> | null = null;
  const open = async () =>
    createRouter({
      ...offlinePorts,
      files,
      publicUrl: origin,
      ...more,
      store,
      answerCode: code ?? (await codeOfServer()),
    });
  return async (path, init) => {
    const request = new Request(`${origin}${path}`, init);
    const router = await (opened ??= open());
    return new Promise((answer, reject) =>
      asking.run(reject, () => void router.fetch(request).then(answer, reject)),
    );
  };
}

/** Imported only here, because it starts esbuild. */
async function codeOfServer(): Promise<string> {
  return (await import('./answer-code.ts')).answerCode();
}

/** The code for callers who show the body of an answer and never its entity tag. */
export const bodyOnly = '';

/**
 * A store that reports a damaged document through `tell` and never resolves for it. The router
 * would answer 503, but a person at a terminal needs the repair.
 */
function telling(store: Store, data: string, tell: (damage: UnreadableFileError) => void): Store {
  const reporting = async <Value>(read: () => Promise<Value>): Promise<Value> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      tell(error);
      return new Promise(() => {});
    }
  };
  return {
    catalogue: () => store.catalogue(),
    listedDigest: (edition, path) => store.listedDigest(edition, path),
    document: (edition, path) => reporting(() => readProved(store, data, edition, path)),
    titleModel: (model) => reporting(() => readTitleModel(store, data, model)),
    outsideEditions: (path) => store.outsideEditions(path),
  };
}

/**
 * A document of a data directory or a bundle. Throws UnreadableFileError, with the repair, if it is
 * missing or damaged.
 */
export function readProved(
  store: Store,
  data: string,
  edition: ServingEdition,
  path: string,
): Promise<StoredDocument> {
  return orUnreadable(data, repairOfEdition(edition), () => store.document(edition, path));
}

/**
 * What the search has learnt. Throws UnreadableFileError, with the repair, if it is missing or
 * damaged.
 */
export function readTitleModel(
  store: Store,
  data: string,
  model: TitleModelRecord,
): Promise<Uint8Array<ArrayBuffer>> {
  return orUnreadable(data, 'lmi compile learns it again', () => store.titleModel(model));
}

async function orUnreadable<Value>(
  data: string,
  repair: string,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    throw new UnreadableFileError({
      place: `${data}/${error.place}`,
      message: error.fault,
      repair: isUnpackedBundle(data) ? 'lmi pull the bundle into it again' : repair,
    });
  }
}

/** The question of an answered path. */
export interface Asked {
  readonly endpoint: Endpoint;
  /** As in the request: an area may be a code. */
  readonly place: DocumentPlace;
  readonly values: QueryValues;
}

/** Null if no endpoint has the path. Throws what the router throws if the query is not valid. */
export function askedBy(path: string): Asked | null {
  const { pathname, searchParams } = new URL(path, origin);
  for (const endpoint of endpoints) {
    const matched = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(
      pathname,
    );
    if (matched === null) continue;
    const values = checkQuery(endpoint, searchParams);
    const area = values.get('area');
    return {
      endpoint,
      place: { ...matched.groups, ...(typeof area === 'string' ? { area } : {}) },
      values,
    };
  }
  return null;
}

/** The sentence of a problem answer (RFC 9457), for a person at a terminal. */
export function faultOfAnswer(body: string): string {
  const { title, detail = title }: { readonly title: string; readonly detail?: string } =
    JSON.parse(body);
  return detail;
}

/**
 * Asks the endpoints as the page of an occupation wants it. Rejects with ReportedError if an answer
 * is refused for another reason than that nothing is published.
 */
export function pageAsker(answer: (path: string) => Promise<Response>): Ask {
  return async <Answer>({ id, query }: Question<Answer>, place: DocumentPlace = {}) => {
    const path = endpointOf(id).path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(place[name as keyof DocumentPlace] ?? ''),
    );
    const response = await answer(
      `${path}${Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`}`,
    );
    const body: unknown = await response.json();
    if (response.ok) return { answer: body as Answer };
    const { detail = '', type = '' } = body as { detail?: string; type?: string };
    if (response.status === 404 && type.endsWith('/not-published')) return { missing: detail };
    throw new ReportedError(`${path}: ${detail}`);
  };
}
