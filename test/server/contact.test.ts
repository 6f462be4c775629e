// The contact of the operator stands on every page, and without one nothing stands there. What concerns the operator alone reaches nobody.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactSetting } from '#compiler/serve/contact-setting.ts';
import { type Contact, readContact } from '#server/http/settings.ts';
import { offlinePorts } from '#server/ports.ts';
import { createRouter } from '#server/router.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import { writeDataDirectory } from './fixture.ts';

const publicUrl = 'https://lmi.example.org';
let data: Awaited<ReturnType<typeof writeDataDirectory>>;
beforeAll(async () => {
  data = await writeDataDirectory();
});
afterAll(() => data.remove());

const page = async (path: string, contact: Contact | null): Promise<string> => {
  const router = createRouter({ ...offlinePorts, answerCode: 'code', store: createNodeStore(data.path), publicUrl, contact });
  return (await router.fetch(new Request(`${publicUrl}${path}`, { headers: { Accept: 'text/html' } }))).text();
};

const everyPage = ['/', '/occupations', '/search', '/reference', '/terms', '/status', '/versioning', '/problems', '/keys', '/nothing/here'];

test.each(everyPage)('%s has the contact in its footer, or none', async (path) => {
  const link = '<a href="mailto:help@example.org">help@example.org</a>';
  expect(await page(path, readContact('help@example.org'))).toContain(`<p>Contact: ${link}</p></div></footer>`);
  const without = await page(path, null);
  expect(without).toContain('</footer>');
  expect(without).not.toMatch(/contact:|mailto:|not configured|not-configured/i);
});

test.each(['/terms', '/status'])('%s has a part about it', async (path) => {
  const contact = readContact('https://example.org/help');
  expect(await page(path, contact)).toContain('faults that you find: <a href="https://example.org/help">example.org/help</a>');
  expect(await page(path, null)).not.toContain('id="contact"');
});

test.each(['javascript:alert(1)', 'http://example.org', 'nobody', 'https://user:secret@example.org', '"><script>@example.org'])(
  '%s is no contact',
  (setting) => {
    expect(() => readContact(setting)).toThrow('expected an e-mail address, or an address that begins with https://');
  },
);

test('an address in it is escaped', () => {
  expect(readContact("o'brien+lmi@example.org")).toEqual({ text: "o'brien+lmi@example.org", href: "mailto:o'brien%2Blmi@example.org" });
});

test('the command line tells a setting that is wrong', () => {
  expect(contactSetting({})).toBeNull();
  expect(() => contactSetting({ CONTACT: 'nobody' })).toThrow('CONTACT is "nobody"');
});
