// Labels that a publisher writes in two ways are found, and others are not.
import { expect, test } from 'vitest';
import { labelsAlike } from '#sources/kit/checks-labels.ts';
import type { Examined, Release } from '#sources/kit/release.ts';
import { needsOf } from '../sources/examine.ts';

type Labels = readonly (readonly [kind: string, label: string])[];

const { check } = labelsAlike<Labels, null>('routes', ({ rows }) =>
  rows.map(([kind, label], at) => ({ place: `row ${at + 1}`, kind, label })),
);
const release: Release = {
  source: 'occupational-maps',
  name: '1',
  order: [1],
  year: null,
  provisional: false,
  released: null,
  sample: false,
};

function found(...rows: Labels): string[] {
  const edition: Examined<Labels, null> = { release, rows, observations: null, needs: needsOf({}) };
  return check(edition, null).map(({ place, message }) => `${place}: ${message}`);
}

test.each([
  ['letter case', 'Health and Science'],
  ['white space', 'Health  and science'],
  ['a no-break space', 'Health\u00a0and science'],
  ['a blank at its end', 'Health and science '],
  ['a carriage return', 'Health and\r\nscience'],
  ['a control character', 'Health\u0001and science'],
  ['a character of no width', 'Health and sci\u200bence'],
])('labels that differ in %s', (_, other) =>
  expect(found(['route', 'Health and science'], ['route', 'Legal'], ['route', other])).toEqual([
    `row 3: found "${other}", elsewhere it is "Health and science"`,
  ]),
);

test('each label is told once, at its first place', () =>
  expect(found(['route', 'Legal'], ['route', 'legal'], ['route', 'legal']).length).toBe(1));

test('labels of two kinds, and labels of other letters', () =>
  expect(found(['route', 'Legal'], ['pathway', 'legal'], ['route', 'Légal'])).toEqual([]));
