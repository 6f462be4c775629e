// The journeys over the publishers' real figures, where these are there.
import { join } from 'node:path';
import { test } from 'vitest';
import { serve } from '#compiler/serve/serve.ts';
import { liveDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { describeInBrowser } from './chromium.ts';
import { testJourneys } from './journeys.ts';

const data = liveDirectory();
if (data === null) {
  console.warn('the publisher files are not there: the journeys over real figures are SKIPPED');
  test.skip('journeys over real figures', () => {});
} else {
  const start = () =>
    serve({
      data,
      state: join(temporaryDirectory(), 'state'),
      port: 0,
      clientAddress: 'header:x-test-client',
    });
  describeInBrowser('journeys over real figures', start, testJourneys);
}
