// Trims the ends of a text or of its lines. A regular expression such as /\/+$/
// or /\s*\n\s*/g takes quadratic time for a text with many such characters amid others.

export function withoutLeading(text: string, character: string): string {
  let start = 0;
  while (text[start] === character) start += 1;
  return text.slice(start);
}

export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** The lines of a text in one, without blanks at their ends and without empty ones between them. */
export function joinLines(text: string, separator: string): string {
  const [first = '', ...others] = text.split('\n');
  const last = others.pop();
  if (last === undefined) return first;
  const between = others.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(separator);
}
