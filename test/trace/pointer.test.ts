// Pointers into answers: what names nothing must be null and never another member.
import { expect, test } from 'vitest';
import { numbersIn, resolvePointer } from '#compiler/trace/pointer.ts';

const answer = {
  median: 53501,
  mean: null,
  regions: [
    { area: { slug: 'wales' }, median: 41000 },
    { area: { slug: 'london' }, median: null },
  ],
  bands: [{ label: '16-24', 'a/b': 1, 'c~d': 2 }],
  provenance: { year: 1 },
};

test.each([
  '/none',
  '/regions/area.slug=scotland/median',
  '/mean/x',
  '/regions/length',
  '/constructor',
])('%s is nothing', (given) => {
  expect(resolvePointer(answer, given)).toBeNull();
});

test('numbers of an answer are found wherever they stand, but in what speaks of the answer', () => {
  expect(numbersIn(answer, ['provenance']).map(({ pointer }) => pointer)).toEqual([
    '/median',
    '/regions/0/median',
    '/bands/0/a~1b',
    '/bands/0/c~0d',
  ]);
});
