// Mail over SMTP, from workerd. Only worker.ts imports this: the library opens the platform's
// sockets.
import { LogLevel, WorkerMailer } from 'worker-mailer';
import { MailError, type Mailer } from './sign-up.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /**
   * `tls` from the first byte, `starttls` after the greeting, `none` for a server on this machine.
   */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly credentials: { readonly username: string; readonly password: string } | null;
  /** The sender's address. */
  readonly from: string;
}

/**
 * Opens one connection for each mail. The library's log stays off, because it prints credentials.
 */
export function createSmtpMailer({
  host,
  port,
  security,
  credentials,
  from,
}: SmtpSettings): Mailer {
  return {
    send: ({ to, subject, text }) =>
      WorkerMailer.send(
        {
          host,
          port,
          secure: security === 'tls',
          startTls: security === 'starttls',
          ...(credentials === null ? {} : { credentials, authType: ['plain', 'login'] }),
          logLevel: LogLevel.NONE,
          socketTimeoutMs: 10_000,
          responseTimeoutMs: 10_000,
        },
        // Tells automatic responders not to answer (RFC 3834).
        { from, to, subject, text, headers: { 'Auto-Submitted': 'auto-generated' } },
      ).catch((error: unknown) => {
        throw mailErrorOf(error);
      }),
  };
}

/**
 * What failed, by how the message of the library or of workerd begins. The remainder may hold an
 * address or the server's reply about it.
 */
const failures: readonly { readonly message: RegExp; readonly what: string }[] = [
  {
    message: /^(?:proxy request failed|Failed to connect)/,
    what:
      'no connection to SMTP_HOST at SMTP_PORT, or no certificate that this machine trusts for ' +
      'that name',
  },
  {
    message: /^(?:internal error|Failed to start TLS)/,
    what: 'STARTTLS failed: the server refused it, or this machine does not trust its certificate',
  },
  { message: /^Failed to (?:EHLO|HELO)/, what: 'the mail server did not accept the greeting' },
  {
    message: /^(?:Invalid login|Failed to .*authentication|No supported auth|smtp server requires)/,
    what: 'the mail server did not accept SMTP_USER and SMTP_PASSWORD',
  },
  { message: /^Invalid MAIL/, what: 'the mail server refused the sender, MAIL_FROM' },
  { message: /^Invalid RCPT/, what: 'the mail server refused the address that asked' },
  { message: /^(?:Failed to send DATA|Failed send)/, what: 'the mail server refused the mail' },
  { message: /timeout/i, what: 'the mail server did not answer within 10 seconds' },
];

function mailErrorOf(error: unknown): unknown {
  const failure = failures.find(
    ({ message }) => error instanceof Error && message.test(error.message),
  );
  return failure === undefined ? error : new MailError(failure.what);
}
