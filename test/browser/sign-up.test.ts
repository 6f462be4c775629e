// The whole way to a key as a person goes it: the form, a real mail on its way, the page with the button, the key, and the key used;
// then the way back. In a real browser, with script turned off.
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { fixtureDirectory } from '../server/fixture.ts';
import { type MailServer, startMailServer } from '../sign-up/mail-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type Watched, accessibilityFaults, describeInBrowser, launch, openPage, photograph, spoken } from './chromium.ts';

describeInBrowser('sign-up', () => {
  let mail: MailServer;
  let server: Serving;
  let browser: Browser;
  beforeAll(async () => {
    mail = await startMailServer('none');
    const settings = { MAIL_FROM: 'keys@lmi.example.org', SMTP_HOST: 'localhost', SMTP_PORT: String(mail.port), SMTP_SECURITY: 'none' };
    server = await serve({ data: fixtureDirectory(), state: join(temporaryDirectory(), 'state'), port: 0, mail: settings });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await mail.close();
  });

  const shown = ({ page }: Watched) => page.$eval('main', (main) => main.textContent ?? '');

  /** Presses the page's button by keyboard and waits for what comes. */
  async function press({ page }: Watched): Promise<void> {
    await page.focus('main button');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }

  async function lookAt({ page }: Watched, name: string): Promise<void> {
    await photograph(page, `sign-up-${name}`);
    // The examination is a script; the page has none.
    await page.setJavaScriptEnabled(true);
    expect(await accessibilityFaults(page), name).toEqual([]);
    await page.setJavaScriptEnabled(false);
  }

  async function askFor(watched: Watched, path: string, email: string): Promise<string> {
    await watched.page.goto(server.url + path);
    await watched.page.focus('#email');
    await watched.page.keyboard.type(email);
    const arriving = mail.next();
    await press(watched);
    return /http:\/\/\S+/.exec((await arriving).text)?.[0] ?? '';
  }

  const statusOf = async (key: string): Promise<number> =>
    (await fetch(`${server.url}/v1/occupations`, { headers: { 'X-API-Key': key } })).status;

  test('from the front page to a key and back', async () => {
    const email = 'person@example.org';
    const watched = await openPage(browser, 'phone');
    const { page } = watched;
    await page.setJavaScriptEnabled(false);

    await page.goto(server.url);
    await Promise.all([page.waitForNavigation(), page.click('a[href="/keys"]')]);
    await lookAt(watched, '1-form');
    expect(await spoken(page)).toEqual(
      expect.arrayContaining(['heading 1 Get a key', 'textbox E-mail address', 'button Send me the link']),
    );

    const link = await askFor(watched, '/keys', email);
    await lookAt(watched, '2-sent');
    expect(await shown(watched)).toContain('Check your e-mail');

    await page.goto(link);
    await lookAt(watched, '3-button');
    await press(watched);
    await lookAt(watched, '4-key');
    const key = await page.$eval('#key', (element) => element.textContent ?? '');
    expect(await statusOf(key)).toBe(200);

    await page.goto(link);
    await lookAt(watched, '5-spent');
    expect(await shown(watched)).toContain('This link no longer works');

    await page.goto(await askFor(watched, '/keys/delete', email));
    await lookAt(watched, '6-remove');
    await press(watched);
    await lookAt(watched, '7-removed');
    expect(await statusOf(key)).toBe(401);

    // Chromium tells of the spent link, which is 410.
    expect(watched.complaints.filter((complaint) => !complaint.includes('410'))).toEqual([]);
    expect(watched.requests.filter((address) => !address.startsWith(`${server.url}/`))).toEqual([]);
    await page.close();
  });

  test('an address that the service refuses is told above the form', async () => {
    const watched = await openPage(browser, 'phone');
    await watched.page.goto(`${server.url}/keys`);
    // The browser itself lets this one pass.
    await watched.page.type('#email', 'person@localhost');
    await press(watched);
    await lookAt(watched, 'refused');
    expect(await spoken(watched.page)).toEqual(expect.arrayContaining([expect.stringMatching(/^alert/), 'textbox E-mail address']));
    await watched.page.close();
  });
});
