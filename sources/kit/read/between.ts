// Takes the text between two marks out of a publisher's text, in linear time. A regular expression
// such as /<[^>]*>/g would search to the end of the text from every opening mark.

/**
 * A text with `filling` in place of each opening mark, what follows it and the next closing mark.
 * An opening mark that is never closed stays.
 */
export function replaceBetween(text: string, open: string, close: string, filling: string): string {
  let kept = '';
  let position = 0;
  for (;;) {
    const opened = text.indexOf(open, position);
    const closed = opened < 0 ? -1 : text.indexOf(close, opened + open.length);
    if (closed < 0) return kept + text.slice(position);
    kept += text.slice(position, opened) + filling;
    position = closed + close.length;
  }
}

/** A text without its first part in round brackets and the blanks before it. */
export function withoutFirstBrackets(text: string): string {
  const opened = text.indexOf('(');
  const closed = opened < 0 ? -1 : text.indexOf(')', opened);
  return closed < 0 ? text : text.slice(0, opened).trimEnd() + text.slice(closed + 1);
}

/**
 * HTML with a blank in place of each element of these names, with its tags and all between them.
 * An element that is never closed stays.
 */
export function withoutElements(html: string, names: readonly string[]): string {
  const closings = new Map(names.map((name) => [name, new RegExp(`</${name}>`, 'gi')]));
  const opening = new RegExp(`<(${names.join('|')})\\b`, 'gi');
  let kept = '';
  let position = 0;
  for (let tag = opening.exec(html); tag !== null; tag = opening.exec(html)) {
    const name = (tag[1] ?? '').toLowerCase();
    const closing = closings.get(name);
    if (closing === undefined) continue;
    closing.lastIndex = opening.lastIndex;
    if (closing.exec(html) === null) {
      // No later mark closes it either.
      closings.delete(name);
      continue;
    }
    kept += `${html.slice(position, tag.index)} `;
    position = closing.lastIndex;
    opening.lastIndex = position;
  }
  return kept + html.slice(position);
}
