// The digest that the catalogue and latest.json carry of themselves, so that a damaged one is never taken for the one that was written.

/** The last member of each. `sha256` of latest.json is the digest of its bundle. */
export const sealOf = { catalogue: 'sha256', latest: 'seal' } as const;
export type Seal = (typeof sealOf)[keyof typeof sealOf];

const close = '"}\n';
const digestLength = 64;

/** The text with its SHA-256 as the last member. `text` is a JSON object on one line. */
export function sealed(text: string, sha256: string, seal: Seal): string {
  return `${text.slice(0, -'}\n'.length)}${opening(seal)}${sha256}${close}`;
}

/** The text before it was sealed, and the digest that it must have; null if the text has no seal. */
export function unsealed(text: string, seal: Seal): { readonly text: string; readonly sha256: string } | null {
  const open = opening(seal);
  const at = text.length - open.length - digestLength - close.length;
  const end = text.slice(Math.max(0, at));
  const digest = end.slice(open.length, -close.length);
  if (!end.startsWith(open) || !end.endsWith(close) || !/^[0-9a-f]{64}$/.test(digest)) return null;
  return { text: `${text.slice(0, at)}}\n`, sha256: digest };
}

function opening(seal: Seal): string {
  return `,"${seal}":"`;
}

export const noSeal = 'has no digest of itself';

export const brokenSeal = 'its bytes differ from those that were written';
