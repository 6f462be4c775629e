// The names of bundles and what stands in them for an instant, which compiler and server must share. No schema library, because the worker carries this.

/** The file that names the newest bundle. */
export const latestFile = 'latest.json';

/** The name of a bundle has the digest of its bytes, so one name never means other bytes. */
export const bundleName = /^lmi-([0-9a-f]{16})\.tar\.zst$/;

export function bundleNameOf(sha256: string): string {
  return `lmi-${sha256.slice(0, 16)}.tar.zst`;
}

/** The value where the catalogue of a bundle must have an instant. It has no real one, so that equal editions make equal bytes. */
export const noInstant = '1970-01-01T00:00:00Z';
