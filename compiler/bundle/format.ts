// The format of a bundle: one zip, with editions and everything needed to read, serve and verify
// them.
import { type Static, Type } from 'typebox';
import { fileFormats } from '#schemas/document-formats.ts';
import { record } from '#schemas/shapes.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { safePath } from '../edition/files.ts';

export const bundleFormat = fileFormats.bundle;

/** A bundle has one top folder, so that `unzip` does not scatter files. */
export const bundleFolder = 'labour-market-information';

export const signatureFile = 'manifest.sig.json';

export class BundleError extends ReportedError {}

export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/**
 * manifest.json: every file except itself and its signature. Its SHA-256 is the root of the bundle
 * and proves every byte.
 */
export const Manifest = record({
  format: Type.Literal(bundleFormat),
  sample: Type.Boolean({
    description: 'True if everything is synthetic and nothing is a statistic.',
  }),
  contents: Type.Enum(['served', 'all'], {
    type: 'string',
    description: 'Whether it holds the served editions, or every published one.',
  }),
  files: Type.Array(
    record({
      file: Type.String({ pattern: safePath.source }),
      sha256: Sha256,
      bytes: Type.Integer({ minimum: 0 }),
    }),
    {
      description: 'Ordered by path.',
    },
  ),
});
export type Manifest = Static<typeof Manifest>;

/** manifest.sig.json. */
export const Signature = record({
  algorithm: Type.Literal('ed25519'),
  publicKey: Type.String({
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    maxLength: 200,
    description: 'SubjectPublicKeyInfo in base64.',
  }),
  signature: Type.String({
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    maxLength: 200,
    description:
      'Signature, in base64, of the text that compiler/bundle/signature.ts makes from the root.',
  }),
});
export type Signature = Static<typeof Signature>;
