// Cloudflare's S3 interface of a bucket, as far as the store asks for it, over the bucket's binding: the conditions are R2's own.
interface Environment {
  readonly BUCKET: R2Bucket;
}

interface R2Object {
  readonly httpEtag: string;
  readonly body: ReadableStream;
  readonly customMetadata?: Readonly<Record<string, string>>;
}

interface R2Bucket {
  get(key: string): Promise<R2Object | null>;
  put(
    key: string,
    body: ArrayBuffer,
    options: { onlyIf: Headers; sha256: string; customMetadata: Record<string, string> },
  ): Promise<{ readonly httpEtag: string } | null>;
  delete(key: string): Promise<void>;
  list(options: {
    prefix: string;
    limit: number;
    cursor?: string;
  }): Promise<{ readonly objects: readonly { readonly key: string }[]; readonly truncated: boolean; readonly cursor?: string }>;
}

export default {
  async fetch(request: Request, { BUCKET }: Environment): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, , ...segments] = pathname.split('/');
    const key = decodeURIComponent(segments.join('/'));
    if (searchParams.has('list-type')) {
      const cursor = searchParams.get('continuation-token');
      // Pages shorter than any real one's, so that there are several.
      const page = await BUCKET.list({ prefix: searchParams.get('prefix') ?? '', limit: 20, ...(cursor === null ? {} : { cursor }) });
      const keys = page.objects.map((object) => `<Contents><Key>${object.key}</Key></Contents>`).join('');
      const next = page.truncated ? `<NextContinuationToken>${page.cursor}</NextContinuationToken>` : '';
      return new Response(`<ListBucketResult>${keys}<IsTruncated>${page.truncated}</IsTruncated>${next}</ListBucketResult>`);
    }
    switch (request.method) {
      case 'GET': {
        const object = await BUCKET.get(key);
        return object === null
          ? new Response('<Error><Code>NoSuchKey</Code></Error>', { status: 404 })
          : new Response(object.body, { headers: { ETag: object.httpEtag, ...headersOf(object) } });
      }
      case 'PUT': {
        const conditions = new Headers();
        for (const name of ['If-Match', 'If-None-Match'])
          if (request.headers.has(name)) conditions.set(name, request.headers.get(name) ?? '');
        const put = await BUCKET.put(key, await request.arrayBuffer(), {
          onlyIf: conditions,
          sha256: request.headers.get('X-Amz-Content-Sha256') ?? '',
          customMetadata: metadataIn(request.headers),
        });
        return put === null
          ? new Response('<Error><Code>PreconditionFailed</Code></Error>', { status: 412 })
          : new Response(null, { headers: { ETag: put.httpEtag } });
      }
      case 'DELETE':
        await BUCKET.delete(key);
        return new Response(null, { status: 204 });
      default:
        return new Response(null, { status: 405 });
    }
  },
};

const metadata = 'x-amz-meta-';

function metadataIn(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => name.startsWith(metadata)).map(([name, value]) => [name.slice(metadata.length), value]),
  );
}

function headersOf({ customMetadata = {} }: R2Object): Record<string, string> {
  return Object.fromEntries(Object.entries(customMetadata).map(([name, value]) => [`${metadata}${name}`, value]));
}
