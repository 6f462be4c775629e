// Names and seals of stored files, which compiler and server must share. No schema library, because
// the worker carries this.
import { byCodeUnit } from './order.ts';

/**
 * The digest that the catalogue and latest.json carry of themselves, so that a damaged one is never
 * taken for the one that was written: the last member of each. `sha256` of latest.json is the
 * digest of its bundle.
 */
export const sealOf = { catalogue: 'sha256', latest: 'seal' } as const;
export type Seal = (typeof sealOf)[keyof typeof sealOf];

/** The text with its SHA-256 as the last member. `text` is a JSON object on one line. */
export function sealed(text: string, sha256: string, seal: Seal): string {
  return `${text.slice(0, -'}\n'.length)},"${seal}":"${sha256}"}\n`;
}

/**
 * The text before it was sealed, and the digest that it must have; null if the text has no seal.
 */
export function unsealed(
  text: string,
  seal: Seal,
): { readonly text: string; readonly sha256: string } | null {
  const [end, sha256] = new RegExp(`,"${seal}":"([0-9a-f]{64})"\\}\n$`).exec(text) ?? [];
  return end === undefined || sha256 === undefined
    ? null
    : { text: `${text.slice(0, -end.length)}}\n`, sha256 };
}

export const noSeal = 'has no digest of itself';

export const brokenSeal = 'its bytes differ from those that were written';

/** What a bundle holds first: the list of its files. */
export const manifestFile = 'manifest.json';

/** The file that names the newest bundle. */
export const latestFile = 'latest.json';

/** The name of a bundle has the digest of its bytes, so one name never means other bytes. */
export const bundleName = /^lmi-([0-9a-f]{16})\.zip$/;

export function bundleNameOf(sha256: string): string {
  return `lmi-${sha256.slice(0, 16)}.zip`;
}

/**
 * The value where the catalogue of a bundle must have an instant. It has no real one, so that equal
 * editions make equal bytes.
 */
export const noInstant = '1970-01-01T00:00:00Z';

/**
 * The logo of Skills England, which its licence asks to be shown beside its data. The operator
 * supplies the publisher's file, and it is shown unchanged: its place in a data directory, a store,
 * a bundle or a site, and its address on a server.
 */
export const logoFile = 'logos/skills-england.svg';

interface Listed {
  readonly file: string;
  readonly sha256: string;
}

/**
 * The list of an edition's files as one text. Its SHA-256 is the root of the edition, so whoever
 * knows the root can prove every file. One line for each file, in the order of their paths: the
 * path, NUL and the digest.
 */
export function listingText(files: readonly Listed[]): string {
  return [...files]
    .sort((a, b) => byCodeUnit(a.file, b.file))
    .map(({ file, sha256 }) => `${file}\0${sha256}\n`)
    .join('');
}
