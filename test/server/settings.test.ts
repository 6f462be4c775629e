// The settings of the worker that are read from text: what they are read as, and what is refused
// with what is expected.
import { describe, expect, test } from 'vitest';
import { contactSetting } from '#compiler/serve/settings.ts';
import { readClientAddress } from '#server/http/address.ts';
import { readPublicUrl } from '#server/http/settings.ts';
import { readContact } from '#server/sign-up/contact.ts';
import { asking } from './ask.ts';

test.each([
  '',
  'lmi.example.org',
  'ftp://lmi.example.org',
  'https://lmi.example.org/?a=b',
  'https://user@lmi.example.org',
])('PUBLIC_URL "%s" is refused', (setting) => {
  expect(() => readPublicUrl(setting)).toThrow(
    `PUBLIC_URL is "${setting}", expected an address such as https://lmi.example.org`,
  );
});

describe('CONTACT', () => {
  const page = async (path: string, contact: string | null): Promise<string> =>
    (
      await asking({ contact: contact === null ? null : readContact(contact) })(path, {
        headers: { Accept: 'text/html' },
      })
    ).text();

  test.each([
    '/',
    '/occupations',
    '/search',
    '/reference',
    '/terms',
    '/status',
    '/problems',
    '/keys',
    '/nothing/here',
  ])('%s has it in its footer, or none', async (path) => {
    const link = '<a href="mailto:help@example.org">help@example.org</a>';
    expect(await page(path, 'help@example.org')).toContain(
      `<p>Contact: ${link}</p></div></footer>`,
    );
    // What concerns the operator alone reaches nobody.
    expect(await page(path, null)).not.toMatch(
      /contact:|mailto:|id="contact"|not configured|not-configured/i,
    );
  });

  test.each([
    'javascript:alert(1)',
    'http://example.org',
    'nobody',
    'https://user:secret@example.org',
    '"><script>@example.org',
  ])('%s is refused', (setting) => {
    expect(() => contactSetting({ CONTACT: setting })).toThrow(
      `CONTACT is "${setting}", expected an e-mail address`,
    );
  });

  test('an address in it is escaped', () => {
    expect(readContact("o'brien+lmi@example.org")).toEqual({
      text: "o'brien+lmi@example.org",
      href: "mailto:o'brien%2Blmi@example.org",
    });
  });
});

describe('CLIENT_ADDRESS', () => {
  const asked = (headers: Record<string, string>, clientIp?: string): Request =>
    Object.assign(
      new Request('http://localhost/', { headers }),
      clientIp === undefined ? {} : { cf: { clientIp } },
    );

  test.each([
    [
      'cloudflare',
      asked({ 'CF-Connecting-IP': '192.0.2.1', 'X-Forwarded-For': '10.0.0.1' }),
      '192.0.2.1',
    ],
    ['direct', asked({ 'CF-Connecting-IP': '192.0.2.1' }, '127.0.0.1:58714'), '127.0.0.1:58714'],
    ['shared', asked({ 'CF-Connecting-IP': '192.0.2.1' }, '127.0.0.1:1'), null],
    // The proxy appends; whatever the client wrote stands before it.
    ['header:X-Forwarded-For', asked({ 'X-Forwarded-For': '203.0.113.9, 192.0.2.1' }), '192.0.2.1'],
    ['header:X-Forwarded-For', asked({}), null],
  ])('%s', (setting, request, address) => {
    expect(readClientAddress(setting)(request)).toBe(address);
  });

  test.each(['Direct', 'header:', 'header:a b'])('"%s" is refused', (setting) => {
    expect(() => readClientAddress(setting)).toThrow(
      `CLIENT_ADDRESS is "${setting}", expected cloudflare, direct, shared or header:NAME`,
    );
  });
});
