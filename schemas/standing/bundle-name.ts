// How bundles are named, where compiler and server must agree. No schema library, since the worker carries this.

/** Says which bundle is the newest. */
export const latestFile = 'latest.json';

/** The name of a bundle says which bytes it has, so that one name can never stand for others. */
export const bundleName = /^lmi-([0-9a-f]{16})\.tar\.zst$/;

export function bundleNameOf(sha256: string): string {
  return `lmi-${sha256.slice(0, 16)}.tar.zst`;
}
