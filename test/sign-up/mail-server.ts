// A real SMTP server on loopback, with what it was sent.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  /** As it came over the wire. */
  readonly raw: string;
  readonly encrypted: boolean;
  readonly user: string | null;
}

export interface MailServer {
  readonly port: number;
  /** The mail that comes next. */
  next(): Promise<ReceivedMail>;
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

export const certificateFile = new URL('certificate/certificate.pem', import.meta.url);
const certificate = {
  cert: readFileSync(certificateFile),
  key: readFileSync(new URL('certificate/key.pem', import.meta.url)),
};

/** Credentials that the server believes. */
export const credentials = {
  SMTP_USER: 'mailer',
  SMTP_PASSWORD: 'a password that no log may hold',
} as const;

export async function startMailServer(security: 'tls' | 'starttls' | 'none'): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  const server = new SMTPServer({
    ...certificate,
    secure: security === 'tls',
    authOptional: security === 'none',
    disabledCommands: security === 'none' ? ['STARTTLS', 'AUTH'] : [],
    onAuth({ username, password }, _session, answer) {
      if (username === credentials.SMTP_USER && password === credentials.SMTP_PASSWORD)
        answer(null, { user: username });
      else answer(new Error('wrong credentials'));
    },
    onData(stream, session, answer) {
      stream.toArray().then(async (chunks) => {
        const raw = Buffer.concat(chunks).toString();
        const { text = '' } = await PostalMime.parse(raw);
        const { mailFrom, rcptTo } = session.envelope;
        const user =
          session.user === undefined || session.user === null ? null : String(session.user);
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text,
          raw,
          encrypted: session.secure,
          user,
        };
        received.push(mail);
        waiting.shift()?.(mail);
        answer();
      }, answer);
    },
  });
  // A client that hangs up after its last word is no fault of anybody's.
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    next: () => new Promise((arrived) => waiting.push(arrived)),
    close: () => new Promise((closed) => server.close(closed)),
  };
}
