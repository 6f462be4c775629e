// The names of bundles, which compiler and server must share. No schema library, because the worker carries this.

/** The file that names the newest bundle. */
export const latestFile = 'latest.json';

/** The name of a bundle has the digest of its bytes, so one name never means other bytes. */
export const bundleName = /^lmi-([0-9a-f]{16})\.tar\.zst$/;

export function bundleNameOf(sha256: string): string {
  return `lmi-${sha256.slice(0, 16)}.tar.zst`;
}
