// A real browser for the tests of pages: Chromium as Debian packages it, or what CHROMIUM names.
// Where there is none, its tests are skipped and say so.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import puppeteer, { type Browser, type Page, type SerializedAXNode } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const executable = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((path) => path !== '' && existsSync(path));

/** What the tests of a group have: a server, and a browser. */
export interface Open {
  readonly server: Serving;
  readonly browser: Browser;
}

/** A group of tests that need the browser, with the server that `start` starts. */
export function describeInBrowser(
  name: string,
  start: () => Promise<Serving>,
  tests: (open: Open) => void,
): void {
  if (executable === undefined)
    console.warn(`chromium is not installed: the tests "${name}" are SKIPPED`);
  describe.skipIf(executable === undefined)(name, () => {
    const open = {} as { -readonly [Name in keyof Open]: Open[Name] };
    beforeAll(async () => {
      open.server = await start();
      // Its sandbox needs what a container does not give; it shows no pages but ours.
      const args = [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-component-update',
        '--disable-background-networking',
      ];
      open.browser = await puppeteer.launch({ executablePath: executable ?? '', args });
    });
    afterAll(async () => {
      await open.browser.close();
      await open.server.close();
    });
    tests(open);
  });
}

/** The pages over the sample, whose clients a header tells apart. */
export const serveSample = () =>
  serve({
    data: sampleDirectory(),
    state: join(temporaryDirectory(), 'state'),
    port: 0,
    clientAddress: 'header:x-test-client',
  });

export const viewports = {
  phone: { width: 320, height: 640, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { width: 1280, height: 900 },
} as const;

/** The pages of the service, and the status of each. */
export const kinds: readonly (readonly [path: string, status: number])[] = [
  ...[
    '/',
    '/?q=nurse',
    '/?q=zzzzzzzz',
    '/problems',
    '/problems/unknown-area',
    '/keys',
    '/occupations/2134',
    '/occupations/1161',
    '/occupations',
    '/occupations?filter=electrician',
    '/occupations?interest=realistic,investigative',
    '/search?q=nurse',
    '/compare?occupation=2134&occupation=nurse&occupation=plumber',
    '/embed?occupation=2134',
    '/areas',
    '/areas/barnsley',
    '/areas/wales',
    '/rankings/pay',
    '/rankings/outlook?group=2',
    '/reference',
    '/reference/pay',
    '/guides/reading-a-figure',
    '/guides/how-to-read',
    '/status',
    '/terms',
    '/changelog',
  ].map((path) => [path, 200] as const),
  ['/nothing-is-here', 404],
];

/**
 * Every kind of page must be accessible, no wider than the screen, and alone: nobody else is asked
 * for anything.
 */
export function testEveryPage(
  open: Open,
  viewport: keyof typeof viewports,
  scheme: 'light' | 'dark',
): void {
  test.each(kinds.map((kind, place) => [kind[0].slice(0, 30), place, kind] as const))(
    `%s on a ${viewport}, ${scheme}, is legible, accessible and alone`,
    (_, place, kind) =>
      expectLegible(open, kind, { viewport, scheme, address: `192.0.2.${place}` }),
  );
}

async function expectLegible(
  { browser, server: { url } }: Open,
  [path, status]: (typeof kinds)[number],
  {
    viewport,
    scheme,
    address,
  }: { viewport: keyof typeof viewports; scheme: 'light' | 'dark'; address: string },
): Promise<void> {
  const { page, complaints, requests } = await openPage(browser, viewport);
  await page.setExtraHTTPHeaders({ 'x-test-client': address });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  const response = await page.goto(url + path);
  expect(response?.status()).toBe(status);
  expect(response?.headers()['content-security-policy']).toMatch(/^default-src 'none'(?!.*unsafe)/);
  // Nothing but contrast depends on the colours.
  expect(await accessibilityFaults(page, scheme === 'dark' ? ['color-contrast'] : [])).toEqual([]);
  expect(
    await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  ).toBe(0);
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

export async function openPage(
  browser: Browser,
  viewport: keyof typeof viewports,
): Promise<Watched> {
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

/**
 * Faults that axe finds by the rules of WCAG 2.2, levels A and AA, and by its own good practice; or
 * by these rules alone.
 */
export async function accessibilityFaults(
  page: Page,
  only: readonly string[] = [],
): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  // Of what is in order axe would make long lists, and of each element a selector: neither is
  // printed.
  const options = {
    resultTypes: ['violations'],
    selectors: false,
    ...(only.length === 0 ? {} : { runOnly: only }),
  };
  const results = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/** What a screen reader is told, as "role name" in reading order. */
export async function spoken(page: Page): Promise<string[]> {
  const lines: string[] = [];
  const visit = ({
    role,
    name = '',
    level,
    children = [],
  }: SerializedAXNode & { level?: number }): void => {
    lines.push(`${role}${level === undefined ? '' : ` ${level}`} ${name}`.trim());
    children.forEach(visit);
  };
  const root = await page.accessibility.snapshot({ interestingOnly: false });
  if (root !== null) visit(root);
  return lines;
}
