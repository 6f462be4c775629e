// HTML pages: plain, readable without script, with nothing fetched from anywhere else.

/** Text that may stand in HTML as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Insertion = string | number | Html | readonly Html[];

/** HTML with what is put into it escaped, unless it is HTML itself. */
export function html(pieces: TemplateStringsArray, ...insertions: readonly Insertion[]): Html {
  return new Html(pieces.map((piece, place) => piece + (place < insertions.length ? textOf(insertions[place] ?? '') : '')).join(''));
}

function textOf(insertion: Insertion): string {
  if (insertion instanceof Html) return insertion.text;
  if (typeof insertion === 'object') return insertion.map(({ text }) => text).join('\n');
  return String(insertion).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** `no-store` unless said otherwise: most pages hold or lead to a secret. */
  readonly cacheControl?: string;
}

/**
 * A page as an answer. The policy lets it load its own stylesheet and send forms home, and nothing else; no page may frame it. The
 * address of a page may hold a secret link, so no other site is told it.
 */
export function pageResponse({ title, body, status = 200, cacheControl = 'no-store' }: Page): Response {
  const document = html`<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><p><a href="/">Labour market information</a></p></header>
<main>
${body}
</main>
</body>
</html>
`;
  return new Response(document.text, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': cacheControl,
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
    },
  });
}

/** The stylesheet of all pages. Colours are the system's, so that dark mode and high contrast are the reader's own. */
export const style = `:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; }
header a { color: inherit; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { margin-top: 2rem; font-size: 1.25rem; }
label { display: block; font-weight: 600; }
input, button { font: inherit; padding: 0.5rem 0.75rem; border: 1px solid GrayText; border-radius: 0.25rem; max-width: 100%; box-sizing: border-box; }
input { width: 24rem; }
button { cursor: pointer; font-weight: 600; background: ButtonFace; color: ButtonText; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
pre, code { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid GrayText; border-radius: 0.25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid GrayText; overflow-wrap: anywhere; }
`;
