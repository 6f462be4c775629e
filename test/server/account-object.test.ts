// The account's Durable Object as the worker has it, in a real workerd, past the alarm that sweeps
// it.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, expect, test } from 'vitest';
import { compatibilityDate } from '#compiler/serve/serve.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { linkMinutes, mailsPerHour } from '#server/keys/account.ts';

/**
 * The class itself, asked over HTTP. What stands beside it tells of the alarm: a flag that an
 * object which is made anew would not have.
 */
const entry = `
import { Account } from './server/worker.ts';
export class Watched extends Account {
  swept = false;
  async alarm() {
    await super.alarm();
    this.swept = true;
  }
  wasSwept() { return this.swept; }
  alarmAt() { return this.ctx.storage.getAlarm(); }
  tables() {
    const rows = this.ctx.storage.sql.exec(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'",
    );
    return [...rows].map(({ name }) => name);
  }
}
export default {
  async fetch(request, env) {
    const [name, method, ...values] = await request.json();
    return Response.json((await env.ACCOUNTS.getByName(name)[method](...values)) ?? null);
  },
};
`;

const bundle = await build({
  stdin: { contents: entry, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  // As Wrangler and lmi workerd choose the parts of packages.
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*'],
});
const miniflare = new Miniflare({
  name: 'labour-market-information',
  modules: [{ type: 'ESModule', path: 'worker.js', contents: bundle.outputFiles[0]?.text ?? '' }],
  compatibilityDate,
  cf: false,
  telemetry: { enabled: false },
  durableObjects: { ACCOUNTS: { className: 'Watched', useSQLite: true } },
  durableObjectsPersist: temporaryDirectory(),
});
afterAll(() => miniflare.dispose());

/** The operations of the port have the account's name first. */
async function ask(
  account: string,
  method: string,
  ...values: (string | number)[]
): Promise<unknown> {
  const response = await miniflare.dispatchFetch('http://localhost/', {
    method: 'POST',
    body: JSON.stringify([account, method, account, ...values]),
  });
  return JSON.parse(await response.text());
}

const sweepAfter = 2 * linkMinutes * 60_000;

test('an account that was swept answers as a new one', async () => {
  // As long ago as makes the alarm due at once.
  expect(await ask('swept', 'addLink', 'issue', 'old', Date.now() - sweepAfter + 300)).toBe(true);
  await expect.poll(() => ask('swept', 'wasSwept'), { interval: 20, timeout: 10_000 }).toBe(true);
  expect(await ask('swept', 'tables')).toEqual([]);
  expect(await ask('swept', 'check', 'hash')).toEqual({ state: 'unknown' });
  expect(await ask('swept', 'isLinkLive', 'issue', 'old', Date.now())).toBe(false);
  expect(await ask('swept', 'addLink', 'issue', 'new', Date.now())).toBe(true);
  expect(await ask('swept', 'redeem', 'new', 'hash', 60, Date.now())).toBe(true);
  expect(await ask('swept', 'check', 'hash')).toMatchObject({ state: 'live' });
  expect(await ask('swept', 'wasSwept')).toBe(true);
});

test('forgetting ends every link, and no race leaves a live key', async () => {
  const now = Date.now();
  for (let run = 0; run < 6; run += 1) {
    const account = `both buttons ${run}`;
    await ask(account, 'replace', `old ${run}`, 60, '2026-01-01T00:00:00Z');
    await ask(account, 'addLink', 'issue', 'show', now);
    await ask(account, 'addLink', 'forget', 'remove', now);
    const buttons = [
      () => ask(account, 'forget', 'remove', now),
      () => ask(account, 'redeem', 'show', `new ${run}`, 60, now),
    ];
    const pressed = run % 2 === 0 ? buttons : buttons.toReversed();
    await Promise.all(pressed.map((press) => press()));
    for (const key of ['old', 'new'])
      expect(await ask(account, 'check', `${key} ${run}`)).toEqual({ state: 'unknown' });
    expect(await ask(account, 'isLinkLive', 'issue', 'show', now)).toBe(false);
  }
});

test('asking beyond the mails of an hour does not put off the sweeping', async () => {
  const now = Date.now();
  for (let mail = 0; mail < mailsPerHour; mail += 1)
    await ask('busy', 'addLink', 'issue', `link ${mail}`, now);
  expect(await ask('busy', 'addLink', 'issue', 'one too many', now + 60_000)).toBe(false);
  expect(await ask('busy', 'alarmAt')).toBe(now + sweepAfter);
});
