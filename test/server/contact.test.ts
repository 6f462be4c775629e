// The contact of the operator stands on every page, and without one nothing stands there. What concerns the operator alone reaches nobody.
import { expect, test } from 'vitest';
import { contactSetting } from '#compiler/serve/settings.ts';
import { type Contact, readContact } from '#server/http/settings.ts';
import { asking } from './ask.ts';

const page = async (path: string, contact: Contact | null): Promise<string> =>
  (await asking({ contact })(path, { headers: { Accept: 'text/html' } })).text();

test.each(['/', '/occupations', '/search', '/reference', '/terms', '/status', '/problems', '/keys', '/nothing/here'])(
  '%s has the contact in its footer, or none',
  async (path) => {
    const link = '<a href="mailto:help@example.org">help@example.org</a>';
    expect(await page(path, readContact('help@example.org'))).toContain(`<p>Contact: ${link}</p></div></footer>`);
    expect(await page(path, null)).not.toMatch(/contact:|mailto:|not configured|not-configured/i);
  },
);

test.each(['/terms', '/status'])('%s has a part about it', async (path) => {
  const contact = readContact('https://example.org/help');
  expect(await page(path, contact)).toContain('faults that you find: <a href="https://example.org/help">example.org/help</a>');
  expect(await page(path, null)).not.toContain('id="contact"');
});

test.each(['javascript:alert(1)', 'http://example.org', 'nobody', 'https://user:secret@example.org', '"><script>@example.org'])(
  '%s is no contact',
  (setting) => {
    expect(() => contactSetting({ CONTACT: setting })).toThrow(`CONTACT is "${setting}", expected an e-mail address`);
  },
);

test('an address in it is escaped', () => {
  expect(readContact("o'brien+lmi@example.org")).toEqual({ text: "o'brien+lmi@example.org", href: "mailto:o'brien%2Blmi@example.org" });
});
