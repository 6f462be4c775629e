// Answers of the sample, byte for byte. They are compiled from the sample's workbooks by the same code as real ones, so a change in
// parse, reshape, documents or select shows here first.
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { sampleDirectory } from './compiled-data.ts';
import { goldenFault } from './golden.ts';

const answer = answerOffline(sampleDirectory());

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
  ['employment-2134.json', '/v1/occupations/2134/employment'],
  ['employment-1161-withheld.json', '/v1/occupations/1161/employment'],
  ['employment-2134-wales.json', '/v1/occupations/2134/employment?area=wales'],
  ['workforce-2134.json', '/v1/occupations/2134/workforce'],
  ['workforce-5421-no-industry.json', '/v1/occupations/5421/workforce'],
  ['vacancies-2134.json', '/v1/occupations/2134/vacancies'],
  ['vacancies-2134-wales-broader-group.json', '/v1/occupations/2134/vacancies?area=wales'],
  ['vacancies-7211-northern-ireland-withheld.json', '/v1/occupations/7211/vacancies?area=northern-ireland'],
  ['demand-2212.json', '/v1/occupations/2212/demand'],
  ['demand-2119-not-assessed.json', '/v1/occupations/2119/demand'],
  ['demand-list-critical.json', '/v1/demand?level=critical'],
  ['projections-2134.json', '/v1/occupations/2134/projections'],
  ['projections-6312-northern-ireland.json', '/v1/occupations/6312/projections?area=northern-ireland'],
  ['apprenticeships-2134.json', '/v1/occupations/2134/apprenticeships'],
  ['apprenticeships-1243-inactive.json', '/v1/occupations/1243/apprenticeships?includeInactive=true'],
  ['apprenticeships-1162-nothing.json', '/v1/occupations/1162/apprenticeships'],
  ['projections-9132-withheld.json', '/v1/occupations/9132/projections?area=northern-ireland'],
  ['visas-2134.json', '/v1/occupations/2134/visas'],
  ['visas-list.json', '/v1/visas?limit=3'],
  ['local-areas.json', '/v1/local-areas'],
  ['job-adverts-9267-north-east-suppressed.json', '/v1/occupations/9267/job-adverts?area=north-east'],
  ['job-adverts-scotland.json', '/v1/job-adverts?area=scotland&limit=3'],
  ['job-adverts-local-1161.json', '/v1/occupations/1161/job-adverts/local'],
  ['job-adverts-local-2134-barnsley.json', '/v1/occupations/2134/job-adverts/local/E08000016'],
  ['local-area-job-adverts-rutland.json', '/v1/local-areas/rutland/job-adverts?limit=3'],
  ['how-to-become-2134.json', '/v1/occupations/2134/how-to-become'],
  ['how-to-become-1134-nothing.json', '/v1/occupations/1134/how-to-become'],
])('%s', async (name, path) => {
  const response = await answer(path);
  expect(response.status).toBe(200);
  expect(goldenFault(name, await response.text())).toBeNull();
});
