// Text of publishers and callers for a terminal or a log. The compiler and the worker share it.

/**
 * Control characters but tab and line feed, line separators, and the characters that turn the
 * direction of writing.
 */
const unprintable =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * The text with such characters as `\u001b`. A terminal obeys them: they recolour and delete lines,
 * set titles, and show text in another order than it has. The escape is that of JSON, so JSON text
 * stays JSON of the same value.
 */
export function printable(text: string): string {
  return text.replace(unprintable, escaped);
}

/** The text on one line, for a part of a line that must not begin another. */
export function onOneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n');
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
