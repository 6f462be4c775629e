// Publishers' pages and answers as they were saved, where they are at hand: beside the checkout in development and in CI, nowhere else.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';

const folder = fileURLToPath(new URL('../../shared/publisher-pages', import.meta.url));
const havePages = existsSync(folder);

export function savedText(page: string): string {
  return readFileSync(join(folder, page), 'utf8');
}

export function savedJson(page: string): unknown {
  return JSON.parse(savedText(page));
}

/** A group of tests over the saved pages; where they are absent it is skipped, and its title says so. */
export function describeSavedPages(title: string, body: () => void): void {
  if (havePages) describe(title, body);
  else describe.skip(`${title} — SKIPPED: ../shared/publisher-pages is not there`, body);
}
