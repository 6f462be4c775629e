// Mail on a laptop: it goes to the serving process, which keeps it in a folder and does not send it.
import type { Mailer } from './sign-up.ts';

/** `outbox` takes a mail as JSON. */
export function createOutboxMailer(outbox: { fetch(request: Request): Promise<Response> }): Mailer {
  return {
    async send(mail) {
      const response = await outbox.fetch(new Request('http://outbox/', { method: 'POST', body: JSON.stringify(mail) }));
      if (!response.ok) throw new Error(`the outbox answered ${response.status}`);
    },
  };
}
