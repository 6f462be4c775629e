// What the front page and the search show and what they must not, over data that the fixture makes
// awkward: sources without an edition, no data at all, and questions that are no titles.
import { afterEach, expect, test, vi } from 'vitest';
import { asking, withoutDocuments } from './ask.ts';

afterEach(() => void vi.restoreAllMocks());

const page = async (path: string): Promise<string> => (await asking()(path)).text();

test('shows an answer with its attribution, and what each source serves', async () => {
  const text = await page('/');
  expect(text).toMatch(
    /id="example">For example: Programmers[^]*£[1-9][^]*Release: [^<]+ Synthetic sample, not from the publisher\./,
  );
  const [, count] = /Invented figures in place of the (\d+) sources listed here/.exec(text) ?? [];
  expect(text.split('id="sources"')[1]?.split('</ul>')[0]?.match(/<li>/g)?.length).toBe(
    Number(count),
  );
});

test('a search without a result, without a title, and too long', async () => {
  expect(await page('/?q=zzzzzz')).toContain('No job title is like “zzzzzz”');
  for (const q of ['', '%20'])
    expect(await page(`/?q=${q}`)).toContain('Type a job title, in your own words.');
  expect(await page(`/?q=${'x'.repeat(201)}`)).toContain(
    `No job title is like “${'x'.repeat(200)}”`,
  );
});

test('a page that is refused speaks to people, and leads back', async () => {
  const forPeople = { headers: { Accept: 'text/html' } };
  expect(await (await asking()('/nothing', forPeople)).text()).toContain('<h1>Page not found</h1>');
  const readers = { take: () => ({ allowed: false, limit: 600, remaining: 0, resetSeconds: 42 }) };
  const text = await (
    await asking({ pageLimits: readers })('/occupations?filter=nurse', forPeople)
  ).text();
  expect(text).toContain('Wait 42 seconds, then every link works again.');
  expect(text).toContain('<a href="/occupations?filter=nurse">Try this page again</a>');
});

test('parameters that others add to links change nothing', async () => {
  expect(await page('/?utm_source=mail')).toBe(await page('/'));
});

test('without data the page stands all the same, and a title cannot be tried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const ask = asking({ store: withoutDocuments(null) });
  expect(await (await ask('/')).text()).toContain('There are no data to serve at the moment.');
  const tried = await ask('/?q=nurse', { headers: { Accept: 'text/html' } });
  expect([tried.status, tried.headers.get('Content-Type')]).toEqual([
    503,
    'text/html; charset=utf-8',
  ]);
});
