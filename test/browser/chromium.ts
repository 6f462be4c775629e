// A real browser for the tests of pages: Chromium as Debian packages it, or what CHROMIUM names. Where there is none, its tests are
// skipped and say so.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import puppeteer, { type Browser, type Page, type SerializedAXNode } from 'puppeteer-core';
import { describe, expect } from 'vitest';

const executable = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== '' && existsSync(path),
);

/** A group of tests that need the browser. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (executable === undefined) console.warn(`chromium is not installed: the tests "${name}" are SKIPPED`);
  describe.skipIf(executable === undefined)(name, tests);
}

/** Its sandbox needs what a container does not give; it shows no pages but ours. */
export function launch(): Promise<Browser> {
  if (executable === undefined) throw new Error('chromium is not installed');
  return puppeteer.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-component-update', '--disable-background-networking'],
  });
}

export const viewports = {
  phone: { width: 360, height: 740, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { width: 1280, height: 900 },
} as const;

/** Screenshots for a person to look at go here. */
const folder = process.env['LMI_SCREENSHOTS'];

export async function photograph(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replace(/\W+/g, '-')}.png`) as `${string}.png`, fullPage: true });
}

/** The pages of the service, and the status of each that is no 200. */
export const kinds: readonly (readonly [path: string, status?: number])[] = [
  ...([
    ['/'],
    ['/?q=nurse'],
    ['/?q=zzzzzzzz'],
    [`/?q=${'x'.repeat(201)}`, 400],
    ['/problems'],
    ['/problems/unknown-area'],
    ['/keys'],
  ] as const),
  ...([
    ['/occupations/2134'],
    ['/occupations/1161'],
    ['/occupations'],
    ['/search?q=nurse'],
    ['/compare?occupation=2134&occupation=nurse&occupation=plumber'],
    ['/areas'],
    ['/rankings/pay'],
    ['/rankings/outlook?group=2'],
    ['/occupations?filter=electrician'],
  ] as const),
  ...([
    ['/areas/barnsley'],
    ['/areas/wales'],
    ['/reference'],
    ['/reference/pay'],
    ['/guides/reading-a-figure'],
    ['/status'],
    ['/terms'],
  ] as const),
  ...([['/changelog'], ['/nothing-is-here', 404]] as const),
];

/** A page must be accessible, no wider than the screen, and alone: nobody else is asked for anything. `address` tells its client apart. */
export async function expectLegible(
  browser: Browser,
  [path, status = 200]: (typeof kinds)[number],
  { url, viewport, scheme, address }: { url: string; viewport: keyof typeof viewports; scheme: 'light' | 'dark'; address: string },
): Promise<void> {
  const { page, complaints, requests } = await openPage(browser, viewport);
  await page.setExtraHTTPHeaders({ 'x-test-client': address });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  const response = await page.goto(url + path);
  expect(response?.status()).toBe(status);
  expect(response?.headers()['content-security-policy']).toMatch(/^default-src 'none'(?!.*unsafe)/);
  await photograph(page, `${viewport}-${scheme}-${path.slice(0, 30)}`);
  // Nothing but contrast depends on the colours.
  expect(await accessibilityFaults(page, scheme === 'dark' ? ['color-contrast'] : [])).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  expect(requests.filter((asked) => !asked.startsWith(`${url}/`))).toEqual([]);
  // Chromium tells of every answer that is no success.
  expect(complaints.length).toBe(status === 200 ? 0 : 1);
  await page.close();
}

/** What a page did beside being shown. */
export interface Watched {
  readonly page: Page;
  /** Errors and warnings of the console, and of scripts. */
  readonly complaints: string[];
  /** Every address that was asked. */
  readonly requests: string[];
}

export async function openPage(browser: Browser, viewport: keyof typeof viewports): Promise<Watched> {
  const page = await browser.newPage();
  await page.setViewport(viewports[viewport]);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  return { page, complaints, requests };
}

/** Faults that axe finds by the rules of WCAG 2.2, levels A and AA, and by its own good practice; or by these rules alone. */
export async function accessibilityFaults(page: Page, only: readonly string[] = []): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  // Of what is in order axe would make long lists, and of each element a selector: neither is printed.
  const options = { resultTypes: ['violations'], selectors: false, ...(only.length === 0 ? {} : { runOnly: only }) };
  const results = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
  return results.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** What a screen reader is told, as "role name" in reading order. */
export async function spoken(page: Page): Promise<string[]> {
  const lines: string[] = [];
  const visit = ({ role, name = '', level, children = [] }: SerializedAXNode & { level?: number }): void => {
    lines.push(`${role}${level === undefined ? '' : ` ${level}`} ${name}`.trim());
    children.forEach(visit);
  };
  const root = await page.accessibility.snapshot({ interestingOnly: false });
  if (root !== null) visit(root);
  return lines;
}
