// Signs the root of a bundle, so that people who know the public key know who made it, wherever
// they got it.
import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BundleError, type Signature } from './format.ts';

/**
 * The signed text. It names its purpose, so that nobody can use the signature for anything else.
 */
function signedTextOf(root: string): Buffer {
  return Buffer.from(`labour-market-information bundle\n${root}\n`);
}

/** A private key as `openssl genpkey -algorithm ed25519` writes it. */
export function signRoot(root: string, keyFile: string): Signature {
  const key = readKey(keyFile, 'private', createPrivateKey);
  return {
    algorithm: 'ed25519',
    publicKey: encodedKey(createPublicKey(key)),
    signature: sign(null, signedTextOf(root), key).toString('base64'),
  };
}

/**
 * Reads a public key as `openssl pkey -pubout` writes it. Returns it in the form that signatures
 * use.
 */
export function readPublicKey(keyFile: string): string {
  return encodedKey(readKey(keyFile, 'public', createPublicKey));
}

/**
 * The public half of a private key. Throws BundleError if the file holds no private key, before any
 * work is done.
 */
export function publicKeyOf(keyFile: string): string {
  return encodedKey(createPublicKey(readKey(keyFile, 'private', createPrivateKey)));
}

/** A public key in the form that signatures use. */
function encodedKey(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Whether the signature is of this root, by the key that it names. */
export function isSignatureOf(root: string, { publicKey, signature }: Signature): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      type: 'spki',
      format: 'der',
    });
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, signedTextOf(root), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

/** Why a bundle is not signed with a key, in base64; null if it is. */
export function faultOfSigner(
  { name, signature }: { readonly name: string; readonly signature: Signature | null },
  publicKey: string,
): string | null {
  if (signature?.publicKey === publicKey) return null;
  return signature === null
    ? `${name}: is not signed, expected a signature with the key ${fingerprint(publicKey)}`
    : `${name}: is signed with the key ${fingerprint(signature.publicKey)}, expected ` +
        `${fingerprint(publicKey)}`;
}

/** A short form of a public key, for people to compare. */
export function fingerprint(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);
}

function readKey<Key extends { readonly asymmetricKeyType?: string | undefined }>(
  file: string,
  kind: 'private' | 'public',
  create: (pem: string) => Key,
): Key {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch {
    throw new BundleError(`${file}: cannot be read, expected the ${kind} key in PEM`);
  }
  try {
    const key = create(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The message below is enough. The library's own message could quote the key.
  }
  throw new BundleError(
    `${file}: is not an ed25519 ${kind} key in PEM\n  ` +
      'make one: openssl genpkey -algorithm ed25519 -out KEY.pem; its public half: ' +
      'openssl pkey -in KEY.pem -pubout -out KEY.pub',
  );
}
