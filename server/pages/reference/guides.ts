// The guides: a page each, as guides/*.md has them.
import texts from '../page-texts.json' with { type: 'json' };
import type { FoundPage } from '../page.ts';
import { Html, html } from '../html.ts';
import type { Site } from '../site.ts';

/** In the order in which people need them. */
const order = [
  'first-call',
  'reading-a-figure',
  'pinning',
  'limits',
  'attribution',
  'offline',
  'coding-titles',
  'versioning',
] as const satisfies readonly (keyof typeof texts.guides)[];

export const guides = order.map((id) => ({ id, ...texts.guides[id] }));

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
    body: html`<nav class="crumbs" aria-label="Reference"><ul><li><a href="${to('/reference')}">For developers</a></li></ul></nav>
<h1>${guide.title}</h1>
<p class="lead">${guide.summary}</p>
${new Html(linked.replaceAll('$API', html`${api ?? 'https://lmi.example.org'}`.text))}
<h2>Other guides</h2>
<ul>${guides.filter((other) => other !== guide).map((other) => html`<li><a href="${to(`/guides/${other.id}`)}">${other.title}</a></li>`)}</ul>`,
  };
}
