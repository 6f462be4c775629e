// Text of publishers and callers in a page of HTML that opens from a disk.
import { printable } from '#schemas/printable.ts';

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * The text as HTML, in an element or a quoted attribute. Characters that turn the direction of
 * writing are shown and not obeyed.
 */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => references[character] ?? character);
}

/** A whole page, with no script and no other file. `body` is HTML. */
export function page(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${style}</style></head>
<body>
${body}
</body>
</html>
`;
}
