// How mail leaves, read from the environment.
import { readEmailAddress } from './email-address.ts';
import type { SmtpSettings } from './smtp-mailer.ts';

export interface MailEnvironment {
  readonly MAIL_FROM?: string;
  readonly SMTP_HOST?: string;
  readonly SMTP_PORT?: string;
  readonly SMTP_SECURITY?: string;
  readonly SMTP_USER?: string;
  readonly SMTP_PASSWORD?: string;
}

/**
 * Whether SIGN_UP is open; not set is closed. Throws RangeError for any other text, and where it is open and there is nothing to send
 * mail by: an operator who has opened it must hear that nobody gets a key.
 */
export function readSignUp(setting: string, hasMailer: boolean): boolean {
  if (setting !== 'open' && setting !== 'closed' && setting !== '')
    throw new RangeError(`SIGN_UP is "${setting}", expected open or closed`);
  if (setting === 'open' && !hasMailer) throw new RangeError('SIGN_UP is open and SMTP_HOST is not set: the links to keys go by mail');
  return setting === 'open';
}

const ports = { tls: 465, starttls: 587, none: 25 } as const;

/** The settings of SMTP; null where SMTP_HOST is not set. Throws RangeError naming the variable that is wrong, and never its value where that is secret. */
export function readSmtpSettings({
  MAIL_FROM,
  SMTP_HOST,
  SMTP_PORT,
  SMTP_SECURITY,
  SMTP_USER,
  SMTP_PASSWORD,
}: MailEnvironment): SmtpSettings | null {
  if (!SMTP_HOST) return null;
  // Not set, empty, and the null that workerd gives for a variable that is not set are one.
  const security = SMTP_SECURITY || 'tls';
  if (security !== 'tls' && security !== 'starttls' && security !== 'none')
    throw new RangeError(`SMTP_SECURITY is "${security}", expected tls, starttls or none`);
  const from = readEmailAddress(MAIL_FROM ?? '');
  if (from === null) throw new RangeError(`MAIL_FROM is "${MAIL_FROM ?? ''}", expected the e-mail address that mail is sent from`);
  const port = SMTP_PORT ? Number(SMTP_PORT) : ports[security];
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new RangeError(`SMTP_PORT is "${SMTP_PORT}", expected a port such as ${ports[security]}`);
  if (!SMTP_USER !== !SMTP_PASSWORD) throw new RangeError('SMTP_USER and SMTP_PASSWORD are set together or not at all');
  // Sent in the clear they would be everybody's; a server on this machine needs none.
  if (SMTP_USER && security === 'none')
    throw new RangeError('SMTP_SECURITY is none, and SMTP_USER is set: credentials are sent over TLS only');
  return {
    host: SMTP_HOST,
    port,
    security,
    from,
    credentials: SMTP_USER && SMTP_PASSWORD ? { username: SMTP_USER, password: SMTP_PASSWORD } : null,
  };
}
