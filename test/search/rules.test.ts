// The rules of docs/search-rules.md: its tables of queries and readings are the tests.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { buildTitleIndex } from '#sources/soc-index/build-title-index.ts';
import { textOf } from '#server/search/query-text.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { setAside } from '#server/search/set-aside.ts';
import { typedRows } from '../golden.ts';

const page = readFileSync(new URL('../../docs/search-rules.md', import.meta.url), 'utf8');

/** The rows of a section's table, each a list of the texts in backquotes of its cells. */
function rowsOf(heading: string): (readonly string[])[][] {
  const section = page.split('\n## ').find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
  return rows
    .filter((line) => !line.startsWith('| Rule'))
    .map((line) =>
      line
        .split('|')
        .slice(2, -1)
        .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)),
    );
}

const index = loadTitleIndex(
  buildTitleIndex({
    unitGroups,
    entries: typedRows(new URL('rules-titles.tsv', import.meta.url)).map(
      ([title = '', soc2020 = '', qualifier]) => ({
        inverted: title,
        title,
        soc2020,
        qualifier: qualifier ?? null,
      }),
    ),
    crossReferences: [],
    abbreviations: [{ short: 'HGV', long: 'Heavy Goods Vehicle' }],
  }),
);

describe('docs/search-rules.md', () => {
  it('has the tables that are tested', () => {
    const headings = [
      'The text',
      'What is set aside',
      'Several titles',
      'Other readings',
      'How sure an answer is when something is set aside',
    ];
    const counts = headings.map((heading) => rowsOf(heading).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(5);
  });

  it.each(rowsOf('The text'))('the text of %s is %s', ([query = ''], [text]) =>
    expect(textOf(query)).toBe(text),
  );

  it.each(rowsOf('What is set aside'))('%s: %s is the job, %s is set aside', (...cells) => {
    const [[query = ''] = [], [job = ''] = [], aside = []] = cells;
    expect(setAside(index, textOf(query))).toMatchObject({ core: job, aside });
  });

  it.each(rowsOf('Several titles'))('%s names the titles %s', ([query = ''] = [], titles = []) => {
    expect(setAside(index, textOf(query)).titles).toEqual(titles);
    const [first] = search(index, query, 10);
    if (titles.length > 0) {
      expect(first?.matchType).toBe('ambiguous');
      expect(first?.confidence).toBeLessThan(0.8);
    }
  });

  it.each(rowsOf('Other readings'))('%s is read as %s (%s)', ([query = ''], [title], [matchType]) =>
    expect(search(index, query, 10)[0]).toMatchObject({ matchedTitle: title, matchType }),
  );

  it.each(rowsOf('How sure an answer is when something is set aside'))(
    '%s is read as %s with confidence %s',
    ([query = ''], [title], [confidence]) =>
      expect(search(index, query, 1)[0]).toMatchObject({
        matchedTitle: title,
        confidence: Number(confidence),
      }),
  );
});
