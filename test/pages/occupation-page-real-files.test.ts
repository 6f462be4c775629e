// The pages of all occupations over the real files: the rules of the contract are shown there as on the sample.
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOffline, bodyOnly } from '#compiler/serve/answer-offline.ts';
import { pageAsker } from '#compiler/serve/ask-occupation.ts';
import type { OccupationSummary } from '#schemas/resources/occupations.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { type Asked, gather } from '#server/pages/occupation/answers.ts';
import { percent, pounds, signed } from '#server/pages/occupation/figure.ts';
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

  const each = <Found>(of: (page: PageOfAnswers, soc: string) => Found | null): Found[] =>
    [...pages].flatMap(([soc, page]) => of(page, soc) ?? []);
  const median = (asked: Asked<PayResponse>) => ('answer' in asked && asked.answer.presentable ? asked.answer.distribution.median : null);
  const part = (text: string, id: string) =>
    text.split('<section class="part').find((section) => section.includes(`aria-labelledby="${id}"`)) ?? '';
  const card = (text: string, name: string) => new RegExp(`<dt>${name}</dt><dd>([^]*?)</dd>`).exec(text)?.[1] ?? '';

  test('every presentable figure stands in the row of its label', () => {
    expect(pages.size).toBe(412);
    const { lost, found } = lostFigures(pages);
    expect(lost.slice(0, 10)).toEqual([]);
    expect(found).toBeGreaterThan(5000);
  });

  test('where annual pay is withheld and hourly pay is not, the hourly figure stands there and the page says so', () => {
    const hourly = each(({ answers, text }, soc) => {
      const value = median(answers.hourlyPay);
      if (median(answers.annualPay) !== null || value === null) return null;
      expect(card(text, 'Median hourly pay'), soc).toContain(`<span class="figure">${pounds(value)}</span>`);
      expect(part(text, 'pay'), soc).toContain('Annual pay is not published for this occupation. These figures are hourly.');
      return soc;
    });
    expect(hourly.length).toBeGreaterThan(30);
  });

  test('a figure of acceptable quality has a caution that is seen', () => {
    const cautioned = each(({ answers, text }, soc) => {
      if ('missing' in answers.annualPay || median(answers.annualPay) === null) return null;
      const { value, quality } = answers.annualPay.answer.figures.median;
      const shown = card(text, 'Median annual pay');
      expect(shown.includes('<mark>Use with caution</mark>'), soc).toBe(quality === 'acceptable');
      expect(shown, soc).toContain(pounds(value ?? 0));
      return quality === 'acceptable' ? soc : null;
    });
    expect(cautioned.length).toBeGreaterThan(5);
  });

  test('where a release has England and not the United Kingdom, England stands there and the page says so', () => {
    const england = each(({ answers: { projections }, text }, soc) => {
      if ('missing' in projections || projections.answer.area.slug !== 'england') return null;
      const { netChangePercent } = projections.answer.outlook;
      expect(card(text, 'Outlook for the group'), soc).toMatch(/<span class="small">England · /);
      expect(part(text, 'outlook'), soc).toMatch(/<p class="about">England · /);
      if (netChangePercent !== null) expect(card(text, 'Outlook for the group'), soc).toContain(signed(percent)(netChangePercent));
      return soc;
    });
    expect(england.length).toBe(412);
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
