// The store over a bucket of Cloudflare's R2, bound to the worker and to nobody else: what lmi publish s3://… has brought there.
import type { Bundles } from './bundles.ts';
import { noSuchPart, partHeaders, partOf } from './byte-range.ts';
import type { Store } from './store.ts';

/** What is asked of the binding. */
export interface Bucket {
  get(
    key: string,
    options: {
      readonly onlyIf?: { readonly etagDoesNotMatch: string };
      readonly range?: { readonly offset: number; readonly length: number };
    },
  ): Promise<BucketObject | null>;
  head(key: string): Promise<{ readonly size: number } | null>;
}

/** An object without its body is one that the condition has kept back. */
interface BucketObject {
  readonly etag: string;
  readonly body?: ReadableStream;
  readonly text?: () => Promise<string>;
  readonly arrayBuffer?: () => Promise<ArrayBuffer>;
}

/** `prefix` is the folder of the store within its bucket: '' or a path with a slash at its end. */
export function createBucketStore(bucket: Bucket, prefix: string): Store {
  // The text as well as its tag: a catalogue of hundreds of kilobytes is asked for every second, and has seldom changed.
  let known: { readonly etag: string; readonly text: string } | null = null;
  return {
    async catalogue() {
      const object = await bucket.get(`${prefix}catalogue.json`, known === null ? {} : { onlyIf: { etagDoesNotMatch: known.etag } });
      if (object === null) return null;
      if (object.text !== undefined) known = { etag: object.etag, text: await object.text() };
      return known?.text ?? null;
    },
    async file(edition, path) {
      const object = await bucket.get(`${prefix}editions/${edition}/${path}`, {});
      return object?.arrayBuffer === undefined ? null : new Uint8Array(await object.arrayBuffer());
    },
  };
}

/** Bundles of the same bucket. The size comes first: a part that begins behind the end is 416, and R2 would call it an error. */
export function createBucketBundles(bucket: Bucket, prefix: string): Bundles {
  return {
    async fetch(name, { method, headers }) {
      const key = `${prefix}bundles/${name}`;
      const size = (await bucket.head(key))?.size;
      if (size === undefined) return null;
      if (method === 'HEAD') return new Response(null, { headers: { 'Content-Length': String(size) } });
      const asked = headers['Range'];
      if (asked === undefined) {
        const object = await bucket.get(key, {});
        return object?.body === undefined ? null : new Response(object.body, { headers: { 'Content-Length': String(size) } });
      }
      const part = partOf(asked, size);
      if (part === null) return noSuchPart(size);
      const object = await bucket.get(key, { range: part });
      return object?.body === undefined ? null : new Response(object.body, { status: 206, headers: partHeaders(part, size) });
    },
  };
}
