// The search over the published coding index: what people type, every title finding itself, and the
// shares of right answers.
import { beforeAll, describe, expect, it } from 'vitest';
import { type TitleIndexParts, buildTitleIndex } from '#sources/soc-index/build-title-index.ts';
import { type LoadedTitleIndex, loadTitleIndex, search } from '#server/search/search.ts';
import { publishedParts } from '../../bench/search/published-parts.ts';
import { ambiguousQueries, queriesOf } from '../../bench/search/queries.ts';
import { type Ask, judged, score, scoreAmbiguous } from '../../bench/search/score.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { typedRows } from '../golden.ts';

describeRealFiles('search over the published index', () => {
  let parts: TitleIndexParts;
  let index: LoadedTitleIndex;
  beforeAll(async () => {
    parts = await publishedParts(publisherFiles);
    index = loadTitleIndex(buildTitleIndex(parts));
  });
  const first = (query: string) => search(index, query, 1)[0];

  it('what people type finds the unit group or the title that they mean, first', () => {
    const wrong = typedRows(new URL('queries.tsv', import.meta.url)).flatMap(
      ([meant, queries = '']) =>
        queries
          .split(' | ')
          .filter(
            (query) => first(query)?.soc2020 !== meant && first(query)?.matchedTitle !== meant,
          ),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    "manager's assistant",
    'managers assistant',
    "managers' assistant",
    "assistant, manager's",
    'assistant, managers',
  ])('%s is the title in its own order', (query) =>
    expect(first(query)).toMatchObject({
      matchedTitle: "Manager's assistant",
      groups: 2,
      matchType: 'ambiguous',
    }),
  );
  it("every entry's text finds its unit group, first if the title has one", () => {
    const groups = Map.groupBy(parts.entries, ({ title }) => title);
    // "s" and "m" are slips of the publisher's inverted order, and no way to ask for the job.
    const textsOf = ({ title, inverted }: (typeof parts.entries)[number]) =>
      inverted.length > 1 && inverted !== title ? [title, inverted] : [title];
    const exact = new Map<string, readonly string[]>();
    const exactOf = (text: string) => {
      // "Manager" is in 51 unit groups.
      const known =
        exact.get(text) ??
        search(index, text, 60).flatMap(({ matchType, soc2020 }) =>
          /exact|ambiguous/.test(matchType) ? [soc2020] : [],
        );
      exact.set(text, known);
      return known;
    };
    const lost = parts.entries.filter((entry) => {
      const isAlone = new Set(groups.get(entry.title)?.map(({ soc2020 }) => soc2020)).size === 1;
      return (
        textsOf(entry).some((text) => !exactOf(text).includes(entry.soc2020)) ||
        (isAlone && exactOf(entry.title)[0] !== entry.soc2020)
      );
    });
    expect(lost.map(({ title, soc2020 }) => `${title} ${soc2020}`)).toEqual([]);
  });

  it('of the qualifiers of a title, that which is nearest to the title of the unit group', () => {
    // V12 of the coding index, in whose order 'NAAFI: shop' and 'coke ovens' come first.
    const qualifiers = new Map(
      search(index, 'manager', 50).map(({ soc2020, qualifier }) => [soc2020, qualifier]),
    );
    expect(qualifiers.get('1150')).toBe('retail trade');
    expect(qualifiers.get('1121')).toBe('manufacturing');
    expect(qualifiers.get('1221')).toBe('hotel');
    expect(first('nurse')?.qualifier).toBeNull();
  });

  describe('the first answer and the first five, by kind of query', () => {
    let scores: ReturnType<typeof score>;
    const ask: Ask = (text, limit) => search(index, text, limit).map(({ soc2020 }) => soc2020);
    beforeAll(() => {
      scores = score(ask, queriesOf(parts.entries, 'reporting', 400), () => {});
    });
    it('are those of shares.tsv, within one point in a hundred', () => {
      const shares = [...scores].map(
        ([kind, { asked, top1, top5 }]) => [kind, top1 / asked, top5 / asked] as const,
      );
      const stored = typedRows(new URL('shares.tsv', import.meta.url));
      expect(shares.map(([kind]) => kind)).toEqual(stored.map(([kind]) => kind));
      for (const [place, [kind, ...now]] of shares.entries())
        for (const [nth, share] of now.entries())
          expect(Math.abs(share - Number(stored[place]?.[nth + 1])), kind).toBeLessThanOrEqual(
            0.01,
          );
    });
    it('ambiguous titles: all their unit groups', () => {
      // "Manager" is in 51 unit groups, and an answer has at most 50.
      const { groups, whole } = scoreAmbiguous(ask, ambiguousQueries(parts.entries));
      expect(groups).toBeGreaterThan(0.9998);
      expect(whole).toBeGreaterThan(0.9995);
    });
  });
  it('confidence is the share of right answers, on the reporting seed', () => {
    const answers = judged(parts, 'reporting', 300);
    for (let low = 0; low < 1; low += 0.2) {
      const inside = answers.filter(
        ({ confidence }) => confidence >= low && confidence < low + 0.2,
      );
      const sum = (value: (answer: (typeof inside)[number]) => number) =>
        inside.reduce((all, answer) => all + answer.weight * value(answer), 0);
      const weight = sum(() => 1);
      const mean = sum(({ confidence }) => confidence) / weight;
      const right = sum((answer) => Number(answer.right)) / weight;
      // 0.07: bands of some hundred answers, of other queries than confidence was fitted on.
      expect(Math.abs(mean - right), `confidence from ${low.toFixed(1)}`).toBeLessThan(0.07);
    }
  });
});
