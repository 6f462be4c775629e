// The real published files, where they are at hand: beside the checkout in development and in CI,
// nowhere else.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** The folder of real published files, `<key>/<release>/<files>`. */
export const publisherFiles = fileURLToPath(
  new URL('../../shared/publisher-files', import.meta.url),
);
export const havePublisherFiles = existsSync(publisherFiles);

/**
 * A group of tests over the real files; where they are absent it is skipped, and its title says so.
 */
export function describeRealFiles(title: string, body: () => void): void {
  if (havePublisherFiles) describe(title, body);
  // The body reads the files when it is collected, and vitest collects what it skips.
  else
    describe.skip(`${title} — SKIPPED: ../shared/publisher-files is not there`, () =>
      test('with the published files', () => expect(havePublisherFiles).toBe(true)));
}
