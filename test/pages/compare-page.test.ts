// The comparison with codes and titles that are those of no occupation, and the other pages that
// take either.
import { expect, test } from 'vitest';
import { createNodeStore } from '#server/data/files-node.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { asking } from '../server/ask.ts';

const ask = asking({ store: createNodeStore(sampleDirectory()) });

/** The paragraphs of a page that say what was not found, without their marks. */
async function noticesOf(path: string): Promise<string[]> {
  const response = await ask(path);
  expect(response.status, path).toBe(200);
  const paragraphs = (await response.text()).matchAll(
    /<p[^>]* role="(?:alert|status)">(.*?)<\/p>/gs,
  );
  return [...paragraphs].map(([, text = '']) => text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' '));
}

const otherwise = 'Search for a job title or look through all occupations.';

test.each([
  ['9999', `No occupation has the code “9999”. ${otherwise}`],
  [
    '21345',
    `No occupation has the code “21345”. A code has four digits, such as 2134. ${otherwise}`,
  ],
  ['213', `No occupation has the code “213”. A code has four digits, such as 2134. ${otherwise}`],
  [
    'qqqqqqqq',
    'No job title is like “qqqqqqqq”. Try another word for the work, ' +
      'or look through all occupations.',
  ],
])('%s names no occupation: every page that takes a code or a title says so', async (...row) => {
  const [typed, message] = row;
  for (const path of [
    `/compare?occupation=2134&occupation=${typed}`,
    `/compare?occupation=${typed}&occupation=2231`,
    `/compare?occupation=${typed}`,
    `/compare?occupation=${typed}&occupation=${typed}1`,
    `/embed?occupation=${typed}`,
    `/search?q=${typed}`,
  ])
    expect(await noticesOf(path), path).toContain(message);
});

test('a known code is compared beside an unknown one', async () => {
  const isCompared = async (path: string) =>
    (await (await ask(path)).text()).includes('Median annual pay');
  expect(await isCompared('/compare?occupation=2134&occupation=9999')).toBe(true);
  expect(await isCompared('/compare?occupation=9999&occupation=21345')).toBe(false);
});

test('an unknown area, and for a CSV an unknown occupation, is refused', async () => {
  for (const query of [
    'occupation=2134&area=atlantis',
    'occupation=2134&occupation=9999&format=csv',
    'occupation=9999&format=csv',
  ])
    expect((await ask(`/compare?${query}`)).status, query).toBe(400);
  expect((await ask('/compare?occupation=2134&area=wales&format=csv')).status).toBe(200);
});
