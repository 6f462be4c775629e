// Screenshots for a person to look at, where LMI_SCREENSHOTS names a folder for them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

const folder = process.env['LMI_SCREENSHOTS'];

export async function photograph(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) as `${string}.png`, fullPage: true });
}
