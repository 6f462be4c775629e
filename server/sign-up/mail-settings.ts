// Reads the mail settings from the environment, and sends mail on a laptop: to the serving process,
// which keeps it in a folder.
import { readEmailAddress } from './email-address.ts';
import type { SmtpSettings } from './smtp-mailer.ts';
import type { Mailer } from './sign-up.ts';

export interface MailEnvironment {
  readonly MAIL_FROM?: string;
  readonly SMTP_HOST?: string;
  readonly SMTP_PORT?: string;
  readonly SMTP_SECURITY?: string;
  readonly SMTP_USER?: string;
  readonly SMTP_PASSWORD?: string;
}

/**
 * Whether SIGN_UP is open; not set is closed. Throws RangeError for any other text, and if it is
 * open and no mail can be sent: the operator must learn that nobody gets a key.
 */
export function readSignUp(setting: string, hasMailer: boolean): boolean {
  if (setting !== 'open' && setting !== 'closed' && setting !== '')
    throw new RangeError(`SIGN_UP is "${setting}", expected open or closed`);
  if (setting === 'open' && !hasMailer)
    throw new RangeError(
      'SIGN_UP is open and SMTP_HOST is not set: set SMTP_HOST, because the service ' +
        'mails the links to keys',
    );
  return setting === 'open';
}

const ports = { tls: 465, starttls: 587, none: 25 } as const;

/**
 * The settings of SMTP; null if SMTP_HOST is not set. Throws RangeError, which names the wrong
 * variable and never a secret value.
 */
export function readSmtpSettings(settings: MailEnvironment): SmtpSettings | null {
  const {
    SMTP_HOST: host,
    SMTP_PORT,
    SMTP_SECURITY,
    SMTP_USER: username,
    SMTP_PASSWORD: password,
  } = settings;
  if (!host) return null;
  // Not set, empty, and workerd's null for a variable that is not set all mean the same.
  const security = SMTP_SECURITY || 'tls';
  if (security !== 'tls' && security !== 'starttls' && security !== 'none')
    throw new RangeError(`SMTP_SECURITY is "${security}", expected tls, starttls or none`);
  const sender = settings.MAIL_FROM ?? '';
  const from = readEmailAddress(sender);
  if (from === null)
    throw new RangeError(`MAIL_FROM is "${sender}", expected the sender's e-mail address`);
  const port = SMTP_PORT ? Number(SMTP_PORT) : ports[security];
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new RangeError(`SMTP_PORT is "${SMTP_PORT}", expected a port such as ${ports[security]}`);
  if (!username !== !password)
    throw new RangeError('SMTP_USER or SMTP_PASSWORD is not set: set both or neither');
  // Without TLS anybody on the way could read the credentials. A server on this machine needs none.
  if (username && security === 'none')
    throw new RangeError('SMTP_SECURITY is none and SMTP_USER is set: credentials need TLS');
  return {
    host,
    port,
    security,
    from,
    credentials: username && password ? { username, password } : null,
  };
}

/** `outbox` takes a mail as JSON. */
export function createOutboxMailer(outbox: { fetch(request: Request): Promise<Response> }): Mailer {
  return {
    async send(mail) {
      const response = await outbox.fetch(
        new Request('http://outbox/', { method: 'POST', body: JSON.stringify(mail) }),
      );
      if (!response.ok) throw new Error(`the outbox answered ${response.status}`);
    },
  };
}
