// What keys and mailed links look like: "lmi_" or "link_" and the base32 of account · random · tag, 16 bytes each. The tag is an HMAC
// over the other two, so a forged one is refused without touching storage.
import { fromBase32, toBase32 } from './base32.ts';
import { equalInConstantTime } from './constant-time.ts';
import { encodeUtf8 } from './encode.ts';

const partBytes = 16;

export interface KeySecrets {
  /** LMI_KEY_SECRET: tags new keys. */
  readonly current: string;
  /** LMI_KEY_SECRET_PREVIOUS: still believed while the secret rotates; null at other times. */
  readonly previous: string | null;
  /** LMI_ACCOUNT_SECRET: turns names into accounts. It does not rotate, or a new key could no longer find and replace the old one. */
  readonly account: string;
}

/** What a presented key says of itself: its account, or why it cannot be one of ours. */
export type KeyReading = { readonly state: 'genuine'; readonly account: string } | { readonly state: 'malformed' | 'forged' };

export interface KeyFormat {
  /** The account of a name that an administrator gives, 26 characters. Letter case and surrounding blanks do not make another account. */
  accountOf(name: string): Promise<string>;
  /** The account of an e-mail address, as server/sign-up/email-address.ts reads it. */
  accountOfAddress(address: string): Promise<string>;
  mint(account: string): Promise<string>;
  read(key: string): Promise<KeyReading>;
}

/** Keys, or the links that are mailed. Their tags are made with other secrets, so that neither can pass for the other. */
export function createKeyFormat(secrets: KeySecrets, prefix: 'lmi_' | 'link_' = 'lmi_'): KeyFormat {
  const tagger = (secret: string) => createTagger(prefix === 'lmi_' ? secret : `${prefix}${secret}`);
  const current = tagger(secrets.current);
  const believed = secrets.previous === null ? [current] : [current, tagger(secrets.previous)];
  const accounts = createTagger(secrets.account);

  return {
    async accountOf(name) {
      // "name:" keeps the labels that an administrator gives apart from e-mail addresses.
      return toBase32(await accounts(encodeUtf8(`name:${name.trim().normalize('NFC').toLowerCase()}`)));
    },
    async accountOfAddress(address) {
      return toBase32(await accounts(encodeUtf8(`address:${address}`)));
    },
    async mint(account) {
      const accountBytes = fromBase32(account);
      if (accountBytes?.length !== partBytes) throw new Error('an account is the base32 of 16 bytes');
      const signed = new Uint8Array(2 * partBytes);
      signed.set(accountBytes);
      crypto.getRandomValues(signed.subarray(partBytes));
      const tag = await current(signed);
      return prefix + toBase32(new Uint8Array([...signed, ...tag]));
    },
    async read(key) {
      const bytes = key.startsWith(prefix) ? fromBase32(key.slice(prefix.length)) : null;
      if (bytes?.length !== 3 * partBytes) return { state: 'malformed' };
      const signed = bytes.slice(0, 2 * partBytes);
      const tag = bytes.subarray(2 * partBytes);
      for (const tagger of believed) {
        if (equalInConstantTime(await tagger(signed), tag)) return { state: 'genuine', account: toBase32(bytes.subarray(0, partBytes)) };
      }
      return { state: 'forged' };
    },
  };
}

/** HMAC-SHA256 cut to 16 bytes, which RFC 2104 §5 allows down to half of the digest. */
function createTagger(secret: string): (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> {
  // The imported key is remembered, not the promise of it: in workerd no request may wait for another's work.
  let imported: Awaited<ReturnType<typeof crypto.subtle.importKey>> | null = null;
  return async (message) => {
    imported ??= await crypto.subtle.importKey('raw', encodeUtf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message)).subarray(0, partBytes);
  };
}
