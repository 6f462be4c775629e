import { expect, test } from 'vitest';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import openApi from '#schemas/openapi.json' with { type: 'json' };
import { typedRows } from '../golden.ts';

test('has the paths of the contract with the statuses it documents, whatever else it has', () => {
  const typed = typedRows(new URL('endpoints.tsv', import.meta.url));
  const told = endpoints.map(({ path, sources, csv }) => {
    const columns =
      csv === null
        ? []
        : [csv.rows.join(' ') || 'itself', ...(csv.with.length === 0 ? [] : [csv.with.join(' ')])];
    return [path.slice('/v1/'.length), sources.join(' '), columns.join(': ')].map(
      (cell) => cell || 'none',
    );
  });
  expect(told).toEqual(typed.map(([path, _statuses, ...others]) => [path, ...others]));
  const paths: Readonly<Record<string, { readonly get: { readonly responses: object } }>> =
    openApi.paths as never;
  for (const [path, statuses = ''] of typed)
    expect(Object.keys(paths[`/v1/${path}`]?.get.responses ?? {}), path).toEqual(
      expect.arrayContaining(statuses.split(' ')),
    );
  for (const key of ['id', 'path'] as const)
    expect(new Set(endpoints.map((row) => row[key])).size).toBe(endpoints.length);
});

test('a value that could leave the directory is refused', () => {
  const pay = endpoints.find((row) => row.id === 'pay');
  for (const soc of ['..', '2134/..', '', '../2134', '21\u000034']) {
    expect(() => pay && documentPath(pay, { soc, area: 'uk' }), JSON.stringify(soc)).toThrow(
      /cannot stand for \{soc\}/,
    );
  }
});
