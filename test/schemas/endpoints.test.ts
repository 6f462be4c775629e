import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaSlugs } from '#schemas/codes.ts';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { parametersOf } from '../contract/parameters.ts';
import { placeOfDocument } from '../place-of-document.ts';

/** Statuses by endpoint, typed off the contract, part 7; pay, regions, series and skills off design.md, part 6. */
const contractStatuses: Readonly<Record<string, readonly number[]>> = {
  '/v1/occupations': [401, 429],
  '/v1/occupations/search': [400, 401, 429],
  '/v1/occupations/{soc}': [401, 404, 429],
  '/v1/occupations/{soc}/titles': [401, 404, 429],
  '/v1/occupations/{soc}/pay': [400, 401, 404, 429],
  '/v1/occupations/{soc}/pay/regions': [400, 401, 404, 429],
  '/v1/occupations/{soc}/pay/series': [400, 401, 404, 429],
  '/v1/occupations/{soc}/employment': [400, 401, 404, 429],
  '/v1/occupations/{soc}/projections': [400, 401, 404, 429],
  '/v1/occupations/{soc}/vacancies': [400, 401, 404, 429],
  '/v1/occupations/{soc}/demand': [401, 404, 429],
  '/v1/occupations/{soc}/visas': [401, 404, 429],
  '/v1/occupations/{soc}/job-adverts': [400, 401, 404, 429],
  '/v1/occupations/{soc}/job-adverts/local': [401, 404, 429],
  '/v1/occupations/{soc}/job-adverts/local/{area}': [401, 404, 429],
  '/v1/occupations/{soc}/apprenticeships': [401, 404, 429],
  '/v1/occupations/{soc}/how-to-become': [401, 404, 429],
  '/v1/occupations/{soc}/workforce': [401, 404, 429],
  '/v1/occupations/{soc}/work-profile': [401, 404, 429],
  '/v1/occupations/{soc}/skills': [400, 401, 404, 429],
  '/v1/demand': [400, 401, 404, 429],
  '/v1/visas': [401, 404, 429],
  '/v1/job-adverts': [400, 401, 404, 429],
  '/v1/local-areas': [401, 404, 429],
  '/v1/local-areas/{area}/job-adverts': [401, 404, 429],
  '/v1/meta/sources': [429],
  '/v1/meta/editions': [429],
  '/v1/meta/ingest': [429],
};

describe('the endpoint table', () => {
  test('has the paths of the contract with the statuses it documents, whatever else it has', () => {
    for (const [path, statuses] of Object.entries(contractStatuses))
      expect(endpoints.find((row) => row.path === path)?.statuses, path).toEqual(statuses);
    for (const key of ['id', 'path'] as const) expect(new Set(endpoints.map((row) => row[key])).size).toBe(endpoints.length);
  });

  test('has the parameters of the contract, with their values, bounds and defaults', () => {
    const told = endpoints.map(({ path, query }) => [path, query.map(({ describe: _, deprecated: __, ...parameter }) => parameter)]);
    expect(told).toEqual(endpoints.map((row) => [row.path, parametersOf(row)]));
  });

  test('asks for a key everywhere but under /v1/meta', () => {
    for (const row of endpoints) expect(row.access, row.path).toBe(row.path.startsWith('/v1/meta') ? 'open' : 'key');
  });
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
