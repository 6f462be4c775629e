// What takes out a part of a foreign text gives what the regular expression gives that it replaces,
// which takes too long for a long text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinLines, withoutLeading, withoutTrailing } from '#schemas/trimmed.ts';
import {
  replaceBetween,
  withoutElements,
  withoutFirstBrackets,
} from '#sources/kit/read/between.ts';
import { textOf } from '#sources/kit/read/page-parts.ts';

/** Texts of few pieces, so that marks meet in every order. */
const textOfPieces = (...pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''));

test.each<[string, readonly string[], (text: string) => string, (text: string) => string]>([
  [
    'tags',
    ['<', '>', 'a', ' ', '\n'],
    (text) => replaceBetween(text, '<', '>', ' '),
    (text) => text.replace(/<[^>]*>/g, ' '),
  ],
  [
    'brackets',
    ['(', ')', 'a', ' '],
    (text) => replaceBetween(text, '(', ')', ''),
    (text) => text.replace(/\([^)]*\)/g, ''),
  ],
  [
    'the first brackets',
    ['(', ')', 'a', ' ', '\t'],
    withoutFirstBrackets,
    (text) => text.replace(/\s*\([^)]*\)/, ''),
  ],
  [
    'elements',
    ['<script', '<STYLE', '</script>', '</style>', '</script ', '>', ' ', 'a', '<scripts>', '\n'],
    (text) => withoutElements(text, ['script', 'style']),
    (text) => text.replace(/<(script|style)\b.*?<\/\1>/gis, ' '),
  ],
  [
    'lines',
    ['\n', ' ', 'a', '\t', 'b c'],
    (text) => joinLines(text, ' / '),
    (text) => text.replace(/\s*\n\s*/g, ' / '),
  ],
  [
    'strokes at the end',
    ['/', 'a', '//'],
    (text) => withoutTrailing(text, '/'),
    (text) => text.replace(/\/+$/, ''),
  ],
  [
    'strokes at both ends',
    ['/', 'a', '//'],
    (text) => withoutTrailing(withoutLeading(text, '/'), '/'),
    (text) => text.replace(/^\/+|\/+$/g, ''),
  ],
])('%s', (_, pieces, now, before) => {
  fc.assert(
    fc.property(textOfPieces(...pieces), (text) => {
      expect(now(text)).toBe(before(text));
    }),
    { numRuns: 2000 },
  );
});

describe('a page of 256 kB', () => {
  test.each([
    ['of scripts that never end', '<script '],
    ['of tags that never end', '<'],
    ['of styles that end', '<style>a</style>'],
  ])('%s is read', (_, piece) => {
    const page = piece.repeat(Math.ceil(256_000 / piece.length));
    expect(textOf(page).length).toBeLessThanOrEqual(page.length);
  });
});
