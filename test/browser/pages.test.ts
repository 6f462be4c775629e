// Pages in a real browser, on a phone, by keyboard, by screen reader, and as files with no network.
// pages.nightly.test.ts has the desk and dark colours.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeSite } from '#compiler/serve/write-site.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  accessibilityFaults,
  describeInBrowser,
  openPage,
  serveSample,
  spoken,
  testEveryPage,
} from './chromium.ts';

const mostLinesOfFooter = 4;

/** How often a sheet begins to show text: once a line, or more. */
function linesOf(pdf: Buffer): number {
  const text = pdf.toString('latin1');
  let lines = 0;
  for (const { index, 0: head } of text.matchAll(/stream\r?\n/g)) {
    if (text.startsWith('end', index - 3)) continue;
    const start = index + head.length;
    try {
      const stream = inflateSync(pdf.subarray(start, text.indexOf('endstream', start)));
      lines += stream.toString('latin1').match(/\bBT\b/g)?.length ?? 0;
    } catch {
      // A stream of another kind, such as a font.
    }
  }
  return lines;
}

describeInBrowser('pages of answers', serveSample, (open) => {
  testEveryPage(open, 'phone', 'light');

  test('a title is tried by keyboard alone, with script turned off', async () => {
    const { page, complaints } = await openPage(open.browser, 'desktop');
    await page.setJavaScriptEnabled(false);
    await page.goto(open.server.url);
    const focused = () =>
      page.evaluate('document.activeElement.textContent.trim() || document.activeElement.id');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    // From the content on: the links of the page's sections, then the field.
    for (let press = 0; press < 20 && (await focused()) !== 'q'; press += 1)
      await page.keyboard.press('Tab');
    expect(await focused()).toBe('q');
    await page.keyboard.type('sofware enginer');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    const text = String(await page.evaluate('document.body.innerText'));
    expect(text).toContain('Programmers and software development professionals 2134');
    expect(text).toContain('Synthetic sample.');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a screen reader hears landmarks, ordered headings and names', async () => {
    const { page } = await openPage(open.browser, 'desktop');
    await page.goto(`${open.server.url}/?q=nurse`);
    const told = await spoken(page);
    expect(told).toEqual(
      expect.arrayContaining([
        'banner',
        'main',
        'search Job title',
        'searchbox Job title',
        'button Find the occupation',
        'note',
      ]),
    );
    const levels = told.flatMap((line) => /^heading (\d)/.exec(line)?.[1] ?? []).map(Number);
    expect(levels[0]).toBe(1);
    levels
      .slice(1)
      .forEach((level, place) => expect(level - (levels[place] ?? 0)).toBeLessThanOrEqual(1));
    await page.close();
  });

  test('lists filter, and typing one word costs the search one request', async () => {
    const { page, complaints, requests } = await openPage(open.browser, 'desktop');
    await page.setExtraHTTPHeaders({ 'x-test-client': '192.0.2.102' });
    await page.goto(`${open.server.url}/occupations`);
    const searches = () =>
      requests.filter((address) => new URL(address).pathname === '/search').length;
    expect(await page.evaluate('document.querySelector(".tree a").checkVisibility()')).toBe(false);
    await page.type('#filter', 'nurs 22');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    const told = String(
      await page.evaluate('document.querySelector("main [role=status]").textContent'),
    );
    expect(told.startsWith(`${(await page.$$('.tree a')).length} of 412 occupations`)).toBe(true);
    await page.focus('#site-search');
    await page.keyboard.type('nurse');
    await page.waitForSelector('.found li:nth-child(3)');
    expect(searches()).toBe(1);
    const found = (selector: string) =>
      page.$$eval(selector, (links) => links.map((link) => link.getAttribute('href')));
    const typed = await found('.found li a');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.$('.found li')).toBeNull();
    await page.goto(`${open.server.url}/search?q=nurse`);
    expect(typed).toEqual(await found('#results li a'));
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('boxes of front page and comparison suggest occupations to choose', async () => {
    const { page, complaints } = await openPage(open.browser, 'phone');
    await page.setExtraHTTPHeaders({ 'x-test-client': '192.0.2.103' });
    await page.goto(open.server.url);
    await page.type('#q', 'nurse');
    await page.waitForSelector('.field .found li:nth-child(3)');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`${open.server.url}/compare`);
    await page.type('#o1', 'plumber');
    await page.waitForSelector('.field .found li a');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.click('.field .found li a');
    const value = await page.$eval('#o1', (field) => (field as unknown as { value: string }).value);
    expect(value).toMatch(/^Plumbers/);
    expect(await page.$('.found li')).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/compare');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each(['light', 'dark'])('the words in an empty box can be read, %s', async (scheme) => {
    const { page } = await openPage(open.browser, 'desktop');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(`${open.server.url}/terms`);
    // WCAG 2.2, relative luminance and contrast ratio.
    const contrast = await page.evaluate(`(() => {
      const box = document.querySelector('#site-search');
      const luminance = (colour) => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
        const [red, green, blue] = parts.map((part) =>
          part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const words = luminance(getComputedStyle(box, '::placeholder').color);
      const ground = luminance(getComputedStyle(box).backgroundColor);
      return (Math.max(words, ground) + 0.05) / (Math.min(words, ground) + 0.05);
    })()`);
    expect(contrast).toBeGreaterThanOrEqual(4.5);
    await page.close();
  });

  test.each(['2134', '1161', '5434', '2231'])(
    'the occupation %s prints on two or three sheets, and the last is not empty',
    async (soc) => {
      const { page } = await openPage(open.browser, 'desktop');
      await page.setExtraHTTPHeaders({ 'x-test-client': '192.0.2.101' });
      await page.goto(`${open.server.url}/occupations/${soc}`);
      const sheets = Buffer.from(await page.pdf({ format: 'A4' }))
        .toString('latin1')
        .match(/\/Type\s*\/Page\b/g)?.length;
      expect([2, 3]).toContain(sheets);
      const last = await page.pdf({ format: 'A4', pageRanges: String(sheets) });
      expect(linesOf(Buffer.from(last))).toBeGreaterThan(mostLinesOfFooter);
      await page.close();
    },
  );

  test('the site works from a disk: search, occupation, compare, back', async () => {
    const folder = join(temporaryDirectory(), 'site');
    const { occupations } = await writeSite({
      data: sampleDirectory(),
      folder,
      api: null,
      contact: null,
    });
    expect(occupations).toBe(412);
    const { page, complaints, requests } = await openPage(open.browser, 'desktop');
    await page.setOfflineMode(true);
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await page.type('#q', 'sofware enginer');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await page.waitForSelector('#results li');
    expect(await page.$eval('#results li', (found) => found.textContent)).toContain(
      'Programmers and software development professionals',
    );
    // It answers while a person types.
    await page.$eval('#q', (field) => ((field as unknown as { value: string }).value = ''));
    await page.type('#q', 'nurse');
    await page.waitForFunction(
      'document.querySelector("#results").textContent.includes("“Nurse” could be one ' +
        'of") && document.querySelectorAll("#results li").length >= 3',
    );
    await Promise.all([page.waitForNavigation(), page.click('#results a')]);
    expect(await page.$eval('h1', (heading) => heading.textContent)).toMatch(/nurs/i);
    await page.goto(
      `${pathToFileURL(join(folder, 'compare.html')).href}?occupation=2134&occupation=plumber`,
    );
    await page.waitForSelector('#results table');
    expect(await page.$eval('#results', (found) => found.textContent)).toContain(
      'Median annual pay',
    );
    await page.goBack();
    expect(page.url()).toMatch(/\/occupations\/\d{4}\.html$/);
    expect(await page.$eval('body', (body) => body.textContent)).toContain('Synthetic sample.');
    expect(complaints).toEqual([]);
    expect(requests.filter((address) => !address.startsWith('file://'))).toEqual([]);
    await page.close();
  });
});
