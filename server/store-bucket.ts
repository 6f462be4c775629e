// The store over a bucket of Cloudflare's R2, bound to the worker and to nobody else: what lmi publish s3://… has brought there.
import type { Store } from './store.ts';

/** What is asked of the binding. */
export interface Bucket {
  get(key: string, options: { readonly onlyIf?: { readonly etagDoesNotMatch: string } }): Promise<BucketObject | null>;
}

/** An object without its body is one that the condition has kept back. */
interface BucketObject {
  readonly etag: string;
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
