// The store in a Cloudflare R2 bucket, which `lmi publish s3://…` fills and only the worker reads.
import type { Bundles, DigestStream } from './bundles.ts';
import { noSuchPart, partHeaders, partOf } from './byte-range.ts';
import { proved, type Store } from './store.ts';

/** The part of the R2 binding that the store uses. */
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

/** An object has no body if the condition did not hold. */
interface BucketObject {
  readonly etag: string;
  readonly body?: ReadableStream;
  readonly text?: () => Promise<string>;
  readonly arrayBuffer?: () => Promise<ArrayBuffer>;
}

/** `prefix` is the folder of the store within its bucket: '' or a path that ends in a slash. */
export function createBucketStore(bucket: Bucket, prefix: string): Store {
  // Keeps text and tag: the catalogue has hundreds of kilobytes, is read every second and seldom changes.
  let known: { readonly etag: string; readonly text: string } | null = null;
  const read = async (path: string): Promise<Uint8Array<ArrayBuffer> | null> => {
    const object = await bucket.get(`${prefix}${path}`, {});
    return object?.arrayBuffer === undefined ? null : new Uint8Array(await object.arrayBuffer());
  };
  return proved({
    async catalogue() {
      const object = await bucket.get(`${prefix}catalogue.json`, known === null ? {} : { onlyIf: { etagDoesNotMatch: known.etag } });
      if (object === null) return null;
      if (object.text !== undefined) known = { etag: object.etag, text: await object.text() };
      return known?.text ?? null;
    },
    file: (edition, path) => read(`editions/${edition}/${path}`),
    outside: read,
  });
}

/** Bundles in the same bucket. It reads the size first: a part that begins after the end is 416, but R2 would report an error. */
export function createBucketBundles(bucket: Bucket, prefix: string, digestOf: DigestStream): Bundles {
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
    async digest(name) {
      const object = await bucket.get(`${prefix}bundles/${name}`, {});
      return object?.body === undefined ? null : digestOf(object.body);
    },
  };
}
