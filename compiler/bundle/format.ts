// What a bundle is: one file, a tar in zstd frames, that holds editions with all that is needed to read, serve and believe them.
// compiler/bundle/frames.ts says how it is packed.
import { type Static, Type } from 'typebox';
import { bundleName } from '#schemas/standing/bundle-name.ts';
import { Uuid, nullable, record } from '#schemas/figures.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

/** Raised when a reader of the format before would misread what is written. */
export const bundleFormat = 1;

/** Everything lies in one folder, so that a tar program that unpacks a bundle litters nothing. */
export const bundleFolder = 'labour-market-information';

export const manifestFile = 'manifest.json';
export const signatureFile = 'manifest.sig.json';
/** Thrown where a bundle cannot be made, read or trusted; the message is the whole account. */
export class BundleError extends ReportedError {}

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/**
 * A path that any disk can hold and that leads nowhere else: no segment begins with a dot, none is absolute, none holds a backslash or a
 * control character. With the folder before it it fits the one header of a tar, which takes 155 characters and 100 of the last segments.
 */
const safePath = '^(?=.{1,120}$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}(?:/[A-Za-z0-9][A-Za-z0-9._-]{0,99})*$';
const SafePath = Type.String({ pattern: safePath });

export function isSafePath(path: string): boolean {
  return new RegExp(safePath).test(path);
}

/**
 * manifest.json: every file but itself, its signature and the documents of editions, which each edition's own record lists. Its
 * SHA-256 is the root of the bundle: whoever believes that, believes every byte.
 */
export const Manifest = record({
  format: Type.Literal(bundleFormat),
  sample: Type.Boolean({ description: 'True: everything is synthetic and none of it is a statistic.' }),
  contents: Type.Enum(['served', 'all'], {
    type: 'string',
    description: 'Whether it holds the editions that were served, or every published one.',
  }),
  files: Type.Array(record({ file: SafePath, sha256: Sha256, bytes: Type.Integer({ minimum: 0 }) }), { description: 'Ordered by path.' }),
  editions: Type.Array(record({ id: Uuid, packed: Type.Integer({ minimum: 0 }) }), {
    description: 'What the documents of an edition take of the tar. They follow its edition.json, in the order in which that lists them.',
  }),
});
export type Manifest = Static<typeof Manifest>;

/** manifest.sig.json. */
export const Signature = record({
  algorithm: Type.Literal('ed25519'),
  publicKey: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 200, description: 'SubjectPublicKeyInfo in base64.' }),
  signature: Type.String({
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    maxLength: 200,
    description: 'Of the text that compiler/bundle/signature.ts makes of the root, in base64.',
  }),
});
export type Signature = Static<typeof Signature>;

/** bundles/latest.json: what lies beside it. No clock is read for it. */
export const Latest = record({
  format: Type.Integer({ minimum: 1 }),
  file: Type.String({ pattern: bundleName.source }),
  bytes: Type.Integer({ minimum: 1 }),
  sha256: Sha256,
  root: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of manifest.json within.' }),
  sample: Type.Boolean(),
  contents: Manifest.properties.contents,
  publicKey: nullable(Signature.properties.publicKey, 'Whose signature it bears; null for none.'),
  madeOf: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'Digest of what goes in: while it is unchanged the bundle need not be made again.',
  }),
  editions: Type.Array(record({ id: Uuid, source: Type.String(), release: Type.String(), root: Sha256 })),
});
export type Latest = Static<typeof Latest>;
