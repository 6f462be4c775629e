// The checks of texts beside codes, on sixty made up ones: shifted, cut and wrongly
// encoded texts, and what a sound release does.
import { expect, it } from 'vitest';
import { type Described, textChecks } from '#sources/kit/checks-texts.ts';
import type { Examined, Release } from '#sources/kit/release.ts';
import { needsOf } from '../sources/examine.ts';

type Texts = Readonly<Record<string, readonly [title: string, text: string]>>;

/** Sixty words, each unlike the others. */
const words = Array.from({ length: 60 }, (_, at) =>
  `${String.fromCharCode(97 + (at % 26)).repeat(4)}${Math.floor(at / 26)}x`.replace(
    /\d/,
    (digit) => 'pqr'[Number(digit)] ?? '',
  ),
);
const sound: Texts = Object.fromEntries(
  words.map((word, at) => [
    `${1000 + at}`,
    [`The ${word}`, `Those who ${word} for ${at + 10} hours a day, and rest.`],
  ]),
);

const checks = textChecks<readonly string[], Texts>(
  ({ observations }) =>
    Object.entries(observations).map(
      ([code, [title, text]]): Described => ({
        code,
        title,
        parts: { text: [text] },
        place: (part) => `${code} ${part}`,
      }),
    ),
  { text: 0.9 },
);

function found(now: Texts, before: Texts | null = null): Record<string, number> {
  const release: Release = {
    source: 'ashe',
    name: '2',
    order: [2],
    year: null,
    provisional: false,
    released: null,
    sample: false,
  };
  const edition = (observations: Texts): Examined<readonly string[], Texts> => ({
    release,
    rows: [],
    observations,
    needs: needsOf({}),
  });
  const previous = before === null ? null : edition(before);
  const counts = checks.map(
    ({ name, check }) => [name, check(edition(now), previous).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const codes = Object.keys(sound);
const textOf = (code = '') => sound[code]?.[1] ?? '';
const withTexts = (change: (code: string, at: number) => string): Texts =>
  Object.fromEntries(
    Object.entries(sound).map(([code, [title]], at) => [code, [title, change(code, at)]]),
  );

it.each<[string, Texts, Record<string, number>]>([
  ['nothing changed', sound, {}],
  [
    'a column shifted by a row',
    withTexts((_, at) => textOf(codes[Math.max(0, at - 1)])),
    { 'texts-of-their-titles': 1 },
  ],
  ['a text for all', withTexts(() => 'There are no requirements.'), { 'texts-of-their-titles': 1 }],
  [
    'short texts that were cut',
    withTexts((code) => textOf(code).slice(0, 23)),
    { 'texts-whole': 60 },
  ],
  ['texts that were cut', withTexts((code) => textOf(code).slice(0, 31)), { 'texts-whole': 60 }],
  [
    'a text that was encoded twice',
    withTexts((code) => (code === '1003' ? `${textOf(code)} It’s cafÃ© and â€™.` : textOf(code))),
    { 'texts-whole': 1 },
  ],
])('%s', (_, now, expected) => expect(found(now, sound)).toEqual(expected));
