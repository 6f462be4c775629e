// Reduces headers and names of sheets to what matters, because publishers change how they write
// them from edition to edition.

const needsFolding = /[^\S ]| {2}|^ | $/;

/** Every run of white space as one blank, none at the edges. */
export function foldBlanks(header: string): string {
  // Most headers have nothing to fold, and a test is cheaper than a replacement.
  return needsFolding.test(header) ? header.replace(/\s+/g, ' ').trim() : header;
}

/**
 * `[note 1]`, `[x]`, raised figures and signs: they refer to a note and change between editions.
 */
const footnoteMark = /\[[^\]]{0,20}\]|[¹²³⁰⁴-⁹*†‡]/g;

/**
 * The text with single blanks, without marks of notes. Unlike `foldToLetters` it keeps words apart:
 * "(Unconstrained)" does not end in "(Constrained)".
 */
export function foldMarks(text: string): string {
  return foldBlanks(text.replace(footnoteMark, ''));
}

/**
 * Lower-case letters and digits only, for publishers who change blanks, hyphens, underscores and
 * footnote marks between editions.
 */
export function foldToLetters(header: string): string {
  return header
    .replace(footnoteMark, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/**
 * A label without what nobody sees: characters of no width are dropped, and control characters and
 * runs of white space are one blank.
 */
export function foldInvisible(label: string): string {
  return label
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
