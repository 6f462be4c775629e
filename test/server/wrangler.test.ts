// wrangler.json, the settings of the worker on Cloudflare.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { compatibilityDate } from '#compiler/serve/serve.ts';

test('Cloudflare has our date, and logs only what the worker writes', () => {
  const { observability, vars, compatibility_date } = unstable_readConfig({
    config: fileURLToPath(new URL('../../wrangler.json', import.meta.url)),
  });
  const logs = { enabled: true, invocation_logs: false, head_sampling_rate: 1 };
  expect(observability).toMatchObject({
    enabled: true,
    head_sampling_rate: 1,
    logs,
    traces: { enabled: false },
  });
  expect([vars['LOG'], compatibility_date]).toEqual(['json-sampled', compatibilityDate]);
});
