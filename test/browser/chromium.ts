// A real browser for the tests of pages: Chromium as Debian packages it, or what CHROMIUM names. Where there is none, its tests are
// skipped and say so.
import { existsSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import puppeteer, { type Browser, type Page, type SerializedAXNode } from 'puppeteer-core';
import { describe } from 'vitest';

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
