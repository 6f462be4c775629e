// The pages that rank, over the compiled sample: only figures that may be shown, highest first, and
// whole totals before partial ones.
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import type {
  DemandListResponse,
  JobAdvertListResponse,
  PayListResponse,
  ProjectionListResponse,
} from '#schemas/resources/responses.ts';
import { headlineOf } from '#schemas/selections/headlines.ts';
import type { Ask } from '#server/pages/occupation/answers.ts';
import { pounds } from '#server/pages/occupation/figure.ts';
import { servedRankings, rankingCsv, rankingPage } from '#server/pages/rankings.ts';
import { servedSite } from '#server/pages/site.ts';
import { sampleDirectory } from '../compiled-data.ts';

const ask = pageAsker(answerOffline(sampleDirectory(), bodyOnly));

async function answerOf<Answer>(
  id: string,
  query: Readonly<Record<string, string>>,
): Promise<Answer> {
  const asked = await ask<Answer>({ id, query });
  return 'answer' in asked ? asked.answer : expect.fail(asked.missing);
}

async function shown(by: string, { asks = ask, area = 'uk', group = '', isWhole = true } = {}) {
  const search = new URLSearchParams({ group, ...(isWhole ? { show: 'all' } : {}) });
  const { body } =
    (await rankingPage(by, area, { search }, servedSite, asks)) ?? expect.fail('no page');
  const rows = [
    ...body.text.matchAll(/<th scope="row"><a href="[^"]*?([1-9]\d+)">[^]*?<td>([^<]*)/g),
  ];
  return {
    text: body.text,
    codes: rows.map(([, code]) => code),
    first: rows.map(([, , figure]) => figure),
  };
}

test('pay in an area: what may be shown, highest first, and how many may not', async () => {
  const { occupations: all, ranked } = await answerOf<PayListResponse>('pay-list', {
    area: 'wales',
    limit: '412',
  });
  const known = all.filter(({ median }) => median.presentable);
  const { text, codes, first } = await shown('pay', { area: 'wales' });
  expect(codes).toEqual(known.map(({ soc2020 }) => soc2020));
  expect(codes.length).toBe(ranked);
  expect(first.map((figure) => figure?.trim())).toEqual(
    known.map(({ median }) => pounds(median.value ?? 0)),
  );
  expect(text).toContain(`${412 - ranked} more have no figure that can be shown`);
  const { codes: managers } = await shown('pay', { area: 'wales', group: '1' });
  expect(managers).toEqual(codes.filter((code) => code?.startsWith('1')));
});

test('pay of full-time employees is beside that of all, in CSV too', async () => {
  const { occupations: fullTime } = await answerOf<PayListResponse>('pay-list', {
    area: 'wales',
    pattern: 'fulltime',
    limit: '412',
  });
  const { text, codes } = await shown('pay', { area: 'wales' });
  const rows = text.match(/<tr><th scope="row">[^]*?<\/tr>/g) ?? [];
  const { text: csv } = (await rankingCsv('pay', 'wales', ask)) ?? expect.fail('no list');
  for (const { soc2020, median } of fullTime) {
    const value = median.value === null ? '' : pounds(median.value);
    const row = rows[codes.indexOf(soc2020)];
    if (row !== undefined && median.presentable)
      expect(row.split('<td>')[2]?.trim(), soc2020).toMatch(`${value}`);
    expect(csv).toMatch(
      new RegExp(
        `\\n${soc2020},[^\\n]*,"Median annual pay, full time",Wales,[^\\n]*,${median.value ?? ''},`,
      ),
    );
  }
  expect(text).toContain('does not count self-employed people');
});

test('totals of adverts that lack months stand behind whole ones', async () => {
  const list = await answerOf<JobAdvertListResponse>('job-adverts-list', { limit: '412' });
  const odd = list.occupations.map((occupation, place) => ({
    ...occupation,
    monthsSuppressed: place % 2,
  }));
  const lists = { answer: { ...list, occupations: odd } as never };
  const asks: Ask = async (question) =>
    question.id === 'job-adverts-list' ? lists : ask(question);
  const { text } = await shown('adverts', { asks });
  expect(text.split('11 of 12 months').length - 1).toBe(206);
  const [whole = ''] = text.split('11 of 12 months');
  expect(whole.match(/<tr><th scope="row">/g)?.length).toBe(207);
});

