// The pages of all occupations over the real files: the rules of the contract are shown there as on the sample.
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import type { OccupationSummary } from '#schemas/resources/occupations.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { type Asked, gather } from '#server/pages/occupation/answers.ts';
import { occupationPage } from '#server/pages/occupation/occupation-page.ts';
import { type Site, servedSite } from '#server/pages/site.ts';
import { liveDirectory } from '../compiled-data.ts';
import { type PageOfAnswers, lostFigures } from './promised-figures.ts';

const data = liveDirectory();
if (data === null) console.warn('../shared/publisher-files is missing: the pages of real occupations are SKIPPED');
const site: Site = { ...servedSite, api: 'https://lmi.example.org' };

describe.skipIf(data === null)('pages over the real files', () => {
  const pages = new Map<string, PageOfAnswers>();
  beforeAll(async () => {
    const ask = pageAsker(answerOffline(data ?? '', bodyOnly));
    const occupations = (await ask('occupations', {}, {})) as { readonly answer: readonly OccupationSummary[] };
    for (const { soc2020 } of occupations.answer) {
      const answers = await gather(ask, soc2020, 'uk');
      pages.set(soc2020, { answers, text: occupationPage(answers, 'uk', site).body.text });
    }
  });

  const median = (asked: Asked<PayResponse>) => ('answer' in asked && asked.answer.presentable ? asked.answer.distribution.median : null);

  test('every figure of a section stands in the row of its label', () => {
    expect(pages.size).toBe(412);
    const { lost, found } = lostFigures(pages);
    expect(lost.slice(0, 10)).toEqual([]);
    expect(found).toBeGreaterThan(5000);
  });

  test('no picture stands where fewer than two figures may be shown', () => {
    for (const [soc, { answers, text }] of pages) {
      const groups = [answers.femalePay, answers.malePay, answers.fullTimePay, answers.partTimePay, answers.annualPay];
      const known = groups.flatMap((asked) =>
        'answer' in asked ? Object.values(asked.answer.figures).filter(({ value, presentable }) => value !== null && presentable) : [],
      );
      if (known.length === 0 && median(answers.hourlyPay) === null) expect(text, soc).not.toContain('id="p-pay-0-t"');
      if ('answer' in answers.payRegions) {
        const regions = answers.payRegions.answer.regions.filter(
          ({ presentable, distribution }) => presentable && distribution.median !== null,
        );
        expect(/<title id="p-pay-\d-t">Median [^<]* by region/.test(text), soc).toBe(regions.length > 1);
      }
    }
  });
});
