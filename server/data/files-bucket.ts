// Files in a Cloudflare R2 bucket, which `lmi publish s3://…` fills and only the worker reads.
import { digestOfContent } from './content-digest.ts';
import type { DigestStream, Files, Part } from './files.ts';

/** The part of the R2 binding that the server uses. */
export interface Bucket {
  get(
    key: string,
    options: { readonly onlyIf?: { readonly etagDoesNotMatch: string }; readonly range?: Part },
  ): Promise<BucketObject | null>;
  head(key: string): Promise<{ readonly size: number; readonly etag: string } | null>;
}

/** An object has no body if the condition did not hold. */
interface BucketObject {
  readonly etag: string;
  readonly body?: ReadableStream;
  readonly arrayBuffer?: () => Promise<ArrayBuffer>;
}

/** `prefix` is the folder of the store within its bucket: '' or a path that ends in a slash. */
export function createBucketFiles(bucket: Bucket, prefix: string, digestOf: DigestStream): Files {
  const stream = async (path: string, part: Part | null) =>
    (await bucket.get(`${prefix}${path}`, part === null ? {} : { range: part }))?.body ?? null;
  // The catalogue has hundreds of kilobytes, is read every second and seldom changes.
  let catalogue: { readonly etag: string; readonly bytes: Uint8Array<ArrayBuffer> } | null = null;
  return {
    async read(path) {
      const known = path === 'catalogue.json' ? catalogue : null;
      const object = await bucket.get(
        `${prefix}${path}`,
        known === null ? {} : { onlyIf: { etagDoesNotMatch: known.etag } },
      );
      if (object === null) return null;
      if (object.arrayBuffer === undefined) return known?.bytes ?? null;
      const bytes = new Uint8Array(await object.arrayBuffer());
      if (path === 'catalogue.json') catalogue = { etag: object.etag, bytes };
      return bytes;
    },
    async state(path) {
      const object = await bucket.head(`${prefix}${path}`);
      return object === null ? null : { bytes: object.size, version: object.etag };
    },
    stream,
    async digest(path) {
      const body = await stream(path, null);
      return body === null ? null : digestOfContent(path, body, digestOf);
    },
  };
}
