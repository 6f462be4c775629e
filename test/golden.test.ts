// Answers of the sample, byte for byte. They are compiled from the sample's workbooks by the same code as real ones, so a change in
// parse, reshape, documents or select shows here first.
import { expect, inject, test } from 'vitest';
import { answerOffline } from '#compiler/answer-offline.ts';
import { goldenFault } from './golden.ts';

const answer = answerOffline(inject('sampleDirectory'));

test.each([
  ['occupation-2134.json', '/v1/occupations/2134'],
  ['occupation-1161.json', '/v1/occupations/1161'],
  ['titles-2231.json', '/v1/occupations/2231/titles'],
  ['search-nurse.json', '/v1/occupations/search?q=nurse&limit=3'],
  ['search-misspelt.json', '/v1/occupations/search?q=sofware%20enginer&limit=3'],
  ['search-nothing.json', '/v1/occupations/search?q=qqqqqq'],
  ['pay-2134.json', '/v1/occupations/2134/pay'],
  ['pay-2134-hourly-female-parttime.json', '/v1/occupations/2134/pay?measure=hourly_pay_gross&sex=female&pattern=parttime'],
  ['pay-2134-overtime.json', '/v1/occupations/2134/pay?measure=overtime_pay'],
  ['pay-1112-london.json', '/v1/occupations/1112/pay?area=london'],
  ['pay-1161-not-applicable.json', '/v1/occupations/1161/pay'],
  ['pay-5434-scotland-no-table.json', '/v1/occupations/5434/pay?area=scotland&measure=hours_paid_total'],
  ['pay-regions-2134.json', '/v1/occupations/2134/pay/regions'],
  ['pay-regions-5434-hourly-female.json', '/v1/occupations/5434/pay/regions?measure=hourly_pay_gross&sex=female'],
  ['pay-regions-2134-no-table.json', '/v1/occupations/2134/pay/regions?measure=hours_paid_total'],
  ['work-profile-2134.json', '/v1/occupations/2134/work-profile'],
  ['work-profile-1161-no-way.json', '/v1/occupations/1161/work-profile'],
  ['skills-3544-limit-2.json', '/v1/occupations/3544/skills?limit=2'],
  ['skills-1161-none.json', '/v1/occupations/1161/skills'],
  ['pay-series-2134.json', '/v1/occupations/2134/pay/series'],
  ['pay-series-1112-london-overtime.json', '/v1/occupations/1112/pay/series?area=london&measure=overtime_pay'],
])('%s', async (name, path) => {
  const response = await answer(path);
  expect(response.status).toBe(200);
  expect(goldenFault(name, await response.text())).toBeNull();
});
