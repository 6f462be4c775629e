// The format of keys and mailed links: "lmi_" or "link_", then the base32 of account · random ·
// tag, 16 bytes each. The tag is an HMAC over the other two, so a forged key is refused without
// touching storage.
import { encodeUtf8 } from '../http/digest.ts';

const partBytes = 16;
/** Three parts in base32, whose digits have five bits. */
const encodedLength = Math.ceil((3 * partBytes * 8) / 5);

/**
 * An HMAC key shorter than its hash's output (RFC 2104 §3: 32 bytes for SHA-256) weakens every key
 * that it signs.
 */
const shortestSecret = 32;
const namesOfSecrets = [
  'LMI_KEY_SECRET',
  'LMI_KEY_SECRET_PREVIOUS',
  'LMI_ACCOUNT_SECRET',
  'LMI_ADMIN_SECRET',
] as const;

/** Throws RangeError for the first secret that is set and too short. */
export function requireLongSecrets(
  secrets: { readonly [Name in (typeof namesOfSecrets)[number]]?: string | null },
): void {
  for (const name of namesOfSecrets) {
    const { length } = secrets[name] ?? '';
    if (length > 0 && length < shortestSecret)
      throw new RangeError(
        `${name} has ${length} characters, expected at least ${shortestSecret} random ones\n  ` +
          'openssl rand -base64 32 makes such a secret',
      );
  }
}

interface KeySecrets {
  /** LMI_KEY_SECRET: tags new keys. */
  readonly current: string;
  /** LMI_KEY_SECRET_PREVIOUS: still accepted while the secret rotates; null at other times. */
  readonly previous: string | null;
  /**
   * LMI_ACCOUNT_SECRET: turns names into accounts. It does not rotate, because a new key must find
   * and replace the old one.
   */
  readonly account: string;
}

/** The result of reading a key: its account, or why it is not one of ours. */
type KeyReading =
  | { readonly state: 'genuine'; readonly account: string }
  | { readonly state: 'malformed' | 'forged' };

export type KeyFormat = ReturnType<typeof createKeyFormat>;

/** The length of every key. A longer text is refused unread. */
export const keyLength = 'lmi_'.length + encodedLength;

/**
 * The format of keys, or of mailed links. Their tags use different secrets, so that neither can
 * pass for the other.
 */
export function createKeyFormat(secrets: KeySecrets, prefix: 'lmi_' | 'link_' = 'lmi_') {
  const tagger = (secret: string) =>
    createTagger(prefix === 'lmi_' ? secret : `${prefix}${secret}`);
  const current = tagger(secrets.current);
  const acceptedTaggers =
    secrets.previous === null ? [current] : [current, tagger(secrets.previous)];
  const accounts = createTagger(secrets.account);

  const readParts = (key: string) => {
    if (key.length !== prefix.length + encodedLength) return null;
    const bytes = key.startsWith(prefix) ? fromBase32(key.slice(prefix.length)) : null;
    if (bytes?.length !== 3 * partBytes) return null;
    return {
      account: toBase32(bytes.subarray(0, partBytes)),
      signed: bytes.slice(0, 2 * partBytes),
      tag: bytes.subarray(2 * partBytes),
    };
  };

  return {
    /**
     * The account of a name that the administrator gives, 26 characters. Letter case and
     * surrounding blanks make no difference. "name:" keeps names apart from e-mail addresses.
     */
    accountOfName: async (name: string) =>
      toBase32(await accounts(encodeUtf8(`name:${name.trim().normalize('NFC').toLowerCase()}`))),
    /** The account of an e-mail address that server/sign-up/email-address.ts has read. */
    accountOfAddress: async (address: string) =>
      toBase32(await accounts(encodeUtf8(`address:${address}`))),
    async mint(account: string): Promise<string> {
      const accountBytes = fromBase32(account);
      if (accountBytes?.length !== partBytes)
        throw new Error('an account is the base32 of 16 bytes');
      const signed = new Uint8Array(2 * partBytes);
      signed.set(accountBytes);
      crypto.getRandomValues(signed.subarray(partBytes));
      const tag = await current(signed);
      return prefix + toBase32(new Uint8Array([...signed, ...tag]));
    },
    /** The account that a key names, which proves nothing yet; null if it is no key. */
    accountNamedIn(key: string): string | null {
      return readParts(key)?.account ?? null;
    },
    async read(key: string): Promise<KeyReading> {
      const parts = readParts(key);
      if (parts === null) return { state: 'malformed' };
      for (const tagger of acceptedTaggers) {
        if (equalInConstantTime(await tagger(parts.signed), parts.tag))
          return { state: 'genuine', account: parts.account };
      }
      return { state: 'forged' };
    },
  };
}

/** HMAC-SHA256 cut to 16 bytes, which RFC 2104 §5 allows down to half of the digest. */
function createTagger(secret: string): (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> {
  // Remembers the imported key and not its promise: in workerd no request may wait for another's
  // work.
  let imported: Awaited<ReturnType<typeof crypto.subtle.importKey>> | null = null;
  return async (message) => {
    imported ??= await crypto.subtle.importKey(
      'raw',
      encodeUtf8(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message)).subarray(
      0,
      partBytes,
    );
  };
}

/**
 * Of RFC 4648 §6, lower case and without padding: its letters and digits are easy to read aloud.
 */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let waiting = 0;
  let bits = 0;
  for (const byte of bytes) {
    waiting = (waiting << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt(waiting >> bits);
      waiting &= (1 << bits) - 1;
    }
  }
  return bits === 0 ? text : text + alphabet.charAt(waiting << (5 - bits));
}

/**
 * The bytes of a text that `toBase32` can write; null for any other text, so that no two texts mean
 * the same bytes.
 */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let place = 0;
  let waiting = 0;
  let bits = 0;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit === -1) return null;
    waiting = (waiting << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place] = waiting >> bits;
    place += 1;
    waiting &= (1 << bits) - 1;
  }
  // A digit that no byte needs, or bits that no byte has.
  return bits < 5 && waiting === 0 ? bytes : null;
}

/**
 * Whether two byte strings are equal. The time reveals only their lengths, which are not secret.
 * WebCrypto has no such comparison for truncated tags.
 */
export function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  a.forEach((byte, place) => {
    difference |= byte ^ (b[place] ?? 0);
  });
  return difference === 0;
}

/** Whether two texts are equal. It compares their digests, so that not even the length shows. */
export async function equalTexts(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all(
    [a, b].map((text) => crypto.subtle.digest('SHA-256', encodeUtf8(text))),
  );
  return (
    left !== undefined &&
    right !== undefined &&
    equalInConstantTime(new Uint8Array(left), new Uint8Array(right))
  );
}
