// What checks find, as an edition names it.
import { expect, test } from 'vitest';
import { namedFindings, resultsOf } from '#compiler/checks.ts';
import { areaOf } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { Figure } from '#sources/kit/figures.ts';
import type { Source } from '#sources/kit/source.ts';

test('a known issue marks served figures at its cells, no others', () => {
  const figureOf = (soc: string, row: number) =>
    ({
      group: soc,
      area: areaOf('uk'),
      period: '2024',
      measure: 'annual_pay_gross',
      dimensions: { sex: 'male', statistic: 'mean' },
      cells: () => [
        {
          file: 'a.zip',
          member: 'Table 14.7a   Annual pay.xls',
          sheet: 'Male',
          address: `F${row}`,
          printed: '1',
        },
      ],
      answers: () =>
        (['pay', 'pay-regions'] as const).map((endpoint) => ({
          endpoint,
          place: { soc, ...(endpoint === 'pay' ? { area: 'uk' } : {}) },
          query: { sex: 'male' },
          pointer: '/mean',
        })),
    }) as unknown as Figure;
  const at = (cell: string) => ({
    place: `ashe 2024-provisional ${cell}`,
    message: 'the figure is far off',
  });
  const findings = [
    "14.7a 'Male'!F7",
    "14.7a 'Male'!F8",
    "14.7a 'Male'!A1",
    "14.1a 'Male'!F7",
    '',
  ].map(at);
  const check = (severity: 'known-issue' | 'block') => ({
    name: severity,
    severity,
    describe: severity,
    check: () => findings,
  });
  const source = { figures: () => [figureOf('2134', 7), figureOf('2231', 9)] } as unknown as Source;
  const needs = { get: () => ({ groups: new Map([['2134', { title: 'Programmers' }]]) }) };
  const edition = {
    release: { source: 'ashe', name: '2024-provisional' },
    needs,
    files: ['a.zip'],
  } as never;
  const [known, block] = resultsOf(
    namedFindings(
      source,
      edition,
      (['known-issue', 'block'] as const).map((severity) => ({ check: check(severity), findings })),
    ),
  ).toSorted((a, b) => byCodeUnit(b.check, a.check));
  const about =
    '2134 Programmers, United Kingdom, 2024, annual pay gross, sex male, statistic mean';
  expect(known).toMatchObject({
    places: expect.arrayContaining([
      `${at("14.7a 'Male'!F7").place} (${about})`,
      ...[findings[2], findings[3], findings[4]].map((one) => one?.place),
    ]),
    count: 4,
    figures: [
      {
        soc: '2134',
        area: 'uk',
        query: { sex: 'male' },
        endpoints: ['pay', 'pay-regions'],
        text: `The check "known-issue" doubts a figure (${about}): the figure is far off.`,
      },
    ],
  });
  expect([block?.count, block?.figures]).toEqual([5, undefined]);
});
