// The whole way to a key as a person goes it: the form, a real mail on its way, the page with the
// button, the key, and the key used; then the way back. In a real browser, with script turned off.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '#compiler/serve/serve.ts';
import { fixtureDirectory } from '../server/fixture.ts';
import { type MailServer, startMailServer } from '../sign-up/mail-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { accessibilityFaults, describeInBrowser, openPage, spoken } from './chromium.ts';

let mail: MailServer;
const start = async () => {
  mail = await startMailServer('none');
  const settings = {
    MAIL_FROM: 'keys@lmi.example.org',
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(mail.port),
    SMTP_SECURITY: 'none',
  };
  const serving = await serve({
    data: fixtureDirectory(),
    state: join(temporaryDirectory(), 'state'),
    port: 0,
    mail: settings,
  });
  return {
    ...serving,
    close: async () => void (await Promise.all([serving.close(), mail.close()])),
  };
};

describeInBrowser('sign-up', start, (open) => {
  test('from the front page to a key and back', async () => {
    const { page, complaints, requests } = await openPage(open.browser, 'phone');
    const { url } = open.server;
    await page.setJavaScriptEnabled(false);
    /**
     * Presses the page's button by keyboard and waits for what comes, which must be accessible and
     * say this.
     */
    const press = async (says: RegExp) => {
      await page.focus('main button');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      await expectAccessible(says);
    };
    const expectAccessible = async (says: RegExp) => {
      // The examination is a script; the page has none.
      await page.setJavaScriptEnabled(true);
      expect(await accessibilityFaults(page), says.source).toEqual([]);
      await page.setJavaScriptEnabled(false);
      expect(await page.$eval('main', (main) => main.textContent ?? '')).toMatch(says);
    };
    const askFor = async (): Promise<string> => {
      await page.type('#email', 'person@example.org');
      const arriving = mail.next();
      await press(/Check your e-mail/);
      return /http:\/\/\S+/.exec((await arriving).text)?.[0] ?? '';
    };
    const statusOf = async (key: string) =>
      (await fetch(`${url}/v1/occupations`, { headers: { 'X-API-Key': key } })).status;

    await page.goto(url);
    await Promise.all([page.waitForNavigation(), page.click('a[href="/keys"]')]);
    expect(await spoken(page)).toEqual(
      expect.arrayContaining([
        'heading 1 Get a key',
        'textbox E-mail address',
        'button Send me the link',
      ]),
    );
    // The browser itself lets this one pass.
    await page.type('#email', 'person@localhost');
    await press(/That is not an e-mail address/);
    expect(await spoken(page)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^alert/), 'textbox E-mail address']),
    );

    await page.goto(`${url}/keys`);
    const link = await askFor();
    await page.goto(link);
    await press(/lmi_/);
    const key = await page.$eval('#key', (element) => element.textContent ?? '');
    expect(await statusOf(key)).toBe(200);
    await page.goto(link);
    await expectAccessible(/This link no longer works/);

    await page.goto(`${url}/keys/delete`);
    await page.goto(await askFor());
    await press(/removed|forgotten/i);
    expect(await statusOf(key)).toBe(401);
    // Chromium tells of the address that was refused, and of the spent link.
    expect(complaints.filter((complaint) => !/40[01]|410/.test(complaint))).toEqual([]);
    expect(requests.filter((address) => !address.startsWith(`${url}/`))).toEqual([]);
  });
});
