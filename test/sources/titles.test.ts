// Every source that prints SOC 2020 titles beside codes holds a release in which two groups have changed places: the figures of one would
// be served under the code of the other.
import { describe, expect, it } from 'vitest';
import { sources } from '#sources/index.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import type { Source } from '#sources/kit/source.ts';
import { examineSample, needsOf } from './examine.ts';
import { sampleSpine } from './sample-spine.ts';

const spine = await sampleSpine();
const needs = needsOf({ ...spine, 'local-authorities': { areas: [], londonBoroughs: [] } });

const printsTitles = sources.filter(({ checks }) => checks.some(({ name }) => name === 'codes-mean-their-groups'));

function titleOf(wanted: string): string {
  return classification.find(({ code }) => code === wanted)?.title ?? '';
}

/** The rows with the titles of the groups exchanged wherever they are printed. */
function exchanged(rows: readonly unknown[], pairs: readonly (readonly [string, string])[]): readonly unknown[] {
  const other = new Map(
    pairs.flatMap(([a, b]) => [[titleOf(a).toLowerCase(), titleOf(b)] as const, [titleOf(b).toLowerCase(), titleOf(a)] as const]),
  );
  const pattern = new RegExp([...other.keys()].map((title) => title).join('|'), 'gi');
  return rows.map((row) => {
    const text = JSON.stringify(row);
    const altered = text.replace(pattern, (title) => other.get(title.toLowerCase()) ?? title);
    return altered === text ? row : JSON.parse(altered);
  });
}

it('they are all that print titles', () => {
  expect(printsTitles.map(({ key }) => key).sort()).toEqual([
    'aps-employment',
    'aps-workforce',
    'ashe',
    'employer-skills-survey',
    'occupations-in-demand',
    'online-job-adverts',
    'skills-projections',
    'soc-index',
    'work-visas',
  ]);
});

// The sample of pay is dear: test/sources/ashe.test.ts has its case.
const others = printsTitles.filter(({ key }) => key !== 'ashe');

describe.each(others.map((source): [string, Source] => [source.key, source]))('%s', (_, source) => {
  it('passes with the titles of the sample, and is held if two groups change places', async () => {
    const { edition } = await examineSample(source, needs);
    const foundIn = (rows: readonly unknown[]) => {
      const observations = source.reshape(edition.release, rows, needs, []);
      const altered = { ...edition, rows, observations };
      return source.checks.find(({ name }) => name === 'codes-mean-their-groups')?.check(altered, null) ?? [];
    };
    expect(foundIn(edition.rows)).toEqual([]);
    const [first] = foundIn(
      exchanged(edition.rows, [
        ['2134', '2135'],
        ['21', '22'],
      ]),
    );
    expect(first?.message).toMatch(/^(2134|2135|21|22) is ".*", the title of ".*", which stands nowhere with its own title/);
  });
});
