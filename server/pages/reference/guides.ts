// The guides: a page each, as guides/*.md has them.
import texts from '../page-texts.json' with { type: 'json' };
import type { FoundPage } from '../page.ts';
import { Html, html, nothing } from '../html.ts';
import type { Site } from '../site.ts';

/** In the order in which people need them. */
const order = [
  'how-to-read',
  'first-call',
  'reading-a-figure',
  'vocabulary',
  'pinning',
  'limits',
  'attribution',
  'spreadsheets',
  'offline',
  'coding-titles',
  'versioning',
] as const satisfies readonly (keyof typeof texts.guides)[];

export const guides = order.map((id) => ({ id, ...texts.guides[id] }));

/** The guide that is not for developers. */
const forEverybody = 'how-to-read';

const crumbs = (to: Site['to']) =>
  html`<nav class="crumbs" aria-label="Reference"><ul><li><a href="${to('/reference')}">For
developers</a></li></ul></nav>`;

function otherGuides(id: string, to: Site['to']): Html {
  const others = guides.filter((other) => other.id !== id);
  return html`<h2>Other guides</h2>
<ul>${others.map(
    ({ id: guide, title }) => html`<li><a href="${to(`/guides/${guide}`)}">${title}</a></li>`,
  )}</ul>`;
}

/** The page of a guide; null if there is none of this name. */
export function guidePage(id: string, { to, api }: Site): FoundPage | null {
  const guide = guides.find((candidate) => candidate.id === id);
  if (guide === undefined) return null;
  const linked = guide.html.replace(
    / href="(\/[^"]*)"/g,
    (_, path: string) => ` href="${to(path)}"`,
  );
  return {
    title: guide.title,
    body: html`${id === forEverybody ? nothing : crumbs(to)}
<h1>${guide.title}</h1>
<p class="lead">${guide.summary}</p>
${new Html(linked.replaceAll('$API', html`${api ?? 'https://lmi.example.org'}`.text))}
${id === forEverybody ? nothing : otherGuides(id, to)}`,
  };
}
