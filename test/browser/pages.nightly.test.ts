// Every kind of page on a desk, and in dark colours.
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type Serving, serve } from '#compiler/serve/serve.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { describeInBrowser, expectLegible, kinds, launch } from './chromium.ts';

describeInBrowser('pages at night', () => {
  let server: Serving;
  let browser: Browser;
  beforeAll(async () => {
    const state = join(temporaryDirectory(), 'state');
    server = await serve({ data: sampleDirectory(), state, port: 0, clientAddress: 'header:x-test-client' });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  for (const [viewport, scheme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)
    test.each(kinds.map((kind, place) => [kind[0].slice(0, 30), place, kind] as const))(
      `%s on a ${viewport}, ${scheme}`,
      (_, place, kind) => expectLegible(browser, kind, { url: server.url, viewport, scheme, address: `192.0.2.${place}` }),
    );
});
