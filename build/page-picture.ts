// npm run page-picture DIR: takes a screenshot of an occupation's page for the README, in Debian's
// Chromium or the one that CHROMIUM names. Only the compiled sample is accepted: its page says in
// the first lines that the figures are invented.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { catalogueIn } from '#compiler/bundle/bundle-store.ts';
import { serve } from '#compiler/serve/serve.ts';

const [data = 'dist-data/sample'] = process.argv.slice(2);
const file = fileURLToPath(
  new URL('../docs/occupation-page.png', import.meta.url),
) as `${string}.png`;
/** Down to the first pictures of pay. */
const size = { width: 1120, height: 1400 } as const;

if (!(await catalogueIn(data)).sample)
  throw new Error(`${data} holds real data, expected the compiled sample (lmi compile --sample)`);
const state = mkdtempSync(join(tmpdir(), 'lmi-picture-'));
const server = await serve({ data, state, port: 0 });
const browser = await puppeteer.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage();
  // The picture may weigh 200 kB.
  await page.setViewport({ ...size, deviceScaleFactor: 0.75 });
  // The README shows an answer about the same occupation.
  await page.goto(`${server.url}/occupations/2134`);
  await page.screenshot({ path: file, clip: { x: 0, y: 0, ...size } });
} finally {
  await browser.close();
  await server.close();
  rmSync(state, { recursive: true });
}
console.log(`${file}: ${Math.ceil(statSync(file).size / 1000)} kB`);