test('what has no release is not available, as an order and as a column', async () => {
  const asks: Ask = async (question) =>
    question.id === 'visas-list' ? { missing: 'No release.' } : ask(question);
  expect((await shown('visas', { asks })).text).toContain(
    'Not available: we do not have these figures yet.',
  );
  const { text } = await shown('demand', { asks });
  expect(text).not.toContain('Visas');
  expect(await servedRankings(asks, 'uk')).toEqual([
    'pay',
    'people',
    'demand',
    'adverts',
    'outlook',
  ]);
  expect(text).not.toContain('Work visas granted');
});

test('the list as CSV has every row, with area, period, unit, edition and source', async () => {
  const { occupations: all } = await answerOf<PayListResponse>('pay-list', {
    area: 'wales',
    limit: '412',
  });
  const file = (await rankingCsv('pay', 'wales', ask)) ?? expect.fail('no list');
  expect(file.name).toBe('ranking_pay_wales_sample-2024-provisional.csv');
  const [header, ...lines] = file.text.trimEnd().split('\r\n');
  expect(header).toBe(
    'soc2020,title,figure,area,period,value,shown,unit,' +
      'caution,reason,remark,source,edition,edition_id,attribution',
  );
  expect(lines.map((line) => line.slice(0, 4))).toEqual(
    all.flatMap(({ soc2020 }) => [soc2020, soc2020]),
  );
  for (const line of lines) expect(line).toMatch(/,Wales,.*,gbp_per_year,/);
});

test('occupations without a figure that can be shown are named', async () => {
  const { text } = await shown('pay', { area: 'wales' });
  const [, unranked = ''] = text.split('more have no figure that can be shown');
  const { occupations: all } = await answerOf<PayListResponse>('pay-list', {
    area: 'wales',
    limit: '412',
  });
  for (const { soc2020, median } of all)
    expect(unranked.includes(`/occupations/${soc2020}"`)).toBe(!median.presentable);
});

test('a page of the first rows leads to the names of those without a figure', async () => {
  const { text } = await shown('pay', { area: 'wales', isWhole: false });
  const link = /more have no figure that can be shown\. <a class="no-print" href="([^"]+)"/.exec(
    text,
  )?.[1];
  expect(link).toBe('/rankings/pay?show=all#without');
  expect((await shown('pay', { area: 'wales' })).text).toContain('id="without"');
});

test('demand is divided by its level, which no row repeats', async () => {
  const { levels, occupations } = await answerOf<DemandListResponse>('demand-list', {});
  const { text, codes } = await shown('demand');
  expect(levels).toEqual(['critical', 'elevated']);
  const counts = levels.map((level) => occupations.filter((row) => row.level === level).length);
  expect(text.match(/<caption>[^<]*/g)).toEqual([
    `<caption>Critical: ${counts[0]} occupations`,
    `<caption>Elevated: ${counts[1]} occupations`,
  ]);
  expect(text).not.toMatch(/<td>(?:Critical|Elevated)/);
  const inOrder = levels.flatMap((level) => occupations.filter((row) => row.level === level));
  expect(codes).toEqual(inOrder.map(({ soc2020 }) => soc2020));
  const { text: first } = await shown('demand', { isWhole: false });
  expect(first).toContain(`<caption>Elevated: The first 20 of ${counts[1]} occupations`);
});

test('growth has the label of its headline figure, and bars on one scale with zero', async () => {
  const { subMajorGroups } = await answerOf<ProjectionListResponse>('projections-list', {});
  const { text } = await shown('outlook');
  expect(text).toContain(`<th scope="col">${headlineOf('projected_change').label}</th>`);
  const bars = [
    ...text.matchAll(/viewBox="(-?[\d.]+) 0 ([\d.]+) 1"[^>]*><path d="M0 0H(-?[\d.]+)V1H0z"/g),
  ];
  const changes = subMajorGroups.map(({ netChangePercent }) => netChangePercent ?? 0);
  expect(bars.map(([, , , length]) => Number(length))).toEqual(changes);
  const least = Math.min(0, ...changes);
  for (const [, from, width] of bars) {
    expect(Number(from)).toBe(least);
    expect(Number(width)).toBeCloseTo(Math.max(0, ...changes) - least, 6);
  }
});
