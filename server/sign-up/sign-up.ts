// Keys by e-mail: a person gives an address and gets a link, whose button shows a new key or
// forgets the address. The address itself is never stored: the account is an HMAC of it, and the
// process holds it only until the mail is sent.
import { answersPerMinute } from '#schemas/codes.ts';
import type { KeyFormat } from '../keys/key-format.ts';
import { hashOfKey } from '../keys/keys.ts';
import { linkMinutes, type LinkPurpose } from '../keys/account.ts';
import { type Accounts, askAccounts } from '../keys/accounts.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The port that sends mail. Rejects if the mail could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

interface SignUpPorts {
  readonly keys: KeyFormat;
  readonly links: KeyFormat;
  readonly accounts: Pick<Accounts<'addLink' | 'isLinkLive' | 'redeem' | 'forget'>, 'of'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly now: () => number;
}

/** Thrown by a mailer. Its message goes to the log and holds no address. */
export class MailError extends Error {}

export type SignUp = ReturnType<typeof createSignUp>;

/** The path of a link of each purpose. */
export const linkPaths: Readonly<Record<LinkPurpose, string>> = {
  issue: '/keys/new',
  forget: '/keys/forget',
};

export function createSignUp({ keys, links, accounts, mailer, publicUrl, now }: SignUpPorts) {
  /** Asks for a genuine link. A forged link is refused here and touches no storage. */
  const askAboutLink = async <Answer>(
    link: string,
    answerToForged: Answer,
    ask: (account: string, hash: string) => Promise<Answer>,
  ): Promise<Answer> => {
    const reading = await links.read(link);
    return reading.state === 'genuine'
      ? ask(reading.account, await hashOfKey(link))
      : answerToForged;
  };

  return {
    /**
     * Mails a link to an address that `readEmailAddress` has read. A fault is recorded without the
     * address.
     */
    async mailLink(purpose: LinkPurpose, address: string): Promise<void> {
      try {
        const account = await keys.accountOfAddress(address);
        const link = await links.mint(account);
        const hash = await hashOfKey(link);
        if (!(await askAccounts(accounts.of(account).addLink(account, purpose, hash, now()))))
          return;
        await mailer.send({
          to: address,
          ...texts[purpose](`${publicUrl}${linkPaths[purpose]}/${link}`),
        });
      } catch (error) {
        console.error('a mail could not be sent:', describeMailError(error));
      }
    },
    isLinkLive: (purpose: LinkPurpose, link: string) =>
      askAboutLink(link, false, (account, hash) =>
        askAccounts(accounts.of(account).isLinkLive(account, purpose, hash, now())),
      ),
    /** The new key, which replaces the account's old one; null if the link does not work. */
    redeem: (link: string) =>
      askAboutLink<string | null>(link, null, async (account, hash) => {
        const key = await keys.mint(account);
        const keyHash = await hashOfKey(key);
        const redeemed = await askAccounts(
          accounts.of(account).redeem(account, hash, keyHash, answersPerMinute, now()),
        );
        return redeemed ? key : null;
      }),
    /** False if the link does not work. */
    forget: (link: string) =>
      askAboutLink(link, false, (account, hash) =>
        askAccounts(accounts.of(account).forget(account, hash, now())),
      ),
  };
}

/**
 * Another error may hold the address or the mail server's reply about it, so the log gets only its
 * kind.
 */
function describeMailError(error: unknown): string {
  if (error instanceof MailError) return error.message;
  return error instanceof Error ? error.name : typeof error;
}

const closing =
  `The link works once, within ${linkMinutes} minutes. If you did not ask for it, do ` +
  'nothing: nothing changes until somebody uses the link.';

const texts: Readonly<Record<LinkPurpose, (link: string) => Omit<Mail, 'to'>>> = {
  issue: (link) => ({
    subject: 'Your key to the labour market information API',
    text:
      `Open this link and press the button to see your new key:\n\n${link}\n\nThe page ` +
      `shows the key once. It replaces a key that you already have.\n${closing}\n`,
  }),
  forget: (link) => ({
    subject: 'Removing your key to the labour market information API',
    text:
      'Open this link and press the button to end your key and every link that we mailed, ' +
      `and to remove what we keep about this address:\n\n${link}\n\n${closing}\n`,
  }),
};
