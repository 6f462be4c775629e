// HTML pages: plain, readable without script, with nothing loaded from other sites.

/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Insertion = string | number | Html | readonly Html[];

/** HTML. It escapes every insertion that is not HTML already. */
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
  /** Headers in addition to those of every page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Html;
  readonly status?: number;
  /** The default is `no-store`, because most pages hold a secret or link to one. */
  readonly cacheControl?: string;
}

/** Lets a page load only its own stylesheet and icon and send forms only to this service. No page may frame it. */
const pagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Whether the client shows pages and does not prefer the answer for programs. An answer that depends on this says `Vary: Accept`. */
export function prefersPages(request: Request): boolean {
  const weights = acceptedWeights(request.headers.get('Accept') ?? '');
  const page = weights.get('text/html') ?? 0;
  return page > 0 && forPrograms.every((type) => page >= (weights.get(type) ?? 0));
}

const forPrograms = ['application/json', 'application/problem+json', 'text/plain'];

/** The weight of each type that Accept names, 0 to 1 (RFC 9110 §12.4.2). Wildcards do not count, because clients that show pages name text/html. */
function acceptedWeights(accept: string): ReadonlyMap<string, number> {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()));
  return new Map(
    ranges.map(([type = '', ...parameters]) => [
      type,
      Number(/^q=([01](?:\.\d{0,3})?)$/.exec(parameters.find((parameter) => parameter.startsWith('q=')) ?? 'q=1')?.[1] ?? 0),
    ]),
  );
}

/** A page as an answer. */
export function pageResponse({ title, body, status = 200, cacheControl = 'no-store', headers = {} }: Page): Response {
  const document = html`<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><p><a href="/">Labour market information</a></p></header>
<main id="content" tabindex="-1">
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
      'Content-Security-Policy': pagePolicy,
      ...headers,
    },
  });
}

/** The stylesheet of all pages. It uses the system's colours, so that the reader's dark mode and high contrast apply. */
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
main:focus { outline: none; }
.skip:not(:focus) { position: absolute; left: -100rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.notice { padding: 0.75rem 1rem; border: 3px solid; border-radius: 0.25rem; }
.scroll { overflow-x: auto; }
.scroll table { min-width: 42rem; }
.scroll th, .scroll td { overflow-wrap: normal; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
li { padding: 0.1rem 0; }
time { white-space: nowrap; }
h3 { margin: 1.25rem 0 0; font-size: 1rem; overflow-wrap: anywhere; }
h3 + p { margin: 0; }
summary { cursor: pointer; padding: 0.2rem 0; width: fit-content; }
dt { font-weight: 600; margin-top: 0.75rem; overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; }
.figure { font-size: 1.25rem; }
.small { font-size: 0.9em; }
p, code { overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid GrayText; overflow-wrap: anywhere; }
`;

/** The icon of all pages: three bars. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1d5a8a" d="M1 9h4v6H1zm5-4h4v10H6zm5-4h4v14h-4z"/></svg>\n';

/** Text in which a part between backquotes is code. */
export function code(text: string): Html[] {
  return text.split('`').map((part, place) => (place % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}
