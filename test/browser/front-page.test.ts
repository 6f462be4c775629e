// The front page as people meet it: in a real browser, on a phone and on a desk, by keyboard and by screen reader, without script.
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type Watched, accessibilityFaults, describeInBrowser, launch, openPage, spoken, viewports } from './chromium.ts';
import { photograph } from './photograph.ts';

describeInBrowser('the front page', () => {
  let server: Serving;
  let browser: Browser;
  beforeAll(async () => {
    server = await serve({ data: sampleDirectory(), state: join(temporaryDirectory(), 'state'), port: 0 });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Nothing was complained of, and nobody else was asked for anything. */
  function expectQuiet({ complaints, requests }: Watched): void {
    expect(complaints).toEqual([]);
    expect(requests.filter((address) => !address.startsWith(`${server.url}/`))).toEqual([]);
  }

  for (const viewport of Object.keys(viewports) as (keyof typeof viewports)[]) {
    for (const path of ['/', '/?q=nurse', '/?q=zzzzzzzz', `/?q=${'x'.repeat(201)}`, '/problems', '/problems/unknown-area', '/keys']) {
      test(`${path.slice(0, 20)} on a ${viewport}`, async () => {
        const watched = await openPage(browser, viewport);
        const { page } = watched;
        const response = await page.goto(server.url + path);
        const tooLong = path.length > 200;
        expect(response?.status()).toBe(tooLong ? 400 : 200);
        await photograph(page, `${viewport}${path.slice(0, 20).replace(/\W+/g, '-')}`);
        expect(await accessibilityFaults(page)).toEqual([]);
        // Nothing is wider than the screen, so nobody has to scroll sideways to read.
        expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
        // Chromium tells of every answer that is no success.
        if (tooLong) watched.complaints.splice(0, 1);
        expectQuiet(watched);
        await page.close();
      });
    }
  }

  test('a title is tried by keyboard alone, with script turned off', async () => {
    const watched = await openPage(browser, 'desktop');
    const { page } = watched;
    await page.setJavaScriptEnabled(false);
    await page.goto(server.url);
    const focused = () => page.evaluate('document.activeElement.textContent.trim() || document.activeElement.id');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    // From the content on: the links of the page's sections, then the field.
    for (let press = 0; press < 20 && (await focused()) !== 'q'; press += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe('q');
    await page.keyboard.type('sofware enginer');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(new URL(page.url()).search).toBe('?q=sofware+enginer');
    const text = String(await page.evaluate('document.body.innerText'));
    expect(text).toContain('Programmers and software development professionals (2134)');
    expect(text).toMatch(/£\d\d,\d{3}/);
    expect(text).toContain('Synthetic sample, not from the publisher.');
    expectQuiet(watched);
    await page.close();
  });

  test('a screen reader is told landmarks, headings in order, and what each thing is called', async () => {
    const { page } = await openPage(browser, 'desktop');
    await page.goto(`${server.url}/?q=nurse`);
    const told = await spoken(page);
    for (const line of [
      'banner',
      'main',
      'search',
      'searchbox Job title',
      'button Find the occupation',
      'heading 1 Open labour market information for the UK',
      'note',
    ])
      expect(told).toContain(line);
    const levels = told.flatMap((line) => /^heading (\d)/.exec(line)?.[1] ?? []).map(Number);
    expect(levels[0]).toBe(1);
    levels.slice(1).forEach((level, place) => expect(level - (levels[place] ?? 0)).toBeLessThanOrEqual(1));
    for (const { path } of endpoints) expect(told).toContain(`link ${path}`);
    await page.close();
  });

  test('every link and every address of the page leads somewhere', async () => {
    const { page } = await openPage(browser, 'desktop');
    await page.goto(server.url);
    const hrefs = (await page.evaluate('[...document.querySelectorAll("a")].map((a) => a.getAttribute("href"))')) as string[];
    for (const href of new Set(hrefs)) {
      if (href.startsWith('#')) expect(await page.$(href), href).not.toBeNull();
      else expect((await fetch(new URL(href, server.url))).status, href).toBe(200);
    }
    await page.close();
  });
});
