// The shell of all pages: readable without script, with nothing loaded from other sites. The same
// shell is used for pages that the worker answers and for pages that are files.
import { type Html, html, nothing } from './html.ts';
import type { Site } from './site.ts';
import { scriptVersion, styleVersion } from './page-files.ts';
import { siteName } from './site-name.ts';

export interface Page extends FoundPage {
  /** Headers in addition to those of every page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The default is `no-store`, because most pages hold a secret or link to one. */
  readonly cacheControl?: string;
  readonly status?: number;
  readonly site: Site;
}

/**
 * Lets a page load only its own stylesheet, script and icon, and ask and send forms only to this
 * service. No page may frame it.
 */
const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src " +
  "'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The title and content of a page, without the shell of all pages. */
export interface FoundPage {
  readonly title: string;
  readonly body: Html;
}

/**
 * The parts of a long page, with links to them, which stay in sight beside them where there is
 * room.
 */
export function withContents(
  sections: readonly { readonly id: string; readonly heading: string }[],
  parts: Html,
): Html {
  const links = sections.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`);
  return html`<div class="long"><nav class="contents no-print" aria-label="On this page"
><ul>${links}</ul></nav>
<div class="parts">
${parts}
</div></div>`;
}

/** A page as an answer. */
export function pageResponse({
  title,
  body,
  status = 200,
  cacheControl = 'no-store',
  headers = {},
  site,
}: Page): Response {
  return new Response(pageDocument({ title, body }, site), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': cacheControl,
      'Content-Security-Policy': pagePolicy,
      ...headers,
    },
  });
}

interface PageLink {
  readonly path: string;
  readonly text: string;
}

const headerLinks: readonly PageLink[] = [
  { path: '/occupations', text: 'Occupations' },
  { path: '/rankings/pay', text: 'Rankings' },
  { path: '/compare', text: 'Compare' },
  { path: '/areas', text: 'Local areas' },
  { path: '/reference', text: 'For developers' },
];
const keyLink: PageLink = { path: '/keys', text: 'Get a key' };

const footerLinks: readonly PageLink[] = [
  { path: '/guides/how-to-read', text: 'How to read these figures' },
  { path: '/reference', text: 'Reference' },
  { path: '/status', text: 'Status of the data' },
  { path: '/changelog', text: 'Changes' },
  { path: '/versioning', text: 'Versions of the API' },
  { path: '/terms', text: 'Terms, licences and privacy' },
];

/** The HTML of a page. */
export function pageDocument(
  { title, body }: FoundPage,
  { to, sample, keys, live, contact, scripts, area }: Site,
): string {
  const loaded = [...(live ? [`/search.js?v=${scriptVersion}`] : []), ...scripts];
  const linksOfHeader = keys ? [...headerLinks, keyLink] : headerLinks;
  const notice = sample ? sampleNotice : nothing;
  const list = (links: readonly PageLink[]) => {
    const items = links.map(({ path, text }) => html`<li><a href="${to(path)}">${text}</a></li>`);
    return html`<ul>${items}</ul>`;
  };
  return html`<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${to(`/style.css?v=${styleVersion}`)}">
<link rel="icon" type="image/svg+xml" href="${to(`/icon.svg?v=${styleVersion}`)}">
${loaded.map((path) => html`<script src="${to(path)}" defer></script>`)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="head"><div class="bar"><p><a href="${to('/')}">${siteName}</a></p>
<nav aria-label="Site">${list(linksOfHeader)}</nav>
<form method="get" action="${to('/search')}" role="search" aria-label="Occupations"
><label class="unseen" for="site-search">Search for a job title</label>
<input id="site-search" name="q" type="search" maxlength="200" autocomplete="off" required
placeholder="Job title">${areaField(area)}<button>Search</button></form></div>${notice}</header>
<main id="content" tabindex="-1">
${body}
</main>
<footer class="foot"><div><nav aria-label="About the service">${list(footerLinks)}</nav>
<p>Figures come from the organisations named beside them. You may reuse them if you credit the
source. Most are Crown copyright under the Open Government Licence v3.0. This service is not a
service of the government or of any publisher.</p>${
    contact === null
      ? nothing
      : html`
<p>Contact: <a href="${contact.href}">${contact.text}</a></p>`
  }</div></footer>
</body>
</html>
`.text;
}

/** A hidden field that keeps the chosen area when a form is sent. */
export function areaField(area: string | undefined): Html {
  return area === undefined ? nothing : html`<input type="hidden" name="area" value="${area}">`;
}

/** At the top of every page of the sample. */
export const sampleNotice = html`<div class="notice sample" role="note"
><strong>Synthetic sample.</strong> The figures here are invented, for trying out the service. They
are not statistics. Do not publish them as statistics.</div>`;
