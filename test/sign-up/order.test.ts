import { describe, expect, test } from 'vitest';
import { createKeyFormat } from '#server/keys/key-format.ts';
import { offlinePorts } from '#server/ports.ts';
import { createRouter } from '#server/router.ts';
import { createSignUp } from '#server/sign-up/sign-up.ts';
import { catalogueWith } from '../server/catalogues.ts';
import { withoutDocuments } from '../server/ask.ts';

const publicUrl = 'https://lmi.example.org';
const secrets = { current: 'a'.repeat(32), previous: null, account: 'b'.repeat(32) };

describe.each(['/keys', '/keys/delete'])('POST %s', (path) => {
  test.each([
    ['JSON', 'application/json', JSON.stringify({ email: 'name@example.org' })],
    ['a form', 'application/x-www-form-urlencoded', 'email=name%40example.org'],
  ])(
    'is answered before any call to an account, and the mail goes out after it: %s',
    async (_, type, body) => {
      const events: string[] = [];
      const format = createKeyFormat(secrets);
      const links = createKeyFormat(secrets, 'link_');
      const signUp = createSignUp({
        keys: {
          ...format,
          accountOfAddress: (address) => (
            events.push('account is computed'), format.accountOfAddress(address)
          ),
        },
        links,
        accounts: {
          of: () => {
            events.push('account is asked');
            return {
              addLink: async () => events.push('link is added') > 0,
              isLinkLive: async () => false,
              redeem: async () => false,
              forget: async () => false,
            };
          },
        },
        mailer: { send: async () => void events.push('mail is sent') },
        publicUrl,
        now: () => 0,
      });
      const store = withoutDocuments(catalogueWith([]));
      const router = createRouter({
        ...offlinePorts,
        answerCode: 'code',
        store,
        publicUrl,
        signUp: { signUp, open: true },
      });
      const works: Promise<void>[] = [];
      const request = new Request(`${publicUrl}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });
      const response = await router.fetch(request, (work) => void works.push(work));
      // A client has the whole answer before the next turn.
      await response.text();
      events.push(`answered ${response.status}`);
      await Promise.all(works);
      expect(events).toEqual([
        'answered 202',
        'account is computed',
        'account is asked',
        'link is added',
        'mail is sent',
      ]);
    },
  );
});
