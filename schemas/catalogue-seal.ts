// The digest that a catalogue carries of itself, so that a damaged catalogue is never taken for the one that was written.

/** The last member of the text: `,"sha256":"…"}` and the end of the line. */
const open = ',"sha256":"';
const close = '"}\n';
const digestLength = 64;

/** The text of a catalogue with the SHA-256 of the text as its last member. `text` is a JSON object on one line. */
export function sealed(text: string, sha256: string): string {
  return `${text.slice(0, -'}\n'.length)}${open}${sha256}${close}`;
}

/** The text before it was sealed, and the digest that it must have; null if the text has no seal. */
export function unsealed(text: string): { readonly text: string; readonly sha256: string } | null {
  const at = text.length - open.length - digestLength - close.length;
  const seal = text.slice(Math.max(0, at));
  const digest = seal.slice(open.length, -close.length);
  if (!seal.startsWith(open) || !seal.endsWith(close) || !/^[0-9a-f]{64}$/.test(digest)) return null;
  return { text: `${text.slice(0, at)}}\n`, sha256: digest };
}

export const noSeal = 'has no digest of itself';

export const brokenSeal = 'its bytes differ from those that were written';
