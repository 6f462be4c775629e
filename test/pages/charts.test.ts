// What a picture says beside its figures: which are to be used with caution, why some are not
// drawn, and where a scale begins and ends.
import { expect, test } from 'vitest';
import { pictureOf } from '#server/pages/occupation/charts.ts';
import { type Chart, row, table } from '#server/pages/occupation/content.ts';
import type { Figure } from '#server/pages/occupation/figure.ts';

const sure = (value: number): Figure => ({ text: `${value}`, value, caution: null });
const careful = (value: number): Figure => ({
  text: `${value}`,
  value,
  caution: 'Use with caution.',
});
const absent: Figure = { headline: 'No figure', why: 'Too few people were asked.' };

function picture(
  as: Chart['kind'],
  rows: readonly (readonly Figure[])[],
  more: Partial<Chart> = {},
) {
  const figures = rows.map((figuresOfRow, place) => row(`row ${place}`, ...figuresOfRow));
  const drawn = pictureOf(
    table('name', ['Row', 'Figure'], figures),
    { kind: as, description: 'says', ...more },
    'id',
  );
  return drawn === null ? expect.fail('no picture') : { text: drawn.svg.text, key: drawn.key };
}

const five = (median: Figure) => [sure(1), sure(2), median, sure(4), sure(5)];

test.each([
  ['bars', 'bar-of', [[sure(3)], [careful(2)]]],
  ['percentiles', 'mark', [five(sure(3)), five(careful(3))]],
  ['line', 'dot', [[sure(3)], [careful(2)]]],
] as const)(
  '%s: a figure to be used with caution has a dashed outline, and the key says so',
  (as, mark, rows) => {
    const { text, key } = picture(as, rows);
    expect(text).toContain(`class="${mark} careful"`);
    expect(key).toContain('Dashed outline and (caution): use with caution.');
    const certain = picture(
      as,
      rows.map((figures) => figures.map(() => sure(3))),
    );
    expect(certain.text + certain.key).not.toMatch(/careful|caution/);
  },
);

test.each([
  ['bars', [[sure(3)], [sure(2)], [absent]]],
  ['percentiles', [five(sure(3)), [absent, ...five(sure(3)).slice(1)]]],
  ['line', [[sure(3)], [absent], [sure(2)]]],
] as const)('%s: what is not drawn has its reason in the key', (as, rows) => {
  expect(picture(as, rows).key).toContain('Not drawn: Too few people were asked.');
});

test.each([
  ['bars', [[sure(3)], [absent]]],
  [
    'percentiles',
    [
      [absent, absent, sure(3), absent, absent],
      [absent, absent, absent, absent, absent],
    ],
  ],
  ['line', [[sure(3)], [absent]]],
] as const)('%s: of fewer than two figures there is no picture', (as, rows) => {
  const figures = rows.map((figuresOfRow, place) => row(`row ${place}`, ...figuresOfRow));
  expect(
    pictureOf(table('name', ['Row', 'Figure'], figures), { kind: as, description: 'says' }, 'id'),
  ).toBeNull();
});

test('a percentile that stands alone is not drawn: its mark would be taken for the median', () => {
  const { text } = picture('percentiles', [
    five(sure(3)),
    [absent, sure(2), absent, absent, absent],
  ]);
  expect(text).toContain('too few figures');
  expect(text.match(/class="tail" d="([^"]*)"/)?.[1]?.match(/M/g)).toHaveLength(1);
});

test('bars of ratings begin and end with their scale', () => {
  const lengths = ({ text }: { readonly text: string }) =>
    [...text.matchAll(/h(\d+)v9/g)].map(([, length]) => Number(length));
  const [least = 0, middle = 0, most = 0] = lengths(
    picture('bars', [[sure(1)], [sure(4)], [sure(7)]], { scale: [1, 7] }),
  );
  expect(least).toBe(1);
  expect(Math.abs(2 * middle - most)).toBeLessThanOrEqual(1);
});
