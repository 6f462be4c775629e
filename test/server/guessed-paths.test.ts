// What browsers, search engines and people ask for without having been told.
import { expect, test } from 'vitest';
import type { ProblemDetails } from '#schemas/problem.ts';
import { asking, fixtureStore, storeWith } from './ask.ts';

const ask = asking();

test.each([
  ['/favicon.ico', 200, 'image/svg+xml', null],
  ['/robots.txt', 200, 'text/plain; charset=utf-8', null],
  ['/guides', 301, null, '/reference'],
  ['/guides/', 301, null, '/reference'],
  ['/docs', 301, null, '/reference'],
] as const)('%s → %s', async (path, status, type, location) => {
  const answer = await ask(path, { headers: { Accept: 'text/html' } });
  expect([
    answer.status,
    answer.headers.get('Content-Type'),
    answer.headers.get('Location'),
  ]).toEqual([status, type, location]);
});

test('search engines are kept from a sample, and from answers and keys of real data', async () => {
  const robots = async (isSample: boolean) => {
    const store = storeWith((catalogue) => ({ ...catalogue, sample: isSample }));
    const answer = await asking({ store })('/robots.txt');
    return answer.text();
  };
  expect(await robots(true)).toBe('User-agent: *\nDisallow: /\n');
  expect(await robots(false)).toBe(
    'User-agent: *\nDisallow: /v1/\nDisallow: /keys\nDisallow: /admin/\n',
  );
});

test('a body that waits for 100 Continue is refused at once, with what to do', async () => {
  const administered = asking({
    store: fixtureStore(),
    administration: {
      secret: 'secret',
      keyring: {
        list: async () => [],
        issue: () => expect.fail(),
        revoke: () => expect.fail(),
      },
    },
  });
  const neverSent = new ReadableStream({ pull: () => new Promise(() => {}) });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { Expect: '100-continue', Authorization: 'Bearer secret' },
    body: neverSent,
    duplex: 'half',
  };
  const answer = await administered('/admin/keys', init);
  const { code, detail }: ProblemDetails = JSON.parse(await answer.text());
  expect([answer.status, code]).toEqual([417, 'body-held-back']);
  expect(detail).toContain('without the Expect header');
});
