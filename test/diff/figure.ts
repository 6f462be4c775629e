// A figure of pay for comparisons in memory.
import { type WithheldReason, areaOf } from '#schemas/codes.ts';
import { type Compared, OlderFigures } from '#compiler/diff/compare.ts';
import type { Figure } from '#sources/kit/figures.ts';

export function* compare(older: Iterable<Figure>, newer: Iterable<Figure>): Generator<Compared> {
  const figures = new OlderFigures();
  figures.add(older);
  yield* figures.compare(newer);
  yield* figures.removed();
}

/** The median pay of a unit group in 2024: a number, a word, or why it is withheld. */
export function figure(
  group: string,
  said: number | string | { readonly withheld: WithheldReason },
  more: Partial<Figure> = {},
): Figure {
  return {
    endpoint: 'pay',
    group,
    area: areaOf('uk'),
    period: '2024',
    series: false,
    dimensions: { sex: 'all', pattern: 'all', statistic: 'median' },
    measure: 'annual_pay_gross',
    unit: 'gbp_per_year',
    value: typeof said === 'number' ? said : null,
    category: typeof said === 'string' ? said : null,
    withheld:
      typeof said === 'object'
        ? { reason: said.withheld, marker: 'x', explanation: 'Withheld.' }
        : null,
    quality: 'precise',
    derived: false,
    cells: () => [],
    rule: 'The number as printed.',
    answers: () => [
      {
        endpoint: 'pay',
        place: { soc: group, area: 'uk' },
        query: { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' },
        pointer: '/distribution/median',
      },
    ],
    ...more,
  };
}
