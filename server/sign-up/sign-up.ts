// Keys by e-mail: an address asks, a link is mailed, its button shows a new key or forgets the address. The address itself is never
// stored: the account is an HMAC of it, and the mail goes out while it is still in hand.
import { answersPerMinute } from '#schemas/codes.ts';
import type { KeyFormat } from '../key-format.ts';
import { hashOfKey } from '../keys.ts';
import { type LinkPurpose, linkMinutes } from './link-record.ts';

/** One account's links and what using one does. Instants are milliseconds. */
export interface AccountLinks {
  /** False: the address has had its mails of the hour, and none must be sent. */
  addLink(purpose: LinkPurpose, hash: string, now: number): Promise<boolean>;
  linkStands(purpose: LinkPurpose, hash: string, now: number): Promise<boolean>;
  /** Uses the link up and makes `keyHash` the account's live key, both or neither. False where the link cannot be used. */
  redeem(linkHash: string, keyHash: string, perMinute: number, now: number): Promise<boolean>;
  /** Uses the link up and removes all that is kept of the account, both or neither. False where the link cannot be used. */
  forget(linkHash: string, now: number): Promise<boolean>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The port through which mail leaves. Rejects where it could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export interface SignUpPorts {
  readonly keys: KeyFormat;
  readonly links: KeyFormat;
  account(account: string): AccountLinks;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly now: () => number;
}

export interface SignUp {
  /** Mails a link to an address that `readEmailAddress` has read. What went wrong is recorded without it. */
  mailLink(purpose: LinkPurpose, address: string): Promise<void>;
  linkStands(purpose: LinkPurpose, link: string): Promise<boolean>;
  /** The new key, which replaces the account's old one; null where the link cannot be used. */
  redeem(link: string): Promise<string | null>;
  /** False where the link cannot be used. */
  forget(link: string): Promise<boolean>;
}

/** Where a link of each purpose leads. */
export const linkPaths: Readonly<Record<LinkPurpose, string>> = { issue: '/keys/new', forget: '/keys/forget' };

export function createSignUp({ keys, links, account: accountOf, mailer, publicUrl, now }: SignUpPorts): SignUp {
  /** The account that a genuine link is of. A forged one is refused here, and touches no storage. */
  const read = async (link: string): Promise<{ readonly account: string; readonly hash: string } | null> => {
    const reading = await links.read(link);
    return reading.state === 'genuine' ? { account: reading.account, hash: await hashOfKey(link) } : null;
  };

  return {
    async mailLink(purpose, address) {
      try {
        const account = await keys.accountOfAddress(address);
        const link = await links.mint(account);
        if (!(await accountOf(account).addLink(purpose, await hashOfKey(link), now()))) return;
        await mailer.send({ to: address, ...texts[purpose](`${publicUrl}${linkPaths[purpose]}/${link}`) });
      } catch (error) {
        // The error may hold the address or what the server said of it, so only its kind is told.
        console.error('a mail could not be sent:', error instanceof Error ? error.name : typeof error);
      }
    },
    async linkStands(purpose, link) {
      const found = await read(link);
      return found !== null && accountOf(found.account).linkStands(purpose, found.hash, now());
    },
    async redeem(link) {
      const found = await read(link);
      if (found === null) return null;
      const key = await keys.mint(found.account);
      const redeemed = await accountOf(found.account).redeem(found.hash, await hashOfKey(key), answersPerMinute, now());
      return redeemed ? key : null;
    },
    async forget(link) {
      const found = await read(link);
      return found !== null && accountOf(found.account).forget(found.hash, now());
    },
  };
}

const closing = `The link works once, within ${linkMinutes} minutes. If you did not ask for it, do nothing: without the link nothing changes.`;

const texts: Readonly<Record<LinkPurpose, (link: string) => Omit<Mail, 'to'>>> = {
  issue: (link) => ({
    subject: 'Your key to the labour market information API',
    text: `Open this link and press the button to see your new key:\n\n${link}\n\nThe key is shown once, and replaces the key you may already have.\n${closing}\n`,
  }),
  forget: (link) => ({
    subject: 'Removing your key to the labour market information API',
    text: `Open this link and press the button to end your key and remove all that is kept of this address:\n\n${link}\n\n${closing}\n`,
  }),
};
