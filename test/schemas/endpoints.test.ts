import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answersPerMinute, areaSlugs, windowSeconds, withheldReasons } from '#schemas/codes.ts';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { placeOfDocument } from '../place-of-document.ts';

/**
 * The path under /v1/; the statuses that the contract documents, part 7; the sources, whose first holds the files; and what is a row of
 * CSV, and what each row repeats. Typed by hand off the contract and docs/answers.md, so that no change of the endpoint table goes by
 * itself.
 */
const table = `
occupations; 401 429; soc-index soc-structure; itself
occupations/search; 400 401 429; soc-index soc-structure career-profiles onet esco; itself
occupations/{soc}; 401 404 429; soc-index soc-structure;
occupations/{soc}/titles; 401 404 429; soc-index soc-structure; itself
occupations/{soc}/pay; 400 401 404 429; ashe soc-structure;
occupations/{soc}/pay/regions; 400 401 404 429; ashe soc-structure; uk regions: soc2020 title year provisional measure unit sex workPattern
occupations/{soc}/pay/series; 400 401 404 429; ashe soc-structure; points: soc2020 title area measure unit sex workPattern
occupations/{soc}/employment; 400 401 404 429; aps-employment soc-structure;
occupations/{soc}/projections; 400 401 404 429; skills-projections soc-structure;
occupations/{soc}/vacancies; 400 401 404 429; employer-skills-survey soc-structure;
occupations/{soc}/demand; 401 404 429; occupations-in-demand soc-structure;
occupations/{soc}/visas; 401 404 429; work-visas soc-structure;
occupations/{soc}/job-adverts; 400 401 404 429; online-job-adverts soc-structure; months: soc2020 title area
occupations/{soc}/job-adverts/local; 401 404 429; online-job-adverts local-authorities soc-structure; areas: soc2020 title period
occupations/{soc}/job-adverts/local/{area}; 401 404 429; online-job-adverts local-authorities soc-structure; quarters: soc2020 title area
occupations/{soc}/apprenticeships; 401 404 429; occupational-maps apprenticeship-standards soc-index soc-structure;
occupations/{soc}/how-to-become; 401 404 429; career-profiles soc-index soc-structure;
occupations/{soc}/workforce; 401 404 429; aps-workforce soc-structure;
occupations/{soc}/work-profile; 401 404 429; onet soc-index soc-structure;
occupations/{soc}/skills; 400 401 404 429; esco soc-index soc-structure;
occupations/{soc}/summary; 400 401 404 429; ashe aps-employment aps-workforce skills-projections occupations-in-demand employer-skills-survey online-job-adverts work-visas soc-structure; figures: soc2020 title
occupations/{soc}/related; 400 401 404 429; onet esco soc-index soc-structure;
pay; 400 401 404 429; ashe soc-structure; occupations: area year provisional measure unit sex workPattern
employment; 400 401 404 429; aps-employment soc-structure; occupations: area period
projections; 400 401 404 429; skills-projections soc-structure; subMajorGroups: area period
demand; 400 401 404 429; occupations-in-demand soc-structure; occupations: period
visas; 401 404 429; work-visas soc-structure; occupations: period
job-adverts; 400 401 404 429; online-job-adverts soc-structure; occupations: area period
local-areas; 401 404 429; local-authorities; itself
local-areas/{area}/job-adverts; 401 404 429; online-job-adverts local-authorities soc-structure; occupations: area period
meta/sources; 429; ;
meta/editions; 429; ;
meta/ingest; 429; ;
`;

test('has the paths of the contract with the statuses it documents, whatever else it has', () => {
  const told = endpoints.map(({ path, statuses, sources, csv }) => {
    const columns = csv === null ? [] : [csv.rows.join(' ') || 'itself', ...(csv.with.length === 0 ? [] : [csv.with.join(' ')])];
    return [path.slice('/v1/'.length), statuses.join(' '), sources.join(' '), columns.join(': ')].join('; ').trim();
  });
  expect(told).toEqual(table.trim().split('\n'));
  for (const key of ['id', 'path'] as const) expect(new Set(endpoints.map((row) => row[key])).size).toBe(endpoints.length);
});

describe('document paths', () => {
  const stored = endpoints.filter((row) => row.file !== null);
  test('a path leads back to the endpoint and values that made it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...stored),
        fc.stringMatching(/^[1-9][0-9]{3}$/),
        fc.constantFrom(...areaSlugs.all),
        (endpoint, soc, area) => {
          const place = { ...(endpoint.file?.includes('{soc}') ? { soc } : {}), ...(endpoint.file?.includes('{area}') ? { area } : {}) };
          expect(placeOfDocument(endpoints, documentPath(endpoint, place))).toEqual({ endpoint, place });
        },
      ),
    );
  });

  test('a value that could leave the directory is refused', () => {
    const pay = stored.find((row) => row.id === 'pay');
    for (const soc of ['..', '2134/..', '', '../2134', '21\u000034']) {
      expect(() => pay && documentPath(pay, { soc, area: 'uk' }), JSON.stringify(soc)).toThrow(/cannot stand for \{soc\}/);
    }
  });
});

test('the limit is sixty answers in sixty seconds, and the reasons of withheld figures are these eighteen', () => {
  expect([answersPerMinute, windowSeconds]).toEqual([60, 60]);
  expect(withheldReasons).toEqual([
    ...'unreliable disclosive not-applicable not-available below-threshold suppressed-by-publisher withdrawn-by-publisher'.split(' '),
    ...'no-figures-reported not-listed not-assessed not-relevant no-comparable-occupation not-in-this-release not-received'.split(' '),
    ...'no-total part-withheld incomplete-period rounds-to-zero'.split(' '),
  ]);
});
