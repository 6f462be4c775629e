// The pages of answers in a real browser: on a phone and on a desk, light and dark, by keyboard, and as files with no network.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { writeSite } from '#compiler/serve/write-site.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { accessibilityFaults, describeInBrowser, launch, openPage } from './chromium.ts';
import { photograph } from './photograph.ts';

const kinds = [
  '/occupations/2134',
  '/occupations/1161',
  '/occupations',
  '/search?q=nurse',
  '/compare?a=2134&b=2136',
  '/areas',
  '/areas/barnsley',
  '/areas/wales',
  '/reference',
  '/reference/pay',
  '/guides/reading-a-figure',
  '/status',
  '/terms',
  '/changelog',
  '/nothing-is-here',
] as const;

const widths = [390, 1280] as const;

describeInBrowser('pages of answers', () => {
  let server: Serving;
  let browser: Browser;
  beforeAll(async () => {
    server = await serve({
      data: sampleDirectory(),
      state: join(temporaryDirectory(), 'state'),
      port: 0,
      clientAddress: 'header:x-test-client',
    });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test.each(kinds)('%s is legible, accessible and alone', async (path) => {
    const missing = path === '/nothing-is-here';
    const watched = await openPage(browser, 'desktop');
    const { page } = watched;
    const colours = (scheme: 'light' | 'dark') => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    // Each kind of page is a client of its own, so that no test runs into the limit of an address.
    await page.setExtraHTTPHeaders({ 'x-test-client': `192.0.2.${kinds.indexOf(path) + 1}` });
    await colours('light');
    const response = await page.goto(server.url + path);
    expect(response?.status()).toBe(missing ? 404 : 200);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    for (const width of widths) {
      await page.setViewport({ width, height: 900 });
      await photograph(page, `page${path.replace(/\W+/g, '-')}-${width}-light`);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    }
    // Nothing but contrast depends on the colours, and the colours do not depend on the width.
    await colours('dark');
    await photograph(page, `page${path.replace(/\W+/g, '-')}-dark`);
    expect(await accessibilityFaults(page, ['color-contrast'])).toEqual([]);
    expect(watched.requests.filter((address) => !address.startsWith(`${server.url}/`))).toEqual([]);
    // Chromium tells of every answer that is no success.
    expect(watched.complaints.length).toBe(missing ? 1 : 0);
    await page.close();
  });

  test('from a page to another occupation by keyboard alone, with script turned off', async () => {
    const { page } = await openPage(browser, 'desktop');
    await page.setExtraHTTPHeaders({ 'x-test-client': '192.0.2.100' });
    await page.setJavaScriptEnabled(false);
    await page.goto(`${server.url}/occupations/2134`);
    const focused = () => page.evaluate('document.activeElement.id || document.activeElement.getAttribute("href")');
    for (let press = 0; press < 10 && (await focused()) !== 'site-search'; press += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe('site-search');
    await page.keyboard.type('nurse');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    const links = (await page.$$eval('#results a', (found) => found.map((link) => link.getAttribute('href') ?? ''))) as string[];
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (let press = 0; press < 30 && (await focused()) !== links[1]; press += 1) await page.keyboard.press('Tab');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(new URL(page.url()).pathname).toBe(links[1]);
    await page.close();
  });

  test('with script, search and filter answer while a person types: a word costs one request, and the list is the server’s', async () => {
    const { page, complaints, requests } = await openPage(browser, 'desktop');
    await page.setExtraHTTPHeaders({ 'x-test-client': '192.0.2.102' });
    await page.goto(`${server.url}/occupations`);
    const searches = () => requests.filter((address) => new URL(address).pathname === '/search').length;
    const inSight = () => page.evaluate('[...document.querySelectorAll("#tree a")].filter((link) => link.offsetParent !== null).length');
    expect(await inSight()).toBe(412);
    await page.type('#filter', 'nurs 22');
    expect(await inSight()).toBe(await page.evaluate('Number(document.querySelector("#filtered").textContent.split(" ")[0])'));
    expect(await inSight()).toBeLessThan(10);
    await page.focus('#site-search');
    await page.keyboard.type('nurse');
    await page.waitForSelector('.found li:nth-child(4)');
    expect(searches()).toBe(1);
    const found = (selector: string) => page.$$eval(selector, (links) => links.map((link) => link.getAttribute('href')));
    const typed = await found('.found li a');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.$('.found li')).toBeNull();
    await page.goto(`${server.url}/search?q=nurse`);
    expect(typed).toEqual((await found('#results li a')).slice(0, 6));
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('an occupation prints on two sheets', async () => {
    const { page } = await openPage(browser, 'desktop');
    await page.setExtraHTTPHeaders({ 'x-test-client': '192.0.2.101' });
    await page.goto(`${server.url}/occupations/2134`);
    const sheets = Buffer.from(await page.pdf({ format: 'A4' }))
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g)?.length;
    expect(sheets).toBe(2);
    await page.close();
  });

  test('the site opens from a disk without a network: search, occupation, compare, back', async () => {
    const folder = join(temporaryDirectory(), 'site');
    const { occupations } = await writeSite({ data: sampleDirectory(), folder, api: null, contact: null });
    expect(occupations).toBe(412);
    const { page, complaints, requests } = await openPage(browser, 'desktop');
    await page.setOfflineMode(true);
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await page.type('#q', 'sofware enginer');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await page.waitForSelector('#results li');
    expect(await page.$eval('#results li', (found) => found.textContent)).toContain('Programmers and software development professionals');
    // It answers while a person types.
    await page.$eval('#q', (field) => ((field as unknown as { value: string }).value = ''));
    await page.type('#q', 'nurse');
    await page.waitForFunction(
      'document.querySelector("#results").textContent.includes("like “nurse”") && document.querySelectorAll("#results li").length >= 4',
    );
    await Promise.all([page.waitForNavigation(), page.click('#results a')]);
    expect(await page.$eval('h1', (heading) => heading.textContent)).toMatch(/nurs/i);
    await page.goto(`${pathToFileURL(join(folder, 'compare.html')).href}?a=2134&b=2136`);
    await page.waitForSelector('#results table');
    expect(await page.$eval('#results', (found) => found.textContent)).toContain('Median annual pay');
    await page.goBack();
    expect(page.url()).toMatch(/\/occupations\/\d{4}\.html$/);
    expect(await page.$eval('body', (body) => body.textContent)).toContain('Synthetic sample.');
    await page.goto(pathToFileURL(join(folder, 'occupations.html')).href);
    await page.type('#filter', 'midwi');
    expect(await page.$eval('#filtered', (told) => told.textContent)).toMatch(/^[1-9] of 412 occupations$/);
    expect(complaints).toEqual([]);
    expect(requests.filter((address) => !address.startsWith('file://'))).toEqual([]);
    await page.close();
  });
});
