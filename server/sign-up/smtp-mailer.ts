// Mail over SMTP, from workerd. Only worker.ts imports this: the library opens the platform's
// sockets.
import { LogLevel, WorkerMailer } from 'worker-mailer';
import type { Mailer } from './sign-up.ts';

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
      ),
  };
}
